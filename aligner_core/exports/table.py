"""Quotes as comma-separated values, for people and their spreadsheets: not to be imported again."""

import csv
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from aligner_core.evidence import three_digits
from aligner_core.exports.rows import QuoteRow, offsets_of

BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it, Excel reads the file in the local code page and garbles Korean. `utf-8-sig` strips it."""
FORMULA_STARTS: Final = frozenset("=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20")
"""Characters that a spreadsheet may take for the start of a formula, including full-width forms."""
_BLANKS: Final = "".join(
    sign
    for sign in map(chr, range(0x10000))
    if (sign.isspace() or unicodedata.category(sign) == "Cf") and sign not in FORMULA_STARTS
)
"""White space, and signs that show nothing."""
TABLE_COLUMNS: Final = (
    *("project", "session", "entry", "type", "title", "body", "stage", "quote", "words", "message_index", "speaker"),
    *("span_start", "span_end", "utf16_start", "utf16_end", "method", "confidence", "verdict", "failure_reason"),
)


class _Line:
    """The file object for `csv`: it returns each line and keeps nothing."""

    def write(self, line: str) -> str:
        """Return a line as it was written."""
        return line


def table_lines(rows: Iterable[QuoteRow]) -> Iterator[str]:
    """Yield a table of quotes line by line: first a byte order mark with the names of the columns.

    Cells that a spreadsheet could take for a formula begin with an apostrophe, so the table is for reading: its texts
    are not always those of the quotes.
    """
    write = csv.writer(_Line()).writerow
    yield BYTE_ORDER_MARK + write(TABLE_COLUMNS)
    for row in rows:
        yield write([harmless_cell(value) for value in _cells(row)])


def harmless_cell(value: object) -> str:
    """Return a value as the text of a cell that no spreadsheet evaluates; blanks in front are no protection.

    >>> harmless_cell(None), harmless_cell(3), harmless_cell("-3"), harmless_cell(" =1+1"), harmless_cell("a-b")
    ('', '3', "'-3", "' =1+1", 'a-b')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    text = str(value)
    return f"'{text}" if _is_formula(text) else text


def _is_formula(text: str) -> bool:
    start = text.lstrip(_BLANKS)[:1]
    return start != "" and start in FORMULA_STARTS


def _cells(row: QuoteRow) -> Iterator[object]:
    outcome, places = row.outcome, offsets_of(row)
    units = places.get("utf16")
    first, last = units if isinstance(units, list) else (None, None)
    yield from (row.project, row.session, row.entry, row.type, row.title, row.body, row.stage, outcome.quote, row.words)
    yield from (outcome.message_index, row.speaker, places.get("spanStart"), places.get("spanEnd"), first, last)
    yield from (outcome.match_method, three_digits(outcome.confidence), outcome.verdict.value)
    yield getattr(outcome, "failure_reason", None)
