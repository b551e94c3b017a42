"""How an extraction was made by asking a model: what that took, and which messages were not read."""

from collections.abc import Iterator, Mapping
from typing import Final

from aligner_core.formats.notes import Note
from aligner_core.formats.quotes import MAX_SHOWN_CHARS, quote_text

MAKING: Final = "making"
"""The key of an extraction under which it stands, which is kept as it came."""
MAX_LOST = 20
"""How many windows that were not read are noted one by one."""


def notes_on_making(given: object) -> Iterator[Note]:
    """Yield the notes on how an extraction was made.

    >>> [note.code for note in notes_on_making({"requests": 2, "lost": [{"first": 0, "last": 9, "code": "timeout"}]})]
    ['made_by_asking', 'window_lost']
    """
    if not isinstance(given, Mapping):
        return
    tokens = given.get("tokens")
    used = tokens if isinstance(tokens, Mapping) else {}
    params = {
        "requests": _number(given.get("requests")),
        "read": _number(used.get("input")),
        "written": _number(used.get("output")),
        "repaired": _number(given.get("repaired")),
        "withdrawn": _number(given.get("withdrawn")),
        "given_up": _number(given.get("givenUp")),
    }
    yield Note(code="made_by_asking", where=MAKING, params=params)
    lost = given.get("lost")
    for place, one in enumerate(lost[:MAX_LOST] if isinstance(lost, list) else ()):
        if isinstance(one, Mapping):
            reason = quote_text(one.get("code"))[:MAX_SHOWN_CHARS]
            messages = {"first": _number(one.get("first")), "last": _number(one.get("last")), "reason": reason}
            yield Note(code="window_lost", where=f"{MAKING}.lost[{place}]", params=messages)


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
