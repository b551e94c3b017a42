"""Answers to a retrieval: what their source line names, what they really use, and what is left to correct."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from aligner_core.citable import CitableChunk
from aligner_core.citations import CitationLineCheck, check_citation_line
from aligner_core.normalization import fold
from aligner_core.retrieval import Evidence, evaluate_citation
from aligner_core.source_lines import admits_age
from review.models import CitedSource, Entry, ReviewSession, SourceCorrection, Standing
from review.payloads import ANSWER
from review.selectors.retrievals import Searched, ShownChunk, chunks_of, retrieval_of, searched

LONGEST_READ = 100_000
"""Characters of an answer whose source line is read: reading takes time, and no answer is a book."""
MOST_LISTED = 100
MOST_WEIGHED = 200
"""Chunks that are weighed; a search gives the best first."""


@dataclass(frozen=True, slots=True)
class NamedSource:
    """One label of a source line, as a person left it: the chunks that it means by now."""

    row: CitedSource
    correction: SourceCorrection | None
    chunks: tuple[ShownChunk, ...]

    @property
    def is_open(self) -> bool:
        """Say whether no chunk has the label, and nobody said which is meant."""
        return not self.row.is_real and self.correction is None

    @property
    def is_struck(self) -> bool:
        """Say whether a person struck the label."""
        return self.correction is not None and not self.correction.replacement


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, checked against the chunks."""

    entry: Entry
    line: CitationLineCheck
    sources: tuple[NamedSource, ...]
    chunks: tuple[ShownChunk, ...]
    quotes: Mapping[int, int]
    """The chunk that each counting quote stands in, by the position of the quote."""
    worded: frozenset[int]
    """The chunks of which it has words."""
    relevance: float | None
    """The mean of what these chunks weigh; none where one of them came without a relevance."""

    @property
    def quoted(self) -> frozenset[int]:
        """Name the chunks that its counting quotes stand in."""
        return frozenset(self.quotes.values())

    @property
    def used(self) -> frozenset[int]:
        """Name the chunks that it quotes or has words of."""
        return self.quoted | self.worded

    @property
    def listed(self) -> frozenset[int]:
        """Name the chunks that its source line means, as a person left it."""
        return frozenset(chunk.index for source in self.sources for chunk in source.chunks)

    @property
    def missing(self) -> tuple[ShownChunk, ...]:
        """Give the chunks that it quotes and does not list."""
        return tuple(one for one in self.chunks if one.index in self.quoted - self.listed)

    @property
    def unused(self) -> tuple[ShownChunk, ...]:
        """Give the chunks that it lists, does not quote and has no word of."""
        return tuple(one for one in self.chunks if one.index in self.listed - self.used)

    @property
    def invented(self) -> tuple[NamedSource, ...]:
        """Give what is left to correct."""
        return tuple(source for source in self.sources if source.is_open)

    @property
    def unsettled(self) -> frozenset[str]:
        """Name the labels that no chunk has and nobody corrected, as the answer reads now, whatever is written down."""
        corrected = {source.row.label for source in self.sources if source.correction is not None}
        return frozenset(one.label for one in self.line.labels if one.status == "invented") - corrected

    @property
    def is_too_long(self) -> bool:
        """Say whether the answer is too long for its source line to be read."""
        return len(self.entry.body) > LONGEST_READ

    @property
    def stale(self) -> tuple[ShownChunk, ...]:
        """Give the stale chunks that it rests on."""
        return tuple(one for one in self.chunks if one.is_stale and one.index in self.quoted | self.listed)

    @property
    def stale_quotes(self) -> tuple[int, ...]:
        """Give the positions of the quotes that stand in a stale chunk."""
        stale = {chunk.index for chunk in self.chunks if chunk.is_stale}
        return tuple(sorted(position for position, index in self.quotes.items() if index in stale))

    @property
    def admits_age(self) -> bool:
        """Say whether the answer tells by itself that a source is old."""
        return admits_age(self.entry.body)

    @property
    def beyond(self) -> int:
        """Count the sources that pages do not list."""
        return max(0, len(self.sources) - MOST_LISTED)

    @property
    def choices(self) -> tuple[str, ...]:
        """Give the labels that may stand in the place of an invented one, as `labels_in_order` does."""
        return tuple(dict.fromkeys(label for chunk in self.chunks for label in chunk.labels))


@dataclass(frozen=True, slots=True)
class Reading:
    """What the reader shows of a retrieval beside its messages."""

    searched: Searched
    answers: tuple[Answer, ...]
    chunks: Mapping[int, ShownChunk]
    listed: frozenset[int]
    used: frozenset[int]


def read_retrieval(session: ReviewSession) -> Reading | None:
    """Read how the chunks of a session were found and what answers make of them; nothing of a conversation."""
    retrieval = retrieval_of(session)
    if retrieval is None:
        return None
    chunks = chunks_of(session)
    answers = tuple(_answer(entry, chunks) for entry in session.entries.filter(type=ANSWER).order_by("pk"))
    return Reading(
        searched=searched(retrieval),
        answers=answers,
        chunks={chunk.index: chunk for chunk in chunks},
        listed=frozenset().union(*(answer.listed for answer in answers)),
        used=frozenset().union(*(answer.used for answer in answers)),
    )


def answer_of(entry: Entry) -> Answer | None:
    """Check an entry that answers a question against the chunks; nothing of any other entry."""
    return _answer(entry, chunks_of(entry.session)) if answers_among(entry.session, [entry]) else None


def answers_among(session: ReviewSession, entries: Iterable[Entry]) -> list[Entry]:
    """Give the entries that answer the question of a retrieval; a conversation has none."""
    answers = [entry for entry in entries if entry.type == ANSWER]
    return answers if answers and retrieval_of(session) is not None else []


def cited_sources(entry: Entry, chunks: Sequence[ShownChunk]) -> list[CitedSource]:
    """Give the rows of what the source line of an answer names, each label once."""
    said = {one.label: one.status == "real" for one in _line(entry, chunks).labels}
    return [
        CitedSource(entry=entry, position=position, label=label, is_real=is_real)
        for position, (label, is_real) in enumerate(said.items())
    ]


def _line(entry: Entry, chunks: Sequence[ShownChunk]) -> CitationLineCheck:
    """Check the source line; of an answer that is too long to be read it is as if it had none."""
    body = entry.body if len(entry.body) <= LONGEST_READ else ""
    return check_citation_line(body, [_wire(chunk) for chunk in chunks])


def _answer(entry: Entry, chunks: tuple[ShownChunk, ...]) -> Answer:
    quotes = entry.quotes.filter(standing=Standing.COUNTS).select_related("current").order_by("-position")
    found = {quote.position: quote.current for quote in quotes if quote.current and quote.current.aligned}
    quoted = {one.message_index: one.text for one in found.values() if one.message_index is not None}
    line = _line(entry, chunks)
    worded, relevance = _judged(entry, line, chunks, quoted)
    return Answer(
        entry=entry,
        line=line,
        sources=tuple(_named(entry, chunks)),
        chunks=chunks,
        worded=worded,
        relevance=relevance,
        quotes={position: one.message_index for position, one in found.items() if one.message_index is not None},
    )


def _named(entry: Entry, chunks: Sequence[ShownChunk]) -> Iterator[NamedSource]:
    called = _called(chunks)
    for row in entry.cited_sources.order_by("position").prefetch_related(
        Prefetch("corrections", SourceCorrection.objects.select_related("actor").order_by("number"))
    ):
        correction = next(iter(reversed(row.corrections.all())), None)
        label = row.label if correction is None else correction.replacement
        yield NamedSource(row, correction, tuple(called[fold(label)]))


def _judged(
    entry: Entry, line: CitationLineCheck, chunks: Sequence[ShownChunk], quoted: Mapping[int, str]
) -> tuple[frozenset[int], float | None]:
    """Name the chunks that an answer has words of, and weigh them.

    The words of a chunk are those that are quoted of it, else those it begins with; the labels in the source line are
    no words of chunks. What came without a relevance cannot be weighed.
    """
    evidence = [
        Evidence(
            chunk_id=str(chunk.index),
            relevance=chunk.relevance or "low",
            quoted_text=quoted.get(chunk.index, chunk.content),
            method="contextual",
        )
        for chunk in chunks[:MOST_WEIGHED]
    ]
    said = entry.body[:LONGEST_READ]
    for one in sorted(line.labels, key=lambda one: -len(one.label)):
        said = said.replace(one.label, " ")
    judged = evaluate_citation(entry.title, said, evidence)
    worded = frozenset(map(int, judged["cited_chunks"]))
    is_weighed = bool(worded) and all(chunk.relevance for chunk in chunks if chunk.index in worded)
    return worded, judged["context_relevance"] if is_weighed else None


def _called(chunks: Sequence[ShownChunk]) -> Mapping[str, list[ShownChunk]]:
    """Give the chunks by what an answer may call them; several may be called alike."""
    called = defaultdict[str, list[ShownChunk]](list)
    for chunk in chunks:
        for label in dict.fromkeys(map(fold, CitableChunk.of(_wire(chunk)).labels)):
            called[label].append(chunk)
    return called


def _wire(chunk: ShownChunk) -> dict[str, object]:
    return {
        "title": chunk.title,
        "fileName": chunk.row.file_name,
        "source": chunk.row.source,
        "score": chunk.row.score,
        "metadata": {"lastUpdated": chunk.row.last_updated},
    }
