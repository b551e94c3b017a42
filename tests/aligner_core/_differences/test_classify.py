"""What differs, and what changes a fact: our own cases in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._differences.classify import differences
from aligner_core._text.hangul import has_hangul
from aligner_core._text.normalized_text import NormalizedText

Found = tuple[str, str, str, str]


def found(quote: str, words: str, *, before: str = "", after: str = "", language: str | None = "") -> list[Found]:
    """Return kind, both texts and severity of each difference; the language is Korean or English if none is given."""
    source = NormalizedText(f"{before}{words}{after}")
    start = len(NormalizedText(f"{before}x")) - 1
    window = (start, start + len(NormalizedText(words)))
    known = ("ko" if has_hangul(words) else "en") if language == "" else language
    some = differences(quote, source, window, known)
    return [(one.kind, one.quote_text, one.source_text, one.severity) for one in some]


def critical(quote: str, words: str, *, before: str = "", after: str = "") -> list[Found]:
    return [one for one in found(quote, words, before=before, after=after) if one[3] == "critical"]


def critical_kinds(quote: str, words: str) -> set[str]:
    return {one[0] for one in critical(quote, words)}


CHANGED = [
    ("number", "we ship 12 builds a week from now on", "we ship 21 builds a week from now on"),
    ("number", "the limit is 2,400 requests per second", "the limit is 2,000 requests per second"),
    ("number", "the rate was 3.5 after the change", "the rate was 35 after the change"),
    ("identifier", "version 2.10.1 is the one we keep", "version 2.1.1 is the one we keep"),
    ("number", "the call starts at 10:30 on Monday", "the call starts at 10:50 on Monday"),
    ("number", "we need three reviewers for this change", "we need two reviewers for this change"),
    ("number", "twenty-five people came to the meeting", "thirty-five people came to the meeting"),
    ("number", "the second attempt worked for everybody", "the third attempt worked for everybody"),
    ("word", "chapter xii describes the protocol", "chapter xiv describes the protocol"),
    ("number", "the balance was -5 after the transfer", "the balance was +5 after the transfer"),
    ("number", "two hundred users were invited", "two thousand users were invited"),
    ("number", "it takes 5 minutes to restore", "it takes minutes to restore"),
    ("number", "예산은 3억 원으로 정했습니다", "예산은 3만 원으로 정했습니다"),
    ("number", "회의는 세 번 더 열기로 했습니다", "회의는 네 번 더 열기로 했습니다"),
    ("number", "참석자는 스물다섯 명이었습니다", "참석자는 스물일곱 명이었습니다"),
    ("number", "이천오백만 원을 쓰기로 했다", "이천육백만 원을 쓰기로 했다"),
    ("number", "보관 기간은 90일로 합니다", "보관 기간은 30일로 합니다"),
    ("number", "열두시에 다시 모이기로 했어요", "열한시에 다시 모이기로 했어요"),
    ("unit", "the backup takes 40 minutes to finish", "the backup takes 40 hours to finish"),
    ("unit", "the file has grown to 12 mb since", "the file has grown to 12 gb since"),
    ("number", "we meet at 9 am on Friday", "we meet at 9 pm on Friday"),
    ("unit", "it costs $40 a month for each seat", "it costs €40 a month for each seat"),
    ("unit", "the load rose by 40 % over night", "the load rose by 40 over night"),
    ("unit", "복구에는 30분 정도 걸립니다", "복구에는 30시간 정도 걸립니다"),
    ("unit", "이 서버는 5대 더 필요합니다", "이 서버는 5개 더 필요합니다"),
    ("negation", "we will ship the feature this week", "we will not ship the feature this week"),
    ("negation", "they don't keep the raw text", "they do keep the raw text"),
    ("negation", "nobody has approved the change yet", "everybody has approved the change yet"),
    ("negation", "the test never failed on the new machine", "the test failed on the new machine"),
    ("negation", "we can deploy without the second review", "we can deploy with the second review"),
    ("word", "the request was unauthorized by the owner", "the request was authorized by the owner"),
    ("word", "an invalid token was sent by the client", "an valid token was sent by the client"),
    ("negation", "이 기능은 배포하기로 결정했습니다", "이 기능은 배포하지 않기로 결정했습니다"),
    ("negation", "로그를 안 지우고 그대로 둡니다", "로그를 지우고 그대로 둡니다"),
    ("negation", "원인을 찾았습니다 그래서 닫습니다", "원인을 못 찾았습니다 그래서 닫습니다"),
    ("negation", "예외가 있다고 했습니다 분명히", "예외가 없다고 했습니다 분명히"),
    ("negation", "이번에는 배포하지 마세요 부탁합니다", "이번에는 배포하세요 부탁합니다"),
    ("word", "그 방식은 불가능합니다 지금은", "그 방식은 가능합니다 지금은"),
    ("negation", "담당자가 아니라고 했습니다", "담당자가 맞다고 했습니다"),
    ("role", "지수가 민아를 담당자로 정했다", "지수를 민아를 담당자로 정했다"),
    ("role", "서버가 클라이언트를 기다립니다", "서버가 클라이언트가 기다립니다"),
    ("word", "Mina will write the migration plan", "Jonas will write the migration plan"),
    ("name", "the office in Berlin keeps the copies", "the office in Lisbon keeps the copies"),
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
    ("number", "this is the on we want to keep", "this is the one we want to keep"),
    ("word", "the plan was discussed and approved", "the plans was discussed and approved"),
    ("word", "he plans the release for Monday", "he planned the release for Monday"),
    ("role", "DuckDB JSONB 타입 제거", "DuckDB에서 JSONB 타입을 제거"),
    ("unit", "take 5 mg of it in the morning", "take 5 mcg of it in the morning"),
    ("unit", "the rate rose by 2% in the spring", "the rate rose by 2%p in the spring"),
    ("unit", "금리가 2% 올랐다고 합니다", "금리가 2%p 올랐다고 합니다"),
    ("number", "version 3.10 is the one we keep", "version 3.1 is the one we keep"),
    ("number", "we still run Python 3.10 in the lab", "we still run Python 3.1 in the lab"),
    ("unit", "the % of it was shown to them", "the ° of it was shown to them"),
    ("operator", "x = a + b for all of the rows", "x = a - b for all of the rows"),
    ("operator", "a > 5 holds for all of the rows", "a < 5 holds for all of the rows"),
    ("operator", "a >= 5 holds for all of the rows", "a > 5 holds for all of the rows"),
    ("operator", "if (a == b) { return c; }", "if (a != b) { return c; }"),
    ("operator", "if (a && b) { return c; }", "if (a || b) { return c; }"),
    ("operator", "the margin is 5 ± 2 in all rows", "the margin is 5 + 2 in all rows"),
    ("operator", "we keep 2 * 3 copies of the text", "we keep 2 / 3 copies of the text"),
    ("operator", "return !found; } else {", "return found; } else {"),
    ("identifier", "the file is /srv/app/main.py on it", "the file is /srv/app/main.pyc on it"),
    ("identifier", "write to a.park@north.io about it", "write to a.park@north.com about it"),
    ("identifier", "the flag is keep_raw in the file", "the flag is keep_row in the file"),
    ("identifier", "call 010-4821-7730 after lunch", "call 010-4821-7703 after lunch"),
    ("identifier", "the host 10.0.12.7 is down again", "the host 10.0.21.7 is down again"),
    ("identifier", "revert commit 3f9a2c1 before noon", "revert commit 3f9a2e1 before noon"),
    ("word", "see https://north.io/a/b for it", "see https://north.io/a/c for it"),
    ("name", "we asked Sara about the lease", "we asked Sarah about the lease"),
    ("name", "김민수 대리가 맡기로 했습니다", "김민재 대리가 맡기로 했습니다"),
    ("word", "최소 인원을 먼저 정했습니다", "최다 인원을 먼저 정했습니다"),
    ("word", "매출 감소 원인을 찾았습니다", "매출 감지 원인을 찾았습니다"),
    ("word", "창고 직원이 확인했습니다", "창구 직원이 확인했습니다"),
    ("word", "연고 조사를 시작했습니다", "연구 조사를 시작했습니다"),
    ("word", "책임 전이 여부를 봤습니다", "책임 전가 여부를 봤습니다"),
    ("word", "계약 해지 사유를 적었다", "계약 해소 사유를 적었다"),
    ("word", "배포해도 됩니다 오늘은", "배포해야 됩니다 오늘은"),
    ("word", "보고서를 내일 보냅니다", "보고서를 내일 보냈습니다"),
    ("role", "서버가 그 큐를 기다립니다", "서버를 그 큐를 기다립니다"),
    ("word", "관리자만 볼 수 있습니다", "관리자가 볼 수 있습니다"),
    ("word", "관내 시설만 쓸 수 있습니다", "관외 시설만 쓸 수 있습니다"),
]


@pytest.mark.parametrize(("kind", "quote", "words"), CHANGED, ids=[f"{kind}: {quote}" for kind, quote, _ in CHANGED])
def test_differences_of_a_changed_fact_are_critical(kind: str, quote: str, words: str) -> None:
    """What is not known to be harmless is critical (specification 3.9)."""
    assert kind in critical_kinds(quote, words)


@pytest.mark.parametrize(("kind", "quote", "words"), CHANGED, ids=[f"{kind}: {words}" for kind, _, words in CHANGED])
def test_differences_of_a_changed_fact_are_critical_the_other_way_round(kind: str, quote: str, words: str) -> None:
    assert critical_kinds(words, quote)


HARMLESS = [
    ("the raw txt of every event is kept", "the raw text of every event is kept"),
    ("the raw tetx of every event is kept", "the raw text of every event is kept"),
    ("the raw textt of every event is kept", "the raw text of every event is kept"),
    ("we keep the raw text of evry event", "we keep the raw text of every event"),
    ("we decided to kep it as it is", "we decided to keep it as it is"),
    ("the databse was migrated on Monday", "the database was migrated on Monday"),
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
    ("사용자: 원문을 그대로 보관합니다", "원문을 그대로 보관합니다"),
    ("다음주 회의에서 다시 정합니다", "다음 주 회의에서 다시 정합니다"),
    ("예산은 2천 원으로 정했습니다", "예산은 2000 원으로 정했습니다"),
    ("세 번 더 만나기로 했습니다", "3 번 더 만나기로 했습니다"),
    ("정규형은 저장하지 않고 요약만 남김시다", "정규형은 저장하지 않고 요약만 남깁시다"),
]


@pytest.mark.parametrize(("quote", "words"), HARMLESS, ids=[quote for quote, _ in HARMLESS])
def test_differences_of_a_harmless_edit_are_not_critical(quote: str, words: str) -> None:
    assert critical(quote, words) == []


SEVERITIES = [
    pytest.param(
        "we  keep the *raw* text - all of it", "we keep the raw text – all of it", [], id="what folding drops"
    ),
    pytest.param("we keep it, too", "we keep it too", [("punctuation", ",", "", "form")], id="a comma"),
    pytest.param("we keep the café", "we keep the cafe", [("spelling", "café", "cafe", "form")], id="an accent"),
    pytest.param("its behaviour", "its behavior", [("spelling", "behaviour", "behavior", "form")], id="a spelling"),
    pytest.param("it is okay so", "it is ok so", [("spelling", "okay", "ok", "form")], id="a variant"),
    pytest.param("in 5 mins", "in 5 minutes", [("number", "5 mins", "5 minutes", "form")], id="a unit in short"),
    pytest.param(
        "we paid $1,200", "we paid 1,200 dollars", [("number", "$1,200", "1,200 dollars", "form")], id="money"
    ),
    pytest.param("the databse", "the database", [("spelling", "databse", "database", "slip")], id="a slip"),
    pytest.param(
        "결정했어요 오늘", "결정했습니다 오늘", [("spelling", "결정했어요", "결정했습니다", "form")], id="an ending"
    ),
    pytest.param("그데로 두었다", "그대로 두었다", [("spelling", "그데로", "그대로", "slip")], id="a slip in Korean"),
    pytest.param("12 builds", "21 builds", [("number", "12", "21", "critical")], id="a number"),
    pytest.param("the budged", "the budget", [("word", "budged", "budget", "critical")], id="a slip that is a word"),
    pytest.param(
        "이 기능은 배포하기로 결정했습니다",
        "이 기능은 배포하지 않기로 결정했습니다",
        [("negation", "배포하기로", "배포하지 않기로", "critical")],
        id="a negation",
    ),
    pytest.param(
        "we keep 12 builds a weak",
        "we keep 21 builds a week",
        [("number", "12", "21", "critical"), ("word", "weak", "week", "critical")],
        id="two facts",
    ),
]


@pytest.mark.parametrize(("quote", "words", "expected"), SEVERITIES)
def test_differences_hold_what_the_model_wrote_and_what_the_source_has(
    quote: str, words: str, expected: list[Found]
) -> None:
    assert found(quote, words) == expected


def test_differences_of_the_same_words_are_empty() -> None:
    assert found("we keep the raw text", "we keep the raw text") == []


@given(st.text("ab 나다.,!'\"*-1２AÉ\u200b", max_size=30), st.sampled_from(["en", "ko", "de", "ja", None]))
def test_differences_of_texts_that_fold_alike_are_none(text: str, language: str | None) -> None:
    assert found(text.upper().replace(" ", "  "), text, language=language) == []


@pytest.mark.parametrize("language", ["de", "fr", "ja", "xx", None])
def test_differences_of_a_word_in_a_language_that_is_not_judged_are_critical(language: str | None) -> None:
    """*Unjudged*: a changed word of a language that we do not know (specification 3.9)."""
    quote, words = "die Datenbnak wird verschoben", "die Datenbank wird verschoben"

    assert found(quote, words, language=language) == [("unjudged", "datenbnak", "datenbank", "critical")]


@pytest.mark.parametrize(
    ("quote", "words", "expected"),
    [
        pytest.param("犬が好きです", "猫が好きです", [("unjudged", "犬", "猫", "critical")], id="Japanese"),
        pytest.param("我们买了红茶", "我们卖了红茶", [("unjudged", "买", "卖", "critical")], id="Chinese"),
        pytest.param("มันแพง", "มันแผง", [("unjudged", "พ", "ผ", "critical")], id="Thai"),
    ],
)
def test_differences_of_scripts_without_spaces_are_of_characters(quote: str, words: str, expected: list[Found]) -> None:
    assert found(quote, words, language={"犬": "ja", "我": "zh"}.get(quote[0], "th")) == expected


def test_differences_judge_a_number_whole_where_the_window_cuts_it() -> None:
    assert found("the latency fell to 24", "the latency fell to 24", after="0 ms") == [
        ("number", "24", "240", "critical")
    ]


def test_differences_ignore_a_word_cut_by_the_window() -> None:
    assert found("모두 결정했", "모두 결정했", after="다.") == []


def test_differences_keep_an_escape_that_both_texts_write() -> None:
    assert found("write &amp; and not &lt; here", "write &amp; and not &gt; here") != []
    assert critical("the path c:\\temp is fulll", "the path c:\\temp is full") == []


def test_differences_ignore_a_word_cut_at_the_front() -> None:
    assert found("shipped on Monday at nooon", "shipped on Monday at noon", before="trans") == [
        ("spelling", "nooon", "noon", "slip")
    ]


def test_differences_include_a_word_reversed_by_its_cut_front() -> None:
    assert critical("clear to us at nooon", "clear to us at noon", before="un") == [
        ("word", "clear", "unclear", "critical")
    ]
    assert [one[1:] for one in critical("확인 사항으로 남겻다", "확인 사항으로 남겼다", before="미")] == [
        ("확인", "미확인", "critical")
    ]


def test_differences_ignore_numbers_next_to_the_window() -> None:
    seen = found("limitt", "limit", before='{"a":1,"b":22,"', after='":33,"c":444}')

    assert seen == [("spelling", "limitt", "limit", "slip")]


def test_differences_show_whole_words() -> None:
    assert found("we met many tims", "we met many time", after="s") == [("spelling", "tims", "times", "slip")]


def test_differences_judge_a_word_cut_at_the_end_whole_before_it_is_critical() -> None:
    assert found("로그를 남기기로 결정했음", "로그를 남기기로 결정했습", after="니다.") == [
        ("spelling", "결정했음", "결정했습니다", "form")
    ]


def test_differences_judge_a_word_cut_at_the_front_whole_where_the_quote_has_another() -> None:
    """The window is the most similar one, and `ecrypt` is more like `encrypt` than `decrypt` is."""
    assert found("encrypt the file", "ecrypt the file", before="d") == [("word", "encrypt", "decrypt", "critical")]


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("we don't keep it", "we don&#39;t keep it", id="entities"),
        pytest.param('he said "keep it"', 'he said \\"keep it\\"', id="escapes"),
        pytest.param("see the guide now", "see the [guide](https://example.org/a) now", id="links"),
        pytest.param("we keep the raw text", "we keep the **raw** text", id="bold"),
        pytest.param("we keep the raw text", "we keep the _raw_ text", id="emphasis"),
        pytest.param("we keep the raw text", "we keep the ~~raw~~ text", id="struck out"),
    ],
)
def test_differences_ignore_what_only_a_machine_reads(quote: str, words: str) -> None:
    assert critical(quote, words) == []
    assert critical(words, quote) == []


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("it was Aldermond who came", "it was Aldermont who came", id="by its capital"),
        pytest.param("then mr aldermond came", "then Mr Aldermont came", id="by its title"),
        pytest.param("Mr. Aldermond came", "Mr. Aldermont came", id="by its title at the beginning"),
        pytest.param("서인 대리가 왔습니다", "서진 대리가 왔습니다", id="by its title in Korean"),
        pytest.param("보고는 서인 님 담당입니다", "보고는 서진 님 담당입니다", id="by its polite word"),
    ],
)
def test_differences_of_a_name_are_critical_in_any_letter(quote: str, words: str) -> None:
    assert critical_kinds(quote, words) == {"name"}


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("we met on Mondya at noon", "we met on Monday at noon", id="a day of the week"),
        pytest.param("it ended in Febuary again", "it ended in February again", id="a month"),
        pytest.param("Tihs is what we keep", "This is what we keep", id="the first word of a sentence"),
        pytest.param("So: teh raw text", "So: The raw text", id="the first word behind a colon"),
    ],
)
def test_differences_of_a_word_with_a_capital_that_is_no_name_are_slips(quote: str, words: str) -> None:
    assert [one[3] for one in found(quote, words)] == ["slip"]


def test_differences_know_a_name_by_its_capital_elsewhere_in_the_message() -> None:
    """A sentence begins with it here, but it has a capital inside a sentence nearby."""
    quote, words = "Marten came late to it", "Marten came late to it".replace("Marten", "Marsten")

    assert critical_kinds(quote, words) == {"word"}
    assert {one[0] for one in critical(quote, words, before="We asked Marsten first. ")} == {"name"}


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("she would she would call", "she would call", id="words said twice in the quote"),
        pytest.param("then the plan stays", "then the the plan stays", id="a word said twice in the source"),
    ],
)
def test_differences_of_repeated_words_are_of_form(quote: str, words: str) -> None:
    assert [one[3] for one in found(quote, words)] == ["form"]


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("it is wihout a name", "it is without a name", id="a negation"),
        pytest.param("it took thre hours", "it took three hours", id="a number"),
        pytest.param("it took three hurs", "it took three hours", id="a unit"),
        pytest.param("in Agust of that year", "in August of that year", id="a month"),
        pytest.param("문제가 앒습니다 지금", "문제가 않습니다 지금", id="a negation in Korean"),
    ],
)
def test_differences_of_a_mistyped_fact_are_slips(quote: str, words: str) -> None:
    assert [one[3] for one in found(quote, words)] == ["slip"]


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("1 2 builds were kept", "12 builds were kept", id="a number taken apart"),
        pytest.param("12 builds were kept", "1 2 builds were kept", id="two numbers put together"),
    ],
)
def test_differences_of_spaces_between_digits_are_critical(quote: str, words: str) -> None:
    assert critical_kinds(quote, words) == {"number"}


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("> we keep it here", "we keep it here", id="a quoted line"),
        pytest.param("step one -> step two", "step one step two", id="an arrow"),
        pytest.param("* keep it - and test it", "keep it, and test it", id="bullets"),
        pytest.param("we keep it / or not", "we keep it or not", id="a slash between words"),
    ],
)
def test_differences_of_signs_that_are_no_operators_are_of_form(quote: str, words: str) -> None:
    assert [one for one in found(quote, words) if one[3] != "form"] == []


def test_differences_are_of_the_word_that_negates_with_a_prefix_or_without() -> None:
    assert critical("it is impossible here", "it is not possible here") == []


@given(
    digits=st.text("0123456789", min_size=1, max_size=6),
    at=st.integers(0, 5),
    digit=st.sampled_from("0123456789"),
    frame=st.sampled_from(
        [
            "we keep {} builds a week",
            "예산은 {}원으로 정했습니다",
            "{} people came",
            "wir haben {} Stück gekauft",
            "it is 4.{} now",
        ]
    ),
)
def test_differences_of_another_digit_are_critical(digits: str, at: int, digit: str, frame: str) -> None:
    number = "7" + digits
    other = "7" + digits[: at % len(digits)] + digit + digits[at % len(digits) + 1 :]

    if other != number:
        assert critical_kinds(frame.format(other), frame.format(number))


@pytest.mark.parametrize(
    "words",
    [
        "we do not ship it on Friday",
        "it is not known what they want",
        "they asked us not to keep it",
        "not all of the tests passed",
        "the key was not rotated, they said",
        "he will not be there and she will",
    ],
)
def test_differences_of_a_dropped_not_are_critical(words: str) -> None:
    quote = words.replace("not ", "", 1)

    assert critical_kinds(quote, words) == {"negation"}
    assert critical_kinds(words, quote) == {"negation"}


def test_differences_read_a_word_that_the_window_cuts_whole_where_that_differs_less() -> None:
    assert found("an act of actoin", "an act of act", after="ion today") == [("spelling", "actoin", "action", "slip")]
    assert found("an act of reason", "an act of act", after="ion today") == [("word", "reason", "act", "critical")]
