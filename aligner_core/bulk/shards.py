"""Cuts a table into shards, and aligns one: what every engine calls, in any process and on any machine."""

from collections import Counter
from pathlib import Path

from aligner_core.bulk.jsonl import JSONL
from aligner_core.bulk.manifest import Manifest, manifest_of, renamed
from aligner_core.bulk.models import REASONS_KEPT, WANTED, Form, Shard, Tally
from aligner_core.bulk.parquet import PARQUET
from aligner_core.bulk.table import align_rows
from aligner_core.errors import TableError

SHARD_ROWS = 5_000
_FORMS = (JSONL, PARQUET)
_START_BYTES = 1 << 12
_GZIP = b"\x1f\x8b"


def plan(source: Path, folder: Path, *, rows: int = SHARD_ROWS) -> tuple[Shard, ...]:
    """Return the shards of a table in JSON lines or Parquet, of so many *rows* each.

    The names of their files in the folder hold a digest of the table, the engine version and the number of rows: a file
    of that name has just these results.

    Raises:
        TableError: the table cannot be read, is in another form, or has no columns of rows.
        MissingExtraError: it is Parquet, and pyarrow is not installed.

    """
    return planned(source, folder, rows)[1]


def planned(source: Path, folder: Path, rows: int) -> tuple[Manifest, tuple[Shard, ...]]:
    """Return the manifest of a table, and its shards as `plan` does."""
    source, folder = source.resolve(), folder.resolve()
    try:
        form = _form_of(source)
        manifest = manifest_of(source, rows)
        return manifest, tuple(
            Shard(source, folder / f"part-{number:05d}-{manifest.key}{form.suffix}", *place)
            for number, place in enumerate(form.cut(source, rows))
        )
    except OSError as error:
        message = f"{source} cannot be read: {error.strerror}"
        raise TableError(message) from error


def run_shard(shard: Shard) -> Tally:
    """Align a shard unless its file is there, and return what the file says.

    The file is written under another name and renamed when it is whole; so two that do the same are no harm.

    Raises:
        TableError: the table cannot be read, or the file not be written.

    """
    try:
        form = next(form for form in _FORMS if shard.target.suffix == form.suffix)
        if not shard.target.exists():
            with renamed(shard.target) as unfinished:
                form.write(unfinished, align_rows(form.read(shard)))
        return _tally(form, shard)
    except OSError as error:
        message = f"{error.filename or shard.target}: {error.strerror}. Mend this and run again with --resume"
        raise TableError(message) from error


def _tally(form: Form, shard: Shard) -> Tally:
    """Count the results that were written."""
    verdicts, rows, bad, reasons = Counter[str](), set[int](), set[int](), list[tuple[int, str]]()
    try:
        for result in form.read_back(shard.target):
            rows.add(result["row"])
            if result["error"] is None:
                verdicts[result["verdict"]] += 1
                continue
            bad.add(result["row"])
            if len(reasons) < REASONS_KEPT:
                reasons.append((result["row"], result["error"]))
    except (ValueError, KeyError, TypeError) as error:
        message = f"{shard.target} is not as it was written: delete it and run again with --resume"
        raise TableError(message) from error
    return Tally(shard.rows, verdicts, shard.rows - len(rows), len(bad), tuple(reasons))


def _form_of(source: Path) -> Form:
    if source.is_fifo() or source.is_char_device():
        message = f"{source} is no file: write the table to one, as it is read from many places at once"
        raise TableError(message)
    with source.open("rb") as file:
        start = file.read(_START_BYTES)
    if start.startswith(_GZIP):
        message = f"{source} is compressed: unpack it first, as a table is read from many places at once"
        raise TableError(message)
    form = next((form for form in _FORMS if form.is_form(start)), None)
    if form is None:
        message = (
            f"{source} is neither JSON in lines nor Parquet: {WANTED}. `evidence-review convert FILE --to jsonl` "
            "writes sessions of other formats in lines"
        )
        raise TableError(message)
    return form
