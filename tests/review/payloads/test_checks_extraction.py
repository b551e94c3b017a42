"""What makes an extraction storable: bad items are left out and listed, one by one."""

from typing import Any

import pytest
from pytest_django.fixtures import Settings

from aligner_core import FailureReason, Note
from review.domain.errors import Problem, UploadRefusedError
from review.payloads import (
    CheckedEntry,
    CheckedQuote,
    check_extraction,
    check_quote,
)

NUL = "a\0b"
SURROGATE = "a\ud800b"


def extraction_problems(payload: object) -> tuple[Problem, ...]:
    with pytest.raises(UploadRefusedError) as caught:
        check_extraction(payload)
    return caught.value.problems


def quote_of(item: object) -> CheckedQuote:
    return check_extraction({"evidence": [item]}).entries[0].quotes[0]


@pytest.mark.parametrize(
    ("payload", "problem"),
    [
        pytest.param([], Problem("not_an_extraction"), id="a list"),
        pytest.param(None, Problem("not_an_extraction"), id="null"),
        pytest.param({"quotes": []}, Problem("not_an_extraction"), id="neither entries nor evidence"),
        pytest.param({"entries": {}}, Problem("not_a_list", "entries"), id="entries that are no list"),
    ],
)
def test_check_extraction_refuses_a_wrong_top_level(payload: object, problem: Problem) -> None:
    assert extraction_problems(payload) == (problem,)


@pytest.mark.parametrize(
    ("entry", "note"),
    [
        pytest.param("a", Note(code="not_an_object", where="entries[1]"), id="an entry that is a text"),
        pytest.param(None, Note(code="not_an_object", where="entries[1]"), id="an entry that is null"),
        pytest.param(
            {"stage": "verified"},
            Note(code="stage_not_allowed", where="entries[1].stage", params={"value": "verified"}),
            id="stage verified",
        ),
        pytest.param(
            {"stage": "certified"},
            Note(code="stage_not_allowed", where="entries[1].stage", params={"value": "certified"}),
            id="stage certified",
        ),
        pytest.param(
            {"stage": "approved"},
            Note(code="stage_unknown", where="entries[1].stage", params={"value": "approved"}),
            id="a stage nobody knows",
        ),
        pytest.param(
            {"stage": ["raw"]},
            Note(code="stage_unknown", where="entries[1].stage", params={"value": '["raw"]'}),
            id="a stage that is a list",
        ),
        pytest.param(
            {"stage": SURROGATE},
            Note(code="stage_unknown", where="entries[1].stage", params={"value": r"a\ud800b"}),
            id="a stage that no database keeps",
        ),
        pytest.param(
            {"title": 7},
            Note(code="not_text", where="entries[1].title", params={"value": "7"}),
            id="a title that is a number",
        ),
        pytest.param({"title": NUL}, Note(code="unstorable_entry", where="entries[1].title"), id="NUL in a title"),
        pytest.param(
            {"entryId": SURROGATE},
            Note(code="unstorable_entry", where="entries[1].entryId"),
            id="half a surrogate pair in an id",
        ),
        pytest.param({"body": NUL}, Note(code="unstorable_entry", where="entries[1].body"), id="NUL in a body"),
        pytest.param({"type": NUL}, Note(code="unstorable_entry", where="entries[1].type"), id="NUL in a type"),
    ],
)
def test_check_extraction_leaves_out_a_bad_entry_and_keeps_the_rest(entry: object, note: Note) -> None:
    good = {"entryId": "g", "evidence": [{"messageIndex": 0, "quote": "good"}]}
    bad = {"evidence": [], **entry} if isinstance(entry, dict) else entry

    checked = check_extraction({"entries": [good, bad, good | {"entryId": "h"}]})

    assert [one.entry_id for one in checked.entries] == ["g", "h"]
    assert checked.notes == (note,)


def test_check_extraction_gives_an_entry_what_it_came_with() -> None:
    item = {"messageIndex": 0, "quote": "good"}
    entry = {"entryId": "e", "type": "fact", "title": "T", "body": "B", "stage": "working", "evidence": [item]}

    checked = check_extraction({"entries": [entry]})

    quote = CheckedQuote("good", claimed=0, message_index=0, refusal=None)
    assert checked.entries == (CheckedEntry("entries[0]", "e", "fact", "T", "B", "working", (quote,)),)
    assert checked.payload == {"entries": [entry]}
    assert checked.notes == ()


def test_check_extraction_takes_the_anonymous_form() -> None:
    [entry] = check_extraction({"evidence": [{"messageIndex": 0, "quote": "good"}]}).entries

    assert (entry.entry_id, entry.stage, len(entry.quotes)) == ("", "raw", 1)


def test_check_extraction_keeps_an_entry_without_evidence_and_says_so() -> None:
    checked = check_extraction({"entries": [{"entryId": "e"}]})

    assert [entry.quotes for entry in checked.entries] == [()]
    assert checked.notes == (Note(code="no_evidence", where="entries[0].evidence"),)


def test_check_extraction_ignores_unknown_fields_and_lists_them() -> None:
    item = {"messageIndex": 0, "quote": "good", "score\0": 1}

    checked = check_extraction({"entries": [{"evidence": [item], "mood": "x"}], "colour": "m"})

    assert [note.where for note in checked.notes] == [
        "colour",
        "entries[0].mood",
        r"entries[0].evidence[0].score\u0000",
    ]
    assert {note.code for note in checked.notes} == {"unknown_field"}
    assert checked.payload["entries"][0]["evidence"][0] == {"messageIndex": 0, "quote": "good", r"score\u0000": 1}  # type: ignore[index]


def test_check_extraction_takes_quotes_up_to_the_limit(settings: Settings) -> None:
    settings.REVIEW_MAX_QUOTES = 3
    item = {"messageIndex": 0, "quote": "good"}

    assert len(check_extraction({"entries": [{"evidence": [item] * 2}, {"evidence": [item]}]}).entries) == 2
    assert extraction_problems({"entries": [{"evidence": [item] * 2}, {"evidence": [item] * 2}]}) == (
        Problem("too_many_quotes", "", {"limit": 3}),
    )


@pytest.mark.parametrize(
    ("raw", "index"),
    [
        pytest.param(0, 0, id="the first message"),
        pytest.param(10**30, 10**30, id="31 digits"),
        pytest.param(-1, None, id="a negative number"),
        pytest.param(True, None, id="true"),
        pytest.param(False, None, id="false"),
        pytest.param(2.0, None, id="2.0"),
        pytest.param("3", None, id="a text"),
        pytest.param(None, None, id="null"),
        pytest.param([0], None, id="a list"),
        pytest.param({"a": 0}, None, id="an object"),
    ],
)
def test_check_extraction_reads_an_index_or_says_that_it_is_none(raw: Any, index: int | None) -> None:  # noqa: ANN401
    refusal = FailureReason.INVALID_INDEX if index is None else None

    assert quote_of({"messageIndex": raw, "quote": "good"}) == CheckedQuote("good", raw, index, refusal)


def test_check_extraction_reads_a_missing_index_as_invalid() -> None:
    assert quote_of({"quote": "good"}) == CheckedQuote("good", None, None, FailureReason.INVALID_INDEX)


@pytest.mark.parametrize(
    "key", ["spanStart", "spanEnd", "start", "end", "offset", "char_start", "start_offset", "charInterval", "span"]
)
def test_check_extraction_refuses_offsets_quote_by_quote(key: str) -> None:
    good = {"messageIndex": 0, "quote": "good"}

    [entry] = check_extraction({"evidence": [{**good, key: 3}, good]}).entries

    assert [(quote.text, quote.refusal) for quote in entry.quotes] == [
        ("good", FailureReason.OFFSETS_NOT_ALLOWED),
        ("good", None),
    ]


EMPTY, INVALID, LONG = FailureReason.EMPTY_QUOTE, FailureReason.INVALID_QUOTE, FailureReason.QUOTE_TOO_LONG


@pytest.mark.parametrize(
    ("raw", "text", "refusal"),
    [
        pytest.param(None, "", EMPTY, id="null"),
        pytest.param("", "", EMPTY, id="an empty text"),
        pytest.param(" \t\n\u3000", " \t\n\u3000", EMPTY, id="white space"),
        pytest.param("\u200b\ufeff", "\u200b\ufeff", EMPTY, id="invisible characters"),
        pytest.param("\0", r"\u0000", EMPTY, id="nothing but NUL"),
        pytest.param(7, "7", INVALID, id="a number"),
        pytest.param(["a"], '["a"]', INVALID, id="a list"),
        pytest.param([SURROGATE], r'["a\ud800b"]', INVALID, id="a list that no database keeps"),
        pytest.param(NUL, r"a\u0000b", INVALID, id="NUL"),
        pytest.param(SURROGATE, r"a\ud800b", INVALID, id="half a surrogate pair"),
    ],
)
def test_check_extraction_keeps_a_bad_quote_as_a_failed_one(raw: object, text: str, refusal: FailureReason) -> None:
    assert quote_of({"messageIndex": 0, "quote": raw}) == CheckedQuote(text, 0, 0, refusal)


def test_check_extraction_says_invalid_quote_before_what_else_is_wrong() -> None:
    assert quote_of({"messageIndex": "x", "quote": NUL, "start": 1}).refusal is INVALID


@pytest.mark.parametrize("char", ["x", "한", "\U0001f600"])
def test_check_extraction_cuts_a_quote_over_the_limit(char: str) -> None:
    longest = quote_of({"messageIndex": 0, "quote": char * 2_000})
    longer = quote_of({"messageIndex": 0, "quote": char * 2_001})

    assert longest == CheckedQuote(char * 2_000, 0, 0, None)
    assert longer == CheckedQuote(char * 2_000, 0, 0, LONG, is_cut=True)


def test_check_extraction_cuts_a_quote_for_what_is_wrong_with_it_first() -> None:
    long = {"messageIndex": 0, "quote": "x" * 2_001, "start": 4}

    assert quote_of(long) == CheckedQuote("x" * 2_000, 0, 0, FailureReason.OFFSETS_NOT_ALLOWED, is_cut=True)


def test_check_extraction_names_an_extraction_by_what_can_be_stored() -> None:
    payload = {"evidence": [{"messageIndex": 0, "quote": NUL}], SURROGATE: [SURROGATE, 1, None, True, 0.5]}

    assert check_extraction(payload).payload == {
        "evidence": [{"messageIndex": 0, "quote": r"a\u0000b"}],
        r"a\ud800b": [r"a\ud800b", 1, None, True, 0.5],
    }


def test_check_quote_checks_what_a_person_looks_for() -> None:
    assert check_quote("good", message_index=3) == CheckedQuote("good", 3, 3, None)
    assert check_quote(NUL, message_index=3) == CheckedQuote(r"a\u0000b", 3, 3, INVALID)
    assert check_quote("x" * 2_001, message_index=3).refusal is LONG
