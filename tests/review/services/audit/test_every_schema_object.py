"""On each table of the database something is added that was not shipped: the audit finds and names it."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from review.services.audit._rules import rule_differences
from review.services.audit.audit_store import Finding, run_audit
from review.wording.findings import finding_sentence

pytestmark = pytest.mark.django_db

ON_BOTH = {
    "view": "CREATE VIEW planted AS SELECT * FROM {table}",
    "index": "CREATE INDEX planted ON {table} ({column})",
    "column": "ALTER TABLE {table} ADD COLUMN planted integer",
}
ADDED = {
    "sqlite": {**ON_BOTH, "trigger": "CREATE TRIGGER planted AFTER INSERT ON {table} BEGIN SELECT 1; END"},
    "postgresql": {
        **ON_BOTH,
        "trigger": "CREATE TRIGGER planted BEFORE INSERT ON {table} FOR EACH ROW"
        " EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "rule": "CREATE RULE planted AS ON DELETE TO {table} DO INSTEAD NOTHING",
        "policy": "CREATE POLICY planted ON {table} USING (false)",
        "row security": "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        "table that inherits": "CREATE TABLE planted () INHERITS ({table})",
        "primary key that is not enforced": "ALTER TABLE {table} DROP CONSTRAINT {table}_pkey CASCADE",
    },
}


def tables() -> dict[str, str]:
    """Return a column of each table: all of them, those of Django too."""
    found: dict[str, str] = {}
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            if not name.startswith(("review_find_", "sqlite_")):
                found[name] = connection.introspection.get_table_description(cursor, name)[0].name
    return found


def found_after(*statements: str) -> list[Finding]:
    """Return what the audit finds in a schema in which statements were executed; it is as before then."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in statements:
            cursor.execute(statement)
        found = list(rule_differences())
        transaction.set_rollback(True)
    return found


@pytest.mark.no_cover
@pytest.mark.slow
def test_whatever_is_added_to_any_table_is_found() -> None:
    of_django = {"auth_user", "auth_group_permissions", "django_session", "django_migrations", "django_admin_log"}
    assert of_django | {"review_auditrun", "review_membership"} <= tables().keys()

    missed, counts = [], Counter[str]()
    for table, column in tables().items():
        for kind, statement in ADDED[connection.vendor].items():
            found = found_after(statement.format(table=table, column=f'"{column}"'))
            names = " ".join(one.detail for one in found)
            if not found or ("planted" not in names and table not in names):
                missed.append((table, kind))
            counts.update(one.code for one in found[:1])

    assert missed == []
    print(f"{counts.total()} on {len(tables())} tables: {dict(counts)}")  # noqa: T201


def test_a_schema_as_it_was_shipped_has_no_findings() -> None:
    assert found_after("SELECT 1") == []


def test_an_audit_of_which_a_trigger_swallows_the_result_still_reports_its_findings() -> None:
    planted, where = ("CREATE TRIGGER planted BEFORE INSERT ON review_auditrun", "trigger planted on review_auditrun")
    does = "BEGIN SELECT RAISE(IGNORE); END"
    if connection.vendor == "postgresql":
        planted, where = "CREATE RULE planted AS ON INSERT TO review_auditrun", "rule planted on review_auditrun"
        does = "DO INSTEAD NOTHING"
    with connection.cursor() as cursor:
        cursor.execute(f"{planted} {does}")
    found: list[Finding] = []

    run = run_audit(on_finding=found.append)

    assert run.pk is None
    assert run.findings == 1
    assert [(one.code, one.detail) for one in found] == [("rule_added", where)]


SQLITE_ONLY: dict[str, Callable[[], list[Finding]]] = {
    "table review_membership": lambda: rewritten("review_membership", '"role" varchar(20)', '"role" varchar(21)'),
    "constraint membership_role_is_known on review_membership": lambda: rewritten(
        "review_membership", "'auditor'", "'auditor', 'root'"
    ),
}


def rewritten(table: str, before: str, after: str) -> list[Finding]:
    """Return what the audit finds after the text of a table was changed where SQLite keeps it."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA writable_schema = ON")
        cursor.execute("UPDATE sqlite_master SET sql = replace(sql, %s, %s) WHERE name = %s", [before, after, table])
        found = list(rule_differences())
        cursor.execute("UPDATE sqlite_master SET sql = replace(sql, %s, %s) WHERE name = %s", [after, before, table])
        cursor.execute("PRAGMA writable_schema = OFF")
    return found


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps the text of a table")
@pytest.mark.parametrize("name", SQLITE_ONLY)
def test_a_table_of_sqlite_with_another_text_is_found(name: str) -> None:
    assert [(one.code, one.detail) for one in SQLITE_ONLY[name]()] == [("rule_changed", name)]


POSTGRESQL_ONLY = {
    "a function before that of the server": (
        "CREATE FUNCTION lower(varchar) RETURNS text LANGUAGE sql AS 'SELECT ''same''::text'",
        [("rule_added", "function lower(character varying)")],
    ),
    "an operator before that of the server": (
        "CREATE OPERATOR public.= (PROCEDURE = textne, LEFTARG = text, RIGHTARG = text)",
        [("rule_added", "operator public.=(text,text)")],
    ),
    "foreign keys that are not enforced": (
        "ALTER TABLE review_chunk DISABLE TRIGGER ALL",
        [("rule_changed", "constraint review_chunk_message_id_"), ("rule_changed", "trigger review_chunk_")],
    ),
    "triggers that are off for everybody": (
        "SET LOCAL session_replication_role = replica",
        [("rule_changed", "setting session_replication_role")],
    ),
    "a trigger function with another body": (
        "CREATE OR REPLACE FUNCTION review_is_not_truncated() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'",
        [("rule_changed", "function review_is_not_truncated()")],
    ),
    "a column that may be empty": (
        "ALTER TABLE review_membership ALTER COLUMN role DROP NOT NULL",
        [("rule_changed", "table review_membership")],
    ),
}


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL has these")
@pytest.mark.parametrize("what", POSTGRESQL_ONLY)
def test_what_only_postgresql_lets_add_is_found(what: str) -> None:
    statement, wanted = POSTGRESQL_ONLY[what]
    found = found_after(statement)

    for code, beginning in wanted:
        assert any(one.code == code and one.detail.startswith(beginning) for one in found)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL has schemas")
def test_a_table_that_hides_another_one_of_its_name_is_found() -> None:
    found = found_after(
        "CREATE SCHEMA before",
        "CREATE TABLE before.review_auditrun (id integer)",
        "SET LOCAL search_path = before, public",
    )

    named = {(one.code, one.detail) for one in found}
    assert {("rule_changed", "table review_auditrun"), ("rule_added", "table public.review_auditrun")} <= named


@pytest.mark.parametrize("code", ["rule_added", "rule_changed", "rule_missing", "extension_added"])
def test_a_finding_about_the_schema_has_a_sentence_of_its_own(code: str) -> None:
    assert finding_sentence(code) != finding_sentence("of no code")
