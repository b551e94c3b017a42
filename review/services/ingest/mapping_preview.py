"""What a file of an unknown shape holds, and what a mapping makes of its beginning, while its person chooses one."""

from dataclasses import dataclass

from aligner_core import ExtractedEntry, ExtractionError, MessageUpload
from aligner_core.formats import FieldMapping, FoundField, FoundFields, fields_of, read_sample
from review.domain.errors import Problem
from review.domain.limits import MAX_MAPPED_ROWS_SHOWN
from review.models import UploadDraft, UploadFile
from review.payloads.checks import problem_of


@dataclass(frozen=True, slots=True)
class UnknownFile:
    """A file of a draft, and the keys or columns that it has."""

    file: UploadFile
    found: FoundFields


@dataclass(frozen=True, slots=True)
class MappedRows:
    """The first entries and messages that a mapping makes, the keys that it does not use, and why it makes nothing."""

    entries: tuple[ExtractedEntry, ...] = ()
    messages: tuple[MessageUpload, ...] = ()
    unused: tuple[FoundField, ...] = ()
    problem: Problem | None = None


def unknown_file(draft: UploadDraft, *, position: int, rows: str | None = None) -> UnknownFile | None:
    """Return a file of a draft with its keys, those of the list of *rows* that is asked for; None where it is gone."""
    file = draft.files.filter(position=position).first()
    return None if file is None else UnknownFile(file, fields_of(bytes(file.data), rows=rows))


def first_mapped(unknown: UnknownFile, mapping: FieldMapping | None) -> MappedRows:
    """Return what a mapping makes of the beginning of a file; of none, that nothing is used."""
    used = set(mapping.keys.values()) if mapping is not None else set()
    unused = tuple(field for field in unknown.found.fields if field.name not in used)
    if mapping is None:
        return MappedRows(unused=unused)
    try:
        reading = read_sample(bytes(unknown.file.data), mapping)
    except ExtractionError as error:
        return MappedRows(unused=unused, problem=problem_of(error))
    entries = [entry for extraction in reading.extractions for entry in extraction.entries]
    messages = [message for session in reading.sessions for message in session.messages]
    shown = MAX_MAPPED_ROWS_SHOWN
    return MappedRows(tuple(entries[:shown]), tuple(messages[:shown]), unused)
