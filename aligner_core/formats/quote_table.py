"""Tables of quotes, as spreadsheets write them: columns by name, commas, semicolons or tabs, formulas as text."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from aligner_core.formats.notes import MAX_SHOWN_TEXT, Note, holds_words, refuse
from aligner_core.formats.reading import MAX_ITEMS, Counting, Omissions, Part, TextRead, TextReader, part_of
from aligner_core.formats.shapes import Misfit

_DELIMITERS = (",", ";", "\t", "|")
_COLUMNS: Mapping[str, frozenset[str]] = {
    "quote": frozenset({"quote", "quotes", "quotedtext", "quotation", "evidence", "excerpt", "인용", "인용문", "근거"}),
    "message": frozenset({"message", "messageindex", "messagenumber", "index", "메시지", "메시지번호"}),
    "text": frozenset({"sourcetext", "messagetext", "content", "원문"}),
    "source": frozenset({"source", "document", "file", "filename", "chunkid", "출처", "문서"}),
    "claim": frozenset({"claim", "title", "statement", "fact", "주장", "제목"}),
    "body": frozenset({"body", "comment", "notes", "비고"}),
    "type": frozenset({"type", "class", "category", "종류", "분류"}),
    "id": frozenset({"id", "entryid"}),
}
"""The purpose of a column, by its name in lower case without spaces, hyphens and underscores."""
_Row = tuple[int, Mapping[str, str]]


def _read(text: str, name: str) -> TextRead | Misfit:
    try:
        header, delimiter = _header(text)
    except csv.Error:
        return Misfit("line 1", "columns by name")
    columns = [_column(cell) for cell in header]
    known = [column for column in columns if column]
    if "quote" not in known:
        return Misfit("line 1", "a column called `quote`", 1 + len(known))
    if len(header) > 1 and len(known) == 1:
        return Misfit("line 1", "a column called `message`, `source` or `claim` beside `quote`", 2)
    omissions, lost = Omissions(), dict[int, Note]()
    rows = list(islice(_rows(text, delimiter, columns, omissions, lost), MAX_ITEMS + 1))
    if len(rows) > MAX_ITEMS:
        refuse("too_many_items", f"line {rows[-1][0]}", {"limit": MAX_ITEMS})
    for place in (place for place, column in enumerate(columns) if not column and place not in lost):
        omissions.add(f"column {header[place].strip()}", "line 1")
    named = (_named(note, header[place]) for place, note in sorted(lost.items()))
    return TextRead(_rule(delimiter), _part(rows, name, (*named, *omissions.notes())), _counting(rows))


def _named(note: Note, column: str) -> Note:
    return note.model_copy(update={"where": f"{note.where}, column {column.strip()}"})


def _header(text: str) -> tuple[list[str], str]:
    """Return the cells of the first line and the delimiter, by which most of them are columns that are known."""
    line = next((line for line in io.StringIO(text) if line.strip()), "")
    split = [(next(csv.reader([line], delimiter=delimiter), []), delimiter) for delimiter in _DELIMITERS]
    return max(split, key=lambda pair: (sum(bool(_column(cell)) for cell in pair[0]), len(pair[0])))


def _column(cell: str) -> str:
    """Return what a column is for, or ""."""
    name = cell.strip().casefold().translate(str.maketrans("", "", " _-"))
    return next((column for column, names in _COLUMNS.items() if name in names), "")


def _rows(text: str, delimiter: str, columns: list[str], omissions: Omissions, lost: dict[int, Note]) -> Iterator[_Row]:
    """Yield the rows below the header, each with its line; of columns for the same the first counts.

    The first words of columns that are not known are added to *lost*.
    """
    table = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    began = False
    try:
        for cells in table:
            if not any(cell.strip() for cell in cells):
                continue
            if began:
                for _ in cells[len(columns) :]:
                    omissions.add("cell without a column", f"line {table.line_num}")
                pairs = list(zip(columns, cells, strict=False))
                for place in (place for place, (column, _) in enumerate(pairs) if not column and place not in lost):
                    if holds_words(cells[place]):
                        params = {"value": cells[place][:MAX_SHOWN_TEXT]}
                        lost[place] = Note(code="column_ignored", where=f"line {table.line_num}", params=params)
                yield table.line_num, {column: cell for column, cell in reversed(pairs) if column}
            began = True
    except csv.Error as error:
        omissions.add(f"rest of the table ({error})", f"line {table.line_num}")


def _part(rows: list[_Row], name: str, notes: Sequence[Note]) -> Part:
    """Return the quotes as entries, one for each id or claim; with the texts of a column as messages."""
    texts = {text: i for i, text in enumerate(dict.fromkeys(row["text"] for _, row in rows if row.get("text")))}
    numbered = _are_numbered(rows)
    entries: dict[str, dict[str, Any]] = {}
    for line, row in rows:
        entry = _entry(row)
        key = entry["entryId"] or entry["title"] or f"line {line}"
        quote: dict[str, Any] = {"quote": row.get("quote", "")}
        if texts:
            quote |= {"messageIndex": texts[row["text"]]} if row.get("text") else {}
        elif numbered and row.get("message", "").strip():
            quote["messageIndex"] = _number(row["message"])
        entries.setdefault(key, entry)["evidence"].append(quote)
    extraction: dict[str, Any] = {"entries": list(entries.values())}
    if not all("messageIndex" in quote for entry in entries.values() for quote in entry["evidence"]):
        extraction["index"] = "none"
    if not texts:
        return part_of(extraction, notes=(*notes, *_index_notes(rows)))
    return part_of({"title": name, "messages": list(texts), "extraction": extraction}, notes=notes)


def _entry(row: Mapping[str, str]) -> dict[str, Any]:
    details = {"source": row.get("source", ""), "message": "" if _is_number(row.get("message", "")) else row["message"]}
    body = [row.get("body", ""), *(f"{name}: {text}" for name, text in details.items() if text)]
    return {
        "entryId": row.get("id") or None,
        "type": row.get("type", ""),
        "title": row.get("claim", ""),
        "body": "\n".join(line for line in body if line),
        "evidence": [],
    }


def _is_number(cell: str) -> bool:
    return not cell.strip() or (cell.strip().isascii() and cell.strip().isdigit() and len(cell.strip()) < _DIGITS)


_DIGITS = 10


def _number(cell: str) -> int | str:
    return int(cell) if _is_number(cell) else cell


def _are_numbered(rows: list[_Row]) -> bool:
    return any(row.get("message", "").strip() and _is_number(row["message"]) for _, row in rows)


def _counting(rows: list[_Row]) -> Counting:
    if any(row.get("text") for _, row in rows) or _are_numbered(rows):
        return Counting.MESSAGES
    return Counting.NO_NUMBERS


def _index_notes(rows: list[_Row]) -> Iterator[Note]:
    """Yield a note where the numbers may count from 1."""
    numbers = [(line, _number(row["message"])) for line, row in rows if row.get("message", "").strip()]
    first = next((line for line, number in numbers if number == 1), None)
    if first is not None and not any(number == 0 for _, number in numbers):
        yield Note(code="counted_from_one", where=f"line {first}")


def _rule(delimiter: str) -> str:
    names = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
    return f"a column called `quote`, with {names[delimiter]} between columns"


QUOTE_TABLE = TextReader(
    name="quote_table",
    title="Table of quotes (CSV)",
    example="claim,message,quote\nThe cache lives for one hour,0,lives for one hour",
    rules=("a column called `quote`",),
    read=_read,
)
