"""No list and no file of the admin asks more of the database for many rows; a list says what it leaves out."""

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from review.admin import newest_rows
from review.admin.registers import Register
from review.models import Role
from tests.factories import make_project, make_session, make_user
from tests.registers import fill

pytestmark = pytest.mark.django_db

MODELS = {model._meta.model_name or "": model for model, page in site._registry.items() if isinstance(page, Register)}


def asked(client: Client, where: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = client.get(where)
        assert response.status_code == 200
        if isinstance(response, StreamingHttpResponse):
            assert b"".join(response.streaming_content).count(b"\n") > 1
    return len(queries)


@pytest.mark.slow
def test_lists_and_files_ask_as_often_for_many_rows_as_for_few() -> None:
    people = [make_user(name, project=make_project(), role=Role.AUDITOR) for name in ("staff", "auditor")]
    User.objects.filter(pk=people[0].pk).update(is_staff=True, is_superuser=True)
    readers = {person.username: Client() for person in people}
    for person in people:
        readers[person.username].force_login(User.objects.get(pk=person.pk))
    addresses = [reverse(f"admin:review_{name}_{page}") for name in MODELS for page in ("changelist", "csv")]
    pages = [(reader, address) for reader in readers for address in addresses]
    fill(0)
    before = {(reader, address): asked(readers[reader], address) for reader, address in pages}

    for number in (1, 2, 3):
        fill(number)

    assert {(reader, address): asked(readers[reader], address) for reader, address in pages} == before


def test_every_register_has_a_korean_name() -> None:
    with translation.override("ko"):
        names = {str(model._meta.verbose_name_plural) for model in MODELS.values()}

    assert len(names) == len(MODELS)
    assert [name for name in names if name.isascii()] == []


def page_and_queries(client: Client, address: str) -> tuple[str, list[str]]:
    """Return a list of messages, and what it asked of the messages."""
    with CaptureQueriesContext(connection) as queries:
        page = client.get(address).content.decode()
    return page, [query["sql"] for query in queries.captured_queries if "review_message" in query["sql"]]


@pytest.mark.parametrize("narrowed", ["", "&index__lt=6", "&q=Message", "&o=2", "&role=user"])
def test_a_list_looks_at_the_newest_rows(client: Client, monkeypatch: pytest.MonkeyPatch, narrowed: str) -> None:
    monkeypatch.setattr(newest_rows, "MAX_ADMIN_ROWS", 3)
    session = make_session([{"role": "user", "content": f"Message {number}."} for number in range(7)])
    keys = list(session.messages.order_by("pk").values_list("pk", flat=True))
    client.force_login(User.objects.create_superuser("boss"))

    newest, asked_first = page_and_queries(client, f"/admin/review/message/?{narrowed}")
    older, _ = page_and_queries(client, f"/admin/review/message/?below={keys[4]}{narrowed}")
    oldest, _ = page_and_queries(client, f"/admin/review/message/?below={keys[1]}{narrowed}")

    assert "This list looks at the newest 3 rows" in newest
    assert f"below={keys[4]}" in newest
    assert [one for one in range(7) if f"Message {one}." in newest] == ([4, 5] if "index" in narrowed else [4, 5, 6])
    assert [one for one in range(7) if f"Message {one}." in older] == [1, 2, 3]
    assert [one for one in range(7) if f"Message {one}." in oldest] == [0]
    assert 'id="further"' in older
    assert 'id="further"' not in oldest
    assert "Newest rows" in oldest
    bounded = [sql for sql in asked_first if '"id" IN (' in sql or "LIMIT 4" in sql]
    assert bounded == asked_first


def test_the_file_of_a_list_has_every_row(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest_rows, "MAX_ADMIN_ROWS", 3)
    make_session([f"Message {number}." for number in range(7)])
    client.force_login(User.objects.create_superuser("boss"))

    whole = b"".join(client.get("/admin/review/message/csv/").streaming_content).decode()  # type: ignore[attr-defined]

    assert [one for one in range(7) if f"Message {one}." in whole] == list(range(7))


@pytest.mark.parametrize("below", ["x", "-1", "0", str(2**63), "9" * 30, "\u0663"])
def test_a_window_that_is_none_is_the_newest_or_empty(client: Client, below: str) -> None:
    make_session(["Message 0."])
    client.force_login(User.objects.create_superuser("boss"))

    page = client.get("/admin/review/message/", {"below": below})

    assert page.status_code == 200
    assert ("Message 0." in page.content.decode()) is (below != "0")


def test_a_list_that_is_whole_says_nothing_of_windows(client: Client) -> None:
    make_session(["Message 0."])
    client.force_login(User.objects.create_superuser("boss"))

    assert 'id="window"' not in client.get("/admin/review/message/").content.decode()


def test_an_empty_list_says_whether_anything_was_filtered_away(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))
    where = reverse("admin:review_entry_changelist")

    pages = [client.get(where, query).content.decode() for query in ({}, {"q": "zzzz"}, {"stage__exact": "verified"})]

    assert ["Nothing has been recorded here yet." in page for page in pages] == [True, False, False]
    assert ["Nothing matches this search and these filters." in page for page in pages] == [False, True, True]
