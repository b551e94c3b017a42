"""The audit bundle of the application, read back: its messages and entries, with the quotes as they stand."""

import json
from collections.abc import Iterator, Mapping
from typing import IO, Any

from aligner_core.formats.archives import Member, names_in, opened
from aligner_core.formats.decoding import json_rows, numbered_lines
from aligner_core.formats.notes import Note
from aligner_core.formats.own_export import OWN_EXPORT, Talk
from aligner_core.formats.reading import Counting, Parts
from aligner_core.formats.row_streams import Stream
from aligner_core.formats.words import mapping_of, text_in

_BUNDLED = ("messages.jsonl", "entries.jsonl", "evidence.jsonl")
_RULE = "an audit bundle, with its manifest"


def bundle_stream(archive: IO[bytes]) -> Stream | None:
    """Return the stream of an audit bundle; None for another archive."""
    if not {"manifest.json", *_BUNDLED} <= set(names_in(archive)):
        return None
    members = opened(archive, lambda held: [one for name in _BUNDLED for one in held if one.filename == name])
    rule = f"{OWN_EXPORT.title}: {_RULE}"
    return Stream(OWN_EXPORT.name, rule, Counting.MESSAGES, _bundled(members.files))


def _bundled(files: Iterator[Member]) -> Parts:
    """Yield a part for each session of a bundle, of which the files stand in the order of `_BUNDLED`."""
    talks, notes = dict[str, Talk](), list[Note]()
    for member in files:
        for row in json_rows(numbered_lines(member.file), f"{member.name}: "):
            if row.note is not None:
                notes.append(row.note)
                continue
            given = mapping_of(row.value)
            talk = talks.setdefault(text_in(given, "session_id"), Talk(text_in(given, "session_id")))
            _take_bundled(talk, member.name, given, row.where)
    for name, talk in talks.items():
        part = talk.part(name)
        yield part.model_copy(update={"notes": (*notes, *part.notes)})
        notes = []


def _take_bundled(talk: Talk, file: str, given: Mapping[str, Any], where: str) -> None:
    key = json.dumps([given.get("extraction"), given.get("entry")])
    if file == _BUNDLED[0]:
        talk.add_message(given, where)
    elif file == _BUNDLED[1]:
        talk.add_entry(key, given, where)
    elif given.get("is_current") and key in talk.entries:
        talk.add_quote(talk.entries[key], mapping_of(given.get("outcome")), given.get("standing"), where)
