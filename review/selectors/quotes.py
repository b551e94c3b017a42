"""One quote as a screen shows it: how it was found, or why not and what would repair it."""

from dataclasses import dataclass
from typing import Literal

from django.db.models import Q, QuerySet

from aligner_core import AlignedEvidence, FailedEvidence, FailureReason
from aligner_core.fixes import whole_words
from review.badges import badge, occurrence_badge
from review.models import Alignment, Message, Quote, Standing
from review.selectors.access import Person, visible_quotes

Repair = Literal["move", "closest", "look", "source", "extend"]
MOST_MOVES = 5
FAILED = Q(current__method="none", standing=Standing.COUNTS, entry__rejected_at__isnull=True)
REPAIRABLE = (
    Q(current__reason=FailureReason.OFFSETS_NOT_ALLOWED)
    | Q(current__evidence_json__contains='"foundIn":[{')
    | Q(current__evidence_json__contains='"closest":{')
)


@dataclass(frozen=True, slots=True)
class Fix:
    """One click that repairs a quote: where to look, for which words, and what will come out."""

    repair: Repair
    name: str
    text: str
    message_index: int
    method: str
    similarity: float | None
    before: str = ""
    behind: str = ""


@dataclass(frozen=True, slots=True)
class QuoteRow:
    """A quote with its current attempt, as lists and the rail show it."""

    quote: Quote
    current: Alignment
    evidence: AlignedEvidence | FailedEvidence
    fixes: tuple[Fix, ...]

    @property
    def state(self) -> str:
        """Name the state that colour and badge stand for."""
        if not self.quote.counts:
            return self.quote.standing
        return self.current.method if self.current.aligned else "failed"

    @property
    def reason(self) -> str:
        """Name why the quote is no evidence, if it is none."""
        return self.current.reason if self.quote.counts else self.quote.standing

    @property
    def number(self) -> int:
        """Count the quotes of an entry from one, as people do."""
        return self.quote.position + 1

    @property
    def badge(self) -> str:
        """Give the letters that tell the state without colour."""
        if isinstance(self.evidence, AlignedEvidence):
            if self.evidence.ambiguous:
                return occurrence_badge(occurrence_number(self.evidence), self.evidence.alternative_count + 1)
            return badge(self.current.method, similarity=self.evidence.similarity)
        return badge("none", similarity=self.evidence.closest.similarity if self.evidence.closest else None)

    @property
    def text(self) -> str:
        """Give the words looked for last, or the model's own when they were none."""
        return self.current.text or self.quote.text

    @property
    def is_critical(self) -> bool:
        """Say whether the words differ in what changes a fact."""
        return isinstance(self.evidence, AlignedEvidence) and any(one.critical for one in self.evidence.differences)

    @property
    def extension(self) -> Fix | None:
        """Give the fix that takes a cut word whole."""
        return next((fix for fix in self.fixes if fix.repair == "extend"), None)

    @property
    def best_fix(self) -> Fix | None:
        """Give the fix worth the first click."""
        return self.fixes[0] if self.fixes else None


def with_current(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    """Join what a row shows of a quote."""
    return quotes.select_related("current", "entry__session")


def quote_row(quote: Quote, *, source: Message | None = None) -> QuoteRow:
    """Describe a quote from its current attempt; with its message, a fuzzy one can be given the words of it."""
    current = quote.current
    if current is None:
        message = "a stored quote has an alignment"
        raise LookupError(message)
    evidence = current.evidence
    return QuoteRow(quote, current, evidence, fixes_of(evidence, source) if quote.counts else ())


def readable_quote(user: Person, quote_id: int) -> QuerySet[Quote]:
    """Give the quote, if it is one of a person's projects."""
    return with_current(visible_quotes(user)).select_related("current__message").filter(pk=quote_id)


def fixes_of(evidence: AlignedEvidence | FailedEvidence, source: Message | None = None) -> tuple[Fix, ...]:
    """List what one click can do for a quote, best first: repair a failed one, take a fuzzy one's words as they are."""
    if isinstance(evidence, AlignedEvidence):
        return () if source is None else (*_source_words(evidence, source), *_whole_words(evidence, source))
    moves = [
        Fix("move", f"move-{number}", evidence.quote, place.message_index, place.match_method, place.similarity)
        for number, place in enumerate(evidence.found_in[:MOST_MOVES])
    ]
    closest = evidence.closest
    words = [] if closest is None else [Fix("closest", "closest", closest.text, closest.message_index, "exact", 1.0)]
    refused = evidence.failure_reason == FailureReason.OFFSETS_NOT_ALLOWED
    look = [Fix("look", "look", evidence.quote, evidence.message_index or 0, "", None)] if refused else []
    return (*moves, *words, *look)


def _source_words(evidence: AlignedEvidence, source: Message) -> tuple[Fix, ...]:
    if evidence.match_method != "fuzzy":
        return ()
    words = source.content[evidence.span_start : evidence.span_end]
    return (Fix("source", "source", words, evidence.message_index, "exact", 1.0),)


def _whole_words(evidence: AlignedEvidence, source: Message) -> tuple[Fix, ...]:
    """Offer the rest of the words that the span cuts, as more of the quote."""
    whole = whole_words(source.content, evidence.span)
    before = source.content[whole.start : evidence.span_start]
    behind = source.content[evidence.span_end : whole.end]
    if not before + behind:
        return ()
    words, method = f"{before}{evidence.quote}{behind}", evidence.match_method
    return (Fix("extend", "extend", words, evidence.message_index, method, None, before=before, behind=behind),)


def occurrence_number(evidence: AlignedEvidence) -> int:
    """Count, from one, which of its places in the message an ambiguous quote is aligned to."""
    return 1 + sum(place.span_start < evidence.span_start for place in evidence.alternatives)


def count_failed(user: Person) -> int:
    """Count the quotes that wait to be repaired in a person's projects."""
    return visible_quotes(user).filter(FAILED).count()
