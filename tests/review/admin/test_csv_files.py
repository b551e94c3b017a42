"""A filtered list as a file: what a spreadsheet shows is what the list says, and nothing of it is calculated."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from review.admin.csv_files import BYTE_ORDER_MARK, cell, csv_response
from review.domain.policy import Stage
from review.models import Entry, Event
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_project, make_session, make_user

WORDS = ["We keep the raw text of every event."]


@pytest.fixture
def root(client: Client, db: None) -> Client:
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


def rows_of(response: object) -> list[dict[str, str]]:
    assert isinstance(response, StreamingHttpResponse)
    content = b"".join(response.streaming_content).decode("utf-8-sig")  # type: ignore[arg-type]
    return list(csv.DictReader(io.StringIO(content, newline="")))


def download(client: Client, name: str, **filters: str) -> list[dict[str, str]]:
    return rows_of(client.get(reverse(f"admin:review_{name}_csv"), filters))


class TestCell:
    """No text starts, behind blanks, with what a spreadsheet takes for a formula; numbers and times are plain."""

    @pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
    @pytest.mark.parametrize("before", ["", " ", "\u00a0", "\u3000", "\ufeff", "\u200b "])
    def test_a_formula_gets_an_apostrophe(self, before: str, start: str) -> None:
        assert cell(f"{before}{start}cmd|' /C calc'!A0") == f"'{before}{start}cmd|' /C calc'!A0"

    @given(text=st.text())
    def test_a_text_is_kept_but_for_the_apostrophe(self, text: str) -> None:
        assert cell(text) in {text, f"'{text}"}
        assert cell(text)[:1] not in set("=+-@\t\r\n")

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (None, ""),
            (True, "true"),
            (False, "false"),
            (-3, "-3"),
            (0.85, "0.85"),
            ("", ""),
            ("a=b", "a=b"),
            (datetime(2026, 11, 22, 9, tzinfo=UTC), "2026-11-22T09:00:00.000000Z"),
        ],
    )
    def test_a_value_is_written_plainly(self, value: object, text: str) -> None:
        assert cell(value) == text


def test_a_file_is_made_while_it_is_sent() -> None:
    asked: list[int] = []

    def rows() -> Iterator[list[object]]:
        for number in range(3):
            asked.append(number)
            yield [number, 'a "quoted", text\nof two lines']

    sent = iter(csv_response(rows(), name="x.csv"))

    assert (next(sent).decode(), asked) == (BYTE_ORDER_MARK, [])
    assert (next(sent), asked) == (b'0,"a ""quoted"", text\nof two lines"\r\n', [0])


def test_a_list_is_downloaded_as_it_is_filtered(root: Client) -> None:
    session, mina = make_session(WORDS), make_user("mina", project=make_project())
    make_entry(session, [], title='=HYPERLINK("http://x","y")')
    entry = make_entry(session, ["the raw text"], title="한국어 제목")
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)

    [verified] = download(root, "entry", stage="verified")
    titles = [row["claim"] for row in download(root, "entry")]

    assert (verified["claim"], verified["stage"], verified["verified by"]) == ("한국어 제목", "verified", "mina")
    assert (verified["manual"], verified["certified"]) == ("false", "")
    assert sorted(titles) == ['\'=HYPERLINK("http://x","y")', "한국어 제목"]


def test_a_file_of_events_says_why_promotions_were_refused_and_holds_what_is_hashed(root: Client) -> None:
    entry, mina = make_entry(make_session(WORDS), ["never said"]), make_user("mina", project=make_project())
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)

    [row] = download(root, "event", refused="evidence_not_aligned")

    event = Event.objects.get(event_type="promotion_refused")
    assert row["reasons and details"] == "Evidence alignment failed. Cannot promote to Verified."
    assert (row["payload"], row["hash"], row["by"]) == (event.payload, event.hash, "mina")


def test_a_file_is_named_after_what_it_holds_and_begins_so_that_excel_reads_korean(root: Client) -> None:
    response = root.get(reverse("admin:review_reviewsession_csv"))

    assert isinstance(response, StreamingHttpResponse)
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"].startswith('attachment; filename="reviewsession-20')
    assert {"private", "no-store"} <= set(response.headers["Cache-Control"].split(", "))
    assert b"".join(response.streaming_content).startswith(b"\xef\xbb\xbf")


def test_a_file_has_all_rows_and_asks_no_more_for_many(
    root: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    session = make_session(WORDS)
    make_entry(session, ["the raw text"] * 60, title="many quotes")

    with django_assert_max_num_queries(15):
        rows = download(root, "quote")

    assert len(rows) == 60
    assert Entry.objects.count() == 1


def test_a_filter_that_is_none_leads_back_to_the_list(root: Client) -> None:
    response = root.get(reverse("admin:review_entry_csv"), {"verified_by__id__exact": "x"})

    assert (response.status_code, response.headers["Location"]) == (302, reverse("admin:review_entry_changelist"))


@pytest.mark.django_db
def test_a_file_is_for_who_may_read_the_list(client: Client) -> None:
    where = reverse("admin:review_entry_csv")
    client.force_login(User.objects.create(username="staff", is_staff=True))

    assert client.get(where).status_code == 403
