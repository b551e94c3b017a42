"""Labels that number the chunks of an answer in order: [S1] is the first of them."""

import re
from collections.abc import Collection

_NUMBER = "[Ss]([1-9][0-9]{0,4})"
_PART = re.compile(rf"{_NUMBER}(?:\s?[-\u2010-\u2015~]\s?{_NUMBER})?")
_PLAIN = _PART.pattern.replace("(", "(?:").replace("(?:?:", "(?:")
_GROUP = rf"[\[【]\s*{_PLAIN}(?:[\s,;·、]+{_PLAIN})*\s*[\]】]"
_LABELS = re.compile(_GROUP)
_BESIDE = re.compile(rf"{_GROUP}(?:[\s,;·、]*{_GROUP})*")
_ALONE = re.compile(rf"\[\s*{_NUMBER}\s*\]|{_NUMBER}")
_MAX_RANGE = 50
"""How many labels one range stands for at most: of a longer one its ends count."""


def numbered_chunk(label: str, total: int) -> int | None:
    """Return which of *total* chunks, counted from 0, a label numbers; None if it numbers none of them.

    >>> numbered_chunk("S2", 3), numbered_chunk("[s1]", 3), numbered_chunk("S9", 3), numbered_chunk("a.md", 3)
    (1, 0, None, None)
    """
    found = _ALONE.fullmatch(label.strip())
    number = int(found[1] or found[2]) if found else 0
    return number - 1 if 1 <= number <= total else None


def labels_in(text: str, known: Collection[str] = ()) -> tuple[str, ...]:
    """Return the labels in a text that number chunks, each once and without its brackets.

    A *known* label that holds such a label itself is passed over.

    >>> labels_in("Peel it [S1]. Rinse it [S2, S4-S5][s1].")
    ('S1', 'S2', 'S4', 'S5')
    """
    for label in sorted((one for one in known if _LABELS.search(one)), key=len, reverse=True):
        text = text.replace(label, " ")
    return tuple(dict.fromkeys(label for group in _LABELS.finditer(text) for label in _labels_of(group[0])))


def separated(line: str) -> str:
    """Return a source line in which labels that stand together are labels of their own.

    >>> separated("[S1][S3, S5-S6] · `a.md`"), separated("[S2] Bottles")
    ('[S1] · [S3] · [S5] · [S6] · `a.md`', '[S2] Bottles')
    """
    return _BESIDE.sub(lambda found: " · ".join(f"[{label}]" for label in _labels_of(found[0])), line)


def _labels_of(group: str) -> list[str]:
    """Return the labels of a group in brackets, with those between the ends of a range."""
    listed: list[str] = []
    for part in _PART.finditer(group):
        first, last = int(part[1]), int(part[2] or part[1])
        between = range(first, last + 1) if 0 <= last - first < _MAX_RANGE else (first, last)
        listed += (f"S{number}" for number in between)
    return listed
