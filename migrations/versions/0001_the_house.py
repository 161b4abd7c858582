"""The house: members, matches, log, inbox and outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index(op.f("ix_inbox_state"), "inbox", ["state"], unique=False)
    op.create_table(
        "member",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("mail", sa.Boolean(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "secret",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=True),
        sa.Column("verified", sa.Boolean(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("email"),
    )
    op.create_index(op.f("ix_address_member"), "address", ["member"], unique=False)
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("options", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("host", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["host"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_match_state"), "match", ["state"], unique=False)
    op.create_table(
        "ask",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("verb", sa.String(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("nudges", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["match.id"],
        ),
        sa.ForeignKeyConstraint(
            ["member"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("match", "hand"),
    )
    op.create_index(op.f("ix_ask_due"), "ask", ["due"], unique=False)
    op.create_index(op.f("ix_ask_match"), "ask", ["match"], unique=False)
    op.create_index(op.f("ix_ask_member"), "ask", ["member"], unique=False)
    op.create_table(
        "log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("verb", sa.String(), nullable=False),
        sa.Column("picks", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("post", sa.Integer(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["match.id"],
        ),
        sa.ForeignKeyConstraint(
            ["post"],
            ["inbox.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("match", "number"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=True),
        sa.Column("match", sa.Integer(), nullable=True),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("in_reply_to", sa.String(), nullable=False),
        sa.Column("refs", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("reply_to", sa.String(), nullable=False),
        sa.Column("unsubscribe", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("sent", sa.BigInteger(), nullable=True),
        sa.Column("error", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"],
            ["match.id"],
        ),
        sa.ForeignKeyConstraint(
            ["member"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index(op.f("ix_outbox_member"), "outbox", ["member"], unique=False)
    op.create_index(op.f("ix_outbox_message_id"), "outbox", ["message_id"], unique=False)
    op.create_index(op.f("ix_outbox_state"), "outbox", ["state"], unique=False)
    op.create_index(op.f("ix_outbox_token"), "outbox", ["token"], unique=False)
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match"],
            ["match.id"],
        ),
        sa.ForeignKeyConstraint(
            ["member"],
            ["member.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("match", "member"),
    )
    op.create_index(op.f("ix_seat_match"), "seat", ["match"], unique=False)
    op.create_index(op.f("ix_seat_member"), "seat", ["member"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_seat_member"), table_name="seat")
    op.drop_index(op.f("ix_seat_match"), table_name="seat")
    op.drop_table("seat")
    op.drop_index(op.f("ix_outbox_token"), table_name="outbox")
    op.drop_index(op.f("ix_outbox_state"), table_name="outbox")
    op.drop_index(op.f("ix_outbox_message_id"), table_name="outbox")
    op.drop_index(op.f("ix_outbox_member"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_table("log")
    op.drop_index(op.f("ix_ask_member"), table_name="ask")
    op.drop_index(op.f("ix_ask_match"), table_name="ask")
    op.drop_index(op.f("ix_ask_due"), table_name="ask")
    op.drop_table("ask")
    op.drop_index(op.f("ix_match_state"), table_name="match")
    op.drop_table("match")
    op.drop_index(op.f("ix_address_member"), table_name="address")
    op.drop_table("address")
    op.drop_table("secret")
    op.drop_table("member")
    op.drop_index(op.f("ix_inbox_state"), table_name="inbox")
    op.drop_table("inbox")
