"""Mail as data: what the desk reads and what it writes. MIME and SMTP live in `pbem.mail` alone."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Post:
    """One incoming mail for one envelope recipient, read and trimmed."""

    recipient: str
    """The envelope recipient: an address of ours, lower case."""
    sender: str | None
    """The one mailbox in From, lower case; None where From cannot be trusted (defects, several, a group, none)."""
    message_id: str
    subject: str
    lines: tuple[str, ...]
    """The reply's own lines: no quote, no signature, no client's banner; normalised, blank lines dropped."""
    automatic: str | None = None
    """Why this is automatic mail (never acts, is never answered), or None for a person's."""
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """One outgoing mail for one member, complete but for MIME. `key` is unique: the same letter never leaves twice."""

    key: str
    kind: str
    to: str
    subject: str
    text: str
    html: str
    message_id: str
    reply_to: str
    """The signed address that names this letter."""
    envelope_from: str
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    unsubscribe: str = ""
    """The https/http address for one-click POST (RFC 8058); empty where the letter answers a stranger."""
    language: str = "en"
    extra: dict[str, str] = field(default_factory=dict)
