"""Tables of Parquet and of Arrow, read and written in batches with pyarrow, which the extra `parquet` brings."""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aligner_core._lazy import lazy_module
from aligner_core.bulk.models import QUOTE, RESULT_COLUMNS, ROW_COLUMNS, SOURCE, WANTED, Form, Result, Shard, TableRow
from aligner_core.errors import TableError

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq
else:
    pa = lazy_module("pyarrow", extra="parquet")
    pq = lazy_module("pyarrow.parquet", extra="parquet")

_BATCH_ROWS = 500
_MAGIC = b"PAR1"
_SESSION = ("messages", "extraction")
_NUMBERS = ("row", "messageIndex", "spanStart", "spanEnd", "alternativeCount")
_SHARES = ("similarity", "confidence")
_FLAGS = ("ok", "ambiguous")
_NESTED = ("alternatives", "differences", "closest", "foundIn", "warnings")
"""Columns of lists and objects, which are written as JSON."""


def is_form(start: bytes) -> bool:
    """Whether a file begins as Parquet does."""
    return start.startswith(_MAGIC)


def cut(source: Path, rows: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each shard its first row and how many it has; it may begin within a row group.

    Raises:
        TableError: the file cannot be read, or has no columns of rows.

    """
    with _opened(source) as file:
        _columns(file, source)
        total = file.metadata.num_rows
    for first in range(0, total, rows):
        yield first, min(rows, total - first), 0


def read(shard: Shard) -> Iterator[TableRow]:
    """Yield the rows of a shard."""
    with _opened(shard.source) as file:
        groups, skipped = _groups(file, shard)
        batches = file.iter_batches(
            batch_size=_BATCH_ROWS, row_groups=groups, columns=_columns(file, shard.source), use_threads=False
        )
        for number, row in enumerate(islice(_rows(batches, skipped), shard.rows), start=shard.first_row):
            yield TableRow(number, row)


def write(target: Path, results: Iterable[Result]) -> None:
    """Write results to a file, and wait until the disk has them."""
    schema = pa.schema([(name, _type(name)) for name in RESULT_COLUMNS])
    rows = map(_flat, results)
    with target.open("xb") as file:
        with pq.ParquetWriter(file, schema, compression="zstd") as writer:
            while batch := list(islice(rows, _BATCH_ROWS)):
                writer.write_batch(pa.RecordBatch.from_pylist(batch, schema=schema))
        file.flush()
        os.fsync(file.fileno())


def read_back(target: Path) -> Iterator[Result]:
    """Yield of each result that was written what is counted."""
    with _opened(target) as file:
        for batch in file.iter_batches(columns=["row", "verdict", "error"], use_threads=False):
            yield from batch.to_pylist()


def rows_of_table(table: object) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table that Arrow can read, batch by batch."""
    with pa.RecordBatchReader.from_stream(table) as reader:
        for batch in reader:
            yield from batch.to_pylist()


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    try:
        with pq.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20) as file:
            yield file
    except pa.ArrowException as error:
        message = f"{path} cannot be read as Parquet ({_first_line(error)}): write the file anew and run again"
        raise TableError(message) from error


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".")


def _columns(file: Any, source: Path) -> list[str]:  # noqa: ANN401 - pyarrow has no types
    """Return the columns that are read, of a quote or of a session."""
    names = file.schema_arrow.names
    if QUOTE in names and SOURCE in names:
        return [name for name in ROW_COLUMNS if name in names]
    if set(_SESSION) <= set(names):
        return list(names)
    message = f"{source} has the columns {', '.join(names)}: {WANTED}. Rename the columns, and run again"
    raise TableError(message)


def _groups(file: Any, shard: Shard) -> tuple[list[int], int]:  # noqa: ANN401 - pyarrow has no types
    """Return the row groups that rows of a shard stand in, and how many rows stand before these in the first."""
    groups, skipped, first = list[int](), 0, 0
    for group in range(file.metadata.num_row_groups):
        end = first + file.metadata.row_group(group).num_rows
        if first < shard.first_row + shard.rows and end > shard.first_row:
            skipped = skipped if groups else shard.first_row - first
            groups.append(group)
        first = end
    return groups, skipped


def _rows(batches: Iterable[Any], skipped: int) -> Iterator[dict[str, Any]]:
    """Yield rows; those that are skipped are not made."""
    for batch in batches:  # pragma: no branch - who takes them stops at the last row of the shard
        yield from batch.slice(min(skipped, len(batch))).to_pylist()
        skipped -= min(skipped, len(batch))


def _flat(result: Result) -> Result:
    nested = {name: json.dumps(result[name], ensure_ascii=False) for name in _NESTED if result[name] is not None}
    return {**result, **nested}


def _type(name: str) -> Any:  # noqa: ANN401 - pyarrow has no types
    if name in _NUMBERS:
        return pa.int64()
    if name in _SHARES:
        return pa.float64()
    return pa.bool_() if name in _FLAGS else pa.string()


PARQUET = Form(".parquet", is_form, cut, read, write, read_back)
