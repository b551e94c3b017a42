"""The rules of the specification 3, one by one."""

import unicodedata
from collections.abc import Callable

import pytest

from aligner_core import (
    AlignedEvidence,
    AlignerConfig,
    AlignResult,
    EvidenceAligner,
    FailedEvidence,
    FailureReason,
    Span,
    fold,
    measure,
    verify,
)

ALIGNER = EvidenceAligner()
SENTENCE = "우리는 원문을 그대로 보관하고 월요일에 지연 시간을 다시 측정하기로 결정했습니다."
NFD_HAN = "\u1112\u1161\u11ab"


def aligned(quote: str, source: str, config: AlignerConfig | None = None) -> AlignedEvidence:
    """Align a quote that is there; what is found must hold before the verifier."""
    found = EvidenceAligner(config).align_quote(quote, source)
    assert isinstance(found, AlignedEvidence), found
    verify(found, source)
    return found


def failed(quote: str, index: int | None, *messages: str, config: AlignerConfig | None = None) -> FailedEvidence:
    """Diagnose a quote that is not there."""
    found = EvidenceAligner(config).diagnose(quote, messages, index)
    assert isinstance(found, FailedEvidence), found
    return found


def one(messages: list[str], evidence: object) -> AlignResult:
    return ALIGNER.align(messages, {"evidence": [evidence]})


# 1. Steps: exact → normalized → fuzzy; every step sees the whole message before the next step begins.


@pytest.mark.parametrize(
    ("source", "method", "start"),
    [
        pytest.param("WE KEEP the raw text. we keeb the raw text. we keep the raw text.", "exact", 44, id="exact"),
        pytest.param("we keeb the raw text. WE KEEP the raw text.", "normalized", 22, id="normalized"),
        pytest.param("we drop the old text. we keeb the raw text.", "fuzzy", 22, id="fuzzy"),
    ],
)
def test_rule_1_the_first_step_that_succeeds_wins(source: str, method: str, start: int) -> None:
    found = aligned("we keep the raw text.", source)

    assert (found.match_method, found.span_start) == (method, start)


# 2. Exact: code-point substring. Confidence exactly 1.0.


@pytest.mark.parametrize(
    ("quote", "source", "start"),
    [
        pytest.param("결정", "그렇게 결정했다", 4, id="words"),
        pytest.param("🙂", "a🙂b", 1, id="an emoji"),
        pytest.param("a\r\n b", "x a\r\n b", 2, id="white space as it is"),
        pytest.param("\ud800", "a\ud800", 1, id="half of a pair"),
        pytest.param("\x00b", "a\x00b", 1, id="NUL"),
        pytest.param("e", "e\u0301", 0, id="even before an accent"),
    ],
)
def test_rule_2_exact_is_a_code_point_substring(quote: str, source: str, start: int) -> None:
    found = aligned(quote, source)

    assert (found.match_method, found.confidence, found.similarity) == ("exact", 1.0, 1.0)
    assert found.span == Span(start=start, end=start + len(quote))


# 3. Normalized.


@pytest.mark.parametrize(
    ("quote", "source", "span"),
    [
        pytest.param("we decided", "so We Decided it", (3, 13), id="case"),
        pytest.param("duckdb 12", "in ＤｕｃｋＤＢ １２!", (3, 12), id="width"),
        pytest.param("a b", "x a \r\n\t b y", (2, 9), id="white space"),
        pytest.param("  결정  ", "그렇게 결정했다", (4, 6), id="spaces around the quote"),
        pytest.param("한다", f"곧 {NFD_HAN}다", (2, 6), id="a composed quote, a decomposed source"),
        pytest.param(f"{NFD_HAN}다", "곧 한다", (2, 4), id="the other way round"),
        pytest.param("keep it", "ke\u200bep\ufeff it", (0, 9), id="zero width"),
        pytest.param('"quoted" - it\'s', "“quoted” – it’s", (0, 15), id="typography"),
        pytest.param("fish", "ﬁsh", (0, 3), id="a ligature"),
        pytest.param("strasse", "Straße", (0, 6), id="a sharp s"),
        pytest.param("istanbul", "Istanbul", (0, 8), id="a capital"),
        pytest.param("i\u0307stanbul", "İstanbul", (0, 8), id="a capital that folds to two"),
        pytest.param("1번", "①번", (0, 2), id="a circled digit"),
        pytest.param("5kg 이상", "무게 5㎏ 이상", (3, 8), id="a squared unit"),
        pytest.param("ㅋㅋ 네", "ㅋㅋ\n네", (0, 4), id="a laugh"),
        pytest.param("❤ you", "❤\ufe0f you", (0, 6), id="a variation selector"),
    ],
)
def test_rule_3_normalized_gives_the_span_of_whole_original_characters(
    quote: str, source: str, span: tuple[int, int]
) -> None:
    found = aligned(quote, source)

    assert (found.match_method, found.confidence, found.similarity) == ("normalized", 0.95, 1.0)
    assert (found.span_start, found.span_end) == span


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        pytest.param("10⁵ 건", "105 건", id="a power is no number"),
        pytest.param("½ 컵", "1/2 컵", id="a fraction is no division"),
        pytest.param("x₂", "x2", id="an index is no digit"),
        pytest.param("5m2", "5㎡", id="a square metre is not m2"),
        pytest.param("쿄", "ㅋㅛ", id="a laugh is no syllable"),
        pytest.param("аdmin", "admin", id="a Cyrillic letter is no Latin one"),
        pytest.param("5", "-6", id="a number"),
        pytest.param("+5", "-5", id="a sign"),
        pytest.param("배포 안 함", "배포 함", id="a negation"),
        pytest.param("g 이상", "5㎏ 이상", id="the end of one character's folding"),
        pytest.param("5k", "5㎏", id="its beginning"),
        pytest.param("하", f"{NFD_HAN}", id="the beginning of a decomposed syllable"),
        pytest.param("É", "e", id="an accent"),
    ],
)
def test_rule_3_normalized_never_changes_meaning_nor_cuts_a_character(quote: str, source: str) -> None:
    found = ALIGNER.align_quote(quote, source)

    assert isinstance(found, FailedEvidence)
    assert found.failure_reason == FailureReason.NOT_FOUND


@pytest.mark.parametrize("change", [str.upper, lambda text: unicodedata.normalize("NFD", text)], ids=["case", "NFD"])
def test_rule_3_a_difference_of_form_only_is_never_fuzzy(change: Callable[[str], str]) -> None:
    source = "Wir haben beschlossen, die Änderung am Größenlimit nicht zu übernehmen — 결정했습니다."

    assert aligned(change(source[4:60]), source).match_method == "normalized"


def test_rule_3_normalized_spans_may_hold_what_was_dropped() -> None:
    found = aligned("ab cd", "a\u200bb  c\u00add")

    assert (found.span_start, found.span_end) == (0, 8)


# 4. Fuzzy.


def test_rule_4_fuzzy_finds_the_window_of_any_length() -> None:
    found = aligned("DuckDB에서는 JSONB 제거", "DuckDB에서 JSONB 제거")

    assert (found.match_method, found.span_start, found.span_end) == ("fuzzy", 0, 17)
    assert found.similarity == 17 / 18


def test_rule_4_the_threshold_is_inclusive() -> None:
    quote, source = "abcdefghij klmnopqrs", "abcdefghij klmnopXYZ"

    assert aligned(quote, source).similarity == 0.85
    with_more = ALIGNER.align_quote(quote[:-1] + "?", source[:-4] + "WXYZ")
    assert isinstance(with_more, FailedEvidence)


@pytest.mark.parametrize(
    ("threshold", "found"),
    [(0.85, True), (0.9, True), (0.95, True), (0.9501, False), (1.0, False), (1, False)],
)
def test_rule_4_the_threshold_can_be_raised(threshold: float, *, found: bool) -> None:
    """One edit in twenty characters is a similarity of 0.95."""
    result = EvidenceAligner(AlignerConfig(fuzzy_threshold=threshold)).align_quote(
        "we keep the raw txt", "and we keep the raw text."
    )

    assert isinstance(result, AlignedEvidence) is found


def test_rule_4_a_threshold_of_many_digits_is_met_as_it_is_written() -> None:
    source = SENTENCE * 50

    found = aligned(SENTENCE.replace("월요일", "화요일") * 8, source, AlignerConfig(fuzzy_threshold=0.9000000000000001))

    assert found.match_method == "fuzzy"


@pytest.mark.parametrize("threshold", [0.8499, 0, -1, 1.01, float("nan"), float("inf")])
def test_rule_4_the_threshold_can_never_be_lowered(threshold: float) -> None:
    with pytest.raises(ValueError, match=r"fuzzy_threshold must lie between 0\.85 and 1"):
        AlignerConfig(fuzzy_threshold=threshold)


def test_rule_4_word_edges_never_cost_similarity() -> None:
    found = aligned("DuckDB JSONB 타입 제거하기로 결정했", "우리는 DuckDB에서 JSONB 타입을 제거하기로 결정했다.")

    assert (found.similarity, found.warnings) == (25 / 28, ("short_quote", "cut_word"))


# 5. Confidence of fuzzy.


def test_rule_5_confidence_is_similarity_below_the_seed_s_limit() -> None:
    low = aligned("DuckDB JSONB 타입 제거", "DuckDB에서 JSONB 타입을 제거")
    high = aligned("x" * 30 + "ab" * 30, "x" * 30 + "ab" * 29 + "ac")

    assert (low.similarity, low.confidence) == (18 / 21, 18 / 21)
    assert (high.similarity, high.confidence) == (89 / 90, 0.9499)


# 6. Ambiguous.


@pytest.mark.parametrize(
    ("quote", "source", "first", "others"),
    [
        pytest.param("배포 완료.", "배포 완료. 배포 완료. 배포 완료.", (0, 6), [(7, 13), (14, 20)], id="exact"),
        pytest.param("aa aa", "aa aa aa aa", (0, 5), [(3, 8), (6, 11)], id="exact, overlapping"),
        pytest.param("A B", "a b, a  b", (0, 3), [(5, 9)], id="normalized"),
        pytest.param("AA AA", "aa aa aa", (0, 5), [(3, 8)], id="normalized, overlapping"),
        pytest.param(
            "we keep all raw texts", "we keep all raw text, we keep all raw text.", (0, 21), [(22, 43)], id="fuzzy"
        ),
    ],
)
def test_rule_6_more_than_one_place_is_ambiguous(
    quote: str, source: str, first: tuple[int, int], others: list[tuple[int, int]]
) -> None:
    found = aligned(quote, source)

    assert (found.span_start, found.span_end) == first
    assert [(other.span_start, other.span_end) for other in found.alternatives] == others
    assert (found.ambiguous, found.alternative_count) == (True, len(others))


def test_rule_6_only_the_winning_step_counts() -> None:
    found = aligned("we keep it", "We Keep It. we keep it. WE KEEP IT.")

    assert (found.match_method, found.ambiguous, found.alternatives, found.alternative_count) == ("exact", False, (), 0)


@pytest.mark.parametrize(("copies", "listed"), [(100, 99), (101, 100), (102, 100), (250, 100)])
@pytest.mark.parametrize(
    ("quote", "copy", "method"),
    [
        ("we keep the text.", "we keep the text. ", "exact"),
        ("We keep the text.", "we keep the text. ", "normalized"),
        ("we kept the text.", "we keep the text. ", "fuzzy"),
    ],
)
def test_rule_6_the_first_hundred_others_are_listed_and_all_are_counted(
    quote: str, copy: str, method: str, copies: int, listed: int
) -> None:
    found = aligned(quote, copy * copies)

    assert found.match_method == method
    assert (len(found.alternatives), found.alternative_count) == (listed, copies - 1)
    assert [other.span_start for other in found.alternatives] == [18 * at for at in range(1, listed + 1)]


def test_rule_6_a_fuzzy_window_that_overlaps_the_winner_is_no_other_place() -> None:
    found = aligned("aaaaaaaaab", "-aaaaaaaaaa-")

    assert (found.match_method, found.ambiguous) == ("fuzzy", False)


# 7. Failure reasons, the first that applies.


@pytest.mark.parametrize(
    ("evidence", "reason", "index", "text"),
    [
        pytest.param({"messageIndex": 0, "quote": None}, "empty_quote", 0, "", id="null"),
        pytest.param({"messageIndex": 0, "quote": " \u200b"}, "empty_quote", 0, " \u200b", id="nothing to see"),
        pytest.param({"messageIndex": 0, "quote": 3}, "invalid_quote", 0, "3", id="a number"),
        pytest.param(
            {"messageIndex": 0, "quote": "두 번째", "spanStart": 0}, "offsets_not_allowed", 0, "두 번째", id="offsets"
        ),
        pytest.param({"quote": "첫 번째"}, "invalid_index", None, "첫 번째", id="no index"),
        pytest.param({"messageIndex": False, "quote": "첫 번째"}, "invalid_index", None, "첫 번째", id="false"),
        pytest.param({"messageIndex": 0.0, "quote": "첫 번째"}, "invalid_index", None, "첫 번째", id="a float"),
        pytest.param({"messageIndex": "0", "quote": "첫 번째"}, "invalid_index", None, "첫 번째", id="a string"),
        pytest.param({"messageIndex": -1, "quote": "첫 번째"}, "invalid_index", None, "첫 번째", id="negative"),
        pytest.param({"messageIndex": 2, "quote": "첫 번째"}, "index_out_of_range", 2, "첫 번째", id="one too many"),
        pytest.param({"messageIndex": 10**40, "quote": "첫 번째"}, "index_out_of_range", 10**40, "첫 번째", id="huge"),
        pytest.param(
            {"messageIndex": 0, "quote": "두 번째"}, "wrong_message", 0, "두 번째", id="it is in the other one"
        ),
        pytest.param({"messageIndex": 0, "quote": "없는 말"}, "not_found", 0, "없는 말", id="nowhere"),
    ],
)
def test_rule_7_the_first_reason_that_applies(evidence: object, reason: str, index: int | None, text: str) -> None:
    (found,) = one(["첫 번째", "두 번째"], evidence).failures

    assert (found.failure_reason, found.message_index, found.quote) == (reason, index, text)
    assert (found.match_method, found.confidence) == ("none", 0)


def test_rule_7_found_in_is_filled_for_index_failures_too() -> None:
    missing, beyond = failed("두 번째", None, "첫 번째", "두 번째"), failed("두 번째", 2, "첫 번째", "두 번째")

    assert [place.message_index for place in missing.found_in] == [1]
    assert missing.found_in == beyond.found_in
    assert beyond.found_in[0].text == "두 번째"


def test_rule_7_nothing_is_moved_silently() -> None:
    result = one(["다른 말", SENTENCE], {"messageIndex": 0, "quote": SENTENCE})

    assert (result.evidence_aligned, result.aligned_evidence, result.failed_quotes) == (False, (), (SENTENCE,))
    assert result.failures[0].found_in[0].message_index == 1


def test_rule_7_found_in_is_ordered() -> None:
    """Exact, normalized, fuzzy; higher similarity; nearest to the claimed index; lower index."""
    quote = "we keep the raw text of every event"
    fuzzy, worse = quote.replace("raw", "rew"), quote.replace("raw", "rewe")
    messages = [quote.upper(), fuzzy, quote, fuzzy, worse, "nothing", fuzzy, quote, fuzzy, "nothing", quote.upper()]

    found = failed(quote, 5, *messages)

    assert [(place.match_method, place.message_index) for place in found.found_in] == [
        *(("exact", 7), ("exact", 2)),
        *(("normalized", 0), ("normalized", 10)),
        *(("fuzzy", 6), ("fuzzy", 3), ("fuzzy", 8), ("fuzzy", 1), ("fuzzy", 4)),
    ]


def test_rule_7_a_fuzzy_alignment_shows_where_the_quote_stands_word_for_word() -> None:
    quote = "we keep the raw text of every event"
    messages = [quote.upper(), quote, quote.replace("raw", "rew"), quote.replace("raw", "row")]

    (found,) = one(messages, {"messageIndex": 2, "quote": quote}).aligned_evidence

    assert found.match_method == "fuzzy"
    assert [(place.match_method, place.message_index) for place in found.found_in] == [("exact", 1), ("normalized", 0)]


def test_rule_7_an_exact_alignment_names_no_other_message() -> None:
    (found,) = one([SENTENCE, SENTENCE], {"messageIndex": 1, "quote": SENTENCE}).aligned_evidence

    assert (found.message_index, found.found_in, found.ambiguous) == (1, (), False)


@pytest.mark.parametrize(
    ("length", "outcome"), [(501, "fuzzy"), (1999, "fuzzy"), (2000, "fuzzy"), (2001, "quote_too_long")]
)
def test_rule_7_a_quote_over_the_limit_is_never_fuzzy(length: int, outcome: str) -> None:
    source = (SENTENCE * 60)[: length - 1]

    found = ALIGNER.diagnose(source + "X", [source], 0)

    assert (found.match_method if isinstance(found, AlignedEvidence) else found.failure_reason) == outcome


def test_rule_7_a_long_quote_is_exact_or_normalized_all_the_same() -> None:
    source = SENTENCE * 60

    assert aligned(source, source).match_method == "exact"
    assert aligned(source.replace(" ", "\n"), source).match_method == "normalized"


def test_rule_7_a_long_quote_in_another_message_is_in_the_wrong_message() -> None:
    source = SENTENCE * 60

    found = failed(source.replace(" ", "  "), 0, "nothing", source)

    assert found.failure_reason == "wrong_message"
    assert [(place.match_method, place.message_index) for place in found.found_in] == [("normalized", 1)]


def test_rule_7_the_longest_quote_can_be_set() -> None:
    config = AlignerConfig(max_quote_length=20)

    assert failed("we keep the raw texts", 0, "we keep the raw text.", config=config).failure_reason == "quote_too_long"
    with pytest.raises(ValueError, match="max_quote_length"):
        AlignerConfig(max_quote_length=0)


def test_rule_7_work_is_bounded() -> None:
    found = failed("a" * 84 + "b" * 16, 0, "a" * 1_000_000)

    assert (found.failure_reason, found.closest) == ("budget_exceeded", None)


def test_rule_7_the_closest_words_are_given_from_0_6_on() -> None:
    near = failed("abcdefghij", 0, "zz abcdefXXXX zz")
    far = failed("abcdefghij", 0, "zz abcdeXXXXX zz")

    assert (near.failure_reason, far.failure_reason, far.closest) == ("below_threshold", "not_found", None)
    assert near.closest is not None
    assert near.closest.similarity == 0.6
    distance, length = measure("abcdefghij", near.closest.span, "zz abcdefXXXX zz")
    assert 1 - distance / length == 0.6
    assert (near.closest.match_method, near.closest.message_index) == ("none", 0)
    assert near.closest.text == "zz abcdefXXXX zz"[near.closest.span_start : near.closest.span_end]


def test_rule_7_without_fuzzy_nothing_fuzzy_is_reported() -> None:
    config = AlignerConfig(enable_fuzzy=False)
    quote, source = "we keep the raw text", "we keep the raw texts".replace("raw", "rew")

    assert failed(quote, 0, source, config=config).failure_reason == "not_found"
    assert failed(quote, 1, source, "nothing", config=config).found_in == ()
    assert aligned(quote.upper(), quote, config).match_method == "normalized"


def test_rule_7_one_bad_item_never_loses_the_rest() -> None:
    good = {"messageIndex": 0, "quote": "보관"}
    bad: list[object] = [
        None,
        7,
        "text",
        [],
        {},
        {"quote": {"a": 1}},
        {"messageIndex": {}, "quote": "보관"},
        {"quote": 10**5000},
    ]

    result = ALIGNER.align([SENTENCE], {"evidence": [good, *bad, good]})

    assert len(result.outcomes) == len(bad) + 2
    assert len(result.failures) == len(bad)
    assert [found.quote for found in result.aligned_evidence] == ["보관", "보관"]
    assert result.failed_quotes == ("", "7", "text", "[]", "", '{"a": 1}', "보관", "<int>")


# 8. evidence_aligned.


@pytest.mark.parametrize(
    ("quotes", "is_aligned"),
    [
        pytest.param([], False, id="no evidence"),
        pytest.param(["보관"], True, id="one"),
        pytest.param(["없음"], False, id="one that failed"),
        pytest.param(["보관", "원문", "측정", "시간", "없음"], False, id="four of five"),
        pytest.param(["보관", "원문", "측정", "시간", "결정"], True, id="five of five"),
    ],
)
def test_rule_8_every_quote_must_be_aligned_and_there_must_be_one(quotes: list[str], *, is_aligned: bool) -> None:
    evidence = [{"messageIndex": 0, "quote": quote} for quote in quotes]

    result = ALIGNER.align([SENTENCE], {"entries": [{"entryId": "e", "evidence": evidence}]})

    assert [entry.evidence_aligned for entry in result.entries] == [is_aligned]
    assert result.evidence_aligned is is_aligned


def test_rule_8_entries_are_judged_one_by_one() -> None:
    good, bad = {"messageIndex": 0, "quote": "보관"}, {"messageIndex": 0, "quote": "없음"}
    entries = [{"entryId": "a", "evidence": [good]}, {"entryId": "b", "evidence": [good, bad]}, {"entryId": "c"}]

    result = ALIGNER.align([SENTENCE], {"entries": entries})

    assert [(entry.entry_id, entry.evidence_aligned) for entry in result.entries] == [
        ("a", True),
        ("b", False),
        ("c", False),
    ]
    assert [outcome.entry_id for outcome in result.outcomes] == ["a", "b", "b"]
    assert result.evidence_aligned is False


# 9. Advice.


@pytest.mark.parametrize(
    ("length", "advice"),
    [(29, ("short_quote",)), (30, ()), (200, ()), (201, ("long_quote",))],
)
def test_rule_9_advice_on_length_never_blocks(length: int, advice: tuple[str, ...]) -> None:
    words = ("가나 " * 100)[: length - 1] + "."

    assert aligned(f" {words} ", f"앞 {words} 뒤").warnings == advice


@pytest.mark.parametrize(
    ("quote", "cut"),
    [("결정했", True), ("결정했다", False), ("정했다", True), ("결정했다.", False)],
)
def test_rule_9_a_span_that_cuts_a_word_says_so(quote: str, *, cut: bool) -> None:
    assert ("cut_word" in aligned(quote, "우리는 결정했다.").warnings) is cut


@pytest.mark.parametrize(
    ("quote", "fuzzy"),
    [
        pytest.param("abcdefgX", True, id="eight characters"),
        pytest.param("abcdefX", False, id="seven"),
        pytest.param("  abcdefX  ", False, id="seven and spaces"),
    ],
)
def test_rule_9_a_quote_under_eight_characters_is_never_fuzzy(quote: str, *, fuzzy: bool) -> None:
    source = f"abcdefgh{quote.strip()[:-1]}"
    other = "abcdefghi abcdefh"

    here = EvidenceAligner().diagnose(quote, ["-", source.replace("X", ""), other], 1)
    elsewhere = EvidenceAligner().diagnose(quote, ["nothing here", other], 0)

    assert isinstance(here, AlignedEvidence) is fuzzy
    assert isinstance(elsewhere, FailedEvidence)
    assert (elsewhere.failure_reason, bool(elsewhere.found_in)) == (
        ("wrong_message", True) if fuzzy else ("not_found", False)
    )


def test_rule_9_a_short_quote_has_no_closest() -> None:
    found = failed("abcdefX", 0, "abcdefg")

    assert (found.failure_reason, found.closest) == ("not_found", None)


def test_rule_9_a_short_quote_is_found_exactly_elsewhere() -> None:
    assert failed("배포함", 0, "nothing", "배포함").failure_reason == "wrong_message"


# 10. Offsets.


def test_rule_10_offsets_are_code_points_and_utf16_is_derived() -> None:
    source = "앞🙂 결정 완료 뒤🙂"

    found = aligned("결정 완료", source)

    assert found.span == Span(start=3, end=8)
    assert found.span.to_utf16(source) == Span(start=4, end=9)


# 11. Ordinary input.


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        pytest.param("\ud83d", "a\ud83db", id="half of a pair"),
        pytest.param("A\ud83dB", "a\ud83db", id="half of a pair, normalized"),
        pytest.param("we keep \ud83d the raw text", "we keep \ud83d the rew text", id="half of a pair, fuzzy"),
        pytest.param("A\x00B", "a\x00b", id="NUL"),
        pytest.param("we keep \x00 the raw text", "we keep \x00 the rew text", id="NUL, fuzzy"),
        pytest.param("x" * 40 + "y", "z " * 499_000 + "x" * 40, id="a megabyte"),
        pytest.param("i\u0307", "İ", id="a capital that folds to two"),
        pytest.param("한글을 지웠다고 했음", unicodedata.normalize("NFD", "곧 한글을 지웟다고 했음"), id="NFD, fuzzy"),
        pytest.param("👨‍👩‍👧 we keep it", "👨‍👩‍👧 we keap it", id="a family, fuzzy"),
        pytest.param("we\u200bkeep the raw", "wekeep\u200b the rew", id="zero width, fuzzy"),
        pytest.param("a quote longer than its source", "a quote longer than its sourc", id="longer than its source"),
        pytest.param("a\r\nb", "A\n\nB", id="CRLF"),
    ],
)
def test_rule_11_is_ordinary_input(quote: str, source: str) -> None:
    found = aligned(quote, source)

    assert fold(source[found.span_start : found.span_end])


@pytest.mark.parametrize("source", ["", " ", "\u200b", "a", "\ud800"])
def test_rule_11_a_source_with_nothing_in_it_is_no_error(source: str) -> None:
    found = ALIGNER.diagnose("we keep the raw text", [source], 0)

    assert isinstance(found, FailedEvidence)
    assert found.failure_reason == "not_found"


def test_rule_11_a_session_without_messages_is_no_error() -> None:
    result = ALIGNER.align([], {"evidence": [{"messageIndex": 0, "quote": "words"}]})

    assert [failure.failure_reason for failure in result.failures] == ["index_out_of_range"]
