"""A stored session as a template: its rows in all tables, and what differs in each copy."""

import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, ForeignKey, Model

from aligner_core import digest, text_hash
from review.domain.marks import run_mark
from review.models import (
    Acknowledgement,
    Alignment,
    Approval,
    Chain,
    Chunk,
    CitedSource,
    ClaimConfirmation,
    ClaimVersion,
    Entry,
    EntryMark,
    Event,
    Explanation,
    Extraction,
    FailedQuote,
    Message,
    Override,
    Quote,
    Retrieval,
    ReviewSession,
    SourceAge,
    SourceCorrection,
)
from review.models.sessions import message_digest, run_columns

COPIED: Mapping[type[Model], str] = {
    ReviewSession: "pk",
    Message: "session",
    Extraction: "session",
    Retrieval: "session",
    Chunk: "message__session",
    Alignment: "quote__entry__session",
    Quote: "entry__session",
    Acknowledgement: "alignment__quote__entry__session",
    Explanation: "entry__session",
    Approval: "entry__session",
    Override: "entry__session",
    ClaimVersion: "entry__session",
    ClaimConfirmation: "entry__session",
    CitedSource: "entry__session",
    SourceCorrection: "source__entry__session",
    Entry: "session",
    EntryMark: "entry__session",
    FailedQuote: "quote__entry__session",
    SourceAge: "session",
    Chain: "session",
    Event: "session",
}
"""All that hangs on a session, and the way there. In this order the triggers let it in: an entry that is verified
comes after what it rests on, since its quotes could not be added any more. Keys are checked when it is committed."""

SPEAKER = ("name", "role", "timestamp")
Values = tuple[Any, ...]
Keys = dict[type[Model], int]
"""The first key of the rows of one copy, by their table."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text in pieces; those at odd indices differ in each copy."""

    pieces: tuple[str, ...]

    def filled_with(self, names: Mapping[str, str]) -> str:
        """Return the text of a copy; a piece without a new name stays."""
        return "".join(names.get(piece, piece) for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its values in the order of the columns, and where a copy differs.

    `keys` are columns with the table and the place of the row that they name, `moments` and `texts` those with times
    and texts to change.
    """

    values: Values
    keys: tuple[tuple[int, type[Model], int], ...]
    moments: tuple[tuple[int, datetime], ...]
    texts: tuple[tuple[int, Text], ...]

    def copied(self, first: Keys, shift: timedelta, names: Mapping[str, str]) -> list[Any]:
        """Return the values of the row in a copy."""
        values = list(self.values)
        for column, table, place in self.keys:
            values[column] = first[table] + place
        for column, moment in self.moments:
            values[column] = moment + shift
        for column, text in self.texts:
            values[column] = text.filled_with(names)
        return values


@dataclass(frozen=True, slots=True)
class Template:
    """A session to be copied: the rows of each table, its entries, and the names that a copy replaces.

    `marks` are words in its texts. Other ones in their place give its marked `messages` and its `extractions`, which
    stand here with their digests, other digests too, and its `runs` other marks of the entries. `entry_ids` are what
    its events call their entries.
    """

    rows: Mapping[type[Model], Sequence[Row]]
    entries: int
    marks: tuple[str, ...]
    event_ids: tuple[str, ...]
    entry_ids: tuple[str | None, ...]
    messages: tuple[tuple[Message, Text], ...]
    extractions: tuple[tuple[str, Text], ...]
    runs: tuple[Text, ...]

    def names(self, words: Sequence[str]) -> dict[str, str]:
        """Return the replacement of each changing piece in a copy, with these words for the marks."""
        names = dict(zip(self.marks, words, strict=True))
        names |= {event_id: uuid.uuid4().hex for event_id in self.event_ids}
        for message, text in self.messages:
            content = text.filled_with(names)
            copied = Message(content_hash=text_hash(content), **{name: getattr(message, name) for name in SPEAKER})
            names[message.content_hash] = copied.content_hash
            names[message.digest or ""] = message_digest(copied)
        names |= {known: digest(text.filled_with(names).encode()) for known, text in self.extractions}
        names |= {run_mark(known): run_mark(names[known]) for known, _ in self.extractions}
        return names | {run_mark("".join(run.pieces)): run_mark(run.filled_with(names)) for run in self.runs}


def columns_of(table: type[Model]) -> list[str]:
    """Return the names of the columns of a table."""
    return [str(field.column) for field in table._meta.concrete_fields]  # noqa: SLF001 - Django's documented API


def read_template(session: ReviewSession, *, marks: tuple[str, ...]) -> Template:
    """Return a stored session as a template; its *marks* differ in each copy."""
    found = {table: _instances(table, session) for table in COPIED}
    keys = {table: {row.pk: place for place, row in enumerate(rows)} for table, rows in found.items()}
    event_ids = tuple(event.event_id for event in found[Event])
    by_marks = _pattern(marks)
    messages = tuple((row, Text(tuple(by_marks.split(row.content)))) for row in found[Message])
    messages = tuple((row, text) for row, text in messages if len(text.pieces) > 1)
    extractions = tuple((row.digest, Text(tuple(by_marks.split(row.canonical)))) for row in found[Extraction])
    texts = [
        Text(tuple(by_marks.split(name or ""))) for row in found[Extraction] for name in run_columns(row.run).values()
    ]
    runs = tuple(run for run in texts if len(run.pieces) > 1)
    marked = [run_mark(name) for name in (*("".join(run.pieces) for run in runs), *(known for known, _ in extractions))]
    digests = [known for row, _ in messages for known in (row.content_hash, row.digest or "")]
    changing = _pattern((*marks, *event_ids, *digests, *(known for known, _ in extractions), *marked))
    rows = {table: [_row(one, keys, changing) for one in instances] for table, instances in found.items()}
    named = {entry.pk: entry.entry_id for entry in found[Entry]}
    entry_ids = tuple(named.get(event.entry_id) for event in found[Event])
    return Template(rows, len(found[Entry]), marks, event_ids, entry_ids, messages, extractions, runs)


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile("(" + "|".join(map(re.escape, words)) + ")")


def _instances(table: type[Model], session: ReviewSession) -> list[Any]:
    rows = table._base_manager.filter(**{COPIED[table]: session.pk})  # noqa: SLF001 - Django's documented API
    return list(rows.order_by("pk"))


def _row(instance: Model, keys: Mapping[type[Model], Mapping[int, int]], changing: re.Pattern[str]) -> Row:
    fields = instance._meta.concrete_fields  # noqa: SLF001 - Django's documented API
    given = [getattr(instance, field.attname) for field in fields]
    tables = [_table_of(field, instance) for field in fields]
    return Row(
        tuple(field.get_db_prep_save(value, connection) for field, value in zip(fields, given, strict=True)),
        tuple(_keys(tables, given, keys)),
        tuple(
            (column, value)
            for column, (field, value) in enumerate(zip(fields, given, strict=True))
            if isinstance(field, DateTimeField) and value is not None
        ),
        tuple(_texts(given, changing)),
    )


def _table_of(field: Any, instance: Model) -> type[Model] | None:  # noqa: ANN401 - a field of any kind
    if field.primary_key:
        return type(instance)
    return field.related_model if isinstance(field, ForeignKey) else None


def _keys(
    tables: Iterable[type[Model] | None], given: Iterable[Any], keys: Mapping[type[Model], Mapping[int, int]]
) -> Iterator[tuple[int, type[Model], int]]:
    for column, (table, value) in enumerate(zip(tables, given, strict=True)):
        if table is not None and table in COPIED and value is not None:
            yield column, table, keys[table][value]


def _texts(given: Iterable[Any], changing: re.Pattern[str]) -> Iterator[tuple[int, Text]]:
    for column, value in enumerate(given):
        pieces = tuple(changing.split(value)) if isinstance(value, str) else ()
        if len(pieces) > 1:
            yield column, Text(pieces)
