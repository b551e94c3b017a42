from aligner_core.mentions import Mention, mentions

TALK = [
    "우리는 DuckDB에서 JSONB 타입을 제거하기로 했다.",
    "네, 알겠습니다.",
    "참고로 JSONB 색인은 만드는 데 오래 걸립니다.",
    "점심 먹고 합시다.",
    "아니다, JSONB 유지하기로 했다.",
    "JSONB는 문서에 적어 두겠습니다.",
]
CLAIM = ["JSONB 제거", "JSONB 타입을 제거하기로 했다"]


def indices(claim: list[str], said: list[str], *, after: int = 0) -> list[int]:
    return [one.index for one in mentions(claim, said, after=after)]


def test_mentions_put_a_correction_first() -> None:
    """Later messages sharing its rare terms, especially with negation/correction cues."""
    assert indices(CLAIM, TALK) == [4, 2, 5]


def test_mentions_name_the_sentence_its_terms_and_its_cue() -> None:
    said = ["Remove the staging cache.", "Fine. Actually, keep the staging cache for now. Bye."]

    (mention,) = mentions(["Remove the staging cache"], said, after=0)

    assert mention == Mention(1, 6, 47, ("stag", "cache"), "Actually")
    assert said[1][6:47] == "Actually, keep the staging cache for now."


def test_mentions_take_a_cue_of_the_sentence_before() -> None:
    said = ["We cache for an hour.", "Scrap that. The cache lives for a day."]

    assert mentions(["cache for an hour"], said, after=0)[0].cue == "Scrap that"


def test_mentions_look_behind_the_claim_alone() -> None:
    assert indices(CLAIM, TALK, after=4) == [5]


def test_mentions_leave_out_the_messages_of_the_evidence_itself() -> None:
    assert [one.index for one in mentions(CLAIM, TALK, after=0, but={4})] == [2, 5]


def test_mentions_ask_for_a_rare_term_where_nothing_is_corrected() -> None:
    said = [f"the report of day {number} is done" for number in range(50)]

    assert indices(["report of the tokenizer"], [*said, "the tokenizer is slow"]) == [50]


def test_mentions_take_a_common_term_beside_a_cue() -> None:
    said = [f"the report of day {number} is done" for number in range(50)]

    assert indices(["the report"], [*said, "no longer a report"]) == [50]


def test_mentions_know_a_word_in_other_forms() -> None:
    said = ["배포하기로 했다.", "배포를 취소했다.", "deployments", "deploying is cancelled"]

    assert indices(["배포하기로 했다"], said) == [1]
    assert indices(["deployed"], said) == [3, 2]


def test_mentions_begin_where_a_word_begins() -> None:
    assert indices(["art of it"], ["art", "the start of a party", "modern art"]) == [2]


def test_mentions_of_numbers_are_told_and_small_ones_are_not() -> None:
    assert indices(["240 of 12"], ["240 of 12", "it was 240", "it was 12"]) == [1]


def test_mentions_of_a_claim_without_a_word_are_none() -> None:
    assert indices(["", "그리고 ... 이것"], TALK) == []


def test_mentions_find_nothing_where_folding_alone_makes_a_term() -> None:
    assert indices(["strasse"], ["strasse", "straße"]) == []
