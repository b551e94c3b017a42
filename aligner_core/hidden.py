"""Characters no reader sees: formats, controls, fillers, tags, selectors that select nothing.

Some of them belong to the writing: joiners inside an emoji or a word of Persian or Hindi, selectors behind an emoji or
an ideograph. Those are not hidden, since what they do is seen.
"""

import regex

INVISIBLE = r"\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u200A\u2800--\p{Prepended_Concatenation_Mark}"
"""What leaves no mark on a page, written for a set of a regular expression: a hair space is hardly a gap, and the signs
put before Arabic numbers are formats, yet they are seen."""

_EMOJI = r"[\p{Emoji}--[0-9#*]][\uFE0E\uFE0F\p{Emoji_Modifier}]?"
_JOINING = (
    r"\p{Arabic}\p{Syriac}\p{Mongolian}\p{Devanagari}\p{Bengali}\p{Gurmukhi}\p{Gujarati}\p{Oriya}\p{Tamil}\p{Telugu}"
    r"\p{Kannada}\p{Malayalam}\p{Sinhala}\p{Khmer}\p{Myanmar}\p{Tibetan}"
)
_SEEN = "|".join(
    (
        r"[0-9#*]\uFE0F\u20E3",  # keycaps
        r"\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]{3,6}\U000E007F",  # flags of regions
        rf"{_EMOJI}(?:\u200D{_EMOJI})*",
        r"\p{Han}[\uFE00-\uFE02\U000E0100-\U000E01EF]",
        r"\p{Mongolian}[\u180B-\u180F]",
        rf"[{_JOINING}][\u200C\u200D]",
    )
)
_HIDDEN = regex.compile(rf"[[{INVISIBLE}]--[\t\n\r]]", regex.VERSION1)
_SEEN_OR_HIDDEN = regex.compile(rf"{_SEEN}|(?P<hidden>{_HIDDEN.pattern})", regex.VERSION1)


def has_hidden(text: str) -> bool:
    r"""Say whether a text holds a character that no reader sees.

    >>> has_hidden("pay\u200b 100"), has_hidden("a family \U0001f469\u200d\U0001f467"), has_hidden("tab\tand line\n")
    (True, False, False)
    """
    if _HIDDEN.search(text) is None:
        return False
    return any(found["hidden"] for found in _SEEN_OR_HIDDEN.finditer(text))
