"""Compare the triggers and constraints of the database with those that the product ships. Private to the services."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import accumulate

from django.db import connection

from aligner_core import text_hash
from review.services.audit._finding import Finding

SQLITE = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND substr(tbl_name, 1, 7) = 'review_'"
POSTGRESQL = """
    SELECT t.tgname, pg_get_triggerdef(t.oid) || p.prosrc || t.tgenabled::text
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_class r ON r.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND left(r.relname, 7) = 'review_'
    UNION ALL
    SELECT c.conname, pg_get_constraintdef(c.oid) || c.convalidated::text
    FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
    WHERE c.contype IN ('c', 'u', 'f') AND left(r.relname, 7) = 'review_'
    UNION ALL
    SELECT x.relname, pg_get_indexdef(i.indexrelid) || i.indisvalid::text
    FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class r ON r.oid = i.indrelid
    WHERE i.indisunique AND i.indpred IS NOT NULL AND left(r.relname, 7) = 'review_'
"""
CONSTRAINT = re.compile(r'CONSTRAINT "(\w+)" (?=CHECK|UNIQUE)')
UNIMPORTANT = re.compile(r'[\s"]+')
"""The parts that SQLite writes differently when it copies a table."""


def rule_differences() -> Iterator[Finding]:
    """Yield the triggers and constraints that are missing or differ from those shipped."""
    stored = stored_rules()
    for name, shipped in sorted(shipped_rules().items()):
        if name not in stored:
            yield Finding("rule_missing", "store", 0, name)
        elif stored[name] != shipped:
            yield Finding("rule_changed", "store", 0, name)


def shipped_rules() -> dict[str, str]:
    """Return the digest of every trigger and constraint that the migrations create on the current engine."""
    path = files("review.services.audit") / f"rules_{connection.vendor}.json"
    shipped: dict[str, str] = json.loads(path.read_text())
    return shipped


def stored_rules() -> dict[str, str]:
    """Return the digest of every trigger and constraint of the database."""
    rows = _in_sqlite() if connection.vendor == "sqlite" else _selected(POSTGRESQL)
    return {name: text_hash(UNIMPORTANT.sub("", text))[:16] for name, text in rows}


def _in_sqlite() -> Iterator[tuple[str, ...]]:
    for kind, name, text in _selected(SQLITE):
        if kind == "table":
            yield from _constraints(text)
        elif kind == "trigger" or text.startswith("CREATE UNIQUE"):
            yield name, text


def _constraints(table: str) -> Iterator[tuple[str, str]]:
    """Yield the named constraints in the text of a table, each up to the bracket that closes it."""
    for match in CONSTRAINT.finditer(table):
        depths = accumulate({"(": 1, ")": -1}.get(char, 0) for char in table[match.end() :])
        closed = next(at for at, depth in enumerate(depths) if depth == 0 and table[match.end() + at] == ")")
        yield match[1], table[match.end() : match.end() + closed + 1]


def _selected(query: str) -> list[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        rows: list[tuple[str, ...]] = cursor.fetchall()
    return rows
