"""Cuts a table into shards, and aligns one: what every engine calls, in any process and on any machine."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from aligner_core.aligner import ENGINE_VERSION, AlignerConfig
from aligner_core.bulk.jsonl import JSONL
from aligner_core.bulk.models import REASONS_KEPT, WANTED, Form, Shard, Tally
from aligner_core.bulk.parquet import PARQUET
from aligner_core.bulk.table import align_rows
from aligner_core.errors import TableError
from aligner_core.ledger.canonical_json import canonical_json

SHARD_ROWS = 5_000
UNFINISHED = ".tmp"
"""How the name of a file ends that is not whole."""
_FORMS = (JSONL, PARQUET)
_START_BYTES = 1 << 12
_DIGITS = 16


def plan(source: Path, folder: Path, *, rows: int = SHARD_ROWS) -> tuple[Shard, ...]:
    """Return the shards of a table in JSON lines or Parquet, of so many *rows* each.

    The names of their files in the folder hold a digest of the table, the engine version and the number of rows: a file
    of that name has just these results.

    Raises:
        TableError: the table cannot be read, is in another form, or has no columns of rows.
        MissingExtraError: it is Parquet, and pyarrow is not installed.

    """
    source, folder = source.resolve(), folder.resolve()
    try:
        form = _form_of(source)
        key = _key(source, rows)
        return tuple(
            Shard(source, folder / f"part-{number:05d}-{key}{form.suffix}", *place)
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
            with _renamed(shard.target) as unfinished:
                form.write(unfinished, align_rows(form.read(shard)))
        return _tally(form, shard)
    except OSError as error:
        message = f"{error.filename or shard.target}: {error.strerror}. Mend this and run again with --resume"
        raise TableError(message) from error


@contextmanager
def _renamed(target: Path) -> Iterator[Path]:
    """Hold the name of a file that gets its own when it is whole, and is removed when it is not."""
    unfinished = target.with_name(f"{target.name}.{uuid4().hex}{UNFINISHED}")
    try:
        yield unfinished
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _tally(form: Form, shard: Shard) -> Tally:
    """Count the results that were written."""
    verdicts, bad, reasons = Counter[str](), set[int](), list[tuple[int, str]]()
    try:
        for result in form.read_back(shard.target):
            if result["error"] is None:
                verdicts[result["verdict"]] += 1
                continue
            bad.add(result["row"])
            if len(reasons) < REASONS_KEPT:
                reasons.append((result["row"], result["error"]))
    except (ValueError, KeyError, TypeError) as error:
        message = f"{shard.target} is not as it was written: delete it and run again with --resume"
        raise TableError(message) from error
    return Tally(shard.rows, verdicts, len(bad), tuple(reasons))


def _form_of(source: Path) -> Form:
    with source.open("rb") as file:
        start = file.read(_START_BYTES)
    form = next((form for form in _FORMS if form.is_form(start)), None)
    if form is None:
        message = (
            f"{source} is neither JSON in lines nor Parquet: {WANTED}. `evidence-review convert FILE --to jsonl` "
            "writes sessions of other formats in lines"
        )
        raise TableError(message)
    return form


def _key(source: Path, rows: int) -> str:
    with source.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    made_of = {"input": digest, "engine": ENGINE_VERSION, "config": AlignerConfig().digest, "rows": rows}
    return hashlib.sha256(canonical_json(made_of)).hexdigest()[:_DIGITS]
