"""What a claim says otherwise than its evidence: comparisons in turn, things of a kind, replies, other names."""

import pytest

from aligner_core import Said, Speaker, check_claim

ANA, BEN = Speaker("Ana", "user"), Speaker("Ben", "user")


def kinds(claim: str, words: str, *, before: str = "", speaker: Speaker = ANA) -> list[str]:
    to = (BEN,) if speaker == ANA else (ANA,)
    report = check_claim(claim, [Said(words, speaker, to, words, 0, 1)], elsewhere=[before, words])
    return [fact.kind for fact in report.missing]


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        ("Team costs less than Pro.", "Pro costs more than Team.", []),
        ("Team costs less than Pro.", "Team costs more than Pro.", ["comparison"]),
        ("Team is slower than Pro.", "Pro is slower than Team.", ["comparison"]),
        ("Team is slower than Pro.", "Team is slower than Pro, by far.", []),
        ("버스가 택시보다 느리다.", "택시가 버스보다 느리다.", ["comparison"]),
        ("버스가 택시보다 느리다.", "버스가 택시보다 많이 느리다.", []),
    ],
)
def test_two_things_may_be_compared_in_turn(claim: str, words: str, found: list[str]) -> None:
    assert [fact.kind for fact in check_claim(claim, [words]).missing] == found


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        ("Ana's new sofa is grey.", "my new sofa is white", ["opposite"]),
        ("Ana's new sofa is white.", "my new sofa is white", []),
        ("Ana's new sofa is grey.", "my new sofa has white legs and the rest is grey", []),
        ("아나는 고양이를 키운다.", "나는 강아지를 키워", ["opposite"]),
        ("아나는 강아지를 키운다.", "나는 강아지를 키워", []),
    ],
)
def test_things_of_one_kind_exclude_each_other(claim: str, words: str, found: list[str]) -> None:
    assert kinds(claim, words) == found


@pytest.mark.parametrize(
    ("claim", "before", "words", "is_denied"),
    [
        ("Ana has bought the insoles.", "did you buy the insoles?", "not yet, they're 180 euros", True),
        ("Ana has not bought the insoles.", "did you buy the insoles?", "not yet, they're 180 euros", False),
        ("Ana has bought the insoles.", "did you buy the insoles?", "yes, they're 180 euros", False),
        ("Ana has bought the insoles.", "did you buy the insoles?", "no worries, I bought the insoles", False),
        ("Ana has bought the insoles.", "I like insoles.", "not yet, they're 180 euros", False),
        ("아나의 집에는 엘리베이터가 있다.", "엘리베이터는 있어?", "없어 ㅋㅋ 그냥 계단으로 다녀", True),
        ("아나의 집에서는 고양이를 키울 수 있다.", "고양이 키워도 되는 집이야?", "우리 집? 안 돼. 주인이 싫어해", True),
        ("아나의 집에는 엘리베이터가 없다.", "엘리베이터는 있어?", "없어 ㅋㅋ 그냥 계단으로 다녀", False),
    ],
)
def test_a_short_answer_denies_what_was_asked(claim: str, before: str, words: str, *, is_denied: bool) -> None:
    assert ("negation" in kinds(claim, words, before=before)) == is_denied


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        ("Ana's doctor prescribed loratadine.", "my doctor prescribed cetirizine 10 mg once a day", ["name"]),
        ("Ana's doctor prescribed cetirizine.", "my doctor prescribed cetirizine 10 mg once a day", []),
        ("아나는 매일 코라클을 쓴다.", "나는 매일 엑스파트리오를 써", ["name"]),
        ("아나는 매일 코라클을 쓴다.", "나는 매일 코라클을 써", []),
    ],
)
def test_a_name_of_no_list_may_stand_in_the_place_of_another(claim: str, words: str, found: list[str]) -> None:
    assert kinds(claim, words) == found


def test_a_name_in_other_letters_may_be_the_same_one() -> None:
    report = check_claim("우리는 Zorbix 서버를 쓴다", [Said("우리는 나래칩 서버를 쓴다.", ANA)])

    assert [(fact.text, fact.instead) for fact in report.missing] == [("Zorbix", ())]


@pytest.mark.parametrize(
    ("claim", "words", "found"),
    [
        ("Late entries will be considered.", "Late entries can't be considered.", ["negation"]),
        ("The course is recommended for new joiners.", "New joiners must finish the course.", ["modality"]),
        (
            "면접관은 같은 질문을 해야만 한다.",
            "면접관은 되도록 같은 질문을 하는 게 좋습니다.",
            ["modality", "quantifier"],
        ),
        ("Ana recommends the course.", "you must do the course", []),
    ],
)
def test_how_a_thing_is_told_is_excused_only_where_one_of_them_tells_it(
    claim: str, words: str, found: list[str]
) -> None:
    assert kinds(claim, words) == found


def test_a_plan_that_goes_on_is_not_done() -> None:
    assert kinds("Ana's sister has flown in from Delhi.", "my sister is flying in from Delhi") == ["modality"]


def test_what_people_leave_out_when_they_talk_is_no_fact() -> None:
    assert kinds("아나의 키는 186센티미터이다.", "내 키는 186이야 ㅋㅋ") == []
    assert kinds("Ana and Dan fly to Porto on the 23rd.", "no, Porto now. we fly on the 23rd") == []
    assert check_claim("아나는 1년에 휴가가 15일이다.", ["아나는 매년 휴가가 15일 있다."])
