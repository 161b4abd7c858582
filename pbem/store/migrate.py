"""Bring a database to the present shape with Alembic; run at every start, safe beside another server's start."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import text

from pbem.store.engine import Store

MIGRATIONS = Path(__file__).parents[2] / "migrations"
LOCK = 7_405_219
"""PostgreSQL's advisory lock number for migrating: two servers that start together take turns."""


def migrate(store: Store) -> None:
    """Upgrades to the newest revision."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with store.write() as connection:
        if not store.sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
