"""Search and context in the words of the product's first version, which answered questions on sorting waste."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from pydantic import ConfigDict

from aligner_core.retrieval.models import Evidence
from aligner_core.retrieval.search import ContextHeadings, Retriever, answer_context, search_chunks
from aligner_core.spans import Value

_HEADINGS: Final[Mapping[str, ContextHeadings]] = {
    "ko": ContextHeadings(chunk="찾은 내용", sources="참조 출처", instructions="상황별 팁", relevance="신뢰도"),
    "en": ContextHeadings(instructions="Tips"),
}
"""The headings of a context by language. The first version called what was found its rules for sorting waste."""


def context_headings(language: str) -> ContextHeadings:
    """Return the headings of a context in a language, `ko` or `en`; in English for any other.

    >>> context_headings("en").chunk
    'Retrieved content'
    """
    return _HEADINGS.get(language, _HEADINGS["en"])


class SearchRAGOutput(Value):
    """What a search found, and a trail of its steps; `disposal_rules` is the whole best chunk."""

    model_config = ConfigDict(alias_generator=None)

    found: bool
    disposal_rules: dict[str, Any] | None = None
    search_method: Literal["classification", "contextual", "keyword", "none"] = "none"
    matched_keyword: str | None = None
    events: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()


def search(
    query: str, retriever: Retriever, *, classification: Mapping[str, Any] | None = None, limit: int = 3
) -> SearchRAGOutput:
    """Search by classification, else by context, else by keyword, as `search_chunks` does.

    Raises:
        InvalidTypeError: *query*, *classification* or *limit* is of the wrong type.
        InvalidValueError: the retriever returns a chunk without `key` or `data`, or a hit that cannot be evidence.

    """
    result = search_chunks(query, retriever, classification=classification, limit=limit)
    return SearchRAGOutput(
        found=result.method is not None,
        disposal_rules=None if result.chunk is None else dict(result.chunk),
        search_method=result.method or "none",
        matched_keyword=result.keyword,
        events=result.events,
        evidence=result.evidence,
    )


def build_answer_context(
    disposal_rules: Mapping[str, Any] | None,
    evidence: Sequence[Evidence],
    *,
    headings: ContextHeadings | None = None,
    instruction_for_tag: Callable[[str], str | None] | None = None,
) -> str:
    """Return the context of an answer, as `answer_context` does, under Korean headings where none are given.

    Raises:
        InvalidTypeError: an item of *evidence* is not evidence.
        InvalidValueError: *disposal_rules* cannot be written as JSON.

    """
    words = headings or context_headings("ko")
    return answer_context(disposal_rules, evidence, headings=words, instruction_for_tag=instruction_for_tag)
