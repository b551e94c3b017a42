"""Text for a terminal, which must not act on it, whoever wrote the text."""

import re

from aligner_core.errors import require_type

_BEYOND_ASCII = "\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_UNPRINTABLE = re.compile(f"[\x00-\x1f{_BEYOND_ASCII}]")
"""Characters that move the cursor, change colours or the direction of writing in a terminal."""
_UNPRINTABLE_IN_JSON = re.compile(f"[{_BEYOND_ASCII}]")
"""Those of them that writers of JSON leave as they are."""
_BREAKS = re.compile(r"[\t\n\v\f\r\u2028\u2029]+")


def printable(text: str) -> str:
    r"""Return a text in one line, without characters that act on a terminal.

    Raises:
        InvalidTypeError: it is no text.

    >>> printable("two\nlines, \x1b[31mred")
    'two lines, \\x1b[31mred'

    """
    require_type(text, str, "text")
    flat = _BREAKS.sub(" ", text)
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), flat)


def printable_json(text: str) -> str:
    r"""Return a JSON text with escapes of JSON for characters that act on a terminal: it holds the same values.

    >>> printable_json('{"name": "\x9b2J"}')
    '{"name": "\\u009b2J"}'
    """
    return _UNPRINTABLE_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
