"""From rows to parts: which reader they have, and what it makes of each, or of all together."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from aligner_core.errors import ExtractionError
from aligner_core.formats.decoding import refuse_file
from aligner_core.formats.notes import Note
from aligner_core.formats.reading import MAX_ITEMS, Counting, Part, Parts, Reader, Row, RowVariant, Variant
from aligner_core.formats.registry import SAMPLE_ROWS, Decision, decision_of, refuse_unknown


@dataclass(frozen=True, slots=True)
class Stream:
    """A file that is read part by part: its format, the rule that decided, the counting, its parts, and notes on it."""

    format: str
    rule: str
    counting: Counting
    parts: Iterator[Part]
    notes: tuple[Note, ...] = ()


def rows_stream(rows: Iterator[Row], *, whole: tuple[Row, ...] = (), wanted: str | None = None) -> Stream:
    """Return the stream of rows, or of the one value that holds them.

    Raises:
        FormatError: no reader knows them.

    """
    sample = list(islice(rows, SAMPLE_ROWS))
    decision = decision_of(sample, whole, wanted=wanted)
    if decision is None:
        refuse_unknown((row for row in (*whole, *sample) if row.note is None), wanted=wanted)
    return decided_stream(decision if decision.is_whole else decision._replace(rows=chain(sample, rows)))


def decided_stream(decision: Decision) -> Stream:
    """Return the stream of rows with a known reader."""
    reader, variant, rows, is_whole = decision
    parts = _gathered(variant, rows) if isinstance(variant, RowVariant) else _each(reader, rows, is_whole=is_whole)
    return Stream(reader.name, f"{reader.title}: {variant.rule}", variant.counting, parts)


def _gathered(variant: RowVariant, rows: Iterator[Row]) -> Parts:
    """Yield the parts that all rows make, then the notes on rows that could not be read."""
    unread = list[Note]()

    def readable() -> Iterator[Row]:
        for row in rows:
            if row.note is None:
                yield row
            elif len(unread) == MAX_ITEMS:
                refuse_file("too_many_items", row.note.where, {"limit": MAX_ITEMS})
            else:
                unread.append(row.note)

    yield from variant.gather(readable())
    if unread:
        yield Part(notes=tuple(unread))


def _each(reader: Reader, rows: Iterator[Row], *, is_whole: bool) -> Parts:
    for row in rows:
        try:
            yield from _of_row(reader, row)
        except ExtractionError as error:
            if is_whole:
                raise
            yield _unread(row, error.message)


def _of_row(reader: Reader, row: Row) -> Parts:
    if row.note is not None:
        yield Part(where=row.note.where, notes=(row.note,))
        return
    variants = [one for one in (*reader.variants, *reader.others) if isinstance(one, Variant)]
    misfits = [variant.shape.misfit(row.value, row.where) for variant in variants]
    fitting = next((one for one, misfit in zip(variants, misfits, strict=True) if misfit is None), None)
    if fitting is None:
        nearest = max((misfit for misfit in misfits if misfit is not None), key=lambda misfit: misfit.depth)
        yield _unread(row, f"{nearest.where.removesuffix(': ')}: expected {nearest.wanted}.")
    else:
        yield from fitting.read(row.value, row.where)


def _unread(row: Row, reason: str) -> Part:
    where = row.where.removesuffix(": ")
    return Part(where=where, notes=(Note(code="unreadable_item", where=where, params={"value": reason}),))
