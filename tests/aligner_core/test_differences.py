"""What differs, and what changes a fact: own cases in both languages."""

import pytest

from aligner_core.differences import differences
from aligner_core.normalization import NormalizedText


def found(quote: str, words: str, *, before: str = "", after: str = "") -> list[tuple[str, str, str, bool]]:
    source = NormalizedText(f"{before}{words}{after}")
    start = len(NormalizedText(f"{before}x")) - 1
    window = (start, start + len(NormalizedText(words)))
    return [(one.kind, one.quote_text, one.source_text, one.critical) for one in differences(quote, source, window)]


def critical_kinds(quote: str, words: str) -> set[str]:
    return {kind for kind, _, _, critical in found(quote, words) if critical}


CHANGED = [
    ("number", "we ship 12 builds a week from now on", "we ship 21 builds a week from now on"),
    ("number", "the limit is 2,400 requests per second", "the limit is 2,000 requests per second"),
    ("number", "the rate was 3.5 after the change", "the rate was 35 after the change"),
    ("number", "version 2.10.1 is the one we keep", "version 2.1.1 is the one we keep"),
    ("number", "the call starts at 10:30 on Monday", "the call starts at 10:50 on Monday"),
    ("number", "we need three reviewers for this change", "we need two reviewers for this change"),
    ("number", "twenty-five people came to the meeting", "thirty-five people came to the meeting"),
    ("number", "the second attempt worked for everybody", "the third attempt worked for everybody"),
    ("number", "chapter xii describes the protocol", "chapter xiv describes the protocol"),
    ("number", "the balance was -5 after the transfer", "the balance was +5 after the transfer"),
    ("unit", "two hundred users were invited", "two thousand users were invited"),
    ("number", "it takes 5 minutes to restore", "it takes minutes to restore"),
    ("number", "예산은 3억 원으로 정했습니다", "예산은 3만 원으로 정했습니다"),
    ("number", "회의는 세 번 더 열기로 했습니다", "회의는 네 번 더 열기로 했습니다"),
    ("number", "참석자는 스물다섯 명이었습니다", "참석자는 스물일곱 명이었습니다"),
    ("number", "이천오백만 원을 쓰기로 했다", "이천육백만 원을 쓰기로 했다"),
    ("number", "보관 기간은 90일로 합니다", "보관 기간은 30일로 합니다"),
    ("number", "열두시에 다시 모이기로 했어요", "열한시에 다시 모이기로 했어요"),
    ("unit", "the backup takes 40 minutes to finish", "the backup takes 40 hours to finish"),
    ("unit", "the file has grown to 12 mb since", "the file has grown to 12 gb since"),
    ("unit", "we meet at 9 am on Friday", "we meet at 9 pm on Friday"),
    ("unit", "it costs $40 a month for each seat", "it costs €40 a month for each seat"),
    ("unit", "the load rose by 40 % over night", "the load rose by 40 over night"),
    ("unit", "복구에는 30분 정도 걸립니다", "복구에는 30시간 정도 걸립니다"),
    ("unit", "이 서버는 5대 더 필요합니다", "이 서버는 5개 더 필요합니다"),
    ("negation", "we will ship the feature this week", "we will not ship the feature this week"),
    ("negation", "they don't keep the raw text", "they do keep the raw text"),
    ("negation", "nobody has approved the change yet", "everybody has approved the change yet"),
    ("negation", "the test never failed on the new machine", "the test failed on the new machine"),
    ("negation", "we can deploy without the second review", "we can deploy with the second review"),
    ("negation", "the request was unauthorized by the owner", "the request was authorized by the owner"),
    ("negation", "an invalid token was sent by the client", "an valid token was sent by the client"),
    ("negation", "이 기능은 배포하기로 결정했습니다", "이 기능은 배포하지 않기로 결정했습니다"),
    ("negation", "로그를 안 지우고 그대로 둡니다", "로그를 지우고 그대로 둡니다"),
    ("negation", "원인을 찾았습니다 그래서 닫습니다", "원인을 못 찾았습니다 그래서 닫습니다"),
    ("negation", "예외가 있다고 했습니다 분명히", "예외가 없다고 했습니다 분명히"),
    ("negation", "이번에는 배포하지 마세요 부탁합니다", "이번에는 배포하세요 부탁합니다"),
    ("negation", "그 방식은 불가능합니다 지금은", "그 방식은 가능합니다 지금은"),
    ("negation", "담당자가 아니라고 했습니다", "담당자가 맞다고 했습니다"),
    ("role", "지수가 민아를 담당자로 정했다", "지수를 민아를 담당자로 정했다"),
    ("role", "서버가 클라이언트를 기다립니다", "서버가 클라이언트가 기다립니다"),
    ("word", "Mina will write the migration plan", "Jonas will write the migration plan"),
    ("word", "the office in Berlin keeps the copies", "the office in Lisbon keeps the copies"),
    ("word", "we keep the old index for a week", "we keep the new index for a week"),
    ("word", "traffic from the north of the city rose", "traffic from the south of the city rose"),
    ("word", "the job runs before the backup starts", "the job runs after the backup starts"),
    ("word", "imports were delayed by the storm", "exports were delayed by the storm"),
    ("word", "the service may restart by itself", "the service must restart by itself"),
    ("word", "he agreed to the plan at once", "she agreed to the plan at once"),
    ("word", "only reviewers may change the text", "reviewers may change the text"),
    ("word", "most of the tests passed yesterday", "least of the tests passed yesterday"),
    ("word", "the screen was upgraded on Monday", "the screen was downgraded on Monday"),
    ("word", "turn the switch on in the morning", "turn the switch off in the morning"),
    ("word", "상반기부터 요금을 내립니다", "하반기부터 요금을 내립니다"),
    ("word", "요금을 인상하기로 정했습니다", "요금을 인하하기로 정했습니다"),
    ("word", "서울 사무실에서 처리합니다", "부산 사무실에서 처리합니다"),
    ("word", "이번 주에는 덜 배포합니다", "이번 주에는 더 배포합니다"),
    ("word", "회의는 오전에 시작합니다", "회의는 오후에 시작합니다"),
    ("word", "민수가 초안을 쓰기로 했습니다", "지영이 초안을 쓰기로 했습니다"),
    ("word", "모두 찬성했다고 적었습니다", "모두 반대했다고 적었습니다"),
    ("word", "관내 시설만 쓸 수 있습니다", "관외 시설만 쓸 수 있습니다"),
]


@pytest.mark.parametrize(("kind", "quote", "words"), CHANGED, ids=[f"{kind}: {quote}" for kind, quote, _ in CHANGED])
def test_a_changed_fact_is_critical(kind: str, quote: str, words: str) -> None:
    """Critical are: number, unit, negation, Korean role particles, and whole-word changes that are no typos."""
    assert kind in critical_kinds(quote, words)


@pytest.mark.parametrize(("kind", "quote", "words"), CHANGED, ids=[f"{kind}: {words}" for kind, _, words in CHANGED])
def test_a_changed_fact_is_critical_the_other_way_round(kind: str, quote: str, words: str) -> None:
    assert critical_kinds(words, quote)


HARMLESS = [
    ("the raw txt of every event is kept", "the raw text of every event is kept"),
    ("the raw tetx of every event is kept", "the raw text of every event is kept"),
    ("the raw textt of every event is kept", "the raw text of every event is kept"),
    ("we keep the raw text of evry event", "we keep the raw text of every event"),
    ("we decided to kep it as it is", "we decided to keep it as it is"),
    ("the databse was migrated on Monday", "the database was migrated on Monday"),
    ("this is the on we want to keep", "this is the one we want to keep"),
    ("the plan was discussed and approved", "the plans was discussed and approved"),
    ("he plans the release for Monday", "he planned the release for Monday"),
    ("we keep the raw text, and the digest", "we keep the raw text and the digest"),
    ("we keep the **raw text** of every event", "we keep the raw text of every event"),
    ("we keep the `raw` text of every event", "we keep the raw text of every event"),
    ("- we keep the raw text of every event", "we keep the raw text of every event"),
    ("2. we keep the raw text of every event", "we keep the raw text of every event"),
    ("> we keep the raw text of every event", "we keep the raw text of every event"),
    ("User: we keep the raw text of every event", "we keep the raw text of every event"),
    ("we keep the raw text of every event...", "we keep the raw text of every event"),
    ("“we keep the raw text of every event”", "we keep the raw text of every event"),
    ("we keep &quot;raw&quot; text of every event", 'we keep "raw" text of every event'),
    ('we keep \\"raw\\" text of every event', 'we keep "raw" text of every event'),
    ("we keep the rawtext of every event", "we keep the raw text of every event"),
    ("we need 2 reviewers for this change", "we need two reviewers for this change"),
    ("we need 25 reviewers for this change", "we need twenty-five reviewers for this change"),
    ("it costs 2400 in all for the year", "it costs 2,400 in all for the year"),
    ("the gateway answers within 31 secs", "the gateway answers within 31 seconds"),
    ("we keep the copies for 1 days", "we keep the copies for 1 day"),
    ("we cannot ship it before Monday", "we can not ship it before Monday"),
    ("we do not ship it before Monday", "we don't ship it before Monday"),
    ("원문을 그대로 보관하기로 했다", "원문을 그대로 보관하기로 했습니다"),
    ("원문 그대로 보관하기로 했습니다", "원문을 그대로 보관하기로 했습니다"),
    ("원문을 그대로보관하기로 했습니다", "원문을 그대로 보관하기로 했습니다"),
    ("원문을 그 대로 보관하기로 했습니다", "원문을 그대로 보관하기로 했습니다"),
    ("원문은 그대로 보관하기로 했습니다", "원문을 그대로 보관하기로 했습니다"),
    ("원문을 그대로 보관하기로 하였습니다", "원문을 그대로 보관하기로 했습니다"),
    ("원문을 그데로 보관하기로 했습니다", "원문을 그대로 보관하기로 했습니다"),
    ("원문을 대그로 보관하기로 했습니다", "원문을 그대로 보관하기로 했습니다"),
    ("DuckDB JSONB 타입 제거", "DuckDB에서 JSONB 타입을 제거"),
    ("사용자: 원문을 그대로 보관합니다", "원문을 그대로 보관합니다"),
    ("다음주 회의에서 다시 정합니다", "다음 주 회의에서 다시 정합니다"),
    ("예산은 2천 원으로 정했습니다", "예산은 2000 원으로 정했습니다"),
    ("세 번 더 만나기로 했습니다", "3 번 더 만나기로 했습니다"),
    ("정규형은 저장하지 않고 요약만 남김시다", "정규형은 저장하지 않고 요약만 남깁시다"),
]


@pytest.mark.parametrize(("quote", "words"), HARMLESS, ids=[quote for quote, _ in HARMLESS])
def test_a_harmless_edit_is_not_critical(quote: str, words: str) -> None:
    assert [one for one in found(quote, words) if one[3]] == []


def test_differences_name_what_the_model_wrote_and_what_stands_there() -> None:
    assert found("이 기능은 배포하기로 결정했습니다", "이 기능은 배포하지 않기로 결정했습니다") == [
        ("negation", "배포하기로", "배포하지 않기로", True)
    ]
    assert found("we keep 12 builds a weak", "we keep 21 builds a week") == [
        ("number", "12", "21", True),
        ("spelling", "weak", "week", False),
    ]


def test_differences_of_the_same_words_are_none() -> None:
    assert found("we keep the raw text", "we keep the raw text") == []


@pytest.mark.parametrize(
    ("quote", "words", "around"),
    [
        ("shiped on Monday at noon", "shipped on Monday at noon", ("It is not ", " by us.")),
        ("이 기능을 배포하짇", "이 기능을 배포하지", ("회의에서 ", " 않기로 했습니다.")),
    ],
    ids=["English negates before the words", "Korean negates behind them"],
)
def test_a_negation_beside_the_window_is_seen(quote: str, words: str, around: tuple[str, str]) -> None:
    """The span is widened by a word on both sides before comparing, so a dropped "not" at the edge is seen."""
    seen = found(quote, words, before=around[0], after=around[1])

    assert [one[0] for one in seen if one[3]] == ["negation"]


def test_a_shortened_negation_before_the_window_is_seen() -> None:
    seen = found("kep the raw text", "keep the raw text", before="we don't ")

    assert [one[0] for one in seen if one[3]] == ["negation"]


def test_a_negation_of_the_sentence_before_is_not_seen() -> None:
    assert [one for one in found("shiped on Monday", "shipped on Monday", before="Certainly not. ") if one[3]] == []


def test_a_number_is_judged_whole_where_the_window_cuts_it() -> None:
    seen = found("the latency fell to 24", "the latency fell to 24", after="0 ms")

    assert seen == [("number", "24", "240", True)]


def test_a_word_cut_by_the_window_is_no_difference() -> None:
    assert found("모두 결정했", "모두 결정했", after="다.") == []


def test_what_a_source_writes_as_escape_stays_an_escape() -> None:
    assert found("write &amp; and not &lt; here", "write &amp; and not &gt; here") != []
    assert found("the path c:\\temp is fule", "the path c:\\temp is full") == [("spelling", "fule", "full", False)]


def test_a_word_cut_at_the_front_is_no_difference() -> None:
    assert found("shipped on Monday at nooon", "shipped on Monday at noon", before="trans") == [
        ("spelling", "nooon", "noon", False)
    ]


def test_a_word_cut_at_the_front_is_a_difference_where_that_turns_it_around() -> None:
    assert found("clear to us at nooon", "clear to us at noon", before="un")[0] == (
        "negation",
        "clear",
        "unclear",
        True,
    )
    assert found("확인 사항으로 남겻다", "확인 사항으로 남겼다", before="미")[0] == ("negation", "확인", "미확인", True)


def test_numbers_beside_the_window_are_not_its_own() -> None:
    seen = found("limitt", "limit", before='{"a":1,"b":22,"', after='":33,"c":444}')

    assert seen == [("spelling", "limitt", "limit", False)]


def test_a_difference_shows_whole_words() -> None:
    assert found("we met five tims", "we met five time", after="s") == [("spelling", "tims", "times", False)]


def test_a_word_cut_at_the_end_is_judged_whole_before_it_is_critical() -> None:
    assert found("로그를 남기기로 결정했음", "로그를 남기기로 결정했습", after="니다.") == [
        ("spelling", "결정했음", "결정했습니다", False)
    ]


def test_a_word_cut_at_the_front_is_judged_whole_where_the_quote_has_another() -> None:
    """The window is the most similar one, and `ecrypt` is more like `encrypt` than `decrypt` is."""
    assert found("encrypt the file", "ecrypt the file", before="d") == [("word", "encrypt", "decrypt", True)]


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("we don't keep it", "we don&#39;t keep it", id="entities"),
        pytest.param('he said "keep it"', 'he said \\"keep it\\"', id="escapes"),
        pytest.param("see the guide now", "see the [guide](https://example.org/a) now", id="links"),
    ],
)
def test_what_only_a_machine_reads_is_taken_off_either_side(quote: str, words: str) -> None:
    assert [one for one in found(quote, words) if one[3]] == []
    assert [one for one in found(words, quote) if one[3]] == []


@pytest.mark.parametrize(("one", "other"), [("Aldermont", "Aldermond"), ("서진에서", "서인에서")])
def test_two_words_that_the_source_tells_apart_are_no_typos(one: str, other: str) -> None:
    """A typo makes no word the source has; where the source has both, one is not the other."""
    words, elsewhere = f"it was {one} who came", f". {one} and {other} are two"

    assert [kind for kind, *_, critical in found(words.replace(one, other), words, after=elsewhere) if critical] == [
        "word"
    ]
    assert [one for one in found(words.replace(one, other), words, after=f". {one} it is") if one[3]] == []
    assert [one for one in found(words.replace(one, other), words, after=f". {other} it is") if one[3]] == []


def test_a_word_inside_another_is_not_the_source_s_own() -> None:
    seen = found("it was Aldermond who came", "it was Aldermont who came", after=". Aldermont, xAldermond, Aldermonds")

    assert [one for one in seen if one[3]] == []
