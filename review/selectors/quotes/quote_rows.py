"""One quote as pages and derived columns read it: how it was found, who chose its words, or how it failed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.query import prefetch_related_objects

from aligner_core import (
    AlignedEvidence,
    Diagnosis,
    Difference,
    FailedEvidence,
    Fix,
    FixKind,
    PreparedSource,
    complete_words,
)
from aligner_core.evidence import shortfall, three_digits
from review.databases.statements import Statement
from review.domain.quotes import WORDS_CHOSEN
from review.models import Alignment, Entry, Message, Provenance, Quote, Standing
from review.models.sessions import Excerpt
from review.presentation.badges import DRIFTED_BADGE, badge, occurrence_badge
from review.selectors.access import Person, visible_quotes

OfferedFixKind = FixKind | Literal["extend"]
RowT = TypeVar("RowT", Quote, Alignment)
PLACE_CHOSEN = (
    Provenance.MOVED_MESSAGE,
    Provenance.OCCURRENCE_CHOSEN,
    Provenance.PLACE_CONFIRMED,
    Provenance.RESTORED,
)


@dataclass(frozen=True, slots=True)
class HumanChoice:
    """The choice of a person: a provenance, and the person's name."""

    provenance: Provenance
    person: str


def with_choices(rows: QuerySet[RowT], *, attempt: str = "") -> QuerySet[RowT]:
    """Prefetch who chose the words of the attempt of each row; *attempt* is the lookup path from the row to it."""
    return rows.select_related(f"{attempt}actor").annotate(**_words_chosen(attempt))


def human_choices(row: Quote | Alignment) -> tuple[HumanChoice, ...]:
    """Return the choices of people in an attempt, or in a quote's current one; empty if the evidence is the system's.

    Pages, the admin and bundles all use this. The rows come from `with_choices`.
    """
    attempt = row.current if isinstance(row, Quote) else row
    words, author = vars(row)["words_provenance"], vars(row)["words_author"]
    choices = [HumanChoice(Provenance(words), author)] if words else []
    if attempt is not None and attempt.actor is not None and attempt.provenance in PLACE_CHOSEN:
        choices.append(HumanChoice(Provenance(attempt.provenance), attempt.actor.get_username()))
    return tuple(choices)


def has_chosen_words(row: Quote) -> bool:
    """Return whether a person chose the words of a quote's current attempt."""
    return any(choice.provenance in WORDS_CHOSEN for choice in human_choices(row))


def _words_chosen(attempt: str) -> Mapping[str, Any]:
    """Return the newest choice of exactly the words that the attempt searched."""
    chosen = Alignment.objects.filter(
        quote=OuterRef(f"{attempt}quote"),
        attempt__lte=OuterRef(f"{attempt}attempt"),
        text=OuterRef(f"{attempt}text"),
        provenance__in=WORDS_CHOSEN,
    ).order_by("-attempt")
    return {
        "words_provenance": Subquery(chosen.values("provenance")[:1]),
        "words_author": Subquery(chosen.values("actor__username")[:1]),
    }


@dataclass(frozen=True, slots=True)
class OfferedFix:
    """A fix offered as one click, with the evidence of every quote that it leads to, and what it changes."""

    name: str
    kind: OfferedFixKind
    outcomes: tuple[AlignedEvidence, ...]
    changes: tuple[Difference, ...] = ()
    added_before: str = ""
    added_after: str = ""

    @property
    def text(self) -> str:
        """The words that will be searched."""
        return self.outcomes[0].quote

    @property
    def message_index(self) -> int:
        """The message that will be searched."""
        return self.outcomes[0].message_index

    def as_fix(self) -> Fix | None:
        """Return the fix in the form of the core; None for an extension, which is defined here."""
        return None if self.kind == "extend" else Fix(kind=self.kind, evidence=self.outcomes, changes=self.changes)

    @property
    def resulting_quotes(self) -> tuple[tuple[str, int], ...]:
        """The words and the message of every quote that it leads to."""
        return tuple((one.quote, one.message_index) for one in self.outcomes)

    @property
    def badges(self) -> list[tuple[str, str, str]]:
        """The method, the badge and the confidence of every quote that it leads to."""
        return [
            (one.match_method, badge(one.match_method, similarity=one.similarity), three_digits(one.confidence))
            for one in self.outcomes
        ]


def offered_fixes(fixes: Sequence[Fix]) -> tuple[OfferedFix, ...]:
    """Return the fixes, likeliest first, each with the name that the form sends back."""
    return tuple(
        OfferedFix(f"{fix.kind}-{number}", fix.kind, fix.evidence, fix.changes) for number, fix in enumerate(fixes)
    )


def extension(evidence: AlignedEvidence, source: PreparedSource) -> tuple[OfferedFix, ...]:
    """Return the fix that extends a quote to whole words, over a negation beside them too, if its span cuts a word."""
    if "cut_word" not in evidence.warnings:
        return ()
    whole = complete_words(source, evidence.span)
    before = source.text[whole.start : evidence.span_start]
    after = source.text[evidence.span_end : whole.end]
    if not before + after:
        return ()
    extended = evidence.model_copy(update={"quote": f"{before}{evidence.quote}{after}"})
    return (OfferedFix("extend", "extend", (extended,), added_before=before, added_after=after),)


DRIFTED = ~Q(current__method="none") & Q(
    Exists(
        Message.objects.filter(
            session=OuterRef("current__message__session"),
            index=OuterRef("current__message__index"),
            version__gt=OuterRef("current__message__version"),
        )
    )
)
"""Match the quotes with evidence in an old version of its message."""


@dataclass(frozen=True, slots=True)
class QuoteRow:
    """A quote with its current attempt, as lists and the rail show it."""

    quote: Quote
    current: Alignment
    evidence: AlignedEvidence | FailedEvidence
    diagnosis: Diagnosis | None = None
    fixes: tuple[OfferedFix, ...] = ()
    used_by: int = 1
    """The number of entries with exactly these words, if counted."""
    last_index: int | None = None
    """The index of the last message of its session, if the quote was diagnosed."""
    excerpt: Excerpt | None = None
    """The resulting words with the text around them, if read."""
    group: str = ""
    """Its group in the list of failed quotes, if read."""

    @property
    def state(self) -> str:
        """The state that its colour and badge show."""
        if not self.quote.counts:
            return self.quote.standing
        return self.current.method if self.current.aligned else "failed"

    @property
    def reason(self) -> str:
        """Why the quote is not evidence; empty if it is."""
        return self.current.reason if self.quote.counts else self.quote.standing

    @property
    def speaker(self) -> str:
        """The speaker of the words that were found; empty if none were."""
        return self.current.message.speaker if self.current.aligned and self.current.message else ""

    @property
    def number(self) -> int:
        """The number of the quote in its entry, counted from one."""
        return self.quote.position + 1

    @property
    def is_drifted(self) -> bool:
        """Whether its message has a newer version."""
        return has_drifted(self.quote)

    @property
    def badge(self) -> str:
        """The letters that show the state without colour."""
        if self.is_drifted:
            return DRIFTED_BADGE
        if isinstance(self.evidence, AlignedEvidence):
            if self.evidence.ambiguous:
                return occurrence_badge(self.evidence)
            return badge(self.current.method, similarity=self.evidence.similarity)
        return badge("none", similarity=self.evidence.closest.similarity if self.evidence.closest else None)

    @property
    def confidence(self) -> str:
        """The confidence that stands with the badge; empty where the quote does not count or its message changed."""
        return three_digits(self.evidence.confidence) if self.quote.counts and not self.is_drifted else ""

    @property
    def choices(self) -> tuple[HumanChoice, ...]:
        """The choices of people in its evidence."""
        return human_choices(self.quote)

    @property
    def is_repairable(self) -> bool:
        """Whether there may be something to repair: not in a verbatim quote of whole words."""
        found = isinstance(self.evidence, AlignedEvidence) and self.evidence.match_method != "fuzzy"
        is_whole = "cut_word" not in self.warnings and not self.is_critical
        return self.quote.counts and not (found and not self.is_drifted and is_whole)

    @property
    def is_restorable(self) -> bool:
        """Whether it can count again: see `is_restorable`."""
        return is_restorable(self.quote)

    @property
    def shortfall(self) -> str:
        """How far the closest words are below the threshold; empty if there are none."""
        closest = None if isinstance(self.evidence, AlignedEvidence) else self.evidence.closest
        return "" if closest is None else shortfall(closest.similarity, self.current.threshold)

    @property
    def near_differences(self) -> tuple[Difference, ...]:
        """What differs between a failed quote and the closest words, but for form; empty where it was found."""
        found = () if isinstance(self.evidence, AlignedEvidence) else self.evidence.differences
        return tuple(one for one in found if one.severity != "form")

    @property
    def rewrites(self) -> tuple[Difference, ...]:
        """What says the same in another form where the quote was found; empty where it stands word for word."""
        return tuple(one for one in self.evidence.differences if one.rewrite is not None)

    @property
    def text(self) -> str:
        """The words searched last, or else the model's own."""
        return self.current.text or self.quote.text

    @property
    def is_critical(self) -> bool:
        """Whether a difference from the source is critical."""
        return isinstance(self.evidence, AlignedEvidence) and any(one.critical for one in self.evidence.differences)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings about what was found."""
        return self.evidence.warnings if isinstance(self.evidence, AlignedEvidence) else ()

    @property
    def extension(self) -> OfferedFix | None:
        """The fix that extends the quote to whole words."""
        return next((fix for fix in self.fixes if fix.kind == "extend"), None)

    @property
    def repairs(self) -> tuple[OfferedFix, ...]:
        """The fixes that repair the quote, likeliest first."""
        return tuple(fix for fix in self.fixes if fix.kind != "extend")

    @property
    def best_fix(self) -> OfferedFix | None:
        """The likeliest repair."""
        return self.repairs[0] if self.repairs else None


CURRENT_COLUMNS = (
    *("entry", "entry__session", "entry__session__project", "entry__rejected_at"),
    *("pk", "standing", "current", "current__method", "current__reason", "current__message_index"),
    *("current__verdict", "current__span_start", "current__message__role", "current__message__chunk__last_updated"),
)


class CurrentQuote(NamedTuple):
    """A quote with its entry and its current attempt; *start* is where it was found, None if it was not.

    *role* is that of the message, and *updated* when its chunk was last updated.
    """

    entry: int
    session: int
    project: int
    rejected_at: object
    quote: int
    standing: str
    alignment: int
    method: str
    reason: str
    message_index: int | None
    verdict: str
    start: int | None
    role: str | None
    updated: int | None


def read_attempts(quotes: Sequence[Quote]) -> None:
    """Read the attempts of quotes with their messages and actors, newest first, unless they were read already."""
    attempts = Alignment.objects.select_related("actor", "message").order_by("-attempt")
    prefetch_related_objects(quotes, Prefetch("alignments", attempts))


def whole_quotes(entry: Entry) -> list[Quote]:
    """Return the quotes of an entry in order with all of their attempts, as `with_attempt` and `read_attempts` do.

    What is in the entry or among the attempts is taken from there, not read again.
    """
    quotes = sorted(_with_drift(entry.quotes.order_by()).select_related("withdrawn_by"), key=lambda one: one.position)
    read_attempts(quotes)
    by_key = {one.pk: one for one in quotes}
    for quote in quotes:
        attempts = list(quote.alignments.all())
        quote.current = next((one for one in attempts if one.pk == quote.current_id), None)
        quote.split_from = by_key.get(quote.split_from_id or 0)
        vars(quote).update(_choice_among(attempts, quote.current))
        for message in (one.message for one in attempts if one.message is not None):
            message.session = entry.session
    return quotes


def _choice_among(newest_first: Iterable[Alignment], current: Alignment | None) -> Mapping[str, str | None]:
    """Return what `_words_chosen` does, from the attempts themselves."""
    for one in newest_first:
        is_chosen = current and one.attempt <= current.attempt and one.text == current.text
        if is_chosen and one.provenance in WORDS_CHOSEN and one.actor is not None:
            return {"words_provenance": one.provenance, "words_author": one.actor.get_username()}
    return {"words_provenance": None, "words_author": None}


def current_quotes(entries: Sequence[int]) -> list[CurrentQuote]:
    """Return the quotes of entries with their current attempts, ordered by key; one query."""
    return [CurrentQuote(*row) for row in _current.rows(entries=entries)]


@Statement
def _current(entries: Sequence[int]) -> QuerySet[Quote, tuple[Any, ...]]:
    quotes = Quote.objects.filter(entry__in=entries, current__isnull=False)
    return quotes.order_by("pk").values_list(*CURRENT_COLUMNS)


def with_attempt(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    """Join everything that a row shows of a quote whose entry is at hand."""
    return _with_drift(with_choices(quotes, attempt="current__"))


def _with_drift(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    return quotes.annotate(has_drifted=ExpressionWrapper(DRIFTED, output_field=BooleanField()))


def with_current(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    """Join everything that a row shows of a quote, with its entry."""
    return with_attempt(quotes).select_related("entry__session__project", "entry__claim", "entry__added_by")


def badged_quotes(quotes: QuerySet[Quote]) -> "Prefetch[str]":
    """Prefetch the quotes of entries in order, with what their badges and choices show, and without their words."""
    words = ("text", "current__text", "current__evidence_json", "current__config")
    return Prefetch("quotes", with_attempt(quotes).defer(*words).order_by("position"))


def is_read_with_drift(quote: Quote) -> bool:
    """Return whether a quote was read with whether its message has a newer version."""
    return hasattr(quote, "has_drifted")


def has_drifted(quote: Quote) -> bool:
    """Return whether a quote's message has a newer version, as `with_attempt` annotated it."""
    return bool(getattr(quote, "has_drifted", False))


def quote_row(quote: Quote) -> QuoteRow:
    """Return the row of a quote and its current attempt."""
    current = quote.current
    if current is None:
        message = "a stored quote has an alignment"
        raise LookupError(message)
    return QuoteRow(quote, current, current.evidence)


def readable_quote(user: Person, quote_id: int) -> QuerySet[Quote]:
    """Return the quote, if it is in one of a person's projects."""
    return with_current(visible_quotes(user)).select_related("current__message").filter(pk=quote_id)


def is_restorable(quote: Quote) -> bool:
    """Return whether a quote was withdrawn and can count again: a part cannot while the whole of it counts."""
    is_free = quote.split_from is None or quote.split_from.standing == Standing.SPLIT
    return quote.standing == Standing.WITHDRAWN and is_free
