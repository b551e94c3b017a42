"""The values of numbers written in Han characters, one character after the other: 三百二十, 一万五千, 二〇二六."""

from collections.abc import Sequence

from aligner_core._language.lexicon import Lexicon

_TEN, _MIN_LARGE = 10, 10**4
"""From where on a character multiplies the one before it, and from where on all of them."""


def read_han(texts: Sequence[str], at: int, known: Lexicon) -> tuple[int, int] | None:
    """Return the value of the number that begins at a text, and the index behind it; None where none begins.

    Where the language leaves off a last scale, a digit right behind a scale is a tenth of it: 一万五 is 15,000, and
    一万零五 is 10,005.

    >>> from aligner_core._language.lexicon import lexicon
    >>> [read_han([*text], 0, lexicon("zh")) for text in ("三百二十", "一万五", "一万零五", "二〇二六", "很")]
    [(320, 4), (15000, 3), (10005, 4), (2026, 4), None]
    """
    end = at
    while end < len(texts) and _value(texts[end], known) is not None:
        end += 1
    values = [_value(text, known) or 0 for text in texts[at:end]]
    if not values:
        return None
    if max(values) < _TEN:
        return int("".join(map(str, values))), end
    return _composed(values, leaves_off=bool(known.at("numbers.last_scale_left_off"))), end


def _value(text: str, known: Lexicon) -> int | None:
    if len(text) != 1:
        return None
    return known.scales.get(text, known.cardinals.get(text))


def _composed(values: Sequence[int], *, leaves_off: bool) -> int:
    """Return the value of digits before 十百千, and of all of that before 万 and more."""
    total = below = ones = scale = 0
    for before, value in zip([0, *values], values, strict=False):
        if value < _TEN:
            ones = value
            scale = before if before > _TEN else 0
        elif value < _MIN_LARGE:
            below, ones = below + max(ones, 1) * value, 0
        else:
            total, below, ones = total + max(below + ones, 1) * value, 0, 0
    return total + below + (ones * scale // _TEN if leaves_off and scale else ones)
