"""Tables of messages: columns by name for who speaks, what and when."""

import csv
import io
from collections.abc import Iterator, Mapping

from aligner_core.formats.reading import Counting, Omissions, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_DELIMITERS = (",", ";", "\t", "|")
_COLUMNS: Mapping[str, frozenset[str]] = {
    "name": frozenset({"speaker", "user", "username", "author", "sender", "from", "name", "화자", "사용자", "이름"}),
    "role": frozenset({"role"}),
    "content": frozenset({"text", "message", "content", "body", "utterance", "메시지", "내용", "말"}),
    "timestamp": frozenset({"timestamp", "time", "date", "datetime", "created", "createdat", "ts", "시간", "날짜"}),
}
"""What a column is for, by its name in lower case without spaces, hyphens and underscores."""
_RULE = "columns for who speaks and what"


def _read(text: str, name: str) -> TextRead | Misfit:
    try:
        columns, delimiter = _header(text)
    except csv.Error:
        return Misfit("line 1", "columns by name")
    if "content" not in columns or not {"name", "role"} & set(columns):
        return Misfit("line 1", "columns for who speaks and what", sum(map(bool, columns)))
    omissions = Omissions()
    messages = list(_messages(text, columns, delimiter, omissions))
    if not messages:
        return Misfit("line 2", "a message", 2)
    part = part_of({"title": name, "messages": messages}, notes=omissions.notes())
    return TextRead(_RULE, part, Counting.MESSAGES)


def _messages(text: str, columns: list[str], delimiter: str, omissions: Omissions) -> Iterator[dict[str, str]]:
    """Yield the rows below the header that have words; cells of columns that are not known are counted."""
    table = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    header: list[str] = []
    try:
        for cells in table:
            if not header:
                header = cells if any(map(str.strip, cells)) else []
                continue
            for name, column, cell in zip(header, columns, cells, strict=False):
                if not column and cell.strip():
                    omissions.add(f"column {name.strip()}", f"line {table.line_num}")
            row = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
            if row.get("content"):
                yield row
    except csv.Error as error:
        omissions.add(f"rest of the table ({error})", f"line {table.line_num}")


def _header(text: str) -> tuple[list[str], str]:
    """Return what each column of the first line is for, and the delimiter by which most are known."""
    line = next((line for line in io.StringIO(text) if line.strip()), "")
    split = [(next(csv.reader([line], delimiter=one), []), one) for one in _DELIMITERS]
    read = [([_column(cell) for cell in cells], one) for cells, one in split]
    columns, delimiter = max(read, key=lambda pair: sum(map(bool, pair[0])))
    first = [column if column not in columns[:place] else "" for place, column in enumerate(columns)]
    return first, delimiter


def _column(cell: str) -> str:
    name = cell.strip().casefold().translate(str.maketrans("", "", " _-"))
    return next((column for column, names in _COLUMNS.items() if name in names), "")


CHAT_TABLE = TextReader(
    name="chat_table",
    title="Table of messages (CSV)",
    example="timestamp,speaker,text\n2026-03-02 09:00,Ines,We ship on Friday\n2026-03-02 09:01,Omar,Fine",
    rules=(_RULE,),
    read=_read,
)
