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
    ("words", "found"),
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
def test_find_lists_the_messages_that_contain_the_words(
    words: str, found: list[int], mina: Client, project: Project
) -> None:
    session = make_session(TALK, project=project)

    page = mina.get(f"/sessions/{session.pk}/find/", {"find": words}, headers=HTMX).content.decode()

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


def test_find_unfolds_hits_in_a_long_message(mina: Client, project: Project) -> None:
    session = make_session(["before " * 1000 + "treasure" + " after" * 1000], project=project)

    page = mina.get(f"{session.get_absolute_url()}?find=treasure").content.decode()

    assert '<mark class="found">treasure</mark>' in page
    assert "6,600 characters hidden" in page


def test_later_shows_two_mentions_and_folds_the_others(mina: Client, project: Project) -> None:
    session = make_session(TALK, project=project)
    entry = make_entry(session, ["JSONB 타입을 제거하기로 했다"], title="JSONB 제거")

    fragment = mina.get(f"/entries/{entry.pk}/later/", headers=HTMX).content.decode()
    whole = mina.get(f"/entries/{entry.pk}/later/").content.decode()
    in_sight, _, folded = fragment.partition("<details>")

    assert "Later in this session (3)" in in_sight
    assert (mentions(in_sight), mentions(folded)) == (["3", "2"], ["4"])
    assert "1 more mention<" in folded
    assert "take it back" not in fragment
    assert "<html" in whole


def mentions(page: str) -> list[str]:
    return re.findall(r'class="mention"[^>]*>#(\d+)<', page)


@pytest.mark.parametrize(("later", "folds"), [(1, 0), (2, 0), (3, 1)])
def test_later_folds_nothing_that_has_room(later: int, folds: int, mina: Client, project: Project) -> None:
    session = make_session(["The tokenizer is slow.", *["tokenizer"] * later], project=project)
    entry = make_entry(session, ["The tokenizer is slow."], title="Slow")

    fragment = mina.get(f"/entries/{entry.pk}/later/", headers=HTMX).content.decode()

    assert (fragment.count("<details>"), len(mentions(fragment))) == (folds, later)


def test_later_counts_what_it_does_not_list(mina: Client, project: Project) -> None:
    session = make_session(["The tokenizer is slow.", *["tokenizer"] * 53, *["filler"] * 600], project=project)
    entry = make_entry(session, ["The tokenizer is slow."], title="Slow")

    fragment = mina.get(f"/entries/{entry.pk}/later/", headers=HTMX).content.decode()

    assert (len(mentions(fragment)), "48 more mentions" in fragment, "and 3 more" in fragment) == (50, True, True)


def test_later_mentions_load_beside_the_quotes_below_the_checklist(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(TALK, project=project), ["JSONB 타입을 제거하기로 했다"])

    page = mina.get(entry.get_absolute_url()).content.decode()

    places = [
        page.index(f'id="{name}"') for name in (f"quote-{entry.quotes.get().pk}", "checklist", "later", "history")
    ]
    assert places == sorted(places)
    assert f'id="later" hx-get="/entries/{entry.pk}/later/" hx-trigger="load"' in page


def test_later_says_when_there_is_nothing(mina: Client, project: Project) -> None:
    entry = make_entry(make_session(TALK, project=project), [(3, "never said in any message")])

    assert "Not mentioned again" in mina.get(f"/entries/{entry.pk}/later/", headers=HTMX).content.decode()


def test_reader_marks_later_mentions_and_links_to_the_next(mina: Client, project: Project) -> None:
    session = make_session(TALK, project=project)
    entry = make_entry(session, ["JSONB 타입을 제거하기로 했다"], title="JSONB 제거")

    first = mina.get(f"{session.get_absolute_url()}?later={entry.pk}&from=3").content.decode()
    last = mina.get(f"{session.get_absolute_url()}?later={entry.pk}&from=4").content.decode()
    foreign = mina.get(f"{session.get_absolute_url()}?later=9999&from=3").content.decode()

    assert '<mark class="found">아니다, JSONB 유지하기로 했다.</mark>' in first
    assert "Next: #2" in first
    assert ("Next: #" in last, "later-bar" in foreign) == (False, False)
