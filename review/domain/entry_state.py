"""The state of an entry as values: what its events add up to, and what its rows say, in the same form."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

TextRow = tuple[str, ...]
"""A decision: who made it, and the reason if one is required; or the standing of a quote, who set it and why."""

PartRow = tuple[int, str, int]
"""The position of the quote that a part was split from, its text, and the message it was searched in."""

CorrectionRow = tuple[int, int, str, str, str, str]
"""The position of a source, the number of the correction, the old label and its replacement, who corrected it, why."""

AcknowledgementRow = tuple[int, int, int, str, str]
"""The position of a quote, its attempt, the version of the claim, who acknowledged the differences, and why."""


class AddedRow(NamedTuple):
    """A quote that a person added: its text, the message it was selected in, and who added it."""

    text: str
    message_index: int
    author: str


class CommentRow(NamedTuple):
    """A comment: its number, that of the one it replies to or 0, who made it, its text, and whom it mentions."""

    number: int
    reply_to: int
    author: str
    text: str
    mentions: str


class OriginRow(NamedTuple):
    """An entry that a person added: its place in its session, what it stated, and who added it."""

    session: int | None
    position: int
    type: str
    title: str
    body: str
    author: str


class ClaimRow(NamedTuple):
    """A version of a claim after the extractor's: its text, who wrote it, and the words that counted then."""

    number: int
    title: str
    body: str
    author: str
    fingerprint: str


Decided = tuple[object, ...]
"""Any of these rows."""
Row = TypeVar("Row", bound=Decided)


class RecordedAttempt(NamedTuple):
    """The outcome of an attempt, who made it when, where its words came from, and what made it."""

    outcome: dict[str, Any]
    actor: str | None
    at: datetime
    provenance: str
    made_with: dict[str, Any]


@dataclass(slots=True)
class EntryState:
    """The state of one entry; no stage if it came with an extraction and was never moved.

    `switches` are those that were on when it was verified. `claim_version` is the number of the claim that counts, None
    for the extractor's. `decided_at` is when equal decisions were made, `withdrawn_at` when quotes were withdrawn, by
    their positions, and `undone` the statements that were undone: when they were made, and when undone. `resolved` are
    the resolved comments, by whom and when. `found`, `failed` and `attempts` are read from events alone.
    """

    origin: OriginRow | None = None
    added_at: datetime | None = None
    stage: str | None = None
    verifier: TextRow | None = None
    certifier: TextRow | None = None
    rejection: TextRow | None = None
    standings: dict[int, TextRow] = field(default_factory=dict)
    found: list[dict[str, Any]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    claims: list[ClaimRow] = field(default_factory=list)
    claim_version: int | None = None
    verified_at: datetime | None = None
    switches: list[str] = field(default_factory=list)
    certified_at: datetime | None = None
    rejected_at: datetime | None = None
    aligned_at: datetime | None = None
    decided_at: dict[Decided, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    withdrawn_at: dict[int, datetime] = field(default_factory=dict)
    undone: dict[Decided, list[tuple[datetime, datetime]]] = field(default_factory=lambda: defaultdict(list))
    acknowledged: list[AcknowledgementRow] = field(default_factory=list)
    statements: list[TextRow] = field(default_factory=list)
    parts: dict[int, PartRow] = field(default_factory=dict)
    added: dict[int, AddedRow] = field(default_factory=dict)
    attempts: dict[tuple[int, int], RecordedAttempt] = field(default_factory=dict)
    sources: list[tuple[int, str, bool]] = field(default_factory=list)
    corrections: list[CorrectionRow] = field(default_factory=list)
    comments: list[CommentRow] = field(default_factory=list)
    resolved: dict[int, tuple[str, datetime]] = field(default_factory=dict)

    def decide(self, rows: list[Row], row: Row, at: datetime) -> None:
        """Add a decision to those of its kind, with the time it was made."""
        rows.append(row)
        self.decided_at[row].append(at)
