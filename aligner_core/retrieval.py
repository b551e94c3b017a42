"""Seed 002: the search for evidence, what an answer is given of it, and what the answer cites."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypedDict

from aligner_core.excerpts import longest_text, one_line
from aligner_core.retrieved import Evidence, Relevance, SearchMethod, SearchRAGOutput
from aligner_core.terms import Terms, keywords

__all__ = [
    "CitationEvaluation",
    "ContextualHit",
    "Evidence",
    "Relevance",
    "Retriever",
    "SearchMethod",
    "SearchRAGOutput",
    "build_answer_context",
    "evaluate_citation",
    "search",
]

_WEIGHTS: dict[Relevance, float] = {"high": 1.0, "medium": 0.7, "low": 0.4}
_WORDS_OF_THE_QUERY = 2


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
    """Where chunks are looked for; a whole chunk is a mapping with its id as `key` and its matter as `data`."""

    def search(self, *, category: str, subcategory: str | None) -> Mapping[str, Any] | None:
        """Give the chunk of a category."""

    def search_with_context(self, *, message: str, limit: int) -> Sequence[ContextualHit]:
        """Give the chunks that fit a message, the best first."""

    def search_by_keyword(self, keyword: str) -> Mapping[str, Any] | None:
        """Give the best chunk that holds a word."""

    def get_full_data(self, chunk_id: str) -> Mapping[str, Any] | None:
        """Give a whole chunk."""


@dataclass(frozen=True, slots=True)
class _Found:
    rules: Mapping[str, Any] | None
    evidence: tuple[Evidence, ...]
    keyword: str | None = None


def search(
    query: str, retriever: Retriever, *, classification: Mapping[str, Any] | None = None, limit: int = 3
) -> SearchRAGOutput:
    """Search by classification, else by context, else by keyword; tell what was tried, in order.

    Every way of searching has its place in `events`: one that was not needed, or had nothing to go by, was skipped.
    """
    category = _category(classification)
    ways: dict[SearchMethod, Callable[[], _Found | None] | None] = {
        "classification": (lambda: _by_classification(retriever, *category)) if category else None,
        "contextual": lambda: _by_context(query, retriever, limit),
        "keyword": lambda: _by_keyword(query, retriever),
    }
    events: list[str] = []
    output = SearchRAGOutput(found=False)
    for method, look in ways.items():
        if output.found or look is None:
            events.append(f"{method}_search_skipped")
            continue
        found = look()
        events += (f"{method}_search_started", _ended(method, found))
        if found is not None:
            output = _output(method, found)
    if not output.found:
        events.append("all_search_strategies_failed")
    return output.model_copy(update={"events": tuple(events)})


def build_answer_context(
    disposal_rules: Mapping[str, Any] | None,
    evidence: Sequence[Evidence],
    *,
    instruction_for_tag: Callable[[str], str | None] | None = None,
) -> str:
    """Write what a model is given to answer from; a section without matter is left out, and no text begins a line."""
    tags = dict.fromkeys(tag for one in evidence for tag in one.matched_tags)
    told = {tag: instruction_for_tag(tag) for tag in tags} if instruction_for_tag else {}
    sections = {
        "분리배출 규정": json.dumps(disposal_rules, ensure_ascii=False) if disposal_rules else "",
        "참조 출처": "\n".join(
            one_line(f"- [{one.chunk_id}] (신뢰도: {one.relevance}): {one.quoted_text}") for one in evidence
        ),
        "상황별 팁": "\n".join(one_line(f"- {tag}: {instruction}") for tag, instruction in told.items() if instruction),
    }
    return "\n\n".join(f"## {title}\n{matter}" for title, matter in sections.items() if matter)


class CitationEvaluation(TypedDict):
    """Which chunks an answer rests on, and how well those fit the query."""

    cited_chunks: list[str]
    uncited_chunks: list[str]
    context_relevance: float


def evaluate_citation(query: str, answer: str, evidence: Sequence[Evidence]) -> CitationEvaluation:
    """Say which chunks an answer cites: it says a word or number of theirs, in whichever form.

    An answer repeats what it was asked: of the words of the query it takes two.

    >>> one = Evidence(chunk_id="a", relevance="high", quoted_text="라벨을 제거하고", method="contextual")
    >>> evaluate_citation("페트병?", "라벨은 떼세요", [one])
    {'cited_chunks': ['a'], 'uncited_chunks': [], 'context_relevance': 1.0}
    """
    asked, said = Terms(query), Terms(answer)
    cited = {one.chunk_id for one in evidence if _is_cited(Terms(one.quoted_text), asked, said)}
    weights = [_WEIGHTS[one.relevance] for one in evidence if one.chunk_id in cited]
    chunks = list(dict.fromkeys(one.chunk_id for one in evidence))
    return CitationEvaluation(
        cited_chunks=[chunk for chunk in chunks if chunk in cited],
        uncited_chunks=[chunk for chunk in chunks if chunk not in cited],
        context_relevance=sum(weights) / len(weights) if weights else 0.0,
    )


def _is_cited(quoted: Terms, asked: Terms, said: Terms) -> bool:
    told = [term for term in quoted.each if said.hold(term)]
    enough = min(_WORDS_OF_THE_QUERY, len(quoted.each))
    return any(not asked.hold(term) for term in told) or len(told) >= enough > 0


def _category(classification: Mapping[str, Any] | None) -> tuple[str, str | None] | None:
    """Read the category, which stands flat or under `classification`."""
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
    return next((_Found(found.rules, found.evidence, word) for word, found in tried if found), None)


def _whole(chunk: Mapping[str, Any] | None, relevance: Relevance, method: SearchMethod) -> _Found | None:
    if not chunk:
        return None
    quote = longest_text(chunk["data"])
    return _Found(chunk, (Evidence(chunk_id=chunk["key"], relevance=relevance, quoted_text=quote, method=method),))


def _ended(method: SearchMethod, found: _Found | None) -> str:
    if found is None:
        return f"{method}_search_no_result"
    return f"{method}_search_success" + (f":{found.keyword}" if found.keyword else "")


def _output(method: SearchMethod, found: _Found) -> SearchRAGOutput:
    return SearchRAGOutput(
        found=True,
        disposal_rules=None if found.rules is None else dict(found.rules),
        search_method=method,
        matched_keyword=found.keyword,
        evidence=found.evidence,
    )
