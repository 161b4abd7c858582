"""The composition root: settings, store, club and the threads of `pbem serve`."""

import logging
import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from waitress.server import create_server

from pbem.clock import clock
from pbem.config import Settings, complaint
from pbem.desk.club import Club, club_key
from pbem.desk.tick import tick
from pbem.desk.welcome import seat_newcomer
from pbem.mail.inbound import Intake
from pbem.mail.outbound import deliver, relay
from pbem.mail.smtpdoor import controller
from pbem.store.engine import Store
from pbem.store.migrate import migrate
from pbem.web import create_app
from pbem.web.postroom import Room

log = logging.getLogger("pbem")
POLL = 1.0
"""Seconds after which a worker looks by itself: another server may have put work there."""


def give_up(message: str) -> NoReturn:
    """One clear line, exit 2."""
    print(f"pbem: {message}", file=sys.stderr)
    raise SystemExit(2)


def settings() -> Settings:
    """The settings, or one line that says which is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        give_up(complaint(error))
    except ValueError as error:
        give_up(f"pbem.toml cannot be read: {error}")


@contextmanager
def opened(config: Settings) -> Iterator[Club]:
    """The club on a migrated database, closed at the end."""
    if not config.database_url:
        try:
            config.var.mkdir(parents=True, exist_ok=True)
            probe = config.var / ".writable"
            probe.touch()
            probe.unlink()
        except OSError as error:
            give_up(f"the folder {config.var} cannot be written ({error.strerror}); set PBEM_VAR to one that can")
    try:
        store = Store(config.url)
        migrate(store)
        key = club_key(store, secrets.token_bytes)
    except (SQLAlchemyError, ImportError, ValueError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        give_up(f"the database {store_name(config)} cannot be opened ({reason}); check PBEM_DATABASE_URL")
    try:
        yield club_of(config, store, key)
    finally:
        store.close()


def store_name(config: Settings) -> str:
    """The database without its password."""
    return config.url.rpartition("@")[2] if "@" in config.url else config.url


def club_of(config: Settings, store: Store, key: bytes) -> Club:
    """The club as the settings want it, with the real clock and the real dice."""
    return Club(
        store=store,
        domain=config.domain.lower(),
        web=config.web,
        key=key,
        now=lambda: int(time.time()),
        dice=secrets.token_bytes,
        allowance=int(config.turn_hours * 3600),
        language=config.language,
    )


class Worker(threading.Thread):
    """Runs one job while it finds work, then waits until it is woken or a second has passed."""

    def __init__(self, name: str, job: Callable[[], int], after: Callable[[], None] = lambda: None) -> None:
        super().__init__(name=name, daemon=True)
        self.job, self.after = job, after
        self.wake, self.stopping = threading.Event(), threading.Event()
        self.idle = threading.Event()

    def run(self) -> None:
        while not self.stopping.is_set():
            self.wake.clear()
            try:
                if self.job():
                    self.after()
                    continue
            except Exception:
                log.exception("%s failed; trying again", self.name)
            self.idle.set()
            self.wake.wait(POLL)

    def rouse(self) -> None:
        self.idle.clear()
        self.wake.set()

    def stop(self) -> None:
        self.stopping.set()
        self.wake.set()
        self.join(20)


def serve(config: Settings) -> None:
    """One process: door, desk, delivery, clock and web, until SIGTERM or Ctrl-C."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s", stream=sys.stderr)
    for loud in ("alembic", "apscheduler", "mail.log", "waitress"):
        logging.getLogger(loud).setLevel(logging.WARNING)
    with opened(config) as club:
        _serve(config, club)


def _serve(config: Settings, club: Club) -> None:
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    line = relay(config.relay)
    delivery = Worker("delivery", lambda: deliver(club, line, ended.is_set))
    intake = Intake(club)
    desk = Worker("desk", intake.act, after=delivery.rouse)
    intake.wake = desk.rouse
    host, port = config.smtp.rsplit(":", 1)
    door = controller(intake, host, int(port))
    room = Room(host, int(port), lambda: _settled(desk)) if config.relay == "postroom" else None
    if room is not None and config.seat_newcomer:
        with club.work() as tx:
            seat_newcomer(tx)
    web = _web(config, create_app(club, room))
    try:
        door.start()
    except OSError as error:
        give_up(f"the SMTP door cannot open on {config.smtp} ({error.strerror}); free the port or set PBEM_SMTP")

    def look() -> None:
        if tick(club):
            delivery.rouse()

    scheduler = clock({look: config.tick_seconds})
    for worker in (desk, delivery):
        worker.start()
    threading.Thread(target=web.run, name="web", daemon=True).start()
    scheduler.start()
    look()
    print(
        f"Hearts by mail is open: {config.web}/  (mail: {config.smtp}, domain {config.domain}). Ctrl-C stops it.",
        flush=True,
    )
    ended.wait()
    print("Closing: finishing what is in hand ...", flush=True)
    scheduler.shutdown(wait=True)
    door.stop()
    desk.stop()
    delivery.stop()
    web.close()
    line.close()
    print("Closed. The next start goes on here.", flush=True)


def _settled(desk: Worker) -> None:
    """Waits a moment until the desk has acted on what just came in, so that the page shows it."""
    desk.rouse()
    desk.idle.wait(5)


def _web(config: Settings, app: Any) -> Any:
    host, port = config.http.rsplit(":", 1)
    try:
        return create_server(app, host=host, port=int(port), threads=8)
    except OSError as error:
        give_up(f"the web cannot open on {config.http} ({error.strerror}); free the port or set PBEM_HTTP")


def environment() -> dict[str, str]:
    return dict(os.environ)
