"""Retrieved evidence: the search for it, from the surest way to the least sure, and what an answer is given of it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pydantic import ConfigDict, Field, model_validator

from aligner_core.excerpts import LONGEST_EXCERPT, excerpt, longest_text, one_line
from aligner_core.spans import Value
from aligner_core.terms import keywords

Relevance = Literal["high", "medium", "low"]
SearchMethod = Literal["classification", "contextual", "keyword"]


class Evidence(Value):
    """Retrieved evidence: what one chunk gives for a query; snake_case on the wire, as the seed has it.

    A quote is kept as it can be aligned: what is too long is cut, an ellipsis at its ends is left out, and both are
    marked.

    >>> evidence = Evidence(chunk_id="a", relevance="low", quoted_text="라벨을 제거하고...", method="keyword")
    >>> evidence.quoted_text, evidence.truncated
    ('라벨을 제거하고', True)
    """

    model_config = ConfigDict(alias_generator=None)

    chunk_id: str
    relevance: Relevance
    quoted_text: str = Field(max_length=LONGEST_EXCERPT)
    matched_tags: tuple[str, ...] = ()
    method: SearchMethod
    truncated: bool = False

    @model_validator(mode="before")
    @classmethod
    def _can_be_aligned(cls, given: object) -> object:
        if not isinstance(given, Mapping) or not isinstance(given.get("quoted_text"), str):
            return given
        text, cut = excerpt(given["quoted_text"])
        return {**given, "quoted_text": text, "truncated": cut or given.get("truncated", False)}


class SearchRAGOutput(Value):
    """What a search came to, and the trail of how; snake_case on the wire, as the seed has it."""

    model_config = ConfigDict(alias_generator=None)

    found: bool
    disposal_rules: dict[str, Any] | None = None
    search_method: Literal["classification", "contextual", "keyword", "none"] = "none"
    matched_keyword: str | None = None
    events: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()


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
