"""Files of comma-separated values for spreadsheets, written while they are sent."""

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from django.http import StreamingHttpResponse

from review.models.events import moment_text

BYTE_ORDER_MARK: Final = "\ufeff"
"""Excel takes a file without it for one of the local code page, and Korean for noise. `utf-8-sig` reads it away."""
FORMULA_STARTS = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""What a spreadsheet may take for the start of a formula, full-width forms included."""


class _Line:
    """What `csv` writes to: it hands a line on and keeps nothing."""

    def write(self, line: str) -> str:
        """Return a line as it was written."""
        return line


def csv_response(rows: Iterable[Iterable[object]], *, name: str) -> StreamingHttpResponse:
    """Return a file with these rows; no more than one is in memory."""
    response = StreamingHttpResponse(_lines(rows), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    write = csv.writer(_Line()).writerow
    yield BYTE_ORDER_MARK
    for row in rows:
        yield write([cell(value) for value in row])


def cell(value: object) -> str:
    """Return a value as the text of a cell: times in UTC, and no text that a spreadsheet would calculate.

    >>> cell(None), cell(True), cell(-0.5), cell("-0.5"), cell(" =1+1")
    ('', 'true', '-0.5', "'-0.5", "' =1+1")
    """
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case datetime():
            return moment_text(value)
        case _:
            return _harmless(str(value))


def _harmless(text: str) -> str:
    """Return a text with an apostrophe before it where it could be a formula; blanks in front are no protection."""
    start = text.lstrip(" \u00a0\u3000\u200b\ufeff")[:1]
    return f"'{text}" if start in FORMULA_STARTS and start else text
