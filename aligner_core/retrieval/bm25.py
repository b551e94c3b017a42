"""A small retriever over chunks in memory, by BM25."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aligner_core._language.terms import Terms
from aligner_core._lazy import lazy_module
from aligner_core.errors import require_sequence
from aligner_core.retrieval.models import Relevance
from aligner_core.retrieval.upload import ChunkUpload

if TYPE_CHECKING:
    import bm25s
else:
    bm25s = lazy_module("bm25s", extra="bm25")

_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+|\n+")
_SHARES: tuple[tuple[float, Relevance], ...] = ((2 / 3, "high"), (1 / 3, "medium"))
"""The least share of a query's terms for each relevance of a chunk."""


@dataclass(frozen=True, slots=True)
class BM25Hit:
    """One chunk that fits a message: its best sentence, and those of its tags that the message names."""

    chunk_id: str
    relevance: Relevance
    quoted_text: str
    matched_tags: tuple[str, ...]


class BM25Retriever:
    """Finds chunks by the words they share with a message, Korean or English, in any inflection.

    Raises:
        InvalidTypeError: an item of *chunks* is not a `ChunkUpload`.

    >>> chunks = [ChunkUpload(chunk_id=name, content=name) for name in ("라벨을 제거한다", "내용물을 비운다")]
    >>> [hit.chunk_id for hit in BM25Retriever(chunks).search_with_context(message="라벨은 어떻게 해요?", limit=3)]
    ['라벨을 제거한다']

    """

    def __init__(self, chunks: Iterable[ChunkUpload]) -> None:
        self._chunks = list(chunks)
        require_sequence(self._chunks, ChunkUpload, "chunks")
        self._terms = [Terms(f"{chunk.title}\n{chunk.content}") for chunk in self._chunks]
        self._names = [
            Terms(f"{chunk.title} {chunk.chunk_id} {' '.join(chunk.matched_tags)}") for chunk in self._chunks
        ]
        tokens = [_tokens(terms) for terms in self._terms]
        self._index = bm25s.BM25()
        if any(tokens):
            self._index.index(tokens, show_progress=False)

    def search(self, *, category: str, subcategory: str | None) -> dict[str, Any] | None:
        """Return the first chunk that names the category, and any subcategory, in its title, id or tags."""
        asked = Terms(f"{category} {subcategory or ''}").distinct
        named = (at for at, names in enumerate(self._names) if asked and all(map(names.holds, asked)))
        return self._whole(next(named, None))

    def search_with_context(self, *, message: str, limit: int) -> list[BM25Hit]:
        """Return the chunks that fit a message, the best first."""
        asked = Terms(message)
        return [self._hit(at, asked) for at in self._ranked(asked)[:limit]]

    def search_by_keyword(self, keyword: str) -> dict[str, Any] | None:
        """Return the best chunk that has a word."""
        return self._whole(next(iter(self._ranked(Terms(keyword))), None))

    def get_full_data(self, chunk_id: str) -> dict[str, Any] | None:
        """Return a whole chunk."""
        return self._whole(next((at for at, chunk in enumerate(self._chunks) if chunk.chunk_id == chunk_id), None))

    def _ranked(self, asked: Terms) -> list[int]:
        tokens = _tokens(asked)
        if not tokens or not any(terms.distinct for terms in self._terms):
            return []
        scores = self._index.get_scores(tokens)
        return sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at])

    def _hit(self, at: int, asked: Terms) -> BM25Hit:
        chunk, terms = self._chunks[at], self._terms[at]
        share = _shared(terms, asked) / len(asked.distinct)
        sentences = _SENTENCE_END.split(chunk.content)
        return BM25Hit(
            chunk_id=chunk.chunk_id,
            relevance=next((relevance for least, relevance in _SHARES if share >= least), "low"),
            quoted_text=max(sentences, key=lambda sentence: _shared(Terms(sentence), asked)),
            matched_tags=tuple(tag for tag in chunk.matched_tags if _shared(asked, Terms(tag))),
        )

    def _whole(self, at: int | None) -> dict[str, Any] | None:
        if at is None:
            return None
        chunk = self._chunks[at]
        return {"key": chunk.chunk_id, "title": chunk.title, "data": chunk.content}


def _tokens(terms: Terms) -> list[str]:
    """Return every stem of every term: sharing a rare one counts for more than sharing any."""
    return [stem for term in terms.distinct for stem in sorted(term)]


def _shared(terms: Terms, asked: Terms) -> int:
    """Return how many of the terms asked for are among *terms*."""
    return sum(map(terms.holds, asked.distinct))
