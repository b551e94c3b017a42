"""Retrieved evidence and what a search for it came to; snake_case on the wire, as seed 002 has it."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from aligner_core.excerpts import LONGEST_EXCERPT, excerpt
from aligner_core.spans import Value

Relevance = Literal["high", "medium", "low"]
SearchMethod = Literal["classification", "contextual", "keyword"]


class Evidence(Value):
    """Retrieved evidence: what one chunk gives for a query.

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
    """What a search came to, and the trail of how."""

    model_config = ConfigDict(alias_generator=None)

    found: bool
    disposal_rules: dict[str, Any] | None = None
    search_method: Literal["classification", "contextual", "keyword", "none"] = "none"
    matched_keyword: str | None = None
    events: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
