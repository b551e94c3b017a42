"""Read a dropped file: the result of its reader, or why and where it cannot be read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from aligner_core import ExtractionError, Note
from aligner_core.formats import FieldMapping, Reading, fields_of, read
from review.domain.errors import Problem
from review.domain.limits import MAX_UPLOAD_PARTS
from review.domain.mappings import SavedMapping, mapping_for
from review.payloads.checks import problem_of, storable_notes

ASKED = frozenset({"unknown_rows", "unknown_table", "unknown_prose"})
"""Why a file is in no known format where its person can say what it holds."""
OF_READERS = frozenset(
    {
        *("left_out", "unreadable_line", "unreadable_item", "unreadable_rest", "no_words", "other_branches"),
        *("branch_guessed", "offsets_wrong", "no_documents", "speakers_guessed", "counted_from_one"),
        *("went_back", "kept_once", "empty_session", "column_ignored", "key_unused"),
        *(
            "decoded_from",
            "page_lines_left",
            "words_rejoined",
            "offsets_counted",
            "from_events",
            "from_code_block",
            "json_mended",
        ),
    }
)
"""The notes that only readers make; all others are made again when an upload is checked."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The result of reading a file, by a mapping of its project if there is one, or the problem with it."""

    reading: Reading | None = None
    problem: Problem | None = None
    by: SavedMapping | None = None


def read_file(data: bytes, *, name: str, wanted: str = "", mapping: FieldMapping | None = None) -> ReadFile:
    """Return the content of a file, read as the *wanted* format if there is one, or by a mapping."""
    try:
        given = read(data, name=name, wanted=wanted or None, max_parts=MAX_UPLOAD_PARTS, mapping=mapping)
        return ReadFile(reading=given)
    except ExtractionError as error:
        return ReadFile(problem=problem_of(error))


def read_or_mapped(
    data: bytes,
    *,
    name: str,
    wanted: str = "",
    mapping: FieldMapping | None = None,
    saved: Sequence[SavedMapping] = (),
) -> ReadFile:
    """Return the content of a file; of one of an unknown shape, by the *saved* mapping of files with its keys."""
    given = read_file(data, name=name, wanted=wanted, mapping=mapping)
    if given.problem is None or not saved or wanted or mapping is not None or given.problem.code not in ASKED:
        return given
    known = mapping_for(saved, fields_of(data).names)
    by_known = given if known is None else read_file(data, name=name, mapping=known.mapping)
    return given if known is None or by_known.reading is None else replace(by_known, by=known)


def reader_notes(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the notes that only the reader of a file could make, as they can be stored."""
    return storable_notes(note for note in notes if note.code in OF_READERS)
