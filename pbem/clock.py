"""APScheduler runs the jobs that it is handed, every so many seconds; it has no logic of its own."""

from collections.abc import Callable

from apscheduler.schedulers.background import BackgroundScheduler


def clock(jobs: dict[Callable[[], object], int]) -> BackgroundScheduler:
    """A scheduler for jobs by their seconds; a job that is late runs once, never twice at the same time."""
    scheduler = BackgroundScheduler(job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None})
    for job, seconds in jobs.items():
        scheduler.add_job(job, "interval", seconds=seconds)
    return scheduler
