"""Which items of a file are imported together: conversations that can be stored as they are."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from aligner_core import Note, SessionUpload
from review.domain.errors import Problem, UploadRefusedError
from review.management._import_items import Item
from review.payloads import check_combined
from review.payloads.combined import is_extraction_alone
from review.services.ingest.receive_together import Conversation

MAX_TOGETHER = 50
MAX_CHARS_TOGETHER = 1_000_000
"""How many conversations are imported in one transaction, and with how much text: others wait for it meanwhile."""


@dataclass(frozen=True, slots=True)
class Joined:
    """An item with a checked conversation, and its rows of truth.

    The notes of its extraction are *own_notes* of its own, then those of the item, which are stored with it.
    """

    item: Item
    upload: Conversation
    truth: list[Mapping[str, Any]]
    own_notes: int


def together(items: Iterable[Item], *, may_leave_out: bool) -> Iterator[list[Item | Joined]]:
    """Yield the items of a file in their order: some conversations, or one item that has to be imported alone."""
    found, size = list[Item | Joined](), 0
    for item in items:
        joined = _joined(item, may_leave_out=may_leave_out)
        if found and (joined is None or len(found) == MAX_TOGETHER or size > MAX_CHARS_TOGETHER):
            yield found
            found, size = [], 0
        if joined is None:
            yield [item]
        else:
            found.append(joined)
            size += sum(len(message.content) for message in joined.upload.session.messages)
    if found:
        yield found


def lost_texts(notes: Iterable[Note]) -> list[Problem]:
    """Return the notes on texts that would be lost, as problems."""
    return [Problem(note.code, note.where, note.params) for note in notes if note.loses_text]


def split_truth(payload: object) -> tuple[list[Mapping[str, Any]], object]:
    """Return the rows of truth of one item, which are no part of the upload, and the rest of it."""
    if not isinstance(payload, dict):
        return [], payload
    given = payload.get("truth")
    rows: list[Mapping[str, Any]] = [row for row in given if isinstance(row, dict)] if isinstance(given, list) else []
    return rows, {key: value for key, value in payload.items() if key != "truth"}


def _joined(item: Item, *, may_leave_out: bool) -> Joined | None:
    """Return an item with a conversation that will be stored; None for any other one, refused ones too."""
    truth, payload = split_truth(item.payload)
    if item.problems or payload is None or is_extraction_alone(payload):
        return None
    try:
        upload = check_combined(payload)
    except UploadRefusedError:
        return None
    session, extraction = upload.session, upload.extraction
    if not isinstance(session, SessionUpload):
        return None
    own = () if extraction is None else extraction.notes
    if not may_leave_out and lost_texts((*session.notes, *own, *item.notes)):
        return None
    noted = None if extraction is None else replace(extraction, notes=(*own, *item.stored_notes))
    return Joined(item, Conversation(session, noted), truth, len(own))
