"""The demo shows every state a quote can be in; its conversations are aligned here as the product aligns them."""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import review
from aligner_core import (
    AlignedOutcome,
    AlignResult,
    ClaimFact,
    EntryOutcome,
    EvidenceAligner,
    FailedOutcome,
    FailureReason,
    check_claim,
    verify,
)
from review.payloads import check_combined, read_json

FILES = [
    path
    for path in sorted((Path(review.__file__).parent / "demo").glob("*.json"))
    if "messages" in json.loads(path.read_text(encoding="utf-8"))
]
"""The conversations; what the retrievals of the demo show has tests of its own."""
ALL = [pytest.param(path, id=path.stem) for path in FILES]
CHANGED_FACTS = {
    "금요일에는 앞으로도 배포하기로": "금요일에는 앞으로도 배포하지 않기로",
    "a room that does face the street": "a room that does not face the street",
    "5xx 비율이 0.3%를": "5xx 비율이 0.5%를",
    "opens at 08:00 CEST": "opens at 06:00 CEST",
    "열쇠가 직접": "열쇠를 직접",
}
"""What a fuzzy quote of the demo says, and what its source says: no spelling mistakes."""


@cache
def _session(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


@cache
def _aligned(path: Path) -> AlignResult:
    session = _session(path)
    return EvidenceAligner().align(session["messages"], session["extraction"])


def _texts(path: Path) -> list[str]:
    return [message["content"] for message in _session(path)["messages"]]


def _found() -> Iterator[tuple[AlignedOutcome, str]]:
    """Yield every aligned quote of the demo with the text of its message."""
    for path in FILES:
        for outcome in _aligned(path).outcomes:
            if isinstance(outcome, AlignedOutcome):
                yield outcome, _texts(path)[outcome.message_index]


def _failed() -> list[FailedOutcome]:
    return [failure for path in FILES for failure in _aligned(path).failures]


def _slice(outcome: AlignedOutcome, source: str) -> str:
    return source[outcome.span_start : outcome.span_end]


def _is_korean(title: str) -> bool:
    return any("가" <= char <= "힣" for char in title)


def _evidence() -> list[Mapping[str, Any]]:
    entries = [entry for path in FILES for entry in _session(path)["extraction"]["entries"]]
    return [item for entry in entries for item in entry["evidence"]]


@pytest.mark.parametrize("path", ALL)
def test_demo_file_is_an_upload_of_which_nothing_is_left_out(path: Path) -> None:
    upload = check_combined(read_json(path.read_bytes()))

    assert upload.extraction is not None
    assert len(upload.extraction.entries) == len(_session(path)["extraction"]["entries"])
    assert not any(note.is_left_out for note in upload.extraction.notes)


@pytest.mark.parametrize("path", ALL)
def test_demo_file_is_written_for_reading(path: Path) -> None:
    written = json.dumps(_session(path), ensure_ascii=False, indent=1) + "\n"

    assert path.read_bytes() == written.encode()


@pytest.mark.parametrize("path", ALL)
def test_demo_evidence_proves_itself(path: Path) -> None:
    for evidence in _aligned(path).aligned_evidence:
        verify(evidence, _texts(path)[evidence.message_index])


def test_demo_is_large_enough_and_half_korean() -> None:
    entries = [entry for path in FILES for entry in _session(path)["extraction"]["entries"]]
    korean = sum(_is_korean(entry["title"]) for entry in entries)

    assert len(FILES) >= 8
    assert len(entries) >= 60
    assert len(_evidence()) >= 110
    assert 0.4 <= korean / len(entries) <= 0.6


def test_demo_ids_are_unique() -> None:
    names = [_session(path)["sessionId"] for path in FILES]
    ids = [entry["entryId"] for path in FILES for entry in _session(path)["extraction"]["entries"]]

    assert [name for name, count in Counter([*names, *ids]).items() if count > 1] == []


def test_demo_shows_every_method_and_mostly_exact_ones() -> None:
    methods = Counter(outcome.match_method for outcome, _ in _found())

    assert methods.keys() == {"exact", "normalized", "fuzzy"}
    assert methods["exact"] > methods["normalized"] + methods["fuzzy"]
    assert min(methods.values()) >= 15


def test_demo_shows_every_failure_reason() -> None:
    reasons = Counter(failure.failure_reason for failure in _failed())

    assert reasons.keys() == set(FailureReason) - {FailureReason.BUDGET_EXCEEDED, FailureReason.UNKNOWN_SOURCE}
    assert reasons[FailureReason.WRONG_MESSAGE] >= 5


def test_demo_wrong_messages_are_near_and_far_exact_and_normalized() -> None:
    moves = [one for one in _failed() if one.failure_reason == FailureReason.WRONG_MESSAGE]
    distances = [abs(one.found_in[0].message_index - (one.message_index or 0)) for one in moves]

    assert min(distances) == 1
    assert max(distances) > 100
    assert {one.found_in[0].match_method for one in moves} == {"exact", "normalized"}


def test_demo_invalid_indices_are_of_every_kind() -> None:
    failed = [item for item in _evidence() if type(item.get("messageIndex")) is not int]

    assert {type(item.get("messageIndex")) for item in failed} == {bool, str, float, type(None)}


def test_demo_near_misses_lie_just_below_the_bar_and_further_down() -> None:
    near = [one.closest.similarity for one in _failed() if one.closest is not None]

    assert sum(similarity >= 0.8 for similarity in near) >= 3
    assert sum(similarity < 0.75 for similarity in near) >= 3


def test_demo_fuzzy_similarities_are_spread() -> None:
    measured = [outcome.similarity for outcome, _ in _found() if outcome.match_method == "fuzzy"]

    assert min(measured) < 0.87
    assert max(measured) > 0.975
    assert any(0.9 <= similarity < 0.92 for similarity in measured)


def test_demo_fuzzy_quotes_change_facts() -> None:
    changed = {
        (quoted, actual)
        for outcome, source in _found()
        for quoted, actual in CHANGED_FACTS.items()
        if outcome.match_method == "fuzzy" and quoted in outcome.quote and actual in _slice(outcome, source)
    }

    assert changed == set(CHANGED_FACTS.items())


def test_demo_has_claims_with_facts_that_their_evidence_lacks() -> None:
    lacking = {entry.entry_id: _facts_missing(path, entry) for path in FILES for entry in _aligned(path).entries}
    missing = [fact for facts in lacking.values() for fact in facts]

    assert [fact.text for fact in lacking["notice-owner"]] == ["유나"]
    assert [place.text for place in lacking["reindex-too-long"][0].instead][:1] == ["5 h 40 min"]
    assert any(fact.elsewhere for fact in missing)
    assert {_is_korean(fact.text) for fact in missing} == {True, False}
    assert {"name", "number", "date", "quantifier"} <= {fact.kind for fact in missing}


def _facts_missing(path: Path, entry: EntryOutcome) -> tuple[ClaimFact, ...]:
    """Return the facts of an entry's claim that the words of the messages lack, as its page marks them."""
    texts = _texts(path)
    found = [_slice(one, texts[one.message_index]) for one in entry.outcomes if isinstance(one, AlignedOutcome)]
    stated = next(one for one in _session(path)["extraction"]["entries"] if one.get("entryId") == entry.entry_id)
    claim = "\n".join(part for part in (stated["title"], stated.get("body")) if part)
    return check_claim(claim, found, elsewhere=texts).missing if found else ()


def test_demo_has_ambiguous_quotes_of_more_than_one_method() -> None:
    counts = [(one.match_method, one.alternative_count + 1) for one, _ in _found() if one.ambiguous]

    assert {method for method, _ in counts} == {"exact", "fuzzy"}
    assert {count for _, count in counts} == {2, 3}


@pytest.mark.parametrize(
    ("in_source", "in_quote"),
    [
        pytest.param("\n", " ", id="a line break"),
        pytest.param("\r\n", " ", id="a line break of two characters"),
        pytest.param("  ", " ", id="two spaces"),
        pytest.param("①", "1", id="a circled digit"),
        pytest.param("ＵＸ－２０２６", "UX-2026", id="full width"),
        pytest.param("\u201c", '"', id="a quotation mark"),
        pytest.param("'", "\u2018", id="an apostrophe, the other way round"),
        pytest.param("\u2013", "-", id="a dash"),
        pytest.param("\u200b", "", id="a zero-width space"),
        pytest.param("\u00ad", "", id="a soft hyphen"),
        pytest.param("\ufe0f", "", id="a variation selector"),
        pytest.param("C9CED6", "c9ced6", id="case"),
        pytest.param(unicodedata.normalize("NFD", "가게"), "가게", id="decomposed Hangul in the source"),
        pytest.param("숫자", unicodedata.normalize("NFD", "숫자"), id="decomposed Hangul in the quote"),
    ],
)
def test_demo_shows_normalization(in_source: str, in_quote: str) -> None:
    shown = [
        outcome
        for outcome, source in _found()
        if outcome.match_method == "normalized"
        and in_source in _slice(outcome, source)
        and in_source not in outcome.quote
        and in_quote in outcome.quote
    ]

    assert shown != []


def test_demo_has_three_methods_over_the_same_words() -> None:
    (entry,) = [
        entry for path in FILES for entry in _aligned(path).entries if entry.entry_id == "gateway-answered-late"
    ]
    spans = [(one.span_start, one.span_end) for one in entry.outcomes if isinstance(one, AlignedOutcome)]

    assert [one.match_method for one in entry.outcomes] == ["exact", "normalized", "fuzzy"]
    assert all(a[0] < b[1] and b[0] < a[1] for a, b in combinations(spans, 2))


def test_demo_has_a_fuzzy_quote_that_stands_word_for_word_elsewhere() -> None:
    better = [outcome.found_in[0].match_method for outcome, _ in _found() if outcome.found_in]

    assert better == ["exact"]


def test_demo_has_an_entry_without_evidence_and_one_with_an_invented_quote() -> None:
    entries = {entry.entry_id: entry for path in FILES for entry in _aligned(path).entries}
    peanuts = entries["peanut-allergy"].outcomes

    assert [name for name, entry in entries.items() if not entry.outcomes] == ["pay-rest-on-day"]
    assert peanuts[0].match_method == "exact"
    assert peanuts[-1].match_method == "none"


def test_demo_has_a_first_promotion_to_do() -> None:
    clean = [
        entry.entry_id
        for path in FILES
        for entry in _aligned(path).entries
        if entry.evidence_aligned
        and all(isinstance(one, AlignedOutcome) and not one.ambiguous for one in entry.outcomes)
        and all(one.match_method != "fuzzy" for one in entry.outcomes)
    ]

    assert len(clean) >= 20


def test_demo_has_a_session_of_300_messages_with_evidence_from_end_to_end() -> None:
    (long,) = [path for path in FILES if len(_texts(path)) == 300]
    indices = [one.message_index for one in _aligned(long).aligned_evidence]

    assert len(_aligned(long).entries) >= 12
    assert min(indices) < 30
    assert max(indices) >= 270


def test_demo_has_a_session_with_two_identical_messages_both_quoted() -> None:
    entries = {entry.entry_id: entry for path in FILES for entry in _aligned(path).entries}
    batches = [one.message_index for one in entries["refund-everybody"].outcomes if one.quote.startswith("156 of 156")]

    assert batches == [13, 15]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<script>alert(1)</script>", id="markup"),
        pytest.param("&amp;", id="an entity"),
        pytest.param("\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", id="a family of four"),
        pytest.param("\U0001f44d\U0001f3fd", id="a skin tone"),
        pytest.param("\u0641\u0646\u062f\u0642", id="right to left"),
        pytest.param("| 한결 | 1,050,000원 |", id="a table"),
        pytest.param("7Q4-K22", id="seven characters"),
    ],
)
def test_demo_has_text_that_is_hard_to_show_inside_a_span(text: str) -> None:
    shown = [outcome for outcome, source in _found() if text in _slice(outcome, source)]

    assert shown != []


def test_demo_has_a_long_message_that_is_quoted() -> None:
    lengths = [len(source) for _, source in _found()]

    assert 5_500 <= max(lengths) <= 6_500
