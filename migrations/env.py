"""Alembic's door: runs the revisions on the connection it is handed."""

from alembic import context
from sqlmodel import SQLModel

from pbem.store import rows  # noqa: F401  (declares the tables)

context.configure(connection=context.config.attributes["connection"], target_metadata=SQLModel.metadata)
with context.begin_transaction():
    context.run_migrations()
