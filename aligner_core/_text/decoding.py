"""A folded text with its entities and escapes decoded, and the way back to its places."""

import html
import re
from typing import NamedTuple

from aligner_core._text.normalized_text import fold

_ENCODED = re.compile(r"&(?:#\d{2,6}|#x[0-9a-f]{2,5}|[a-z]{2,8});|\\u[0-9a-f]{4}|\\[nrt\"'/]")
_ESCAPES = {"n": " ", "r": " ", "t": " "}
_SURROGATES = range(0xD800, 0xE000)


class Decoded(NamedTuple):
    """A text decoded, and the place in the folded text of each of its places; None where they are the same."""

    text: str
    places: list[int] | None = None

    def place(self, at: int) -> int:
        """Return the place in the folded text of a place in the decoded one."""
        return at if self.places is None else self.places[at]


def decoded(folded: str) -> Decoded:
    r"""Return a folded text decoded: what is written for one character in HTML, JSON or code is that character.

    >>> decoded(r"salt &amp; caf\u00e9").text, decoded(r"a\b").text
    ('salt & café', 'a\\b')
    """
    if "&" not in folded and "\\" not in folded:
        return Decoded(folded)
    parts, places, at = list[str](), list[int](), 0
    for found in _ENCODED.finditer(folded):
        parts += (folded[at : found.start()], char := _character(found[0]))
        places += (*range(at, found.start()), *[found.start()] * len(char))
        at = found.end()
    places += range(at, len(folded) + 1)
    return Decoded("".join((*parts, folded[at:])), places) if parts else Decoded(folded)


def _character(written: str) -> str:
    """Return the character that is written so, folded; what is written where it is none."""
    if written[0] == "&":
        plain = html.unescape(written)
    elif written[1] == "u" and len(written) > 2:  # noqa: PLR2004 - a backslash before a letter
        plain = chr(int(f"0x{written[2:]}", 0))
    else:
        plain = _ESCAPES.get(written[1], written[1])
    is_character = len(plain) == 1 and ord(plain) not in _SURROGATES
    return (fold(plain) or " ") if is_character else written
