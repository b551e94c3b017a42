"""Identifiers in a folded text, which are compared letter by letter, never as words and numbers.

E-mail addresses, URLs, paths, versions, addresses of machines, hashes, telephone numbers, names in code.
"""

import re
from collections.abc import Iterator

_EXTENSION = r"\.[a-z][a-z0-9]{0,4}"
_IDENTIFIER = re.compile(
    rf"""(?<![a-z0-9_@./\\-])(?:
      (?:https?://|www\.)[^\s<>"']+
    | [a-z0-9_.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+
    | [a-z]:\\[^\s,;"']+ | \\\\[^\s,;"']+
    | (?:~|\.{{1,2}})?(?:/[a-z0-9_.+@%~-]+)+/?
    | [a-z0-9_.-]+(?:/[a-z0-9_.-]+)+(?:/|{_EXTENSION}\b)
    | [0-9a-f]{{2}}(?:[:-][0-9a-f]{{2}}){{3,}}
    | \d{{2,4}}-\d{{3,4}}-\d{{3,4}}(?!\d)
    | \d+(?:\.\d+){{2,}}[a-z0-9.+-]*
    | \#\d+ | 0x[0-9a-f]+
    | [a-z0-9]+_[a-z0-9_]*[a-z0-9]
    | (?=[a-z0-9]*[a-z])(?=[a-z0-9]*\d)[a-z0-9]+(?:[-_.:][a-z0-9]+)*
    | [a-z][a-z0-9]*(?:-[a-z0-9]+)*-\d[a-z0-9-]*
    | [a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+(?![a-z0-9_])
    )""",
    re.VERBOSE,
)
_SIGN = re.compile(r"[\d/@\\_#]|[.:-]\S")
"""Every identifier has a digit, a sign that words lack, or one that joins two parts."""
_TRAILING = ".,:;!?'\")]}-"
_MEASURE = re.compile(r"[-+]?\d[\d.,]*[a-z]{1,4}(?:/[a-z]{1,4})?|[a-z]\d?")
_ABBREVIATION = re.compile(r"(?:[a-z]\.)+[a-z]?\.?")
_PHONE = re.compile(r"\d{2,4}-\d{3,4}-\d{3,4}")


def identifiers_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of every identifier of a folded text, in code points.

    >>> text = "mail j.park@north.io, see /srv/app.py on 10.0.12.7 and v2.1, or 15kg at 3pm"
    >>> [text[start:end] for start, end in identifiers_in(text)]
    ['j.park@north.io', '/srv/app.py', '10.0.12.7', 'v2.1']
    """
    for found in _IDENTIFIER.finditer(text) if _SIGN.search(text) else ():
        name = found[0].rstrip(_TRAILING)
        if len(name) > 1 and not _MEASURE.fullmatch(name) and not _ABBREVIATION.fullmatch(name):
            yield found.start(), found.start() + len(name)


def identifier_key(name: str) -> str:
    """Return the key of an identifier for comparison: the digits of a telephone number, all others as written.

    >>> identifier_key("010-4821-7730"), identifier_key("v2.1")
    ('01048217730', 'v2.1')
    """
    return name.replace("-", "") if _PHONE.fullmatch(name) else name
