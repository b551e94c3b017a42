"""A quote as it was given, and whether it can be looked for at all."""

import json
import re
from collections.abc import Mapping
from typing import Any

import regex
from pydantic import BaseModel

from aligner_core._text.invisible import INVISIBLE
from aligner_core.errors import require_type
from aligner_core.evidence.models import FailureReason
from aligner_core.spans import Value

MAX_SHOWN_CHARS = 80
"""How many characters of a wrong value a note repeats."""

_OFFSET = re.compile(
    r"(span|char(acter)?|text|quote)?(start|end|offsets?|position)(char(acter)?)?(offset|pos(ition)?|index)?"
    r"|offset(start|end)|span|char(acter)?interval"
)
"""Names of positions, as lower-case letters only."""
CONTEXT_KEYS = ("prefix", "suffix")
"""The keys of the words before and behind a quote, as a `TextQuoteSelector` of the W3C has them."""
CHUNK_KEYS = ("chunkId", "chunk_id", "sourceId", "source_id")
"""The keys by which a quote names its chunk."""
UNPLACED = frozenset({FailureReason.INVALID_INDEX, FailureReason.UNKNOWN_SOURCE})
"""The refusals of quotes that can be looked for, but in no message that they name."""
_BLANK = regex.compile(rf"[\s{INVISIBLE}]*", regex.VERSION1)
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class ExtractedQuote(Value):
    """One quote as it was given; it cannot be looked for when it has a `refusal`.

    Without a `message_index` and without a refusal it names no message: it is looked for in all of them. One that names
    its chunk by `chunk_id` gets its index where the chunks are known; without an index it is refused until then. The
    words before it and behind it, `prefix` and `suffix`, choose among places that are equal.
    """

    where: str
    text: str
    raw_index: Any = None
    chunk_id: str = ""
    prefix: str = ""
    suffix: str = ""
    message_index: int | None = None
    refusal: FailureReason | None = None

    @property
    def names_no_message(self) -> bool:
        """Whether it may be in any message: it has neither an index nor a refusal."""
        return self.message_index is None and self.refusal is None


def read_quote(item: object, where: str = "") -> ExtractedQuote:
    """Return one quote; what is wrong with it is its refusal, the first in the order of specification 3.7.

    >>> read_quote({"messageIndex": 0, "quote": "words", "spanStart": 3}).refusal.value
    'offsets_not_allowed'
    """
    plain = item.model_dump(by_alias=True) if isinstance(item, BaseModel) else item
    given = plain if isinstance(plain, Mapping) else {"quote": plain}
    raw, raw_index = given.get("quote"), given.get("messageIndex", given.get("message_index"))
    index = raw_index if isinstance(raw_index, int) and not isinstance(raw_index, bool) and raw_index >= 0 else None
    chunk = next((name for key in CHUNK_KEYS if isinstance(name := given.get(key), str) and name), "")
    return ExtractedQuote(
        where=where,
        text=quote_text(raw),
        raw_index=raw_index,
        chunk_id=chunk,
        **{key: words for key in CONTEXT_KEYS if isinstance(words := given.get(key), str)},
        message_index=index,
        refusal=_refusal(given, raw, index, chunk),
    )


def without_message(quote: ExtractedQuote) -> ExtractedQuote:
    """Return a quote of an extraction without indices: a missing index is then no mistake.

    >>> without_message(read_quote({"quote": "words"})).names_no_message
    True
    """
    is_missing = quote.refusal is FailureReason.INVALID_INDEX and quote.raw_index is None
    return quote.model_copy(update={"refusal": None}) if is_missing else quote


def quote_text(raw: object) -> str:
    """Return a quote as `failedQuotes` shows it: the text, "" for null, JSON text for other types."""
    if raw is None:
        return ""
    if isinstance(raw, str):
        return raw
    try:
        return json.dumps(raw, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        return f"<{type(raw).__name__}>"


def is_position(key: object) -> bool:
    """Whether a key of a quote names a position, which is never believed.

    >>> is_position("spanStart"), is_position("char_end"), is_position("source")
    (True, True, False)
    """
    return _OFFSET.fullmatch(re.sub("[^a-z]", "", str(key).lower())) is not None


def is_blank(text: str) -> bool:
    """Return whether a text has only white space and invisible characters, or nothing."""
    return _BLANK.fullmatch(text) is not None


def first_unstorable(text: str) -> int | None:
    r"""Return the position of the first NUL or lone surrogate, or None; not every database can store them.

    Raises:
        InvalidTypeError: *text* is not a string.

    >>> first_unstorable("a\0b"), first_unstorable("ab")
    (1, None)

    """
    require_type(text, str, "text")
    found = _UNSTORABLE.search(text)
    return found.start() if found else None


def _refusal(given: Mapping[str, object], raw: object, index: int | None, chunk: str) -> FailureReason | None:
    if raw is None or (isinstance(raw, str) and is_blank(raw)):
        return FailureReason.EMPTY_QUOTE
    if not isinstance(raw, str):
        return FailureReason.INVALID_QUOTE
    if any(map(is_position, given)):
        return FailureReason.OFFSETS_NOT_ALLOWED
    if index is not None:
        return None
    return FailureReason.UNKNOWN_SOURCE if chunk else FailureReason.INVALID_INDEX
