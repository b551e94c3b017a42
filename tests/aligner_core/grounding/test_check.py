"""One call that is safe by default (specification 6)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import EvidenceAligner, Verdict, check
from aligner_core.formats import read
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES

TEXT = "You can return the item within 90 days of delivery. Refunds go to the card."


def test_check_gives_every_quote_its_verdict() -> None:
    report = check(QUOTES, SOURCES)

    assert [row.verdict for row in report.rows] == [
        "differs",
        "differs",
        "missing",
        "elsewhere",
        "verbatim",
        "verbatim",
        "equal",
        "slip",
    ]
    assert [bool(row) for row in report.rows] == [False] * 4 + [True] * 4
    assert (bool(report), report.ok, report.ok_share) == (False, False, 0.5)


def test_check_says_where_the_words_stand() -> None:
    rows = check(QUOTES, SOURCES).rows

    assert [(row.source, row.source_index) for row in rows] == [
        ("returns.md", 0),
        (None, None),
        (None, None),
        ("returns.md", 0),
        ("shipping.md", 2),
        ("shipping.md", 2),
        ("refunds.md", 1),
        ("refunds.md", 1),
    ]
    placed = [row for row in rows if row.span is not None and row.source_index is not None]
    assert len(placed) == 6
    assert [row.text for row in placed] == [
        SOURCES[row.source_index].text[row.span.start : row.span.end]  # type: ignore[index,union-attr]
        for row in placed
    ]


def test_check_gives_the_first_fix_of_what_is_not_ok_and_of_a_slip() -> None:
    rows = check(QUOTES, SOURCES).rows

    assert [row.fix and (row.fix.kind, row.fix.evidence[0].quote) for row in rows] == [
        ("use_words", "You can return the item within 90 days of delivery."),
        ("use_words", "Contact support before you send anything back"),
        None,
        ("move", "Opened software is excluded"),
        None,
        None,
        None,
        ("use_words", "usually within five working days"),
    ]
    assert [row.diagnosis for row in rows][:4] == ["critical_difference", "near_miss", "no_trace", "off_by_one_index"]


def test_check_of_nothing_is_not_ok() -> None:
    assert [check([], [TEXT]).ok, check([], []).ok, check("", TEXT).ok, check("words", []).ok] == [False] * 4
    assert check([], [TEXT]).ok_share == 0


def test_check_strictly_refuses_slips() -> None:
    slip, equal = "within 90 days of delivry", "WITHIN 90 days"

    assert [check(slip, TEXT).ok, check(slip, TEXT, strict=True).ok] == [True, False]
    assert check(equal, TEXT, strict=True).ok
    assert check(slip, TEXT, strict=True).rows[0].verdict is Verdict.SLIP


def test_check_looks_where_a_quote_claims_to_be_and_else_everywhere() -> None:
    sources = ["Nothing here.", TEXT]
    claimed = check([{"quote": "within 90 days", "messageIndex": index} for index in (0, 1, 7, None)], sources)

    assert [row.verdict for row in claimed.rows] == ["elsewhere", "verbatim", "elsewhere", "verbatim"]
    assert [row.claimed for row in claimed.rows] == [0, 1, 7, None]
    assert {row.source for row in claimed.rows} == {"source 1"}


def test_check_reports_ambiguity_beside_the_verdict() -> None:
    sources = ["We agree. We agree.", "No.", "Well, We agree."]
    anywhere, there, once = check(["We agree", {"quote": "We agree", "messageIndex": 0}, "Well, We"], sources).rows

    assert [row.verdict for row in (anywhere, there, once)] == ["verbatim"] * 3
    assert [row.other_places for row in (anywhere, there, once)] == [2, 1, 0]
    assert [place.message_index for place in anywhere.also_in] == [2]


def test_check_gives_the_closest_words_of_all_sources() -> None:
    """They are in another source than the quote claims."""
    quote = {"quote": "Refunds are going to your card", "messageIndex": 0}
    row = check(quote, ["Nothing here.", TEXT]).rows[0]

    assert (row.verdict, row.source, row.span) == ("differs", None, None)
    assert row.closest is not None
    assert [one.kind for one in row.differences if one.critical] == ["word"]
    assert (row.closest.message_index, row.text) == (1, row.closest.text)


@pytest.mark.parametrize(
    "quote", [7, None, {"quote": "within 90 days", "spanStart": 3}, "한" * 3_000, {"quote": ["within"]}]
)
def test_check_never_calls_missing_what_it_did_not_look_for(quote: object) -> None:
    row = check([quote], TEXT).rows[0]

    assert (row.verdict, row.ok) == ("unchecked", False)


def test_check_shows_progress() -> None:
    calls: list[int] = []

    check(QUOTES, SOURCES, on_quote=lambda: calls.append(1))

    assert len(calls) == len(QUOTES)


def test_check_agrees_with_the_aligner_where_sources_are_claimed() -> None:
    messages = [source.text for source in SOURCES]
    quotes = [{"quote": one["quote"] if isinstance(one, dict) else one, "messageIndex": 1} for one in QUOTES]

    rows = check(quotes, messages).rows
    outcomes = EvidenceAligner().align(messages, {"evidence": quotes}).outcomes

    near = [row.closest is not None and row.closest.message_index != 1 for row in rows]
    assert [row.verdict == one.verdict for row, one in zip(rows, outcomes, strict=True)] == [not one for one in near]
    assert {row.verdict for row, is_near in zip(rows, near, strict=True) if is_near} == {"differs"}
    assert [row.place and row.evidence.model_dump() for row in rows if row.verdict == "slip"] == [
        {key: value for key, value in one.model_dump().items() if key != "entry_id"}
        for one in outcomes
        if one.verdict == "slip"
    ]


WORDS = st.text(alphabet="abcde .9", min_size=8, max_size=40)


@given(sources=st.lists(WORDS, min_size=1, max_size=4), data=st.data())
def test_check_finds_every_part_of_a_source(sources: list[str], data: st.DataObject) -> None:
    """What is cut out of a source is found; that it is ok is another matter: its edges may cut a number."""
    source = data.draw(st.sampled_from(sources).filter(lambda text: text.strip() != ""))
    row = check(source, sources).rows[0]

    assert row.source_index is not None
    assert row.text == source
    assert sources[row.source_index][row.span.start : row.span.end] == source  # type: ignore[union-attr]


@given(digits=st.integers(10, 99), other=st.integers(10, 99))
def test_check_is_ok_only_if_the_numbers_agree(digits: int, other: int) -> None:
    report = check(f"You can return it within {digits} days.", f"You can return it within {other} days.")

    assert report.ok == (digits == other)


CHUNKS = {
    "query": "?",
    "chunks": [{"chunkId": name, "content": "The cache lives for one hour."} for name in ("a", "b")],
}


@pytest.mark.parametrize("is_read", [False, True])
def test_check_looks_for_a_quote_in_the_chunk_that_it_names(is_read: bool) -> None:  # noqa: FBT001 - a case
    quotes = [{"quote": "The cache lives", "chunk_id": name} for name in ("b", "z")]

    report = check({"evidence": quotes}, read(json.dumps(CHUNKS)) if is_read else CHUNKS)

    assert [(row.verdict.value, row.claimed) for row in report.rows] == [("verbatim", "b"), ("elsewhere", "z")]
    assert [row.evidence.message_index for row in report.rows] == [1, None]
    assert [row.also_in for row in report.rows] == [(), ()]


def test_check_of_a_chunk_among_sources_that_are_none_looks_in_all_of_them() -> None:
    [row] = check({"evidence": [{"quote": "The cache lives", "chunk_id": "b"}]}, ["hello", "The cache lives."]).rows

    assert (row.verdict.value, row.claimed, row.evidence.message_index) == ("verbatim", None, 1)
