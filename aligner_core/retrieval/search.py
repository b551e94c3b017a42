"""Searches for evidence, builds the context of an answer from it, and finds which of it the answer cites."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any, Protocol, TypedDict

from aligner_core._language.terms import Terms, keywords
from aligner_core.errors import InvalidValueError, require_sequence, require_type
from aligner_core.retrieval.excerpts import longest_text, one_line
from aligner_core.retrieval.models import Evidence, Relevance, SearchMethod

_WEIGHTS: Mapping[Relevance, float] = {"high": 1.0, "medium": 0.7, "low": 0.4}
_MIN_SHARED_WITH_QUERY = 2
"""How many words of a quote an answer must repeat when the query has all of them too."""


class ContextualHit(Protocol):
    """One chunk that a retriever finds for a message."""

    @property
    def chunk_id(self) -> str: ...  # noqa: D102 - the name of the chunk
    @property
    def relevance(self) -> Relevance: ...  # noqa: D102 - how well it fits
    @property
    def quoted_text(self) -> str: ...  # noqa: D102 - words of the chunk, of any length
    @property
    def matched_tags(self) -> Sequence[str]: ...  # noqa: D102 - tags of the chunk that fit


class Retriever(Protocol):
    """A retriever of chunks; a whole chunk is a mapping with its id as `key` and its content as `data`."""

    def search(self, *, category: str, subcategory: str | None) -> Mapping[str, Any] | None:
        """Return the chunk of a category."""

    def search_with_context(self, *, message: str, limit: int) -> Sequence[ContextualHit]:
        """Return the chunks that fit a message, the best first."""

    def search_by_keyword(self, keyword: str) -> Mapping[str, Any] | None:
        """Return the best chunk that has a word."""

    def get_full_data(self, chunk_id: str) -> Mapping[str, Any] | None:
        """Return a whole chunk."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found, and a trail of its steps; `method` is None when it found nothing.

    `chunk` is the whole best chunk, or None when the retriever no longer has it.
    """

    events: tuple[str, ...]
    method: SearchMethod | None = None
    chunk: Mapping[str, Any] | None = None
    evidence: tuple[Evidence, ...] = ()
    keyword: str | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    chunk: Mapping[str, Any] | None
    evidence: tuple[Evidence, ...]
    keyword: str | None = None


def search_chunks(
    query: str, retriever: Retriever, *, classification: Mapping[str, Any] | None = None, limit: int = 3
) -> SearchResult:
    """Search by classification, else by context, else by keyword; return what was found and what was tried, in order.

    Every strategy has its place in `events`: one that was not needed, or had nothing to go by, was skipped.

    Raises:
        InvalidTypeError: *query*, *classification* or *limit* is of the wrong type.
        InvalidValueError: the retriever returns a chunk without `key` or `data`, or a hit that cannot be evidence.

    """
    require_type(query, str, "query")
    require_type(classification, (Mapping, NoneType), "classification")
    require_type(limit, int, "limit")
    category = _category(classification)
    strategies: dict[SearchMethod, Callable[[], _Found | None] | None] = {
        "classification": (lambda: _by_classification(retriever, *category)) if category else None,
        "contextual": lambda: _by_context(query, retriever, limit),
        "keyword": lambda: _by_keyword(query, retriever),
    }
    events: list[str] = []
    result: tuple[SearchMethod, _Found] | None = None
    for method, look in strategies.items():
        if result is not None or look is None:
            events.append(f"{method}_search_skipped")
            continue
        found = look()
        events += (f"{method}_search_started", _ended(method, found))
        if found is not None:
            result = method, found
    if result is None:
        return SearchResult((*events, "all_search_strategies_failed"))
    method, found = result
    return SearchResult(tuple(events), method, found.chunk, found.evidence, found.keyword)


@dataclass(frozen=True, slots=True)
class ContextHeadings:
    """The fixed words of a context: a heading for each section, and the label of relevance."""

    chunk: str = "Retrieved content"
    sources: str = "Sources"
    instructions: str = "Instructions"
    relevance: str = "relevance"


def answer_context(
    chunk: Mapping[str, Any] | None,
    evidence: Sequence[Evidence],
    *,
    headings: ContextHeadings | None = None,
    instruction_for_tag: Callable[[str], str | None] | None = None,
) -> str:
    r"""Return the context that a model answers from; an empty section is left out, and no inserted text begins a line.

    Raises:
        InvalidTypeError: an item of *evidence* is not evidence.
        InvalidValueError: *chunk* cannot be written as JSON.

    >>> one = Evidence(chunk_id="a", relevance="high", quoted_text="Rinse\nthe bottle", method="contextual")
    >>> print(answer_context(None, [one]))
    ## Sources
    - [a] (relevance: high): Rinse the bottle

    """
    require_sequence(evidence, Evidence, "evidence")
    words = headings or ContextHeadings()
    tags = dict.fromkeys(tag for one in evidence for tag in one.matched_tags)
    instructions = {tag: instruction_for_tag(tag) for tag in tags} if instruction_for_tag else {}
    sources = (f"- [{one.chunk_id}] ({words.relevance}: {one.relevance}): {one.quoted_text}" for one in evidence)
    lines = (f"- {tag}: {text}" for tag, text in instructions.items() if text)
    sections = (
        (words.chunk, _json(chunk) if chunk else ""),
        (words.sources, "\n".join(map(one_line, sources))),
        (words.instructions, "\n".join(map(one_line, lines))),
    )
    return "\n\n".join(f"## {heading}\n{content}" for heading, content in sections if content)


class CitationEvaluation(TypedDict):
    """The chunks that an answer rests on, and how well they fit the query."""

    cited_chunks: list[str]
    uncited_chunks: list[str]
    context_relevance: float


def evaluate_citation(query: str, answer: str, evidence: Sequence[Evidence]) -> CitationEvaluation:
    """Return which chunks an answer cites: it has a word or number of theirs, in any inflection.

    An answer repeats words of the query: two of these are needed.

    Raises:
        InvalidTypeError: *query* or *answer* is not a string, or an item of *evidence* is not evidence.

    >>> one = Evidence(chunk_id="a", relevance="high", quoted_text="라벨을 제거하고", method="contextual")
    >>> evaluate_citation("페트병?", "라벨은 떼세요", [one])
    {'cited_chunks': ['a'], 'uncited_chunks': [], 'context_relevance': 1.0}

    """
    require_type(query, str, "query")
    require_type(answer, str, "answer")
    require_sequence(evidence, Evidence, "evidence")
    asked, answered = Terms(query), Terms(answer)
    cited = {one.chunk_id for one in evidence if _is_cited(Terms(one.quoted_text), asked, answered)}
    weights = [_WEIGHTS[one.relevance] for one in evidence if one.chunk_id in cited]
    chunks = list(dict.fromkeys(one.chunk_id for one in evidence))
    return CitationEvaluation(
        cited_chunks=[chunk for chunk in chunks if chunk in cited],
        uncited_chunks=[chunk for chunk in chunks if chunk not in cited],
        context_relevance=sum(weights) / len(weights) if weights else 0.0,
    )


def _is_cited(quoted: Terms, asked: Terms, answered: Terms) -> bool:
    repeated = [term for term in quoted.distinct if answered.holds(term)]
    enough = min(_MIN_SHARED_WITH_QUERY, len(quoted.distinct))
    return any(not asked.holds(term) for term in repeated) or len(repeated) >= enough > 0


def _category(classification: Mapping[str, Any] | None) -> tuple[str, str | None] | None:
    """Return category and subcategory, which are either flat or under `classification`."""
    given = classification or {}
    nested = given.get("classification")
    named = nested if isinstance(nested, Mapping) else given
    return (named["major_category"], named.get("minor_category") or None) if named.get("major_category") else None


def _by_classification(retriever: Retriever, category: str, subcategory: str | None) -> _Found | None:
    return _whole(retriever.search(category=category, subcategory=subcategory), "high", "classification")


def _by_context(query: str, retriever: Retriever, limit: int) -> _Found | None:
    hits = retriever.search_with_context(message=query, limit=limit)[:limit]
    if not hits:
        return None
    evidence = (
        Evidence(
            chunk_id=hit.chunk_id,
            relevance=hit.relevance,
            quoted_text=hit.quoted_text,
            matched_tags=tuple(hit.matched_tags),
            method="contextual",
        )
        for hit in hits
    )
    return _Found(retriever.get_full_data(hits[0].chunk_id), tuple(evidence))


def _by_keyword(query: str, retriever: Retriever) -> _Found | None:
    tried = ((word, _whole(retriever.search_by_keyword(word), "low", "keyword")) for word in keywords(query))
    return next((_Found(found.chunk, found.evidence, word) for word, found in tried if found), None)


def _whole(chunk: Mapping[str, Any] | None, relevance: Relevance, method: SearchMethod) -> _Found | None:
    if not chunk:
        return None
    name, quote = _field(chunk, "key"), longest_text(_field(chunk, "data"))
    return _Found(chunk, (Evidence(chunk_id=name, relevance=relevance, quoted_text=quote, method=method),))


def _field(chunk: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 - whatever a retriever has there
    if name not in chunk:
        message = f"a chunk of the retriever lacks {name!r}"
        raise InvalidValueError(message)
    return chunk[name]


def _json(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        message = f"the chunk cannot be written as JSON: {error}"
        raise InvalidValueError(message) from error


def _ended(method: SearchMethod, found: _Found | None) -> str:
    if found is None:
        return f"{method}_search_no_result"
    return f"{method}_search_success" + (f":{found.keyword}" if found.keyword else "")
