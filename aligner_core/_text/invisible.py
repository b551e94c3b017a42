"""Characters no reader sees: formats, controls, fillers, tags, selectors that select nothing.

Some invisible characters belong to the writing: joiners inside an emoji or a word of Persian or Hindi, selectors after
an emoji or an ideograph. Those are not *hidden*, since a reader sees what they do.
"""

import re
from collections.abc import Iterator

import regex

from aligner_core.errors import require_type

INVISIBLE = r"\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u200A\u2800--\p{Prepended_Concatenation_Mark}"
"""Invisible characters, for use inside a set of a regular expression.

A hair space is hardly a gap, so it is included; the signs before Arabic numbers are formats, yet visible.
"""

_HIDDEN = rf"[[{INVISIBLE}]--[\t\n\r]]|\r(?!\n)"
_JOINED = r"[\p{Arab}\p{Syrc}\p{Mong}\p{Nkoo}]"
_SEEN = "|".join(
    (
        r"(?<=\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]?)\u200D(?=\p{Extended_Pictographic})",
        r"(?<=[\p{Emoji}--[0-9#*]])[\uFE0E\uFE0F]",
        r"(?<=[0-9#*])\uFE0F(?=\u20E3)",
        r"(?<=\U0001F3F4)[\U000E0030-\U000E0039\U000E0061-\U000E007A]{3,6}\U000E007F",
        r"(?<=\p{Han})[\uFE00-\uFE02\U000E0100-\U000E01EF]",
        r"(?<=\p{Mong})[\u180B-\u180D\u180F]",
        r"(?<=\p{Canonical_Combining_Class=Virama})[\u200C\u200D]",
        rf"(?<={_JOINED})[\u200C\u200D](?={_JOINED})",
    )
)
_PLAIN = re.compile(r"[\t\n -~가-힣]*")
"""The characters of most texts, none of which is hidden."""
_RUN = regex.compile(rf"(?:{_SEEN})(*SKIP)(*FAIL)|(?:(?!{_SEEN})(?:{_HIDDEN}))+", regex.VERSION1)


def has_hidden_characters(text: str) -> bool:
    r"""Return whether a text holds a character that no reader sees.

    >>> has_hidden_characters("pay\u200b 100"), has_hidden_characters("tab\tand line\n")
    (True, False)
    >>> has_hidden_characters("a family \U0001f469\u200d\U0001f467")
    False
    """
    return not _PLAIN.fullmatch(text) and _RUN.search(text) is not None


def hidden_runs(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield the start and end of each run of characters that no reader sees, in code points.

    Raises:
        InvalidTypeError: the text is not a string.

    >>> list(hidden_runs("pay\u200b\u200b 100\u202e"))
    [(3, 5), (9, 10)]

    """
    require_type(text, str, "text")
    return (run.span() for run in _RUN.finditer(text))
