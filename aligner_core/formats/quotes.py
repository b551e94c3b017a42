"""A quote as it came: what was given, and whether it can be looked for at all."""

import json
import re
from collections.abc import Mapping
from typing import Any

import regex
from pydantic import BaseModel

from aligner_core.alignments import FailureReason
from aligner_core.hidden import INVISIBLE
from aligner_core.spans import Value

LONGEST_SHOWN = 80
"""How much of a wrong value is repeated in a note."""

_OFFSET = re.compile(
    r"(span|char(acter)?|text|quote)?(start|end|offsets?|position)(char(acter)?)?(offset|pos(ition)?|index)?"
    r"|offset(start|end)|span|char(acter)?interval"
)
"""Ways to name a position, in small letters and nothing else."""
_BLANK = regex.compile(rf"[\s{INVISIBLE}]*", regex.VERSION1)
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class ExtractedQuote(Value):
    """One quote as it came; `refusal` when it cannot even be looked for."""

    where: str
    text: str
    raw_index: Any = None
    message_index: int | None = None
    refusal: FailureReason | None = None


def claim(item: object, where: str = "") -> ExtractedQuote:
    """Read one quote; what is wrong with it is its refusal, in the order of contract 3.7."""
    plain = item.model_dump(by_alias=True) if isinstance(item, BaseModel) else item
    given = plain if isinstance(plain, Mapping) else {"quote": plain}
    raw, raw_index = given.get("quote"), given.get("messageIndex", given.get("message_index"))
    index = raw_index if isinstance(raw_index, int) and not isinstance(raw_index, bool) and raw_index >= 0 else None
    return ExtractedQuote(
        where=where,
        text=quote_text(raw),
        raw_index=raw_index,
        message_index=index,
        refusal=_refusal(given, raw, index),
    )


def quote_text(raw: object) -> str:
    """Give what stands in `failedQuotes` for a quote: the text, "" for null, JSON text for other types."""
    if raw is None:
        return ""
    if isinstance(raw, str):
        return raw
    try:
        return json.dumps(raw, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        return f"<{type(raw).__name__}>"


def is_blank(text: str) -> bool:
    """Say whether a text has nothing but white space and invisible characters."""
    return _BLANK.fullmatch(text) is not None


def first_unstorable(text: str) -> int | None:
    """Give the position of the first NUL or lone surrogate, which not every database keeps; None when there is none."""
    found = _UNSTORABLE.search(text)
    return found.start() if found else None


def _refusal(given: Mapping[str, object], raw: object, index: int | None) -> FailureReason | None:
    if raw is None or (isinstance(raw, str) and is_blank(raw)):
        return FailureReason.EMPTY_QUOTE
    if not isinstance(raw, str):
        return FailureReason.INVALID_QUOTE
    if any(_OFFSET.fullmatch(re.sub("[^a-z]", "", str(key).lower())) for key in given):
        return FailureReason.OFFSETS_NOT_ALLOWED
    return FailureReason.INVALID_INDEX if index is None else None
