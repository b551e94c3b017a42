"""What is wrong with a quote, and the fixes that work."""

import pytest

from aligner_core import (
    AlignedEvidence,
    Corpus,
    EvidenceAligner,
    FailedEvidence,
    FailureReason,
    Fix,
    PreparedSource,
    Prescription,
    Span,
    verify,
)
from aligner_core.fixes import LONGEST_END, whole_words

ALIGNER = EvidenceAligner()


def prescribed(quote: str, messages: list[str], claimed: int | None = 0) -> Prescription:
    return ALIGNER.prescribe(ALIGNER.diagnose(quote, messages, claimed), messages)


def told(given: Prescription) -> list[tuple[str, list[tuple[int, str, str]]]]:
    """Give each fix as its kind and the quotes it leaves: message, method, words."""
    return [
        (fix.kind, [(one.message_index, one.match_method, one.quote) for one in fix.evidence]) for fix in given.fixes
    ]


def works(given: Prescription, messages: list[str]) -> bool:
    """Say whether every fix comes out the same when made again, and is proven."""
    for one in (one for fix in given.fixes for one in fix.evidence):
        again = ALIGNER.align_quote(one.quote, messages[one.message_index])
        assert isinstance(again, AlignedEvidence)
        assert again.model_copy(update={"message_index": one.message_index}) == one
        verify(one, messages[one.message_index])
    return True


ONE_CLICK = [
    pytest.param(
        "배포는 화요일입니다",
        ["다른 이야기", "그건 몰라요", "그럼 배포는 화요일입니다"],
        0,
        "wrong_message",
        ("move", [(2, "exact", "배포는 화요일입니다")]),
        id="it stands in another message",
    ),
    pytest.param(
        "We deploy on Tuesday",
        ["Shall we?", "So we deploy on  Tuesday, then."],
        0,
        "off_by_one_index",
        ("move", [(1, "normalized", "We deploy on Tuesday")]),
        id="it stands in the next message",
    ),
    pytest.param(
        "We deploy on Tuesday",
        ["We deploy on Tuesday", "Yes"],
        7,
        "bad_index",
        ("move", [(0, "exact", "We deploy on Tuesday")]),
        id="the session has no such message",
    ),
    pytest.param(
        "배포는 화요일입니다",
        ["네", "배포는 화요일입니다"],
        None,
        "bad_index",
        ("move", [(1, "exact", "배포는 화요일입니다")]),
        id="it names no message",
    ),
    pytest.param(
        "the retention of raw events is a year",
        ["Yes. The retention period for raw events is one year."],
        0,
        "near_miss",
        ("use_words", [(0, "exact", "The retention period for raw events is one year")]),
        id="the closest words are below the bar",
    ),
    pytest.param(
        "후회하지 **않을** 사랑을 `지금` 하세요",
        ["네", "후회하지 않을 사랑을 지금 하세요."],
        1,
        "markdown",
        ("rewrite", [(1, "exact", "후회하지 않을 사랑을 지금 하세요")]),
        id="markup was put into it",
    ),
    pytest.param(
        'User: "We ship on  Monday…"',
        ["So we ship on Monday, I think."],
        0,
        "markdown",
        ("rewrite", [(0, "normalized", "We ship on  Monday")]),
        id="a speaker, quotation marks and an ellipsis were put around it",
    ),
    pytest.param(
        "> - **We ship on Monday**",
        ["No.", "We ship on Monday"],
        0,
        "markdown",
        ("rewrite", [(1, "exact", "We ship on Monday")]),
        id="markup around it, in another message",
    ),
    pytest.param(
        "The takes place at 402 East Jefferson Street.",
        ["Yes! The event takes place at 401 East Jefferson Street."],
        0,
        "critical_difference",
        ("use_words", [(0, "exact", "The event takes place at 401 East Jefferson Street.")]),
        id="a word is lost behind the first one",
    ),
    pytest.param(
        "이 기능은 배포하기로 결정했습니다",
        ["그래서 이 기능은 배포하지 않기로 결정했습니다."],
        0,
        "critical_difference",
        ("use_words", [(0, "exact", "이 기능은 배포하지 않기로 결정했습니다")]),
        id="a negation is lost",
    ),
]


@pytest.mark.parametrize(("quote", "messages", "claimed", "diagnosis", "first"), ONE_CLICK)
def test_the_first_fix_sets_a_quote_right(
    quote: str, messages: list[str], claimed: int | None, diagnosis: str, first: tuple[str, list[tuple[int, str, str]]]
) -> None:
    given = prescribed(quote, messages, claimed)

    assert (given.diagnosis, told(given)[0]) == (diagnosis, first)
    assert works(given, messages)


def test_offsets_are_dropped_and_the_text_is_aligned() -> None:
    failed = FailedEvidence(message_index=1, quote="We keep it.", failure_reason=FailureReason.OFFSETS_NOT_ALLOWED)

    given = ALIGNER.prescribe(failed, ["We keep it.", "Well. We keep it."])

    assert (given.diagnosis, told(given)) == ("offsets_sent", [("align", [(1, "exact", "We keep it.")])])


def test_offsets_and_a_wrong_index_are_moved() -> None:
    failed = FailedEvidence(message_index=1, quote="We keep it.", failure_reason=FailureReason.OFFSETS_NOT_ALLOWED)

    given = ALIGNER.prescribe(failed, ["We keep it.", "Well."])

    assert (given.diagnosis, told(given)) == ("offsets_sent", [("move", [(0, "exact", "We keep it.")])])


@pytest.mark.parametrize(
    ("reason", "quote", "diagnosis"),
    [
        (FailureReason.EMPTY_QUOTE, "", "empty"),
        (FailureReason.OFFSETS_NOT_ALLOWED, " \u200b", "empty"),
        (FailureReason.INVALID_QUOTE, "[1, 2]", "not_a_text"),
        (FailureReason.NOT_FOUND, "이런 말은 아무도 하지 않았다", "no_trace"),
        (FailureReason.INVALID_INDEX, "이런 말은 아무도 하지 않았다", "no_trace"),
    ],
)
def test_what_has_no_fix_is_named(reason: FailureReason, quote: str, diagnosis: str) -> None:
    given = ALIGNER.prescribe(FailedEvidence(quote=quote, failure_reason=reason), ["We keep [1, 2] it."])

    assert given == Prescription(diagnosis=diagnosis)


def test_a_quote_that_stands_in_the_claimed_message_and_in_others_is_not_sent_away() -> None:
    failed = FailedEvidence(message_index=1, quote="we keep it", failure_reason=FailureReason.OFFSETS_NOT_ALLOWED)

    given = ALIGNER.prescribe(failed, ["we keep it", "We keep it. We keep it.", "we keep it"])

    assert told(given) == [("align", [(1, "normalized", "we keep it")])]
    assert given.fixes[0].evidence[0].ambiguous


def test_the_better_place_comes_first_then_the_nearer_one() -> None:
    messages = [
        "We keep the raw text",
        "x",
        "We keep the rew text",
        "we keep the raw text",
        "no",
        "We keep the raw text",
    ]

    given = prescribed("We keep the raw text", messages, 4)

    assert [fix.evidence[0].message_index for fix in given.fixes] == [5, 0, 3, 2]
    assert given.diagnosis == "off_by_one_index"


def test_words_that_stand_elsewhere_come_before_words_that_differ_here() -> None:
    messages = ["We pay 200 dollars for the server", "Yes.", "We pay 100 dollars for the server"]

    given = prescribed("We pay 100 dollars for the server", messages, 0)

    assert given.diagnosis == "wrong_message"
    assert told(given) == [
        ("move", [(2, "exact", "We pay 100 dollars for the server")]),
        ("use_words", [(0, "exact", "We pay 200 dollars for the server")]),
    ]


def test_a_place_elsewhere_that_differs_in_a_fact_is_given_with_its_words_first() -> None:
    messages = ["Something else.", "Yes.", "We pay 200 dollars for the server"]

    given = prescribed("We pay 100 dollars for the server", messages, 0)

    assert given.diagnosis == "wrong_message"
    assert told(given) == [
        ("use_words", [(2, "exact", "We pay 200 dollars for the server")]),
        ("move", [(2, "fuzzy", "We pay 100 dollars for the server")]),
    ]


def test_nothing_is_wrong_with_a_typo_but_its_words_may_be_taken_to_the_end_of_the_word() -> None:
    """Golden fixture 9: "extend to '다'" is a click."""
    messages = ["우리는 DuckDB에서 JSONB 타입을 제거하기로 결정했다."]

    given = prescribed("DuckDB JSONB 타입 제거하기로 결정했", messages)

    assert given.diagnosis is None
    assert told(given) == [("use_words", [(0, "exact", "DuckDB에서 JSONB 타입을 제거하기로 결정했다")])]
    assert given.fixes[0].evidence[0].span == Span(start=4, end=33)


def test_nothing_is_offered_for_what_stands_there() -> None:
    assert prescribed("we keep it", ["We keep it."]) == Prescription(diagnosis=None)


def test_an_outcome_of_other_messages_is_looked_for_anew() -> None:
    old = ALIGNER.diagnose("We keep it for a year.", ["", "", "We keep it for a year."], 2)

    assert told(ALIGNER.prescribe(old, ["We keep it for a year."])) == [
        ("move", [(0, "exact", "We keep it for a year.")])
    ]
    assert ALIGNER.prescribe(old, []) == Prescription(diagnosis="no_trace")


def test_a_corpus_is_prepared_once_for_many_quotes() -> None:
    corpus = Corpus([PreparedSource("no"), PreparedSource("We keep it.")])

    given = ALIGNER.prescribe(ALIGNER.diagnose("We keep it.", corpus, 0), corpus)

    assert given.diagnosis == "off_by_one_index"


def test_only_a_split_leaves_several_quotes() -> None:
    evidence = prescribed("배포는 화요일입니다", ["네", "배포는 화요일입니다"]).fixes[0].evidence

    with pytest.raises(ValueError, match="move cannot leave 2 quotes"):
        Fix(kind="move", evidence=evidence * 2)
    with pytest.raises(ValueError, match="split cannot leave 1 quotes"):
        Fix(kind="split", evidence=evidence)


def test_words_that_only_need_a_typo_come_after_words_without_markup() -> None:
    messages = ["We keep the raw text.", "**We** **keep** `the` **rav** **text**"]

    given = prescribed("**We** **keep** `the` **raw** **text**", messages, 0)

    assert given.diagnosis == "markdown"
    assert told(given)[:2] == [
        ("rewrite", [(0, "exact", "We keep the raw text")]),
        ("move", [(1, "fuzzy", "**We** **keep** `the` **raw** **text**")]),
    ]


def test_the_closest_words_are_looked_for_without_markup_too() -> None:
    quote = "**`we` `keep` `the` `raw` `text` `for` `a` `long` `year`**"

    given = prescribed(quote, ["They keep the rough text for a longer year"])

    assert told(given) == [("use_words", [(0, "exact", "They keep the rough text for a longer year")])]


@pytest.mark.parametrize(
    ("quote", "message"),
    [
        ("The raw text of events is kept for about a year.", "One year long we keep the raw texts of the events."),
        ("원문 이벤트는 일 년 동안만 보관하고 지웁니다", "보관 기간을 일 년으로 하고 원문 이벤트는 그 뒤에 지웁니다"),
    ],
    ids=["English", "Korean"],
)
def test_a_paraphrase_is_told_from_what_has_no_trace(quote: str, message: str) -> None:
    assert prescribed(quote, ["Yes.", message]) == Prescription(diagnosis="paraphrased")
    assert ALIGNER.candidates(quote, ["Yes.", message])[0].message_index == 1


def test_the_closest_words_of_the_claimed_message_come_first_unless_others_are_much_closer() -> None:
    """An edit counts twice in a message that was not claimed."""
    quote = "we keep the raw text of every event"
    near, less = "we kept the raw text of each event", "they kept the old text of each event"
    least = "they kept the old text of his vents"

    slightly = prescribed(quote, [less, near])
    much = prescribed(quote, [least, near])

    assert [one for _, [one] in told(slightly)] == [(0, "exact", less), (1, "exact", near)]
    assert [one for _, [one] in told(much)] == [(1, "exact", near), (0, "exact", least)]
    assert (slightly.diagnosis, much.diagnosis) == ("near_miss", "near_miss")


def test_the_closest_words_are_given_where_no_message_is_claimed() -> None:
    given = prescribed("we keep the raw text of every event", ["no", "they keep the old text of each event"], None)

    assert (given.diagnosis, told(given)) == (
        "bad_index",
        [("use_words", [(1, "exact", "they keep the old text of each event")])],
    )


def test_what_is_no_word_is_not_taken_to_its_end() -> None:
    """A line of minified data has no word to end."""
    text = "a" * 3 * LONGEST_END

    assert whole_words(text, Span(start=LONGEST_END + 5, end=LONGEST_END + 9)) == Span(
        start=LONGEST_END + 5, end=LONGEST_END + 9
    )
