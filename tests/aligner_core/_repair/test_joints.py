"""Quotes that were put together of passages, and nothing in them shows where: chat has no full stops."""

import pytest
from hypothesis import assume
from hypothesis import given as cases
from hypothesis import strategies as st

from aligner_core import Corpus, EvidenceAligner, Prescription
from aligner_core._corpus.search import CorpusSearch
from aligner_core._matching.edit_distance import Budget
from aligner_core._repair.joints import find_passages
from aligner_core._repair.relocation import RepairCase

ALIGNER = EvidenceAligner()

CHAT = [
    ("다음 주 화요일에 이사하기로 했어요", "트럭은 제가 예약해 둘게요"),
    ("그날 비 온다는데 괜찮을까", "우산이라도 챙기자"),
    ("박스는 스무 개쯤 필요함", "테이프도 다 떨어졌음"),
    ("관리비는 제가 내일 물어보겠습니다", "주차 등록도 같이 할게요"),
    ("보증금은 이달 말에 돌려받기로 했죠", "집주인이랑 어제 통화했다"),
    ("냉장고는 두고 가는 게 낫겠네", "새 집에 이미 있더라고요"),
    ("The vendor sends the new contract on Monday", "Both of us have signed the old one"),
    ("we meet in the big room on the third floor", "Bring the printed slides please"),
]
MESSAGES = [" ".join(sentences) for sentences in CHAT]
PLACES = [(index, sentence) for index, sentences in enumerate(CHAT) for sentence in sentences]


def prescribed(quote: str, messages: list[str], claimed: int | None = 0) -> Prescription:
    return ALIGNER.prescribe(ALIGNER.diagnose(quote, messages, claimed), messages)


def first_fix(quote: str, messages: list[str], claimed: int | None = 0) -> list[tuple[int, str]]:
    """Return the message and the words of every quote that the first fix leaves."""
    fixes = prescribed(quote, messages, claimed).fixes
    return [(one.message_index, one.quote) for one in fixes[0].evidence] if fixes else []


@cases(st.sampled_from(PLACES), st.sampled_from(PLACES), st.one_of(st.none(), st.integers(0, len(CHAT) - 1)))
def test_prescribe_splits_any_two_sentences_of_a_chat(
    one: tuple[int, str], other: tuple[int, str], claimed: int | None
) -> None:
    """Of one message, of neighbours, of far ones; whichever message the quote claims."""
    assume(one != other)
    quote = f"{one[1]} {other[1]}"
    assume(quote not in MESSAGES)

    given = prescribed(quote, MESSAGES, claimed)

    assert given.diagnosis in {"merged", "bad_index"}
    assert [(part.message_index, part.quote) for part in given.fixes[0].evidence] == [one, other]


@pytest.mark.parametrize(
    ("quote", "messages", "parts"),
    [
        pytest.param(
            "점심은 열두 시에 먹어요 그리고 커피는 제가 살게요",
            ["점심은 열두 시에 먹어요", "그리고 커피는 제가 살게요", "보통 점심은 열두 시에 먹어요 그리고 쉬어요"],
            [(0, "점심은 열두 시에 먹어요"), (1, "그리고 커피는 제가 살게요")],
            id="one more word of the first part stands in another message",
        ),
        pytest.param(
            "회의는 세 시로 옮겼어요 자료는 올려 뒀음 늦으면 연락 줘요",
            ["회의는 세 시로 옮겼어요", "자료는 올려 뒀음", "네", "늦으면 연락 줘요"],
            [(0, "회의는 세 시로 옮겼어요"), (1, "자료는 올려 뒀음"), (3, "늦으면 연락 줘요")],
            id="three messages",
        ),
        pytest.param(
            "오늘 강추위래요 저도요",
            ["짱 추워", "오늘 강추위래요", "저도요"],
            [(1, "오늘 강추위래요"), (2, "저도요")],
            id="a short message",
        ),
        pytest.param(
            "배포는 끝났어요. 확인은 제가 할게요!",
            ["배포는 끝났어요. 로그도 봤고요.", "그럼 확인은 제가 할게요!"],
            [(0, "배포는 끝났어요."), (1, "확인은 제가 할게요!")],
            id="signs go with the part they stand behind",
        ),
        pytest.param(
            "할 일은 다음과 같아요 - **이사**: 화요일 오전으로 확정했음",
            ["할 일은 다음과 같아요\n- **청소**: 월요일\n- **이사**: 화요일 오전으로 확정했음\n- **전입**: 수요일"],
            [(0, "할 일은 다음과 같아요"), (0, "- **이사**: 화요일 오전으로 확정했음")],
            id="the bullet goes with its part",
        ),
        pytest.param(
            "달 식비가 사십만 원이래요 나도 비슷하게 쓰는",
            ["확인해 보니 이번 달 식비가 사십만 원이래요", "나도 비슷하게 쓰는 편이지"],
            [(0, "달 식비가 사십만 원이래요"), (1, "나도 비슷하게 쓰는")],
            id="parts of sentences that meet where one ends and another begins",
        ),
        pytest.param(
            "this way we keep every raw event for a year but they also asked us to delete the oldest backups",
            [
                "and this way we keep every raw event for a year or so",
                "well, but they also asked us to delete the oldest backups now",
            ],
            [
                (0, "this way we keep every raw event for a year"),
                (1, "but they also asked us to delete the oldest backups"),
            ],
            id="parts so long that they are no chance",
        ),
    ],
)
def test_prescribe_splits_where_passages_were_joined(
    quote: str, messages: list[str], parts: list[tuple[int, str]]
) -> None:
    assert first_fix(quote, messages) == parts


def test_prescribe_splits_off_a_short_passage_at_the_end_of_a_long_one() -> None:
    """The whole is aligned to the long one, with words that this message does not have."""
    long = "관리비는 제가 내일 오전에 관리실에 가서 직접 물어보고 주차 등록까지 같이 하고 오겠습니다"
    messages = [long, "다음에는 제가 갈게요 이건 고마워요", "정말 고마워요"]

    given = prescribed(f"{long} 정말 고마워요", messages)

    assert ALIGNER.diagnose(f"{long} 정말 고마워요", messages, 0).match_method == "fuzzy"
    assert [fix.kind for fix in given.fixes] == ["split", "use_words"]


@pytest.mark.parametrize(
    ("quote", "messages"),
    [
        pytest.param(
            "이렇게 신나게 만들었다",
            ["이렇게 하자", "참 신나게 놀았다", "누가 만들었다"],
            id="it falls into single words",
        ),
        pytest.param(
            "자료는 어제 올려 뒀음 네",
            ["자료는 어제 올려 뒀음", "고마워", "네"],
            id="so short a sentence stands anywhere",
        ),
        pytest.param(
            "점심은 열두 시에 커피는 제가",
            ["우리 점심은 열두 시에 먹자", "그럼 커피는 제가 살게요", "좋아"],
            id="parts that neither end nor begin a sentence",
        ),
        pytest.param(
            "We will meet in the big room and then we never spoke of the purple elephants",
            ["We will meet in the big room", "Fine."],
            id="a part that no message has",
        ),
    ],
)
def test_prescribe_offers_no_split_into_words_found_by_chance(quote: str, messages: list[str]) -> None:
    assert "split" not in [fix.kind for fix in prescribed(quote, messages, 1).fixes]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("I found an event for Colin James on March 8th that begins at 7:30 pm in the new hall of the town.", "Colin "),
        (
            "We will fly to the fair in Busan with Captain Morgan Willoughby Tuesday at noon",
            "Captain Morgan Willoughby ",
        ),
    ],
    ids=["aligned", "failed"],
)
def test_prescribe_offers_no_split_first_where_a_name_was_left_out(message: str, name: str) -> None:
    """A capital alone does not show that a sentence begins."""
    given = prescribed(message.replace(name, ""), [message])

    assert given.fixes[0].kind == "use_words"
    assert name in given.fixes[0].evidence[0].quote


@pytest.mark.parametrize(
    "message",
    [
        "The album of the band from Seoul peaked at No. 12 on the list of the year in that country.",
        "The album of the band from Seoul peaked at No. 12 on the list of the year. It stayed on the list of the year.",
    ],
    ids=["once", "the second part stands twice"],
)
def test_prescribe_offers_no_split_that_loses_a_number(message: str) -> None:
    quote = "The album of the band from Seoul peaked at No. on the list of the year"

    assert "split" not in [fix.kind for fix in prescribed(quote, [message]).fixes]


def test_prescribe_offers_no_split_around_a_negation_beside_a_passage() -> None:
    messages = ["우리는 금요일에 배포하지 않기로 했어요", "문서는 제가 고칠게요"]

    given = prescribed("우리는 금요일에 배포하지 문서는 제가 고칠게요", messages)

    assert "split" not in [fix.kind for fix in given.fixes]


def test_prescribe_offers_no_split_into_overlapping_passages() -> None:
    message = "we keep all the raw events for one year only"

    given = prescribed("we keep all the raw events all the raw events for one year only", [message])

    assert "split" not in [fix.kind for fix in given.fixes]


def test_find_passages_ends_with_the_work_budget() -> None:
    search = CorpusSearch(Corpus(MESSAGES), ALIGNER._settings, Budget(20))

    assert find_passages(RepairCase(f"{CHAT[0][0]} {CHAT[5][1]}", 0, search), limit=5) == []


def test_find_passages_finds_none_in_signs() -> None:
    search = CorpusSearch(Corpus(MESSAGES), ALIGNER._settings, Budget())

    assert find_passages(RepairCase("?!", 0, search), limit=5) == []
