"""Retrieved evidence; snake_case on the wire (specification 5.1)."""

from collections.abc import Mapping
from typing import Literal

from pydantic import ConfigDict, Field, model_validator

from aligner_core.retrieval.excerpts import MAX_EXCERPT_CHARS, excerpt
from aligner_core.spans import Value

Relevance = Literal["high", "medium", "low"]
SearchMethod = Literal["classification", "contextual", "keyword"]


class Evidence(Value):
    """Retrieved evidence: what one chunk gives for a query.

    A quote is kept so that it can be aligned: a long one is cut, an ellipsis at its ends is removed, and both set
    `truncated`.

    >>> evidence = Evidence(chunk_id="a", relevance="low", quoted_text="라벨을 제거하고...", method="keyword")
    >>> evidence.quoted_text, evidence.truncated
    ('라벨을 제거하고', True)
    """

    model_config = ConfigDict(alias_generator=None)

    chunk_id: str
    relevance: Relevance
    quoted_text: str = Field(max_length=MAX_EXCERPT_CHARS)
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
