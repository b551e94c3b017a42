"""Answers to a retrieval: the sources that they name, the chunks that they really use, and the open corrections."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from aligner_core import fold
from aligner_core.citations import CitableChunk, CitationLineCheck, admits_age, check_citation_line, numbered_chunk
from aligner_core.retrieval import Evidence, evaluate_citation
from review.domain.limits import MAX_ANSWER_CHARS
from review.models import CitedSource, Entry, Project, Quote, ReviewSession, SourceCorrection, Standing
from review.payloads import ANSWER
from review.selectors.retrievals.citing import trace_block, trace_options
from review.selectors.retrievals.retrieval import (
    SearchTrail,
    ShownChunk,
    chunks_of,
    retrieval_of,
    search_trail,
    wire_of,
)

MAX_LISTED_SOURCES = 100
MAX_WEIGHED_CHUNKS = 200
"""The maximum number of chunks that are weighed; a search returns the best ones first."""


@dataclass(frozen=True, slots=True)
class NamedSource:
    """One label that an answer names, in its source line or as a number in its text, and the chunks it refers to.

    These are those of its latest correction, where it has one.
    """

    row: CitedSource
    correction: SourceCorrection | None
    chunks: tuple[ShownChunk, ...]

    @property
    def is_open(self) -> bool:
        """Whether no chunk has the label and nobody has corrected it."""
        return not self.row.is_real and self.correction is None

    @property
    def is_struck(self) -> bool:
        """Whether a person has struck out the label."""
        return self.correction is not None and not self.correction.replacement


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, checked against the chunks."""

    entry: Entry
    line: CitationLineCheck
    sources: tuple[NamedSource, ...]
    chunks: tuple[ShownChunk, ...]
    quotes: Mapping[int, int]
    """The chunk of each quote that counts, by the position of the quote."""
    worded: frozenset[int]
    """The chunks that it shares words with."""
    relevance: float | None
    """The mean relevance of these chunks; None if one of them has none."""

    @property
    def model(self) -> str:
        """The model or the extractor that wrote it; empty if no upload says so."""
        extraction = self.entry.extraction
        return "" if extraction is None else extraction.model or extraction.extractor

    @property
    def received(self) -> datetime | None:
        """When it was received, or a person added it."""
        return self.entry.added_at if self.entry.extraction is None else self.entry.extraction.received_at

    @property
    def quoted(self) -> frozenset[int]:
        """The chunks that the quotes that count are from."""
        return frozenset(self.quotes.values())

    @property
    def used(self) -> frozenset[int]:
        """The chunks that it quotes or shares words with."""
        return self.quoted | self.worded

    @property
    def listed(self) -> frozenset[int]:
        """The chunks that its source line and the numbers in its text refer to, corrections included."""
        return frozenset(chunk.index for source in self.sources for chunk in source.chunks)

    @property
    def missing(self) -> tuple[ShownChunk, ...]:
        """The chunks that it quotes but does not list."""
        return tuple(one for one in self.chunks if one.index in self.quoted - self.listed)

    @property
    def unused(self) -> tuple[ShownChunk, ...]:
        """The chunks that it lists but does not use."""
        return tuple(one for one in self.chunks if one.index in self.listed - self.used)

    @property
    def invented(self) -> tuple[NamedSource, ...]:
        """The invented sources that are not corrected yet."""
        return tuple(source for source in self.sources if source.is_open)

    @property
    def unsettled(self) -> frozenset[str]:
        """The uncorrected labels without a chunk, read from the answer itself and not from stored rows."""
        corrected = {source.row.label for source in self.sources if source.correction is not None}
        return frozenset(label for label, is_real in self.line.sources().items() if not is_real) - corrected

    @property
    def is_too_long(self) -> bool:
        """Whether the answer is too long for its source line to be read."""
        return len(self.entry.body) > MAX_ANSWER_CHARS

    @property
    def stale(self) -> tuple[ShownChunk, ...]:
        """The stale chunks that it quotes or lists."""
        return tuple(one for one in self.chunks if one.is_stale and one.index in self.quoted | self.listed)

    @property
    def stale_quotes(self) -> tuple[int, ...]:
        """The positions of the quotes from stale chunks."""
        stale = {chunk.index for chunk in self.chunks if chunk.is_stale}
        return tuple(sorted(position for position, index in self.quotes.items() if index in stale))

    @property
    def admits_age(self) -> bool:
        """Whether the answer itself says that a source is old."""
        return admits_age(self.entry.body)

    @property
    def unlisted(self) -> int:
        """The number of sources that pages do not list."""
        return max(0, len(self.sources) - MAX_LISTED_SOURCES)

    @property
    def choices(self) -> tuple[str, ...]:
        """The labels that may replace an invented one, in the order of `labels_in_order`."""
        return tuple(dict.fromkeys(label for chunk in self.chunks for label in chunk.labels))


@dataclass(frozen=True, slots=True)
class RetrievalPanel:
    """The contents of the reader for a retrieval, besides its messages."""

    search_trail: SearchTrail
    answers: tuple[Answer, ...]
    chunks: Mapping[int, ShownChunk]
    listed: frozenset[int]
    used: frozenset[int]
    project: Project

    @property
    def trace(self) -> str:
        """The block that asks a model to name its sources."""
        return trace_block(self.project, tuple(self.chunks.values()))


def retrieval_panel(session: ReviewSession) -> RetrievalPanel | None:
    """Return the search trail of a session and the chunks that its answers use; None for a conversation."""
    retrieval = retrieval_of(session)
    if retrieval is None:
        return None
    chunks = chunks_of(session)
    entries = session.entries.filter(type=ANSWER).select_related("extraction").defer("extraction__canonical")
    answers = checked_answers([(entry, chunks) for entry in entries.order_by("pk")])
    return RetrievalPanel(
        search_trail=search_trail(retrieval),
        answers=answers,
        chunks={chunk.index: chunk for chunk in chunks},
        listed=frozenset().union(*(answer.listed for answer in answers)),
        used=frozenset().union(*(answer.used for answer in answers)),
        project=session.project,
    )


def answer_of(entry: Entry, quotes: Iterable[Quote] | None = None) -> Answer | None:
    """Return an answer checked against the chunks, with its *quotes* if they were read; None for any other entry."""
    is_answer = bool(answers_among(entry.session, [entry]))
    return checked_answers([(entry, chunks_of(entry.session))], quotes)[0] if is_answer else None


def checked_answers(
    given: Sequence[tuple[Entry, Sequence[ShownChunk]]], among: Iterable[Quote] | None = None
) -> tuple[Answer, ...]:
    """Return answers checked against the chunks given with them; as many queries as for one.

    Their quotes are *among* these, if they were read already.
    """
    keys = [entry.pk for entry, _ in given]
    read = Quote.objects.filter(entry__in=keys).select_related("current").order_by() if among is None else among
    quotes, sources = defaultdict[int, list[Quote]](list), defaultdict[int, list[CitedSource]](list)
    for quote in sorted(filter(lambda one: one.counts, read), key=lambda one: -one.position):
        quotes[quote.entry_id].append(quote)
    for source in with_corrections(CitedSource.objects.filter(entry__in=keys)):
        sources[source.entry_id].append(source)
    return tuple(_answer(entry, tuple(chunks), quotes[entry.pk], sources[entry.pk]) for entry, chunks in given)


def with_corrections(sources: QuerySet[CitedSource]) -> QuerySet[CitedSource]:
    """Return sources in their order, with their corrections."""
    corrections = SourceCorrection.objects.select_related("actor").order_by("number")
    return sources.order_by("position").prefetch_related(Prefetch("corrections", corrections))


def answers_among(session: ReviewSession, entries: Iterable[Entry]) -> list[Entry]:
    """Return the answers among entries; a conversation has none."""
    answers = [entry for entry in entries if entry.type == ANSWER]
    return answers if answers and retrieval_of(session) is not None else []


def rests_on_stale(entry: Entry) -> bool:
    """Return whether an answer quotes or cites a stale chunk without stating so, by its source line as stored."""
    chunks = chunks_of(entry.session)
    stale = {chunk.index for chunk in chunks if chunk.is_stale}
    if not stale:
        return False
    found = entry.quotes.filter(standing=Standing.COUNTS, current__span_start__isnull=False)
    used = set(found.values_list("current__message_index", flat=True))
    named = _named(with_corrections(entry.cited_sources.all()), chunks)
    used |= {chunk.index for source in named for chunk in source.chunks}
    return not stale.isdisjoint(used) and not admits_age(entry.body)


def cited_sources(entry: Entry, chunks: Sequence[ShownChunk]) -> list[CitedSource]:
    """Return unsaved rows for the labels that an answer names, each label once: those of its source line first."""
    return [
        CitedSource(entry=entry, position=position, label=label, is_real=is_real)
        for position, (label, is_real) in enumerate(_line(entry, chunks).sources().items())
    ]


def _line(entry: Entry, chunks: Sequence[ShownChunk]) -> CitationLineCheck:
    """Return the check of the source line; an answer that is too long is treated as if it had none."""
    body = entry.body if len(entry.body) <= MAX_ANSWER_CHARS else ""
    return check_citation_line(body, [wire_of(chunk) for chunk in chunks], trace_options(entry.session.project))


def _answer(
    entry: Entry, chunks: tuple[ShownChunk, ...], quotes: Sequence[Quote], sources: Iterable[CitedSource]
) -> Answer:
    """Return one answer; *quotes* are those that count, the last first."""
    found = {quote.position: quote.current for quote in quotes if quote.current and quote.current.aligned}
    quoted = {one.message_index: one.text for one in found.values() if one.message_index is not None}
    line = _line(entry, chunks)
    worded, relevance = _weighed(entry, line, chunks, quoted)
    return Answer(
        entry=entry,
        line=line,
        sources=tuple(_named(sources, chunks)),
        chunks=chunks,
        worded=worded,
        relevance=relevance,
        quotes={position: one.message_index for position, one in found.items() if one.message_index is not None},
    )


def _named(sources: Iterable[CitedSource], chunks: Sequence[ShownChunk]) -> Iterator[NamedSource]:
    called = _chunks_by_label(chunks)
    for row in sources:
        correction = next(iter(reversed(row.corrections.all())), None)
        label = row.label if correction is None else correction.replacement
        yield NamedSource(row, correction, tuple(called[fold(label)] or _numbered(label, chunks)))


def _numbered(label: str, chunks: Sequence[ShownChunk]) -> tuple[ShownChunk, ...]:
    """Return the chunk that a label like S1 numbers."""
    place = numbered_chunk(label, len(chunks))
    return () if place is None else (chunks[place],)


def _weighed(
    entry: Entry, line: CitationLineCheck, chunks: Sequence[ShownChunk], quoted: Mapping[int, str]
) -> tuple[frozenset[int], float | None]:
    """Return the chunks that an answer shares words with, and their mean relevance.

    The words of a chunk are those quoted from it, or else its beginning; labels in the source line do not count as
    words. There is no mean if a chunk came without a relevance.
    """
    evidence = [
        Evidence(
            chunk_id=str(chunk.index),
            relevance=chunk.relevance or "low",
            quoted_text=quoted.get(chunk.index, chunk.content),
            method="contextual",
        )
        for chunk in chunks[:MAX_WEIGHED_CHUNKS]
    ]
    body = entry.body[:MAX_ANSWER_CHARS]
    for one in sorted(line.labels, key=lambda one: -len(one.label)):
        body = body.replace(one.label, " ")
    evaluation = evaluate_citation(entry.title, body, evidence)
    worded = frozenset(map(int, evaluation["cited_chunks"]))
    is_weighed = bool(worded) and all(chunk.relevance for chunk in chunks if chunk.index in worded)
    return worded, evaluation["context_relevance"] if is_weighed else None


def _chunks_by_label(chunks: Sequence[ShownChunk]) -> Mapping[str, list[ShownChunk]]:
    """Return the chunks by their folded labels; several may share one."""
    called = defaultdict[str, list[ShownChunk]](list)
    for chunk in chunks:
        for label in dict.fromkeys(map(fold, CitableChunk.of(wire_of(chunk)).labels)):
            called[label].append(chunk)
    return called
