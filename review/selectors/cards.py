"""A quote card: the quote with its words in their context, how it was measured, and every attempt."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Prefetch, QuerySet

from aligner_core import AlignedEvidence, Corpus, Difference, Place, Span, measure
from review.badges import badge, three_digits
from review.models import Acknowledgement, Alignment, Entry, Message, Quote, Standing
from review.selectors.comparing import Comparison, compare
from review.selectors.doctor import corpus_of, doctored
from review.selectors.drifting import Drift, drift_of
from review.selectors.excerpts import Excerpt, excerpt
from review.selectors.panes import Pane, first_look, pane_of
from review.selectors.quotes import QuoteRow, quote_row, with_current
from review.selectors.sources import current_messages

MOST_PLACES = 20


@dataclass(frozen=True, slots=True)
class Measure:
    """A similarity with the integers it comes from: 1 − distance/length."""

    similarity: str
    distance: int
    length: int


@dataclass(frozen=True, slots=True)
class NearMiss:
    """The closest words to a failed quote, drawn as a ghost."""

    place: Place
    badge: str
    excerpt: Excerpt
    measure: Measure


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One of the places where an ambiguous quote stands."""

    number: int
    count: int
    start: int
    excerpt: Excerpt
    is_current: bool


@dataclass(frozen=True, slots=True)
class Drifted:
    """Where the words of a quote would stand in the newer version of its message; nowhere, when they do not align."""

    version: int
    now: Excerpt | None = None
    state: str = ""
    badge: str = ""


@dataclass(frozen=True, slots=True)
class QuoteCard:
    """Everything the entry page shows of one quote."""

    row: QuoteRow
    of: int
    message: Message | None
    near: NearMiss | None
    attempts: tuple[Alignment, ...]
    excerpt: Excerpt | None = None
    measure: Measure | None = None
    places: tuple[Occurrence, ...] = ()
    comparison: Comparison | None = None
    critical: tuple[Difference, ...] = ()
    acknowledgements: tuple[Acknowledgement, ...] = ()
    whole: Quote | None = None
    parts: tuple[Quote, ...] = ()
    pane: Pane | None = None
    drift: Drifted | None = None

    @property
    def needs_repair(self) -> bool:
        """Say whether the quote counts and has no place that holds."""
        return self.row.state == "failed" or (self.row.is_drifted and self.row.quote.counts)

    @property
    def is_verbatim(self) -> bool:
        """Say whether the model's own words stand in the message as they are."""
        return self.row.state == "exact" and self.row.current.text == self.row.quote.text


def entry_cards(entry: Entry) -> tuple[QuoteCard, ...]:
    """Give the cards of an entry's quotes; three queries, however many quotes there are."""
    quotes = list(_with_attempts(entry.quotes.order_by("position")))
    rows = doctored([quote_row(quote) for quote in quotes])
    messages = _messages_behind(entry, rows)
    cards = [_among(_card(row, of=len(rows), messages=messages), quotes) for row in rows]
    if not any(card.needs_repair for card in cards):
        return tuple(cards)
    corpus = corpus_of(entry.session)
    return tuple(_to_repair(card, corpus) if card.needs_repair else card for card in cards)


def _to_repair(card: QuoteCard, corpus: Corpus) -> QuoteCard:
    """Show where the words of a failed or drifted quote may be looked for, and what became of them."""
    drift = drift_of(card.row.quote) if card.row.is_drifted else None
    pane = pane_of(card.row, corpus, first_look(card.row, corpus))
    return replace(card, pane=pane, drift=None if drift is None else _drifted(drift))


def _drifted(drift: Drift) -> Drifted:
    place = drift.place
    if not isinstance(place, AlignedEvidence):
        return Drifted(drift.after.version)
    now = excerpt(drift.after.content, place.span_start, place.span_end)
    letters = badge(place.match_method, similarity=place.similarity)
    return Drifted(drift.after.version, now, place.match_method, letters)


def _with_attempts(quotes: QuerySet[Quote]) -> QuerySet[Quote]:
    attempts = Alignment.objects.select_related("actor").order_by("-attempt")
    return (
        with_current(quotes)
        .select_related("current__message__session", "withdrawn_by")
        .prefetch_related(
            Prefetch("alignments", attempts),
            Prefetch("current__acknowledgements", Acknowledgement.objects.select_related("actor")),
        )
    )


def _among(card: QuoteCard, quotes: Sequence[Quote]) -> QuoteCard:
    """Name the quote that a part was split from, and the parts of a split one, but not those of a split undone."""
    quote = card.row.quote
    whole = next((one for one in quotes if one.pk == quote.split_from_id), None)
    parts = [one for one in quotes if one.split_from_id == quote.pk and one.standing != Standing.UNDONE]
    return replace(card, whole=whole, parts=tuple(parts))


def _messages_behind(entry: Entry, rows: Sequence[QuoteRow]) -> dict[int, Message]:
    """Read the messages that near misses stand in; those of aligned quotes are joined already."""
    named = {place.message_index for place in map(_closest, rows) if place is not None}
    if not named:
        return {}
    return {message.index: message for message in current_messages(entry.session).filter(index__in=named)}


def _closest(row: QuoteRow) -> Place | None:
    return None if isinstance(row.evidence, AlignedEvidence) else row.evidence.closest


def _card(row: QuoteRow, *, of: int, messages: dict[int, Message]) -> QuoteCard:
    card = QuoteCard(row, of, row.current.message, _near(row, messages=messages), tuple(row.quote.alignments.all()))
    evidence, message = row.evidence, row.current.message
    if message is None or not isinstance(evidence, AlignedEvidence):
        return card
    return replace(
        card,
        excerpt=excerpt(message.content, evidence.span_start, evidence.span_end),
        measure=_measured(evidence, message.content),
        places=_occurrences(evidence, message.content),
        comparison=compare(evidence, message.content),
        critical=tuple(one for one in evidence.differences if one.critical),
        acknowledgements=tuple(row.current.acknowledgements.all()),
    )


def _measured(evidence: AlignedEvidence, content: str) -> Measure | None:
    """Give the similarity of fuzzy evidence with its formula; the other methods leave nothing to measure."""
    if evidence.match_method != "fuzzy":
        return None
    distance, length = measure(evidence.quote, evidence.span, content)
    return Measure(three_digits(evidence.similarity), distance, length)


def _near(row: QuoteRow, *, messages: dict[int, Message]) -> NearMiss | None:
    place = _closest(row)
    message = messages.get(place.message_index) if place else None
    if place is None or message is None or message.content[place.span_start : place.span_end] != place.text:
        return None
    distance, length = measure(row.current.text, Span(start=place.span_start, end=place.span_end), message.content)
    return NearMiss(
        place=place,
        badge=badge("none", similarity=place.similarity),
        excerpt=excerpt(message.content, place.span_start, place.span_end),
        measure=Measure(three_digits(place.similarity), distance, length),
    )


def _occurrences(evidence: AlignedEvidence, content: str) -> tuple[Occurrence, ...]:
    if not evidence.ambiguous:
        return ()
    here = (evidence.span_start, evidence.span_end)
    spans = sorted([here, *((place.span_start, place.span_end) for place in evidence.alternatives)])
    count = evidence.alternative_count + 1
    return tuple(
        Occurrence(number, count, span[0], excerpt(content, *span, around=40), span == here)
        for number, span in enumerate(spans, start=1)
    )[:MOST_PLACES]
