"""Forms of one word share a stem; other words do not."""

import pytest

from aligner_core._language.stemming import stems


def share_stems(left: str, right: str) -> bool:
    return not stems(left).isdisjoint(stems(right))


@pytest.mark.parametrize(
    "line",
    [
        # particles and endings of nouns
        "라벨을 라벨은 라벨 라벨이",
        "서버에서는 서버 서버까지",
        "플라스틱류 플라스틱입니다 플라스틱을 플라스틱이며 플라스틱인",
        "사람들 사람 사람들은",
        "금요일이다 금요일까지",
        # verbs of nouns
        "제거하고 제거 제거했다 제거해 제거한다 제거를 제거되어 제거함",
        "제출하세요 제출 제출한",
        # verbs
        "비우고 비운 비워 비웁니다 비웠다 비우세요 비울 비우면서 비움 비운다 비워서 비웠습니다",
        "비우고 비운데 비운지 비울지 비울수록",
        "버리고 버려요 버린 버립니다 버렸다 버려야 버리지 버릴까",
        "헹구고 헹궈서 헹군 헹굽니다 헹궜다",
        "붙이고 붙여 붙인 붙였습니다",
        "씻고 씻어 씻은 씻으세요 씻었다",
        "묶어 묶고 묶은 묶어서",
        "떼고 떼어 뗀 떼세요",
        "끄고 꺼 끈",
        "만들고 만든 만듭니다 만들어",
        "누르고 눌러 누른",
        "고르고 골라 고른다",
        "옮겨진 옮겨지고",
        "나누고 나눠 나눈",
        # English
        "remove removes removed removing removal removals removable",
        "stop stops stopped stopping",
        "policy policies",
        "box boxes",
        "try tries tried",
        "keep keeps kept",
        "write wrote written writing",
        "index indexes indices",
        "install installation installed",
        "pay paid pays",
        "cancel cancelled cancellation cancelling canceled",
        "refund refunds refundable refunded",
        "manager manager's managers",
        "quick quickly quicker quickest",
        "large larger largest",
        "reviewer reviewers reviewed review",
        "delivery deliver delivered deliveries",
        "agreement agrees agreed agree",
        "rely relied relies",
        "fix fixed fixing",
        "cure cured curing",
        "old older oldest",
        "wide wider widest",
        "buy buyer buyers bought",
        "dine diner diners",
        "propose proposal proposals",
        "inspect inspection inspections",
        "explore exploration explorations",
        "agree agreement agreements",
        "accept acceptance acceptable",
        "depend dependence",
        "life lives",
    ],
)
def test_stems_are_shared_by_forms_of_a_word(line: str) -> None:
    first, *others = line.split()

    assert [other for other in others if not share_stems(first, other)] == []


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("art", "start"),
        ("cat", "category"),
        ("new", "news"),
        ("bus", "bu"),
        ("string", "str"),
        ("king", "k"),
        ("red", "r"),
        ("number", "numb"),
        ("corner", "corn"),
        ("state", "station"),
        ("act", "action"),
        ("edit", "edition"),
        ("her", "here"),
        ("need", "ne"),
        ("물을", "물은"),
        ("용기", "용어"),
        ("사고", "사지"),
        ("감기", "감고"),
        ("물에서", "물에도"),
        ("seed", "see"),
        ("수도", "수가"),
        ("라벨", "라면"),
        ("회의", "회"),
        ("도로", "도"),
        ("비운", "비상"),
    ],
)
def test_stems_are_not_shared_by_other_words(left: str, right: str) -> None:
    assert not share_stems(left, right)


def test_stems_have_the_word_itself_and_nothing_of_one_letter() -> None:
    words = ["물을", "약은", "a", "고", "이다", "하다", "사과", "ing", "es", "안녕하세요", "ㅋㅋ", "1"]

    assert all(word in stems(word) for word in words if len(word) > 1 and word != "이다")
    assert [stem for word in words for stem in stems(word) if len(stem) == 1 and word != stem] == []
