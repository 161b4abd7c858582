"""The same tables for SQLAlchemy Core: hot statements skip the ORM's unit of work."""

from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel

from pbem.store import rows


def _table(row: Any) -> Table:
    table: Table = row.__table__
    return table


secret, member, address = _table(rows.SecretRow), _table(rows.MemberRow), _table(rows.AddressRow)
match, seat, log, ask = _table(rows.MatchRow), _table(rows.SeatRow), _table(rows.LogRow), _table(rows.AskRow)
inbox, outbox = _table(rows.InboxRow), _table(rows.OutboxRow)


def add(connection: Connection, table: Table, **values: Any) -> int:
    """Inserts a row and returns its id."""
    key = connection.execute(insert(table).values(_filled(table, values))).inserted_primary_key
    assert key is not None
    return int(key[0])


def add_once(connection: Connection, table: Table, **values: Any) -> bool:
    """Inserts a row unless its unique key is there already; whether it was new."""
    statement = _once(table.name, connection.dialect.name)
    return connection.execute(statement, _filled(table, values)).rowcount == 1


@cache
def _once(table: str, dialect: str) -> Any:
    insert_into = (sqlite if dialect == "sqlite" else postgresql).insert
    return insert_into(SQLModel.metadata.tables[table]).on_conflict_do_nothing()


def _filled(table: Table, values: dict[str, Any]) -> dict[str, Any]:
    """The values with the defaults that the row classes declare."""
    return {**_DEFAULTS[table.name], **values}


_ROWS: tuple[Any, ...] = (
    rows.SecretRow,
    rows.MemberRow,
    rows.AddressRow,
    rows.MatchRow,
    rows.SeatRow,
    rows.LogRow,
    rows.AskRow,
    rows.InboxRow,
    rows.OutboxRow,
)
_DEFAULTS: dict[str, dict[str, Any]] = {
    row.__table__.name: {
        name: field.default for name, field in row.model_fields.items() if type(field.default) in (str, int, bool)
    }
    for row in _ROWS
}
