"""The words of a message, from content that is a text or a list of parts."""

from collections.abc import Mapping, Sequence
from typing import Any

from aligner_core.formats.reading import Omissions
from aligner_core.formats.shapes import at

_TEXTS = {
    "text": "text",
    "input_text": "text",
    "output_text": "text",
    "refusal": "refusal",
    "audio_transcription": "text",
}
"""The types of parts that hold words, and the key of the words."""


def words_of(content: object, where: str, omissions: Omissions) -> str:
    r"""Return the words of a content; parts are joined by a line break, and what holds no words is counted as left out.

    >>> words_of([{"type": "text", "text": "a"}, {"type": "image_url"}, "b"], "content", Omissions())
    'a\nb'
    """
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        return _part(content, where, omissions) or ""
    if not isinstance(content, Sequence):
        if content is not None:
            omissions.add("content", where)
        return ""
    parts = (_part(part, at(where, place), omissions) for place, part in enumerate(content))
    return "\n".join(part for part in parts if part is not None)


def text_in(given: Mapping[str, Any], *names: str) -> str:
    """Return the first text under these names that is not empty, or ""."""
    return next((value for name in names if isinstance(value := given.get(name), str) and value), "")


def mapping_of(value: object) -> Mapping[str, Any]:
    """Return an object as it is; an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def items_in(given: object, name: str) -> list[Any]:
    """Return the list under a name, or an empty one."""
    value = given.get(name) if isinstance(given, Mapping) else None
    return value if isinstance(value, list) else []


def stands_at(words: str, text: str, start: object, end: object) -> bool:
    """Whether words stand at offsets that somebody gave, of which the end is exclusive.

    >>> stands_at("one", "in one hour", 3, 6), stands_at("one", "in one hour", 2, 6), stands_at("one", "one", None, 3)
    (True, False, False)
    """
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end <= len(text):
        return False
    return end - start == len(words) and text.startswith(words, start)


CONTEXT_CHARS = 32
"""How much of a text before and behind a quote tells which of equal places is meant."""


def context_of(words: str, text: str, start: object, end: object) -> dict[str, str]:
    """Return what stands before and behind words at right offsets, where they stand several times; else nothing.

    >>> context_of("one", "one or one", 7, 10)
    {'prefix': 'one or ', 'suffix': ''}
    """
    if not isinstance(start, int) or text.find(words) == text.rfind(words) or not stands_at(words, text, start, end):
        return {}
    last = start + len(words)
    return {"prefix": text[max(0, start - CONTEXT_CHARS) : start], "suffix": text[last : last + CONTEXT_CHARS]}


def _part(part: object, where: str, omissions: Omissions) -> str | None:
    if isinstance(part, str):
        return part
    given = part if isinstance(part, Mapping) else {}
    kind = text_in(given, "type", "content_type")
    words = given.get(_TEXTS.get(kind, ""))
    if isinstance(words, str):
        return words
    omissions.add(kind or "part", where)
    return None
