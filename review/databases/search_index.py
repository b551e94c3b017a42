"""The search index of each engine, for the migration that creates it and for stores that are copied as they are.

The index gives candidates, and a search checks their words. So it may keep rows that were deleted or changed, and the
triggers of a table may be lifted: only a row that was never indexed would be missed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper


class Source(NamedTuple):
    """An indexed table: the SQL of its words, the condition of its rows, and the columns that cause an update."""

    name: str
    table: str
    words: str
    rows: str = "1 = 1"
    changes: str = ""


SOURCES = (
    Source("message", "review_message", "content"),
    Source("entry", "review_entry", "title || '\n' || body"),
    Source("claimversion", "review_claimversion", "title || '\n' || body"),
    Source("quote", "review_quote", "text"),
    Source("alignment", "review_alignment", "text", "attempt > 1"),
    Source("session", "review_reviewsession", "title || '\n' || session_id", changes="title"),
)
GRAMS = """CREATE FUNCTION review_grams(words text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 200 AS $$
DECLARE
    sign text; before text := ''; earlier text := ''; grams text[] := '{}';
BEGIN
    FOREACH sign IN ARRAY string_to_array(lower(words COLLATE "C"), NULL) LOOP
        IF sign COLLATE "C" <= ' ' THEN
            before := ''; earlier := '';
        ELSE
            IF before <> '' THEN grams := grams || (before || sign); END IF;
            IF earlier <> '' THEN grams := grams || (earlier || before || sign); END IF;
            earlier := before; before := sign;
        END IF;
    END LOOP;
    RETURN grams;
END $$"""
"""Return the bigrams and trigrams of the signs of words.

One pass from sign to sign, as `substr` counts from the beginning each time. The cost keeps the planner from calling it
for every row of a table; with a much higher one PostgreSQL would compile every query, which takes longer than it saves.
"""
PADDING = "char(10, 10)"
"""Appended to the words, so that each sign begins a trigram: two signs are found by the trigrams they begin."""


def created(vendor: str) -> Iterator[str]:
    """Yield the statements that make the index of empty tables."""
    if vendor == "postgresql":
        yield GRAMS
        for source in SOURCES:
            words, rows = source.words, "" if source.rows == "1 = 1" else f" WHERE {source.rows}"
            yield f"CREATE INDEX review_find_{source.name} ON {source.table} USING gin (review_grams({words})){rows}"
        return
    for source in SOURCES:
        name = f"review_find_{source.name}"
        kept = "text, content='', tokenize='trigram', detail='none', columnsize=0"
        yield f"CREATE VIRTUAL TABLE {name} USING fts5({kept})"
        yield f"CREATE VIRTUAL TABLE {name}_terms USING fts5vocab('{name}', 'row')"
        yield _trigger(source, "INSERT", "entered")
        if source.changes:
            yield _trigger(source, f"UPDATE OF {source.changes}", "entered_again")


def refill(connection: BaseDatabaseWrapper) -> None:
    """Index every row again, after rows were inserted with the triggers lifted; PostgreSQL needs no trigger for it."""
    if connection.vendor == "postgresql":
        return
    with connection.cursor() as cursor:
        for source in SOURCES:
            name = f"review_find_{source.name}"
            cursor.execute(f"INSERT INTO {name}({name}) VALUES ('delete-all')")  # noqa: S608 - names from above
            cursor.execute(_entering(source))


def _entering(source: Source) -> str:
    name, padded = f"review_find_{source.name}", f"{source.words} || {PADDING}"
    rows = f"SELECT id, {padded} FROM {source.table} WHERE {source.rows}"  # noqa: S608 - names from above
    return f"INSERT INTO {name}(rowid, text) {rows}"


def _trigger(source: Source, moment: str, does: str) -> str:
    name = f"review_find_{source.name}"
    new = "".join(f"NEW.{part}" if part.isidentifier() else part for part in _parts(source.words))
    condition = source.rows if source.rows == "1 = 1" else f"NEW.{source.rows}"
    return (
        f"CREATE TRIGGER {name}_{does} AFTER {moment} ON {source.table} FOR EACH ROW WHEN {condition} "  # noqa: S608 - names from above
        f"BEGIN INSERT INTO {name}(rowid, text) VALUES (NEW.id, {new} || {PADDING}); END"
    )


def _parts(words: str) -> Iterator[str]:
    """Yield the names of columns, and the text between them."""
    first, *others = words.split(" || ")
    yield first
    for other in others:
        yield from (" || ", other)
