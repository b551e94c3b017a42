"""A store moves between databases with every hash, into an empty database or not at all."""

import io
import json
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from review.databases import as_default, database_from_url, opened
from review.models import Event, Message
from review.selectors.feed.events import events_after
from review.services.audit.audit_store import audit_store
from review.services.audit.checkpoints import make_checkpoint
from review.services.audit.store_copy import Uncopied, copy_store
from review.services.feed.numbering import number_events
from tests.behind import rewrite
from tests.factories import make_session, make_user
from tests.worked import WORDS, make_worked_session

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def store() -> str:
    """Work in the database of the tests, and return its address."""
    session = make_worked_session()
    make_user("mina").user_permissions.add(Permission.objects.get(codename="change_entry"))
    make_checkpoint()
    number_events()
    assert session.events.exists()
    return address_of(connection)


@pytest.fixture
def target(tmp_path: Path) -> Iterator[str]:
    """Return the address of a database of the other engine, where there is one, else of the same."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path / 'copy.sqlite3'}"
        return
    name = f"copy_{uuid.uuid4().hex}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    yield address_of(connection, name=name)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def address_of(database: BaseDatabaseWrapper, *, name: str = "") -> str:
    given = {key: quote(str(value), safe="") for key, value in database.settings_dict.items() if isinstance(value, str)}
    if database.vendor == "sqlite":
        return f"sqlite:///{database.settings_dict['NAME']}"
    password = f":{given['PASSWORD']}" if given["PASSWORD"] else ""
    return f"postgresql://{given['USER']}{password}@{given['HOST']}:{given['PORT']}/{name or given['NAME']}"


def copy(source: str, target: str) -> str:
    out = io.StringIO()
    call_command("copy_store", source, target, stdout=out)
    return out.getvalue()


def everything() -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables of the default database."""
    tables = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]
    return {model._meta.db_table: list(model._base_manager.order_by("pk").values_list()) for model in tables}


@pytest.mark.slow
def test_a_copy_has_every_row_as_it_was(store: str, target: str, tmp_path: Path) -> None:
    """From the database of the tests to SQLite, and from there to whatever engine the tests run on."""
    middle, before = f"sqlite:///{tmp_path / 'middle.sqlite3'}", everything()

    output = copy(store, middle)
    copy(middle, target)

    assert "The audit of the copy found nothing" in output
    for url in (middle, target):
        with opened(database_from_url(url), alias="copy") as database, as_default(database):
            assert everything() == before
            assert [finding.code for finding in audit_store() if not finding.is_note] == []
    assert len(before["review_event"]) > 5


@pytest.mark.slow  # it migrates another store
def test_the_copy_is_guarded_and_goes_on_counting(store: str, target: str) -> None:
    copy(store, target)

    with opened(database_from_url(target), alias="copy") as database, as_default(database):
        newest = Event.objects.latest("pk").pk
        make_session(["something new"], session_id="another")
        assert Event.objects.latest("pk").pk > newest
        with pytest.raises(DatabaseError):
            Event.objects.update(created_at=timezone.now())
        with pytest.raises(DatabaseError):
            Message.objects.update(content="changed")


@pytest.mark.slow  # it migrates another store
def test_readers_of_the_feed_go_on_in_the_copy(store: str, target: str, tmp_path: Path) -> None:
    """Also through an engine that needs no head, with events that had no number yet."""
    project = make_session(["not numbered yet"], session_id="late").project
    told, middle = events_after(project, after=0, limit=1000), f"sqlite:///{tmp_path / 'middle.sqlite3'}"
    copy(store, middle)
    copy(middle, target)

    with opened(database_from_url(target), alias="copy") as database, as_default(database):
        make_session(["something new"], session_id="another")
        number_events()
        later = events_after(project, after=told.next, limit=1000).items
        keys = [one.event.pk for one in (*told.items, *later)]
        assert sorted(keys) == sorted(Event.objects.exclude(session=None).values_list("pk", flat=True))
        assert {one.event.session.session_id for one in later if one.event.session} >= {"another"}


@pytest.mark.slow  # it migrates another store
def test_a_target_that_is_not_empty_is_refused(store: str, target: str) -> None:
    copy(store, target)
    before = everything()

    with pytest.raises(CommandError, match="not empty"):
        copy(store, target)
    assert everything() == before


@pytest.mark.slow  # it migrates another store
def test_a_finding_of_the_source_comes_along(store: str, target: str) -> None:
    rewrite("review_message", "content", "changed", where="id = (SELECT min(id) FROM review_message)")

    output = copy(store, target)

    assert "as in FROM" in output
    with opened(database_from_url(target), alias="copy") as database, as_default(database):
        assert "message_changed" in {finding.code for finding in audit_store()}


def spoiled(value: Any) -> Any:  # noqa: ANN401 - parameters, or lists of those of many rows
    """Return the parameters of a statement with one message changed."""
    if isinstance(value, list | tuple):
        return [spoiled(one) for one in value]
    return "changed" if value == WORDS[0] else value


@pytest.mark.slow  # it migrates another store
def test_a_copy_that_differs_is_not_kept(store: str, target: str) -> None:
    def spoil(execute: Callable[..., object], sql: str, params: Any, many: bool, context: Any) -> object:  # noqa: ANN401, FBT001
        is_message = 'INSERT INTO "review_message"' in sql
        return execute(sql, spoiled(params) if is_message else params, many, context)

    with (
        opened(database_from_url(store), alias="copied_from") as source,
        opened(database_from_url(target), alias="copied_to") as empty,
    ):
        with as_default(empty):
            call_command("migrate", verbosity=0)
        with empty.execute_wrapper(spoil):
            copied = copy_store(source, empty)
        with as_default(empty):
            left = (Event.objects.count(), User.objects.count(), Permission.objects.count() > 0)

    assert (copied, left) == (Uncopied.DIFFERS, (0, 0, True))


def test_a_target_of_another_version_is_refused(store: str, target: str) -> None:
    with (
        opened(database_from_url(store), alias="copied_from") as source,
        opened(database_from_url(target), alias="copied_to") as empty,
    ):
        assert copy_store(source, empty) is Uncopied.TARGET_NOT_MIGRATED


def test_the_same_database_is_refused(store: str) -> None:
    with pytest.raises(CommandError, match="same database"):
        copy(store, store)


@pytest.mark.parametrize("source", ["sqlite:////missing/file.sqlite3"])
def test_what_is_no_store_is_refused(source: str, target: str) -> None:
    with pytest.raises(CommandError, match="no store"):
        copy(source, target)


@pytest.mark.slow
def test_an_empty_file_is_no_store(target: str, tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite3").touch()

    with pytest.raises(CommandError, match="no store"):
        copy(f"sqlite:///{tmp_path / 'empty.sqlite3'}", target)


def test_a_wrong_address_is_refused(target: str) -> None:
    with pytest.raises(CommandError, match="FROM and TO are"):
        copy("mysql://host/name", target)


@pytest.mark.parametrize("labels", [[], ["review"], ["review.event"], ["review.entry", "review.event"]])
def test_dumpdata_refuses_events(labels: list[str]) -> None:
    with pytest.raises(CommandError, match="copy_store FROM TO"):
        call_command("dumpdata", *labels)


@pytest.mark.parametrize(
    "given", [{"labels": ["auth"]}, {"labels": [], "exclude": ["review.event"]}, {"labels": [], "exclude": ["review"]}]
)
def test_dumpdata_dumps_the_rest(given: dict[str, list[str]]) -> None:
    make_user("mina")
    out = io.StringIO()

    call_command("dumpdata", *given["labels"], exclude=given.get("exclude", []), stdout=out)

    assert "auth.user" in {row["model"] for row in json.loads(out.getvalue())}
