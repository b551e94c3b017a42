"""A search in the chunks of a stored retrieval: the evidence, the context of an answer, and the block for a model."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aligner_core.retrieval import (
    BM25Retriever,
    Evidence,
    SearchRAGOutput,
    build_answer_context,
    context_headings,
    search,
)
from review.domain.limits import MAX_SEARCHED_CHUNK_CHARS
from review.models import ReviewSession
from review.selectors.retrievals.citing import trace_block, upload_of
from review.selectors.retrievals.retrieval import SearchStep, ShownChunk, chunks_of, step_of


@dataclass(frozen=True, slots=True)
class ChunkQuery:
    """A question to the chunks of a retrieval, how it was classified, and texts for the tags of what is found.

    `language` is that of the headings of the context.
    """

    question: str
    category: str = ""
    subcategory: str = ""
    limit: int = 3
    tips: Mapping[str, str] | None = None
    language: str = "en"


@dataclass(frozen=True, slots=True)
class FoundChunk:
    """One piece of evidence, and the chunk it is from."""

    evidence: Evidence
    chunk: ShownChunk


@dataclass(frozen=True, slots=True)
class ChunkSearch:
    """The result of a search in the chunks of a retrieval; `searched` of its `total` chunks were searched."""

    query: ChunkQuery
    output: SearchRAGOutput
    found: tuple[FoundChunk, ...]
    steps: tuple[SearchStep, ...]
    context: str
    trace: str
    searched: int
    total: int

    @property
    def wire(self) -> str:
        """The result in its wire form, as JSON."""
        return json.dumps(self.output.model_dump(), ensure_ascii=False, indent=2)

    @property
    def is_cut(self) -> bool:
        """Whether the last chunks were not searched."""
        return self.searched < self.total


def search_in(session: ReviewSession, query: ChunkQuery) -> ChunkSearch:
    """Return what a question finds in the chunks of a retrieval; the first chunks, if there is too much text."""
    chunks = chunks_of(session)
    searched = _first(chunks)
    named = {"major_category": query.category, "minor_category": query.subcategory}
    retriever = BM25Retriever(map(upload_of, searched))
    output = search(query.question, retriever, classification=named, limit=query.limit)
    by_id = {chunk.row.chunk_id: chunk for chunk in reversed(searched)}
    return ChunkSearch(
        query=query,
        output=output,
        found=tuple(FoundChunk(one, by_id[one.chunk_id]) for one in output.evidence),
        steps=tuple(map(step_of, output.events)),
        context=build_answer_context(
            output.disposal_rules,
            output.evidence,
            headings=context_headings(query.language),
            instruction_for_tag=(query.tips or {}).get,
        ),
        trace=trace_block(session.project, chunks),
        searched=len(searched),
        total=len(chunks),
    )


def _first(chunks: Sequence[ShownChunk]) -> tuple[ShownChunk, ...]:
    """Return the first chunks, as many as have no more text than is searched; the first one in any case."""
    left, count = MAX_SEARCHED_CHUNK_CHARS, 0
    for chunk in chunks:
        left -= len(chunk.content)
        if left < 0 and count:
            break
        count += 1
    return tuple(chunks[:count])
