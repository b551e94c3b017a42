"""A quote card: the quote with its source in context, its similarity and its attempts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Prefetch, prefetch_related_objects

from aligner_core import AlignedEvidence, Corpus, Difference, FailedEvidence, Place, Span, measure
from aligner_core.evidence import shortfall, three_digits
from review.aligner import config_of
from review.models import Acknowledgement, Alignment, Entry, Message, Quote, Standing
from review.models.sessions import Excerpt, excerpt
from review.presentation.badges import badge
from review.selectors.quotes.diff_view import Comparison, compare, compare_words
from review.selectors.quotes.faces import Face, face_of, sentence_of, target_of
from review.selectors.quotes.quote_rows import QuoteRow, quote_row, whole_quotes
from review.selectors.repair.diagnoses import CurrentSession, with_diagnoses_in
from review.selectors.repair.drift import Drift, drift_of
from review.selectors.repair.panes import Pane, first_query, pane_of

MAX_OCCURRENCES = 20


@dataclass(frozen=True, slots=True)
class Measure:
    """A similarity and the integers it is computed from: 1 − distance/length."""

    similarity: str
    distance: int
    length: int


@dataclass(frozen=True, slots=True)
class NearMiss:
    """The closest words to a failed quote."""

    place: Place
    badge: str
    excerpt: Excerpt
    measure: Measure


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One of the places where an ambiguous quote occurs, in the message it is aligned to or in another one."""

    number: int
    count: int
    message_index: int
    start: int
    end: int
    excerpt: Excerpt
    is_current: bool
    is_elsewhere: bool


@dataclass(frozen=True, slots=True)
class DriftedPlace:
    """Where a quote would be in the newer version of its message; without an excerpt if it does not align there."""

    version: int
    now: Excerpt | None = None


@dataclass(frozen=True, slots=True)
class ExtractorOutcome:
    """The outcome of a quote as the extractor wrote it, where words chosen by a person count now."""

    attempt: Alignment
    measure: Measure | None = None
    critical_differences: tuple[Difference, ...] = ()
    closest: str = ""
    shortfall: str = ""


@dataclass(frozen=True, slots=True)
class QuoteCard:
    """Everything the entry page shows about one quote."""

    row: QuoteRow
    quote_count: int
    message: Message | None
    near_miss: NearMiss | None
    attempts: tuple[Alignment, ...]
    face: Face
    excerpt: Excerpt | None = None
    measure: Measure | None = None
    occurrences: tuple[Occurrence, ...] = ()
    comparison: Comparison | None = None
    critical_differences: tuple[Difference, ...] = ()
    is_outdated: bool = False
    """Whether a difference is critical under the current rules that was not when the attempt was made."""
    acknowledgements: tuple[Acknowledgement, ...] = ()
    split_from: Quote | None = None
    split_parts: tuple[Quote, ...] = ()
    pane: Pane | None = None
    drift: DriftedPlace | None = None
    extractor: ExtractorOutcome | None = None

    @property
    def needs_repair(self) -> bool:
        """Whether the quote counts but failed or has drifted."""
        return self.row.state == "failed" or (self.row.is_drifted and self.row.quote.counts)


def entry_cards(entry: Entry) -> tuple[QuoteCard, ...]:
    """Return the cards of an entry's quotes; the number of queries is constant."""
    current = CurrentSession(entry.session)
    rows = diagnosed(entry_rows(entry), current)
    return cards_of(entry, rows, among=rows, current=current)


def entry_rows(entry: Entry) -> tuple[QuoteRow, ...]:
    """Return the rows of an entry's quotes, without what is wrong with those that failed."""
    return tuple(map(quote_row, whole_quotes(entry)))


def diagnosed(rows: Sequence[QuoteRow], current: CurrentSession) -> tuple[QuoteRow, ...]:
    """Return the rows of an entry with what is wrong with those that failed, and the fixes that they offer."""
    return tuple(with_diagnoses_in(current, rows) if any(row.is_repairable for row in rows) else rows)


def cards_of(
    entry: Entry, rows: Sequence[QuoteRow], *, among: Sequence[QuoteRow], current: CurrentSession
) -> tuple[QuoteCard, ...]:
    """Return the cards of some *rows* of an entry, which are *among* all of its rows, in its *current* session."""
    _add_acknowledgements([row.quote for row in rows])
    messages, quotes = _other_messages(entry, rows), [row.quote for row in among]
    cards = [_with_split(_card(row, quote_count=len(among), messages=messages), quotes) for row in rows]
    return tuple(_to_repair(card, current.corpus) if card.needs_repair else _with_face(card) for card in cards)


def _with_face(card: QuoteCard) -> QuoteCard:
    """Add the face of a quote that was found, with the words of the model where a person has chosen others."""
    face = face_of(card.row, card.excerpt, comparison=card.comparison)
    if card.extractor is None or card.excerpt is None:
        return replace(card, face=face)
    quote = card.row.quote
    compared = compare_words(quote.text, card.excerpt.words, config_of(quote.entry.session.project))
    return replace(card, face=replace(face, replaced=sentence_of(card.excerpt, compared)))


def _to_repair(card: QuoteCard, corpus: Corpus) -> QuoteCard:
    """Add the pane for repairing a failed or drifted quote, and the new place of a drifted quote."""
    row = card.row
    drift = drift_of(row.quote) if row.is_drifted else None
    pane = pane_of(row, corpus, first_query(row, corpus))
    if drift is None:
        return replace(card, pane=pane, face=face_of(row, _target_excerpt(row, corpus)))
    place, was = _drifted_place(drift), card.excerpt
    if place.now is None or was is None:
        return replace(card, pane=pane, drift=place, face=face_of(row, was))
    compared = compare_words(was.words, place.now.words, config_of(row.quote.entry.session.project))
    return replace(card, pane=pane, drift=place, face=face_of(row, place.now, comparison=compared))


def _target_excerpt(row: QuoteRow, corpus: Corpus) -> Excerpt | None:
    """Return the words that a failed quote points at, with the message around them."""
    target = target_of(row)
    if target is None or target.message_index >= len(corpus.sources):
        return None
    return excerpt(corpus.sources[target.message_index].text, target.span_start, target.span_end)


def _drifted_place(drift: Drift) -> DriftedPlace:
    place = drift.place
    if not isinstance(place, AlignedEvidence):
        return DriftedPlace(drift.after.version)
    return DriftedPlace(drift.after.version, excerpt(drift.after.content, place.span_start, place.span_end))


def _add_acknowledgements(quotes: Sequence[Quote]) -> None:
    accepted = Acknowledgement.objects.prefetch_related("actor").order_by("pk")
    prefetch_related_objects(quotes, Prefetch("current__acknowledgements", accepted))


def _with_split(card: QuoteCard, quotes: Sequence[Quote]) -> QuoteCard:
    """Add the quote that a part was split from, and the parts of a split quote unless the split was undone."""
    quote = card.row.quote
    whole = next((one for one in quotes if one.pk == quote.split_from_id), None)
    parts = [one for one in quotes if one.split_from_id == quote.pk and one.standing != Standing.UNDONE]
    return replace(card, split_from=whole, split_parts=tuple(parts))


def _other_messages(entry: Entry, rows: Sequence[QuoteRow]) -> dict[int, Message]:
    """Return the messages of near misses and other occurrences by index; those of aligned quotes are joined already."""
    named = {place.message_index for row in rows for place in (_closest(row), *_elsewhere(row.evidence)) if place}
    if not named:
        return {}
    return {message.index: message for message in entry.session.current_messages().filter(index__in=named)}


def _elsewhere(evidence: AlignedEvidence | FailedEvidence) -> tuple[Place, ...]:
    """Return the other messages in which a quote without a claimed message occurs."""
    is_asked = isinstance(evidence, AlignedEvidence) and evidence.ambiguous
    return evidence.found_in[:MAX_OCCURRENCES] if is_asked else ()


def _closest(row: QuoteRow) -> Place | None:
    return None if isinstance(row.evidence, AlignedEvidence) else row.evidence.closest


def _card(row: QuoteRow, *, quote_count: int, messages: dict[int, Message]) -> QuoteCard:
    attempts = tuple(row.quote.alignments.all())
    near_miss = _near_miss(row, messages=messages)
    outcome, face = _extractor_outcome(row), face_of(row, None)
    card = QuoteCard(row, quote_count, row.current.message, near_miss, attempts, face, extractor=outcome)
    evidence, message = row.current.judged_evidence, row.current.message
    if message is None or not isinstance(evidence, AlignedEvidence):
        return card
    return replace(
        card,
        excerpt=excerpt(message.content, evidence.span_start, evidence.span_end),
        measure=_measure(evidence, message.content),
        occurrences=_occurrences(evidence, {**messages, message.index: message}),
        comparison=compare(evidence, message.content) if evidence.match_method == "fuzzy" else None,
        critical_differences=tuple(one for one in evidence.differences if one.critical),
        is_outdated=_is_outdated(row.evidence, evidence),
        acknowledgements=_acknowledged_now(row),
    )


def _extractor_outcome(row: QuoteRow) -> ExtractorOutcome | None:
    """Return the outcome of the extractor's own words; None while they are those searched last."""
    first = next((one for one in row.quote.alignments.all() if one.attempt == 1), None)
    if first is None or not row.quote.is_uploaded or row.current.text == row.quote.text:
        return None
    evidence = first.judged_evidence
    if isinstance(evidence, FailedEvidence):
        near = evidence.closest
        return ExtractorOutcome(
            first,
            closest=three_digits(near.similarity) if near else "",
            shortfall=shortfall(near.similarity, first.threshold) if near else "",
        )
    content = first.message.content if first.message else ""
    return ExtractorOutcome(
        first,
        measure=_measure(evidence, content),
        critical_differences=tuple(one for one in evidence.differences if one.critical),
    )


def _acknowledged_now(row: QuoteRow) -> tuple[Acknowledgement, ...]:
    """Return the acknowledgements made for the current claim; correcting a claim voids earlier ones."""
    version = row.quote.entry.claim_version
    return tuple(one for one in row.current.acknowledgements.all() if one.claim_version == version)


def _is_outdated(stored: AlignedEvidence | FailedEvidence, judged: AlignedEvidence) -> bool:
    known = stored.differences if isinstance(stored, AlignedEvidence) else ()
    return any(one.critical and one not in known for one in judged.differences)


def _measure(evidence: AlignedEvidence, content: str) -> Measure | None:
    """Return the measure of fuzzy evidence; None for the other methods."""
    if evidence.match_method != "fuzzy":
        return None
    distance, length = measure(evidence.quote, evidence.span, content)
    return Measure(three_digits(evidence.similarity), distance, length)


def _near_miss(row: QuoteRow, *, messages: dict[int, Message]) -> NearMiss | None:
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


def _occurrences(evidence: AlignedEvidence, messages: Mapping[int, Message]) -> tuple[Occurrence, ...]:
    """Return the occurrences in the message that a quote is aligned to, then those in unchanged other messages."""
    if not evidence.ambiguous:
        return ()
    index, here = evidence.message_index, (evidence.span_start, evidence.span_end)
    within = sorted([here, *((place.span_start, place.span_end) for place in evidence.alternatives)])
    places = [(index, *span) for span in within]
    for place in _elsewhere(evidence):
        message = messages.get(place.message_index)
        if message is not None and message.content[place.span_start : place.span_end] == place.text:
            places.append((place.message_index, place.span_start, place.span_end))
    count = evidence.alternative_count + 1 + len(evidence.found_in)
    return tuple(
        Occurrence(
            number,
            count,
            *place,
            excerpt=excerpt(messages[place[0]].content, *place[1:], around=40),
            is_current=place == (index, *here),
            is_elsewhere=place[0] != index,
        )
        for number, place in enumerate(places[:MAX_OCCURRENCES], start=1)
    )
