"""The rows of a file of an unknown shape: objects in a list, in lines or under keys, or the rows of a table."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from aligner_core.errors import FormatError
from aligner_core.formats.decoding import begins_as_json, is_jsonl, json_rows, json_value
from aligner_core.formats.notes import Note
from aligner_core.formats.reading import Row
from aligner_core.formats.shapes import at

DELIMITERS = (",", ";", "\t", "|")
MAX_COLUMNS = 200
MAX_ROWS_LOOKED_AT = 200
"""How many rows of a file are looked at to see what it holds."""
_HEADER_CELL_CHARS = 60
_ROWS_THAT_AGREE = 5
"""How many rows must have as many cells as the header, so that a text is a table."""
_NAMED_DEPTH = 3
"""How deep keys inside of others are offered."""


class Fields(NamedTuple):
    """One row: its place, its values by key, and the list that it stands in, which tells conversations apart."""

    where: str
    values: Mapping[str, Any]
    group: str = ""


def rows_in(text: str) -> Iterator[Row] | None:
    """Return the rows that a text of JSON, of JSON in lines or of a table holds; None for prose.

    Raises:
        FormatError: it begins as JSON, and is none.

    """
    if is_jsonl(text):
        return json_rows(enumerate(io.StringIO(text), start=1))
    if begins_as_json(text):
        value = json_value(text)
        return items_of(value)
    return table_rows(text)


def items_of(value: object, where: str = "") -> Iterator[Row]:
    """Return the items of a list as rows, or the one value."""
    if isinstance(value, list):
        return (Row(at(where, place), item) for place, item in enumerate(value))
    return iter((Row(where, value),))


def table_rows(text: str) -> Iterator[Row] | None:
    """Return the rows below the header of a table, each by its columns; None where a text is no table."""
    found = (delimiter for delimiter in DELIMITERS if _is_table(text, delimiter))
    delimiter = next(found, None)
    return None if delimiter is None else _below_header(text, delimiter)


def table_columns(text: str) -> list[str]:
    """Return the names of the columns of a table; none of a text that is no table."""
    row = next(table_rows(text) or iter(()), None)
    return list(row.value) if row is not None and isinstance(row.value, Mapping) else []


def fields_in(rows: Iterable[Row], path: str) -> Iterator[Fields | Row]:
    """Yield the rows that stand under a path of keys, and as they are those that cannot be read or have no keys."""
    for row in rows:
        found = None if row.note is not None else list(_under(row.value, row.where, path))
        if not found:
            yield row
        else:
            yield from found


def value_at(values: Mapping[str, Any], key: str) -> Any:  # noqa: ANN401 - JSON
    """Return the value of a key, or of a key inside of others; of several in a list, all of them.

    >>> value_at({"meta": {"who": "Ana"}}, "meta.who"), value_at({"a": [{"b": 1}, {"b": 2}]}, "a.b")
    ('Ana', [1, 2])
    """
    if key in values:
        return values[key]
    outer, _, inner = key.partition(".")
    held = values.get(outer)
    if not inner or held is None:
        return None
    if isinstance(held, list):
        found = [value_at(one, inner) for one in held if isinstance(one, Mapping)]
        return [one for one in found if one is not None] or None
    return value_at(held, inner) if isinstance(held, Mapping) else None


def text_of(value: object) -> str:
    """Return a value as words: a text as it is, nothing as nothing, anything else as its JSON."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def key_names(values: Mapping[str, Any], before: str = "", depth: int = 1) -> Iterator[str]:
    """Yield the keys of a row, those that hold others as `outer.inner`."""
    for key, value in values.items():
        held = next(iter(value), None) if isinstance(value, list) else value
        if isinstance(held, Mapping) and held and depth < _NAMED_DEPTH:
            yield from key_names(held, f"{before}{key}.", depth + 1)
        else:
            yield f"{before}{key}"


def row_paths(values: object, before: str = "") -> Iterator[str]:
    """Yield the keys under which lists of objects stand, the outer ones first.

    >>> list(row_paths({"data": [{"turns": [{"said": "Yes."}]}], "tags": ["a"]}))
    ['data', 'data.turns']
    """
    if not isinstance(values, Mapping):
        return
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from row_paths(value, f"{before}{key}.")
        elif isinstance(value, list) and any(isinstance(item, Mapping) for item in value):
            yield f"{before}{key}"
            yield from row_paths(next(item for item in value if isinstance(item, Mapping)), f"{before}{key}.")


def _under(value: object, where: str, path: str, outer: Mapping[str, Any] | None = None) -> Iterator[Fields]:
    """Yield the rows of a value, with what stands beside their list."""
    if not isinstance(value, Mapping):
        return
    values = {**(outer or {}), **value}
    if not path:
        yield Fields(where, values)
        return
    key = path if path in value else path.partition(".")[0]
    rest, held = path[len(key) + 1 :], value.get(key)
    beside = {name: one for name, one in values.items() if name != key and not isinstance(one, dict | list)}
    if isinstance(held, Mapping):
        yield from _under(held, at(where, key), rest, beside)
    for place, item in enumerate(held if isinstance(held, list) else ()):
        for row in _under(item, at(at(where, key), place), rest, beside):
            yield row if row.group else row._replace(group=at(where, key))


def _is_table(text: str, delimiter: str) -> bool:
    """Whether the first line names columns, as many as the next lines have cells."""
    try:
        rows = list(islice((row for row in _cells(text, delimiter) if any(map(str.strip, row))), _ROWS_THAT_AGREE + 1))
    except csv.Error:
        return False
    header = [cell.strip() for cell in rows[0]] if rows else []
    are_names = len(set(header)) == len(header) and all(cell and len(cell) <= _HEADER_CELL_CHARS for cell in header)
    return (
        1 < len(header) <= MAX_COLUMNS and are_names and len(rows) > 1 and all(len(row) == len(header) for row in rows)
    )


def _below_header(text: str, delimiter: str) -> Iterator[Row]:
    header, number = list[str](), 0
    try:
        table = _cells(text, delimiter)
        for number, cells in enumerate(table, start=1):
            if not any(map(str.strip, cells)):
                continue
            if not header:
                header = [cell.strip() for cell in cells]
            else:
                more = {f"({place + 1})": cell for place, cell in enumerate(cells) if place >= len(header) and cell}
                yield Row(f"row {number}: ", {**dict(zip(header, cells, strict=False)), **more})
    except csv.Error as error:
        where = f"row {number + 1}"
        yield Row(where, None, Note(code="unreadable_rest", where=where, params={"value": str(error)}))


def _cells(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def first_rows(text: str, count: int) -> list[Row]:
    """Return the first rows of a text that can be read; none of prose, or of JSON that is broken."""
    try:
        rows = rows_in(text)
    except FormatError:
        return []
    return [row for row in islice(rows or (), count) if row.note is None]
