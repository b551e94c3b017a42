"""Records as lines of JSON, and as one list, a piece at a time."""

import json
from collections.abc import Iterable, Iterator

_LINE_ENDS = str.maketrans({"\u2028": "\\u2028", "\u2029": "\\u2029", "\u0085": "\\u0085"})
"""JSON allows them in strings, but readers that split a text into lines, such as `str.splitlines`, split there too."""


def json_line(record: object) -> str:
    r"""Return a record as one line of JSON, which no reader of lines splits.

    >>> json_line({"quote": "one\u2028two"})
    '{"quote": "one\\u2028two"}\n'
    """
    return _written(record) + "\n"


def json_list(records: Iterable[object]) -> Iterator[str]:
    r"""Yield one JSON list of records, a record in memory at a time.

    >>> "".join(json_list([1, 2]))
    '[\n1,\n2\n]\n'
    """
    before = "[\n"
    for record in records:
        yield before + _written(record)
        before = ",\n"
    yield "\n]\n" if before == ",\n" else "[]\n"


def _written(record: object) -> str:
    return json.dumps(record, ensure_ascii=False, allow_nan=False).translate(_LINE_ENDS)
