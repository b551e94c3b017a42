import re

import pytest
from django.test import Client

from review.models import Project
from tests.factories import make_entry, make_session

HTMX = {"HX-Request": "true"}
TALK = [
    "우리는 DuckDB에서 JSONB 타입을 제거하기로 했다.",
    "네, 알겠습니다.",
    "참고로 JSONB 색인은 만드는 데 오래 걸립니다.",
    "아니다, JSONB 유지하기로 했다.",
    "JSONB는 문서에 적어 두겠습니다.",
]


def hits(page: str) -> list[int]:
    return [int(index) for index in re.findall(r'class="hit" data-index="(\d+)"', page)]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("jsonb", [0, 2, 3, 4]),
        ("제거하기", [0]),
        ("\u110c\u1166\u1100\u1165", [0]),
        ("유지하기로  했다", [3]),
        ("nowhere", []),
        ("<b>.*", []),
        ("  ", []),
        ("", []),
    ],
)
def test_find_lists_the_messages_that_hold_the_words(
    wanted: str, found: list[int], mina: Client, project: Project
) -> None:
    session = make_session(TALK, project=project)

    page = mina.get(f"/sessions/{session.pk}/find/", {"find": wanted}, headers=HTMX).content.decode()

    assert hits(page) == found


def test_find_lists_no_more_than_a_hundred_and_counts_the_rest(mina: Client, project: Project) -> None:
    session = make_session(["the word, and the word"] * 130, project=project)

    page = mina.get(f"/sessions/{session.pk}/find/?find=word").content.decode()

    assert len(hits(page)) == 100
    assert ("In 130 messages" in page, "30 more messages" in page, "2 times" in page) == (True, True, True)


def test_find_works_without_scripts_and_marks_the_words(mina: Client, project: Project) -> None:
    session = make_session(TALK, project=project)
    make_entry(session, [(2, "JSONB 색인은 만드는")])

    page = mina.get(f"{session.get_absolute_url()}?find=jsonb&from=2").content.decode()

    assert hits(page) == [0, 2, 3, 4]
    assert '<mark class="found">JSONB</mark>' in page
    assert '<mark class="ev goes-on found"' in page


def test_find_unfolds_what_stands_in_a_long_message(mina: Client, project: Project) -> None:
    session = make_session(["before " * 1000 + "treasure" + " after" * 1000], project=project)

    page = mina.get(f"{session.get_absolute_url()}?find=treasure").content.decode()

    assert '<mark class="found">treasure</mark>' in page
    assert "6,600 characters hidden" in page


def test_later_lists_a_correction_first(mina: Client, project: Project) -> None:
    """The entry lists the message that takes it back first under "Later in this session (3)"."""
    session = make_session(TALK, project=project)
    entry = make_entry(session, ["JSONB 타입을 제거하기로 했다"], title="JSONB 제거")

    fragment = mina.get(f"/entries/{entry.pk}/later/", headers=HTMX).content.decode()
    whole = mina.get(f"/entries/{entry.pk}/later/").content.decode()

    assert "Later in this session (3)" in fragment
    assert re.findall(r'class="mention"[^>]*>#(\d+)<', fragment) == ["3", "2", "4"]
    assert fragment.count("may take it back") == 1
    assert "<html" in whole


def test_later_says_when_there_is_nothing(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(TALK, project=project), [(3, "never said in any message")])

    assert "Not mentioned again" in mina.get(f"/entries/{entry.pk}/later/", headers=HTMX).content.decode()


def test_reader_marks_what_comes_back_to_a_claim_and_leads_on(mina: Client, project: Project) -> None:
    session = make_session(TALK, project=project)
    entry = make_entry(session, ["JSONB 타입을 제거하기로 했다"], title="JSONB 제거")

    first = mina.get(f"{session.get_absolute_url()}?later={entry.pk}&from=3").content.decode()
    last = mina.get(f"{session.get_absolute_url()}?later={entry.pk}&from=4").content.decode()
    foreign = mina.get(f"{session.get_absolute_url()}?later=9999&from=3").content.decode()

    assert '<mark class="found">아니다, JSONB 유지하기로 했다.</mark>' in first
    assert "Next: #2" in first
    assert ("Next: #" in last, "later-bar" in foreign) == (False, False)
