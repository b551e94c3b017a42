"""Files of comma-separated values for spreadsheets, streamed as they are written."""

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from django.http import StreamingHttpResponse

from aligner_core.exports import harmless_cell
from review.models.events import moment_text

BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it, Excel reads the file in the local code page and garbles Korean. `utf-8-sig` strips it."""


class _Line:
    """The file object for `csv`: it returns each line and keeps nothing."""

    def write(self, line: str) -> str:
        """Return a line as it was written."""
        return line


def csv_response(rows: Iterable[Iterable[object]], *, name: str) -> StreamingHttpResponse:
    """Return a streamed file with these rows, one in memory at a time."""
    response = StreamingHttpResponse(_lines(rows), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    write = csv.writer(_Line()).writerow
    yield BYTE_ORDER_MARK
    for row in rows:
        yield write([cell(value) for value in row])


def cell(value: object) -> str:
    """Return a value as the text of a cell: times in UTC, and text that a spreadsheet does not evaluate.

    >>> cell(None), cell(True), cell(-0.5), cell("-0.5"), cell(" =1+1")
    ('', 'true', '-0.5', "'-0.5", "' =1+1")
    """
    return moment_text(value) if isinstance(value, datetime) else harmless_cell(value)
