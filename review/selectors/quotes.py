"""One quote as a screen shows it: how it was found, or why not and what would repair it."""

from dataclasses import dataclass

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from aligner_core import AlignedEvidence, Diagnosis, FailedEvidence
from review.badges import DRIFTED_BADGE, badge, below_the_bar, occurrence_badge
from review.models import Alignment, Quote, Standing
from review.selectors.access import Person, visible_quotes
from review.selectors.offers import Offer
from review.selectors.sources import DRIFTED
from review.speakers import speaker_of

FAILED = Q(current__method="none", standing=Standing.COUNTS, entry__rejected_at__isnull=True)


@dataclass(frozen=True, slots=True)
class QuoteRow:
    """A quote with its current attempt, as lists and the rail show it."""

    quote: Quote
    current: Alignment
    evidence: AlignedEvidence | FailedEvidence
    diagnosis: Diagnosis | None = None
    fixes: tuple[Offer, ...] = ()
    used_by: int = 1
    """How many entries rest on these very words, where that was counted."""

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
    def speaker(self) -> str:
        """Name who said the words that were found; nobody when none were."""
        return speaker_of(self.current.message.role) if self.current.aligned and self.current.message else ""

    @property
    def number(self) -> int:
        """Count the quotes of an entry from one, as people do."""
        return self.quote.position + 1

    @property
    def is_drifted(self) -> bool:
        """Say whether its message has a newer version."""
        return has_drifted(self.quote)

    @property
    def badge(self) -> str:
        """Give the letters that tell the state without colour."""
        if self.is_drifted:
            return DRIFTED_BADGE
        if isinstance(self.evidence, AlignedEvidence):
            if self.evidence.ambiguous:
                return occurrence_badge(occurrence_number(self.evidence), self.evidence.alternative_count + 1)
            return badge(self.current.method, similarity=self.evidence.similarity)
        return badge("none", similarity=self.evidence.closest.similarity if self.evidence.closest else None)

    @property
    def below(self) -> str:
        """Say how far the closest words are below the bar; nothing when there are none."""
        closest = None if isinstance(self.evidence, AlignedEvidence) else self.evidence.closest
        return "" if closest is None else below_the_bar(closest.similarity)

    @property
    def text(self) -> str:
        """Give the words looked for last, or the model's own when they were none."""
        return self.current.text or self.quote.text

    @property
    def is_critical(self) -> bool:
        """Say whether the words differ in what changes a fact."""
        return isinstance(self.evidence, AlignedEvidence) and any(one.critical for one in self.evidence.differences)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Give the advice on what was found."""
        return self.evidence.warnings if isinstance(self.evidence, AlignedEvidence) else ()

    @property
    def extension(self) -> Offer | None:
        """Give the click that takes a cut word whole."""
        return next((fix for fix in self.fixes if fix.kind == "extend"), None)

    @property
    def repairs(self) -> tuple[Offer, ...]:
        """Give the clicks that set the quote right, the likeliest first."""
        return tuple(fix for fix in self.fixes if fix.kind != "extend")

    @property
    def best_fix(self) -> Offer | None:
        """Give the fix worth the first click."""
        return self.repairs[0] if self.repairs else None


def with_current(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    """Join what a row shows of a quote."""
    drifted = ExpressionWrapper(DRIFTED, output_field=BooleanField())
    return quotes.select_related("current", "entry__session").annotate(has_drifted=drifted)


def has_drifted(quote: Quote) -> bool:
    """Say whether a quote's message has a newer version; `with_current` has asked the database."""
    return bool(getattr(quote, "has_drifted", False))


def quote_row(quote: Quote) -> QuoteRow:
    """Describe a quote from its current attempt."""
    current = quote.current
    if current is None:
        message = "a stored quote has an alignment"
        raise LookupError(message)
    return QuoteRow(quote, current, current.evidence)


def readable_quote(user: Person, quote_id: int) -> QuerySet[Quote]:
    """Give the quote, if it is one of a person's projects."""
    return with_current(visible_quotes(user)).select_related("current__message").filter(pk=quote_id)


def occurrence_number(evidence: AlignedEvidence) -> int:
    """Count, from one, which of its places in the message an ambiguous quote is aligned to."""
    return 1 + sum(place.span_start < evidence.span_start for place in evidence.alternatives)


def count_failed(user: Person) -> int:
    """Count the quotes that wait to be repaired in a person's projects."""
    return visible_quotes(user).filter(FAILED).count()
