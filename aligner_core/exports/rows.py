"""What an export is made of: quotes with the text they were found in, and messages with their quotes."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from aligner_core.evidence import AlignedEvidence, FailedEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteRow:
    """One quote of an entry, its outcome, and the whole text of the message that the outcome is about.

    `entry` names the entry within its session, `position` the quote within its entry, counted from 0; together with
    `project` and `session` they are unique. `source` is None where the outcome names no message that is there, and
    `version` the version of that message, counted from 1. `speaker` is who said it,
    and `verdict` who decided on the entry, and when.
    """

    project: str
    session: str
    entry: str
    position: int
    title: str
    outcome: AlignedEvidence | FailedEvidence
    source: str | None
    body: str = ""
    type: str = ""
    stage: str = ""
    speaker: str = ""
    version: int = 1
    verdict: str = ""

    @property
    def words(self) -> str | None:
        """The words of the source, or None where the quote was not found."""
        if self.source is None or not isinstance(self.outcome, AlignedEvidence):
            return None
        return self.source[self.outcome.span_start : self.outcome.span_end]

    @property
    def urn(self) -> str:
        """The name of the quote anywhere."""
        return f"{self._of_session}:entries:{_part(self.entry)}:quotes:{self.position}"

    @property
    def source_urn(self) -> str:
        """The name of the message that the outcome is about; a newer version of it has another one."""
        version = f":{self.version}" if self.version > 1 else ""
        return f"{self._of_session}:messages:{self.outcome.message_index}{version}"

    @property
    def _of_session(self) -> str:
        return f"urn:evidence-review:{_part(self.project)}:{_part(self.session)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRow:
    """One message of a session with the quotes whose outcome is about it, or that claimed it and failed."""

    session: str
    index: int
    text: str
    speaker: str = ""
    version: int = 1
    quotes: Sequence[QuoteRow] = ()


def offsets_of(row: QuoteRow) -> dict[str, object]:
    """Return where the words of a quote are, in code points and, as `utf16`, in UTF-16 code units; empty if nowhere."""
    if row.source is None or not isinstance(row.outcome, AlignedEvidence):
        return {}
    units = row.outcome.span.to_utf16(row.source)
    return {
        "spanStart": row.outcome.span_start,
        "spanEnd": row.outcome.span_end,
        "utf16": [units.start, units.end],
    }


def _part(name: str) -> str:
    return quote(name.encode("utf-8", "surrogatepass"), safe="")
