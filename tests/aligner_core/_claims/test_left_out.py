"""What people leave out, or say otherwise, when a memory of them says it: no facts that are missing."""

import pytest

from aligner_core import Said, Speaker, check_claim

USER, ASSISTANT = Speaker(role="user"), Speaker(role="assistant")


def missing(claim: str, words: str, *, is_talk: bool = True) -> list[tuple[str, str]]:
    said: str | Said = Said(words, USER, (ASSISTANT,), words, 0, 0) if is_talk else words
    return [(fact.kind, fact.text) for fact in check_claim(claim, [said]).missing]


@pytest.mark.parametrize("is_talk", [True, False])
@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The sofa costs $1,250.", "the sofa is 1,250"),
        ("The car costs $31,000.", "the car is 31k"),
        ("The user earns $95,000.", "I earn 95 right now"),
        ("The seed round was $2.4 million.", "our seed round was 2.4M"),
        ("보증금은 3천만 원이다.", "보증금은 3천이에요"),
        ("월세는 65만 원이다.", "월세는 65예요"),
        ("The plan costs $12 per month.", "the plan is $12/mo"),
        ("They stay for a couple of nights.", "staying a couple nights"),
        ("They occasionally smoke cigars.", "the occasional cigar, they smoke"),
    ],
)
def test_a_currency_and_its_thousands_are_left_out(claim: str, words: str, *, is_talk: bool) -> None:
    assert missing(claim, words, is_talk=is_talk) == []


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        ("The sofa costs $1,250.", "the sofa is 1,350", [("amount", "$1,250")]),
        ("The sofa costs $1,250.", "the sofa is 1,250 euros", [("amount", "$1,250")]),
        ("The seed round was $2.4 billion.", "our seed round was 2.4M", [("amount", "$2.4 billion")]),
        ("월세는 65만 원이다.", "월세는 65달러예요", [("amount", "65만 원")]),
        ("회비는 3천만 원이다.", "회비는 3천 원이에요", [("amount", "3천만 원")]),
        ("사용자는 주 4회 뛴다.", "일주일에 세 번 뛰어요", [("number", "4회")]),
    ],
)
def test_another_amount_is_missing(claim: str, words: str, found: list[tuple[str, str]]) -> None:
    assert missing(claim, words) == found


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The user should avoid saunas until Friday.", "the doctor said no saunas until Friday"),
        ("The user needs to send the form to Olga.", "the form goes to Olga"),
        ("The assistant should answer in French.", "could you answer in French"),
        ("사용자는 오늘까지 초안을 내야 한다.", "오늘까지 초안 달라고 하셨어요"),
        ("사용자는 물을 많이 마셔야 한다.", "물을 많이 마시래요"),
    ],
)
def test_what_is_asked_for_is_told_as_a_duty(claim: str, words: str) -> None:
    assert missing(claim, words) == []


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        ("The user must bring a towel.", "you may bring a towel", [("modality", "must")]),
        ("The user must bring a towel.", "I could bring a towel", [("modality", "must")]),
    ],
)
def test_what_is_only_allowed_is_no_duty(claim: str, words: str, found: list[tuple[str, str]]) -> None:
    assert missing(claim, words) == found


@pytest.mark.parametrize(
    ("words", "is_judged"),
    [
        ("Congrats! We bought the kayak on Friday.", True),
        ("We bought the kayak on Friday. gg brb", True),
        ("카약은 금요일에 샀어요. gg", True),
        ("We bought the kayak on Friday. Keineswegs, nein!", False),
        ("We bought the kayak on Friday. Wir kauften gestern das Kajak am Ufer.", False),
        ("We bought the kayak on Friday. Zzyzx qwrty plmok vbnhj.", False),
    ],
)
def test_a_few_words_in_no_language_say_nothing(words: str, *, is_judged: bool) -> None:
    report = check_claim("They bought the kayak", [words])

    assert report.judged == is_judged


@pytest.mark.parametrize(
    ("claim", "words", "is_missing"),
    [
        ("The ferry and the tram are not affected.", "only the bus is late, the ferry and the tram are fine", False),
        ("The ferry and the tram are not late.", "the ferry and the tram are late", True),
        ("The ferry is not on 12 May.", "the ferry is on 12 May", True),
        ("The user is not eating beans, rice or milk.", "so no beans, no rice, no milk", False),
        ("The user is unavailable on Mondays.", "I can't do Mondays", False),
        ("The user is available on Mondays.", "I can't do Mondays, so not available", True),
        ("사용자는 국수도 먹기 힘들어한다.", "국수를 못 먹어요 국수도 힘들어요", False),
        ("사용자는 숙제를 시작했다.", "아직 숙제는 시작도 못 했어요", True),
        ("사용자는 올빼미형이 아니다.", "저는 올빼미형이 아니라서 일찍 자요", False),
        ("사용자는 올빼미형이다.", "저는 올빼미형이 아니라서 일찍 자요", True),
        ("사용자는 화요일에 수업이 있다.", "화요일은 수업이 있어서 안 돼", False),
        ("사용자는 방학이다.", "숙제는 안 하고 있어요 방학이라서요", False),
    ],
)
def test_a_negation_is_missing_where_the_evidence_says_otherwise(claim: str, words: str, *, is_missing: bool) -> None:
    assert ("negation" in [kind for kind, _ in missing(claim, words)]) == is_missing


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        ("The sauna is at 80°C.", "the sauna is at 80C", []),
        ("The sauna is at 80°C.", "the sauna is at 80 degrees F", ["unit"]),
        ("물은 섭씨 20도이다.", "the water is at 20°C", []),
        ("They moved in last May.", "we moved in last may", []),
        ("One pill is taken every eight hours.", "1 pill every 8 hours", []),
        ("They meet every two weeks.", "they meet biweekly", []),
        ("The backlog was cut in half.", "the backlog halved", []),
        ("They mostly watch chess.", "they only watch chess", []),
        ("They watch all matches.", "they only watch some matches", ["quantifier"]),
        ("The class of 1952 met.", "the class of '52 met", []),
        ("The class of 2008 met.", "the class of '07 met", ["number"]),
        ("They train on Mondays, Wednesdays and Fridays.", "they train MWF", []),
        ("The user will miss the rehearsal.", "not gonna make it to the rehearsal", []),
        ("사용자는 41세이다.", "저는 마흔하나이고 개발자예요", []),
        ("사용자는 42세이다.", "저는 마흔하나이고 개발자예요", ["number"]),
        ("The user has lived in Lyon since 2018.", "I've been living in Lyon since 2018", []),
        ("Members over 70 may skip it.", "The fee is going to be 30 for members. People over 70 can skip it.", []),
        ("이사 날짜는 3월 7일로 정했다.", "이사 날짜는 손 없는 날 피해서 3월 7일로 했어요", []),
        ("The lease starts in August.", "pays 900 starting August", []),
        ("The train leaves Lyon on the 9th.", "the train is leaving Lyon on the 9th", []),
        ("Nobody pushes while CI is failing.", "if CI's red nobody pushes", []),
        ("연습은 저녁 8시 30분이다.", "연습은 저녁 8시 반이야", []),
        ("그룹은 B팀이다.", "그룹은 A팀이에요", ["identifier"]),
        ("그룹은 A팀이다.", "그룹은 A팀이에요", []),
        ("사용자는 3주간 쉰다.", "3주 동안 쉬어요", []),
        ("휴가는 4주로 예상된다.", "휴가는 4주 잡고 있어요", []),
        ("사용자는 고양이를 키운다.", "냥이를 키워요", []),
    ],
)
def test_a_value_is_read_in_all_its_forms(claim: str, words: str, found: list[str]) -> None:
    assert [kind for kind, _ in missing(claim, words)] == found


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        ("사용자는 신한은행을 쓴다.", "저는 국민은행을 써요", ["name"]),
        ("사용자는 국민은행을 쓴다.", "저는 국민은행을 써요", []),
        ("리모컨은 거실 탁자에 있다.", "리모콘은 거실 탁자에 있어요", []),
        ("화분은 수원 창고로 옮긴다.", "화분은 포항 창고로 옮기고 수원 창고는 닫아요", ["name"]),
        ("화분은 포항 창고로 옮긴다.", "화분은 포항 창고로 옮기고 수원 창고는 닫아요", []),
        ("이번 학기에 듣는다.", "다음 학기에 들어요", ["date"]),
        ("사용자는 작년에 졸업했다.", "재작년에 졸업했어요", ["date"]),
        ("사용자의 어머니는 차를 석 잔 마신다.", "아빠는 차를 안 드시고 엄마는 석 잔 드세요", []),
    ],
)
def test_another_name_or_period_is_missing(claim: str, words: str, found: list[str]) -> None:
    assert [kind for kind, _ in missing(claim, words)] == found
