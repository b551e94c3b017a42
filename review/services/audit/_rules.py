"""Compare everything that the schema of the database consists of with what the product ships. Private to the services.

The list is closed: a trigger, a view or a rule that was not shipped is a finding too, on whichever table it is.
"""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import accumulate

from django.conf import settings
from django.db import connection

from aligner_core import text_hash
from review.services.audit._finding import Finding
from review.services.audit._schema_of_postgresql import EXTENSIONS, OBJECTS

SQLITE = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
KEPT_BY_SQLITE = re.compile(r"sqlite_(sequence|stat\d)")
"""The tables that SQLite makes when it first counts rows of a table, or is asked to."""
MADE_BY_FTS5 = "CREATE TABLE '"
"""How the tables begin in which FTS5 keeps an index: their text, unlike their names, depends on the version."""
CONSTRAINT = re.compile(r'CONSTRAINT "(\w+)" (?=CHECK|UNIQUE)')
OF_DELIVERY = re.compile(
    r"(?:(?:table|sequence|index|function|type) (?:idx_)?|\S+ \S+ on )procrastinate_\w+(?:\(.*\))?"
)
"""What procrastinate brings, and what is on its tables; a trigger of another table is none of it."""
UNIMPORTANT = re.compile(r'[\s"]+')
"""The parts that SQLite writes differently when it copies a table."""

RESTORED_LIST = re.compile(r"ARRAY\[(?:'(?:[^']|'')*'::character varying::text(?:, )?)+\]")
"""How PostgreSQL writes a list of codes after `pg_dump` and `pg_restore`: each is cast to text, not the list."""


def rule_differences() -> Iterator[Finding]:
    """Yield what is missing from the schema, differs from what was shipped, or was added to it.

    An installed extension of PostgreSQL is a note: what belongs to it is not compared. Nor is what procrastinate brings
    where it delivers jobs.
    """
    stored, shipped = stored_rules(), shipped_rules()
    is_delivered = settings.REVIEW_JOBS == "procrastinate"
    for name in sorted(stored.keys() | shipped.keys()):
        if is_delivered and OF_DELIVERY.fullmatch(name):
            continue
        if name not in stored:
            yield Finding("rule_missing", "store", 0, name)
        elif name not in shipped:
            yield Finding("rule_added", "store", 0, name)
        elif stored[name] != shipped[name]:
            yield Finding("rule_changed", "store", 0, name)
    extensions = _selected(EXTENSIONS) if connection.vendor == "postgresql" else ()
    yield from (Finding("extension_added", "store", 0, name, is_note=True) for (name,) in extensions)


def shipped_rules() -> dict[str, str]:
    """Return the digest of everything in the schema that the migrations create on the current engine, by its name."""
    path = files("review.services.audit") / f"rules_{connection.vendor}.json"
    shipped: dict[str, str] = json.loads(path.read_text())
    return shipped


def stored_rules() -> dict[str, str]:
    """Return the digest of everything in the schema of the database, by its name."""
    is_sqlite = connection.vendor == "sqlite"
    rows = _in_sqlite() if is_sqlite else ((name, as_migrated(text)) for name, text in _selected(OBJECTS))
    return {name: text_hash(UNIMPORTANT.sub("", text))[:16] for name, text in rows}


def as_migrated(text: str) -> str:
    """Return a rule of PostgreSQL with its lists as the migrations write them: `pg_restore` casts each item instead."""
    return RESTORED_LIST.sub(
        lambda found: found[0].replace("::character varying::text", "::character varying") + "::text[]", text
    )


def _in_sqlite() -> Iterator[tuple[str, ...]]:
    for kind, name, table, text in _selected(SQLITE):
        if kind == "table" and not KEPT_BY_SQLITE.fullmatch(name):
            yield from _of_table(name, text)
        elif kind != "table":
            yield f"{kind} {name}" + (f" on {table}" if kind == "trigger" else ""), text


def _of_table(name: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the named constraints in the text of a table, each up to the bracket that closes it, and the rest of it."""
    rest, end = "", 0
    for match in CONSTRAINT.finditer(text):
        depths = accumulate({"(": 1, ")": -1}.get(char, 0) for char in text[match.end() :])
        closed = next(at for at, depth in enumerate(depths) if depth == 0 and text[match.end() + at] == ")")
        rest += text[end : match.start()]
        end = match.end() + closed + 1
        yield f"constraint {match[1]} on {name}", text[match.end() : end]
    yield f"table {name}", "" if text.startswith(MADE_BY_FTS5) else rest + text[end:]


def _selected(query: str) -> list[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        rows: list[tuple[str, ...]] = cursor.fetchall()
    return rows
