"""One store for SQLite (embedded, one writer) and PostgreSQL (several servers beside each other)."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url


class Store:
    """Opens transactions. On SQLite writers of this process queue on a lock, so none waits busily for another."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sqlite = make_url(url).get_backend_name() == "sqlite"
        self.engine: Engine = create_engine(url, pool_pre_ping=not self.sqlite)
        self._writer = threading.RLock()
        if self.sqlite:
            event.listen(self.engine, "connect", _prepare)
            event.listen(self.engine, "begin", _begin)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction: committed as a whole when the block ends, rolled back when it raises."""
        if not self.sqlite:
            with self.engine.begin() as connection:
                yield connection
            return
        with self._writer, self.engine.begin() as connection:
            yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that writes nothing and waits for no writer."""
        with self.engine.connect() as connection:
            yield connection.execution_options(reading=True)

    @property
    def batch(self) -> int:
        """How many mails may share a commit. On PostgreSQL one, so that two servers cannot lock matches crosswise."""
        return 32 if self.sqlite else 1

    def close(self) -> None:
        self.engine.dispose()


@contextmanager
def savepoint(connection: Connection) -> Iterator[None]:
    """What raises in this block leaves nothing behind. All bear one name, so that neither the driver nor SQLAlchemy
    meets a new statement each time; both databases take the innermost of that name."""
    connection.exec_driver_sql("SAVEPOINT step")
    try:
        yield
    except BaseException:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT step")
        raise
    finally:
        connection.exec_driver_sql("RELEASE SAVEPOINT step")


def _prepare(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # the driver's own BEGIN is too late and too weak
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    if not connection.get_execution_options().get("reading"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def ping(store: Store) -> None:
    """Raises what the database raises when it cannot be reached."""
    with store.read() as connection:
        connection.execute(text("SELECT 1"))
