"""What is wrong with a quote, and the fixes that work."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given as cases
from hypothesis import strategies as st

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
from aligner_core._corpus.search import CorpusSearch
from aligner_core._matching.edit_distance import WORK_LIMIT, Budget
from aligner_core._repair.diagnosis import MAX_FIXES, _ranked_fixes
from aligner_core._repair.relocation import RepairCase
from aligner_core._repair.splitting import MAX_PARTS, MAX_SENTENCES

ALIGNER = EvidenceAligner()


HOSTILE = "ab가나\u1100\u1161\u11a8 \n\t\u200b\u0301㎏ﬁ🙂\ud800\0….*_>\"'[](:\u2800"
SENTENCES = ["We keep it. ", "원문을 보관한다. ", "not ", "It is v1.2, 3㎏", " ", "so we ship", "\n", "다시 결정했다"]
MARKS = [" ... ", "…", " [...] ", "**", "- ", '"', "User: "]


def prescribed(quote: str, messages: list[str], claimed: int | None = 0) -> Prescription:
    return ALIGNER.prescribe(ALIGNER.diagnose(quote, messages, claimed), messages)


def listed(given: Prescription) -> list[tuple[str, list[tuple[int, str, str]]]]:
    """Return each fix as its kind and the quotes it leaves: message, method, words."""
    return [
        (fix.kind, [(one.message_index, one.match_method, one.quote) for one in fix.evidence]) for fix in given.fixes
    ]


def works(given: Prescription, messages: list[str]) -> bool:
    """Return True after asserting that every fix comes out the same when made again, and is proven."""
    for one in (one for fix in given.fixes for one in fix.evidence):
        again = ALIGNER.align_quote(one.quote, messages[one.message_index])
        assert isinstance(again, AlignedEvidence)
        assert again.model_copy(update={"message_index": one.message_index}) == one
        verify(one, messages[one.message_index])
    return True


MOVED = "We moved the nightly job to Tuesday. Nobody objected in the meeting. The budget for the job stays the same."
DECIDED = "회의 결과 JSONB를 쓰지 않기로 했다. 이유는 여러 가지가 있다. DuckDB가 지원하지 않기 때문이다."
LONG = " ".join(
    f"In year {number} the team kept the raw events of region {number * 7}." for number in range(1990, 2002)
)

UNSAID = (
    " Nobody wrote down who paid the painters, why the garden was sold, or where any of the old keys are kept now, and"
    " the insurance never answered a single letter that the neighbours sent, which surprised them."
)

ONE_CLICK = [
    pytest.param(
        "We moved the nightly job to Tuesday. ... The budget for the job stays the same.",
        [MOVED],
        0,
        "elided",
        (
            "split",
            [
                (0, "exact", "We moved the nightly job to Tuesday."),
                (0, "exact", "The budget for the job stays the same."),
            ],
        ),
        id="golden 7: words are omitted",
    ),
    pytest.param(
        "JSONB를 쓰지 않기로 했다 … DuckDB가 지원하지 않기",
        ["네.", DECIDED],
        0,
        "elided",
        ("split", [(1, "exact", "JSONB를 쓰지 않기로 했다"), (1, "exact", "DuckDB가 지원하지 않기")]),
        id="words are omitted, in another message",
    ),
    pytest.param(
        "The rollout starts on the first Monday of March. 예산은 그대로 유지하기로 했습니다.",
        ["So: the rollout starts on the first Monday of March.", "네, 예산은 그대로 유지하기로 했습니다."],
        1,
        "merged",
        (
            "split",
            [
                (0, "normalized", "The rollout starts on the first Monday of March."),
                (1, "exact", "예산은 그대로 유지하기로 했습니다."),
            ],
        ),
        id="sentences of two messages",
    ),
    pytest.param(
        "We moved the nightly job the budget for the job stays the same",
        [MOVED.replace("Nobody objected in the meeting.", "Everybody agreed in the meeting, and then " * 5)],
        0,
        "merged",
        (
            "split",
            [(0, "exact", "We moved the nightly job"), (0, "normalized", "the budget for the job stays the same")],
        ),
        id="two places of one sentence",
    ),
    pytest.param(
        LONG.replace("1993 the team", "1993 no one at all"),
        ["Yes.", LONG],
        1,
        "critical_difference",
        ("use_words", [(1, "exact", LONG)]),
        id="long, and a fact differs",
    ),
    pytest.param(
        LONG + UNSAID,
        ["Yes.", LONG],
        1,
        "too_long",
        ("rewrite", [(1, "exact", LONG)]),
        id="too long for what was said",
    ),
    pytest.param(
        LONG.replace(". ", ", ").replace("1993 the team", "1993 no one at all").rstrip(".") + UNSAID.rstrip("."),
        ["Yes.", LONG.replace(". ", ", ")],
        1,
        "too_long",
        (
            "rewrite",
            [(1, "exact", LONG.replace(". ", ", ")[LONG.index("kept the raw events of region 13951") :].rstrip("."))],
        ),
        id="too long, and one sentence",
    ),
    pytest.param(
        "배포는 화요일입니다",
        ["다른 이야기", "그건 몰라요", "그럼 배포는 화요일입니다"],
        0,
        "wrong_message",
        ("move", [(2, "exact", "배포는 화요일입니다")]),
        id="another message has it",
    ),
    pytest.param(
        "We deploy on Tuesday",
        ["Shall we?", "So we deploy on  Tuesday, then."],
        0,
        "off_by_one_index",
        ("move", [(1, "normalized", "We deploy on Tuesday")]),
        id="the next message has it",
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
        id="it claims no message",
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
        "**We** **keep** `teh` **raw** **text**",
        ["We keep the raw text"],
        0,
        "markdown",
        ("rewrite", [(0, "fuzzy", "We keep teh raw text")]),
        id="markup was put into a quote with a typo",
    ),
    pytest.param(
        "> - **We ship on Monday**",
        ["No.", "We ship on Monday"],
        0,
        "off_by_one_index",
        ("move", [(1, "normalized", "> - **We ship on Monday**")]),
        id="markup around it, in another message",
    ),
    pytest.param(
        "The takes place at 402 East Jefferson Street.",
        ["Yes! The event takes place at 401 East Jefferson Street."],
        0,
        "critical_difference",
        ("use_words", [(0, "exact", "The event takes place at 401 East Jefferson Street.")]),
        id="a word is missing after the first one",
    ),
    pytest.param(
        "이 기능은 배포하기로 결정했습니다",
        ["그래서 이 기능은 배포하지 않기로 결정했습니다."],
        0,
        "critical_difference",
        ("use_words", [(0, "exact", "이 기능은 배포하지 않기로 결정했습니다")]),
        id="a negation is missing",
    ),
]


@pytest.mark.parametrize(("quote", "messages", "claimed", "diagnosis", "first"), ONE_CLICK)
def test_prescribe_offers_the_right_fix_first(
    quote: str, messages: list[str], claimed: int | None, diagnosis: str, first: tuple[str, list[tuple[int, str, str]]]
) -> None:
    given = prescribed(quote, messages, claimed)

    assert (given.diagnosis, listed(given)[0]) == (diagnosis, first)
    assert works(given, messages)


def test_prescribe_offers_no_split_that_loses_a_negation() -> None:
    """Of "we will not ship it", "we will … ship it" would be true word for word, and false."""
    messages = ["In the end we will not ship the new search before the summer. 검색은 배포하지 않기로 결정했습니다."]

    english = prescribed("in the end we will ... ship the new search", messages)
    korean = prescribed("검색은 배포하지 ... 결정했습니다", messages)

    assert [fix.kind for fix in (*english.fixes, *korean.fixes)] == ["use_words", "use_words"]
    assert "not ship" in english.fixes[0].evidence[0].quote
    assert "않기로" in korean.fixes[0].evidence[0].quote


def test_prescribe_offers_a_split_around_a_negation_of_another_clause() -> None:
    message = (
        "We moved the nightly job to a Tuesday, since on Mondays there is not a single one of us awake at that hour, "
        "and the budget for the job stays the same."
    )

    given = prescribed("We moved the nightly job to a Tuesday ... the budget for the job stays the same.", [message])

    assert given.diagnosis == "elided"


def test_prescribe_offers_a_split_that_omits_a_negative_sentence() -> None:
    message = "We moved the nightly job to Tuesday. Nobody objected. The budget for the job stays the same."

    given = prescribed("We moved the nightly job to Tuesday. [...] The budget for the job stays the same.", [message])

    assert (given.diagnosis, given.fixes[0].kind) == ("elided", "split")


def test_prescribe_offers_no_split_into_too_many_parts() -> None:
    parts = [f"The region number {number} keeps its own events" for number in range(MAX_PARTS + 1)]
    message = ", and nobody said a word against that at all in the whole long meeting. ".join(parts)

    few = prescribed(" ... ".join(parts[:-1]), [message])
    many = prescribed(" ... ".join(parts), [message])

    assert (few.diagnosis, [len(fix.evidence) for fix in few.fixes]) == ("elided", [MAX_PARTS])
    assert "split" not in [fix.kind for fix in many.fixes]


def test_prescribe_offers_no_split_into_the_same_part_twice() -> None:
    given = prescribed("We keep the raw text. ... We keep the raw text.", ["So: We keep the raw text. Or not."])

    assert "split" not in [fix.kind for fix in given.fixes]


def test_prescribe_offers_no_split_that_drops_sentences_beyond_the_limit() -> None:
    first, last = "We keep the raw events for a year.", [f"Then came number {at}." for at in range(MAX_SENTENCES - 1)]
    message = f"{first} Nobody had much to say on that in the end. {' '.join(last)}"
    quote = f"{first} {' '.join(last)}"

    given = prescribed(quote, [message])
    more = prescribed(f"{quote} Zebras quietly invented it.", [message])

    assert [one.quote for one in given.fixes[0].evidence] == [first, " ".join(last)]
    assert "split" not in [fix.kind for fix in more.fixes]


def test_prescribe_offers_no_split_with_a_short_part_of_another_message() -> None:
    given = prescribed("We keep the raw text of it ... tea", ["We keep the raw text of it.", "tea"])

    assert [fix.kind for fix in given.fixes] == ["use_words"]


def test_prescribe_offers_no_split_with_a_short_part_of_a_sentence() -> None:
    message = "We moved the nightly job to Tuesday, and much later in the same long meeting the team spoke of tea."

    given = prescribed("We moved the nightly job tea", [message])

    assert "split" not in [fix.kind for fix in given.fixes]


def test_prescribe_searches_for_parts_in_the_message_of_the_longest_one() -> None:
    messages = ["It is fine.", "Well. The budget for the job stays the same. So it goes. It is fine."]

    given = prescribed("The budget for the job stays the same ... It is fine.", messages)

    assert [one.message_index for one in given.fixes[0].evidence] == [1, 1]


def test_prescribe_finds_a_short_sentence_together_with_the_next() -> None:
    between = "Nobody had much to say on that. " * 4
    message = f"Agreed. We moved the nightly job to Tuesday. {between}The budget stays the same."

    given = prescribed("Agred. We moved the nightly job to Tuesday. The budget stays the same.", [message])

    assert given.diagnosis == "merged"
    assert [one.quote for one in given.fixes[0].evidence] == [
        "Agred. We moved the nightly job to Tuesday.",
        "The budget stays the same.",
    ]


def test_prescribe_offers_at_most_as_many_fixes_as_a_person_reads() -> None:
    quote = "We pay 100 dollars for the server"

    given = prescribed(quote, [quote.replace("100", "200"), *[quote] * (MAX_FIXES + 1)])

    assert [kind for kind, _ in listed(given)] == ["move"] * MAX_FIXES


def test_prescribe_offers_no_close_words_where_another_message_has_the_quote() -> None:
    messages = ["they keep the old text of each event", "we keep the raw text of every event"]

    given = prescribed(messages[1], messages)

    assert listed(given) == [("move", [(1, "exact", messages[1])])]


def test_prescribe_offers_no_split_of_a_quote_that_differs_in_its_message() -> None:
    messages = ["We keep the raw text of all the events for 30 days or for one year, then we delete all of it again."]

    given = prescribed(
        "We keep the raw text of all the events ... for one year, then we delete all of it again.", messages
    )

    assert (given.diagnosis, [fix.kind for fix in given.fixes]) == ("critical_difference", ["use_words"])


def test_prescribe_offers_a_split_across_two_messages() -> None:
    messages = ["We keep the raw text and the rest", "So we decided today that the budget stays the same"]

    given = prescribed("We keep the raw text ... the budget stays the same", messages)

    assert given.diagnosis == "elided"


def test_prescribe_offers_no_move_to_words_that_are_only_similar() -> None:
    messages = ["We pay 200 dollars for the server", "We pay 100 dolars for the server"]

    given = prescribed("We pay 100 dollars for the server", messages)

    assert listed(given) == [("use_words", [(0, "exact", "We pay 200 dollars for the server")])]


def test_prescribe_keeps_the_markup_of_a_quote_that_is_found_with_it() -> None:
    messages = ["Nothing.", 'He wrote "we keep the raw text..." there.', "So we keep the raw text."]

    given = prescribed('"we keep the raw text..."', messages)

    assert listed(given) == [
        ("move", [(1, "exact", '"we keep the raw text..."')]),
        ("move", [(2, "normalized", '"we keep the raw text..."')]),
    ]


def test_prescribe_ranks_the_closest_words_before_a_split_into_parts_of_them() -> None:
    messages = ["We keep the raw text of every event. Mostly. We delete all of it after one year."]

    given = prescribed(
        "We keep the raw text of every event. We delete all of it after one yaer at the very latest.", messages
    )

    assert given.diagnosis == "near_miss"
    assert [fix.kind for fix in given.fixes] == ["use_words"]


def test_prescribe_ranks_literal_sentences_before_words_that_hold_more() -> None:
    messages = [
        "We keep the raw text of every event. Mostly so, said Ann, and some more. We delete all of it after one year."
    ]

    given = prescribed("We keep the raw text of every event. We delete all of it after one year.", messages)

    assert given.diagnosis == "merged"
    assert listed(given)[0] == (
        "split",
        [
            (0, "exact", "We keep the raw text of every event."),
            (0, "exact", "We delete all of it after one year."),
        ],
    )
    assert [fix.kind for fix in given.fixes] == ["split", "use_words"]


def test_prescribe_ranks_literal_sentences_before_words_that_differ_in_a_fact() -> None:
    """The second sentence is so short that both are aligned to the first one and what follows it there."""
    first = "We keep the raw text of every event of the last few years in the old store of the team in Berlin."
    messages = [f"{first} Not for long. It was 30 days."]

    given = prescribed(f"{first} It was 30 days.", messages)

    assert (given.diagnosis, [fix.kind for fix in given.fixes]) == ("merged", ["split", "use_words"])
    assert [one.quote for one in given.fixes[0].evidence] == [first, "It was 30 days."]


def test_prescribe_offers_no_split_at_an_ellipsis_that_omits_a_fact() -> None:
    messages = ["We will keep the raw text of events for not more than one year, then delete it."]

    given = prescribed("We will keep the raw text of events ... for more than one year, then delete it.", messages)

    assert given.diagnosis == "critical_difference"
    assert [fix.kind for fix in given.fixes] == ["use_words"]


def test_prescribe_aligns_a_quote_that_was_sent_with_offsets() -> None:
    failed = FailedEvidence(message_index=1, quote="We keep it.", failure_reason=FailureReason.OFFSETS_NOT_ALLOWED)

    given = ALIGNER.prescribe(failed, ["We keep it.", "Well. We keep it."])

    assert (given.diagnosis, listed(given)) == ("offsets_sent", [("align", [(1, "exact", "We keep it.")])])


def test_prescribe_moves_a_quote_that_was_sent_with_offsets() -> None:
    failed = FailedEvidence(message_index=1, quote="We keep it.", failure_reason=FailureReason.OFFSETS_NOT_ALLOWED)

    given = ALIGNER.prescribe(failed, ["We keep it.", "Well."])

    assert (given.diagnosis, listed(given)) == ("offsets_sent", [("move", [(0, "exact", "We keep it.")])])


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
def test_prescribe_diagnoses_what_has_no_fix(reason: FailureReason, quote: str, diagnosis: str) -> None:
    given = ALIGNER.prescribe(FailedEvidence(quote=quote, failure_reason=reason), ["We keep [1, 2] it."])

    assert given == Prescription(diagnosis=diagnosis)


def test_prescribe_offers_no_move_when_the_claimed_message_has_the_quote() -> None:
    failed = FailedEvidence(message_index=1, quote="we keep it", failure_reason=FailureReason.OFFSETS_NOT_ALLOWED)

    given = ALIGNER.prescribe(failed, ["we keep it", "We keep it. We keep it.", "we keep it"])

    assert listed(given) == [("align", [(1, "normalized", "we keep it")])]
    assert given.fixes[0].evidence[0].ambiguous


def test_prescribe_ranks_better_places_first_then_nearer_ones() -> None:
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


def test_prescribe_ranks_a_move_before_words_that_differ() -> None:
    messages = ["We pay 200 dollars for the server", "Yes.", "We pay 100 dollars for the server"]

    given = prescribed("We pay 100 dollars for the server", messages, 0)

    assert given.diagnosis == "wrong_message"
    assert listed(given) == [
        ("move", [(2, "exact", "We pay 100 dollars for the server")]),
        ("use_words", [(0, "exact", "We pay 200 dollars for the server")]),
    ]


def test_prescribe_ranks_the_words_of_a_place_that_differs_before_the_move_to_it() -> None:
    messages = ["Something else.", "Yes.", "We pay 200 dollars for the server"]

    given = prescribed("We pay 100 dollars for the server", messages, 0)

    assert given.diagnosis == "wrong_message"
    assert listed(given) == [
        ("use_words", [(2, "exact", "We pay 200 dollars for the server")]),
        ("move", [(2, "fuzzy", "We pay 100 dollars for the server")]),
    ]


def test_prescribe_widens_a_quote_to_the_end_of_its_last_word() -> None:
    """Golden fixture 9: "extend to '다'" is one click."""
    messages = ["우리는 DuckDB에서 JSONB 타입을 제거하기로 결정했다."]

    given = prescribed("DuckDB JSONB 타입 제거하기로 결정했", messages)

    assert given.diagnosis == "critical_difference"
    assert listed(given) == [("use_words", [(0, "exact", "DuckDB에서 JSONB 타입을 제거하기로 결정했다")])]
    assert given.fixes[0].evidence[0].span == Span(start=4, end=33)


def test_prescribe_offers_nothing_for_a_quote_that_is_found() -> None:
    assert prescribed("we keep it", ["We keep it."]) == Prescription(diagnosis=None)


def test_prescribe_searches_again_for_an_outcome_of_other_messages() -> None:
    old = ALIGNER.diagnose("We keep it for a year.", ["", "", "We keep it for a year."], 2)

    assert listed(ALIGNER.prescribe(old, ["We keep it for a year."])) == [
        ("move", [(0, "exact", "We keep it for a year.")])
    ]
    assert ALIGNER.prescribe(old, []) == Prescription(diagnosis="no_trace")


def test_prescribe_takes_a_prepared_corpus() -> None:
    corpus = Corpus([PreparedSource("no"), PreparedSource("We keep it.")])

    given = ALIGNER.prescribe(ALIGNER.diagnose("We keep it.", corpus, 0), corpus)

    assert given.diagnosis == "off_by_one_index"


def test_fix_of_any_kind_but_a_split_leaves_one_quote() -> None:
    evidence = prescribed("배포는 화요일입니다", ["네", "배포는 화요일입니다"]).fixes[0].evidence

    with pytest.raises(ValueError, match="move cannot leave 2 quotes"):
        Fix(kind="move", evidence=evidence * 2)
    with pytest.raises(ValueError, match="split cannot leave 1 quotes"):
        Fix(kind="split", evidence=evidence)


def test_prescribe_searches_for_the_closest_words_without_markup() -> None:
    quote = "**`we` `keep` `the` `raw` `text` `for` `a` `long` `year`**"

    given = prescribed(quote, ["They keep the rough text for a longer year"])

    assert listed(given) == [("use_words", [(0, "exact", "They keep the rough text for a longer year")])]


@pytest.mark.parametrize(
    ("quote", "message"),
    [
        ("The raw text of events is kept for about a year.", "One year long we keep the raw texts of the events."),
        ("원문 이벤트는 일 년 동안만 보관하고 지웁니다", "보관 기간을 일 년으로 하고 원문 이벤트는 그 뒤에 지웁니다"),
    ],
    ids=["English", "Korean"],
)
def test_prescribe_distinguishes_a_paraphrase_from_no_trace(quote: str, message: str) -> None:
    assert prescribed(quote, ["Yes.", message]) == Prescription(diagnosis="paraphrased")
    assert ALIGNER.candidates(quote, ["Yes.", message])[0].message_index == 1


def test_prescribe_ranks_the_claimed_message_first_unless_others_are_much_closer() -> None:
    """An edit counts twice in a message that was not claimed."""
    quote = "we keep the raw text of every event"
    near, less = "we kept the raw text of each event", "they kept the old text of each event"
    least = "they kept the old text of his vents"

    slightly = prescribed(quote, [less, near])
    much = prescribed(quote, [least, near])

    assert [one for _, [one] in listed(slightly)] == [(0, "exact", less), (1, "exact", near)]
    assert [one for _, [one] in listed(much)] == [(1, "exact", near), (0, "exact", least)]
    assert (slightly.diagnosis, much.diagnosis) == ("near_miss", "near_miss")


def test_prescribe_offers_the_closest_words_where_no_message_is_claimed() -> None:
    given = prescribed("we keep the raw text of every event", ["no", "they keep the old text of each event"], None)

    assert (given.diagnosis, listed(given)) == (
        "bad_index",
        [("use_words", [(1, "exact", "they keep the old text of each event")])],
    )


@pytest.mark.parametrize("quote", ["not " + "\u2800" * 30, "abcdef" + "\u2800" * 14], ids=["aligned", "near"])
def test_prescribe_offers_no_blank_words(quote: str) -> None:
    given = prescribed(quote, ["\u2800" * 40])

    assert given.fixes == ()


def test_prescribe_offers_nothing_for_a_long_quote_without_a_trace() -> None:
    given = prescribed(LONG, ["Yes.", "No."], None)

    assert given == Prescription(diagnosis="no_trace")


@cases(st.text(HOSTILE, max_size=60), st.lists(st.text(HOSTILE, max_size=120), max_size=4), st.integers(0, 5))
def test_prescribe_offers_only_fixes_that_work_for_any_quote(quote: str, messages: list[str], claimed: int) -> None:
    given = prescribed(quote, messages, claimed)

    assert works(given, messages)
    assert given.fixes or given.diagnosis in {None, "paraphrased", "empty", "no_trace"}


@cases(st.data())
def test_prescribe_offers_only_fixes_that_work_for_quotes_put_together(data: st.DataObject) -> None:
    messages = data.draw(
        st.lists(st.lists(st.sampled_from(SENTENCES), max_size=6).map("".join), min_size=1, max_size=3)
    )
    quote = data.draw(st.lists(st.sampled_from([*SENTENCES, *MARKS]), max_size=8).map("".join))
    reason = data.draw(st.sampled_from(FailureReason))

    given = ALIGNER.prescribe(FailedEvidence(message_index=0, quote=quote, failure_reason=reason), messages)

    assert works(given, messages)


def test_ranked_fixes_stay_within_the_work_limit() -> None:
    """A long quote against a long message of the same letters: nothing can be ruled out."""
    chance = random.Random("work")  # noqa: S311 - the same case every time, no secret
    message = "".join(chance.choices("ab ", k=200_000))
    quote = "".join(chance.choices("ab ", k=2_000))
    budget = Budget()
    case = RepairCase(quote, 0, CorpusSearch(Corpus([PreparedSource(message)]), ALIGNER._settings, budget))

    found = list(_ranked_fixes(case))

    assert {diagnosis for diagnosis, _ in found} <= {"near_miss"}
    assert budget.left > -WORK_LIMIT


def test_prescribe_gives_the_same_in_threads() -> None:
    corpus = Corpus([PreparedSource(message) for message in (MOVED, DECIDED, LONG)])
    quotes = [pair.values[0] for pair in ONE_CLICK] * 4
    failed = [ALIGNER.diagnose(str(quote), corpus, 0) for quote in quotes]

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda one: ALIGNER.prescribe(one, corpus), failed))

    assert made == [ALIGNER.prescribe(one, corpus) for one in failed]
