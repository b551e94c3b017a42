"""The audit of what guards the database: everything in its schema is there, as it was shipped."""

import pytest
from django.db import connection
from pytest_django import Settings

from review.services.audit._rules import as_migrated, shipped_rules, stored_rules
from review.services.audit.audit_store import audit_store

pytestmark = pytest.mark.django_db


def test_the_shipped_rules_are_those_that_the_migrations_make() -> None:
    assert stored_rules() == shipped_rules()


def test_a_restored_list_reads_as_the_migrations_write_it() -> None:
    migrated = "CHECK (state::text = ANY (ARRAY['a'::character varying, 'it''s'::character varying]::text[]))"
    restored = "CHECK (state::text = ANY (ARRAY['a'::character varying::text, 'it''s'::character varying::text]))"

    assert as_migrated(restored) == as_migrated(migrated) == migrated
    assert as_migrated("ARRAY['a'::text]") == "ARRAY['a'::text]"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="it is about how PostgreSQL writes a list")
@pytest.mark.parametrize(("added", "found"), [("", []), (", 'elsewhere'::varchar::text", ["rule_changed"])])
def test_a_list_of_codes_is_the_same_as_pg_restore_writes_it(added: str, found: list[str]) -> None:
    """It writes each code with a cast, where the migrations cast the list."""
    names = ("waiting", "running", "done", "failed", "stopped", "cancelled")
    codes = ", ".join(f"'{name}'::varchar::text" for name in names)
    with connection.cursor() as cursor:
        cursor.execute(
            "ALTER TABLE review_job DROP CONSTRAINT job_state_is_known, "
            f"ADD CONSTRAINT job_state_is_known CHECK (state::text = ANY (ARRAY[{codes}{added}]))"
        )

    assert [finding.code for finding in audit_store()] == found


def drop_triggers() -> set[str]:
    query = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
    if connection.vendor == "postgresql":
        query = "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal"
    with connection.cursor() as cursor:
        cursor.execute(query)
        triggers = dict(cursor.fetchall())
        for name, table in triggers.items():
            on = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER {name}{on}")
    return {f"trigger {name} on {table}" for name, table in triggers.items()}


def test_every_trigger_that_is_dropped_is_found() -> None:
    dropped = drop_triggers()

    assert len(dropped) > 50
    assert {(one.code, one.detail) for one in audit_store()} == {("rule_missing", name) for name in dropped}


def test_a_trigger_that_guards_nothing_any_more_is_found() -> None:
    name = "review_event_is_not_replaced" if connection.vendor == "sqlite" else "review_event_is_not_truncated"
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"DROP TRIGGER {name}")
            cursor.execute(f"CREATE TRIGGER {name} BEFORE INSERT ON review_event WHEN FALSE BEGIN SELECT 1; END")
        else:
            cursor.execute(f"ALTER TABLE review_event DISABLE TRIGGER {name}")

    assert [(one.code, one.detail) for one in audit_store()] == [("rule_changed", f"trigger {name} on review_event")]


BROUGHT = {"table procrastinate_jobs", "index idx_procrastinate_jobs_first"}


@pytest.mark.parametrize(("delivery", "found"), [("embedded", BROUGHT), ("procrastinate", set())])
def test_what_delivers_jobs_may_stand_in_the_store_where_it_does(
    delivery: str, found: set[str], settings: Settings
) -> None:
    settings.REVIEW_JOBS = delivery
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE procrastinate_jobs (id integer)")
        cursor.execute("CREATE INDEX idx_procrastinate_jobs_first ON procrastinate_jobs (id)")

    assert {one.detail for one in audit_store()} == found


def test_a_trigger_of_ours_is_none_of_what_delivers_jobs(settings: Settings) -> None:
    settings.REVIEW_JOBS = "procrastinate"
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("CREATE TRIGGER procrastinate_jobs_x AFTER INSERT ON review_event BEGIN SELECT 1; END")
        else:
            cursor.execute(
                "CREATE TRIGGER procrastinate_jobs_x AFTER INSERT ON review_event"
                " EXECUTE FUNCTION suppress_redundant_updates_trigger()"
            )

    assert [one.detail for one in audit_store()] == ["trigger procrastinate_jobs_x on review_event"]
