"""Later messages that return to a claim."""

from aligner_core._corpus.mentions import Mention, find_mentions

TALK = [
    "우리는 DuckDB에서 JSONB 타입을 제거하기로 했다.",
    "네, 알겠습니다.",
    "참고로 JSONB 색인은 만드는 데 오래 걸립니다.",
    "점심 먹고 합시다.",
    "아니다, JSONB 유지하기로 했다.",
    "JSONB는 문서에 적어 두겠습니다.",
]
CLAIM = ["JSONB 제거", "JSONB 타입을 제거하기로 했다"]


def indices(claim: list[str], messages: list[str], *, after: int = 0) -> list[int]:
    return [one.index for one in find_mentions(claim, messages, after=after)]


def test_find_mentions_puts_the_rarest_terms_first() -> None:
    messages = ["The cache of the search page.", "A cache.", "No cache here.", "Search in the cache."]

    assert indices(["cache of the search page"], messages) == [3, 1, 2]


def test_find_mentions_does_not_judge_what_is_said() -> None:
    """No mention is put first for words like "actually": they distinguished a correction from a remark too seldom."""
    messages = ["We cache for an hour.", "The cache is fast.", "Actually, no. Scrap the cache.", "A cache."]

    assert indices(["cache for an hour"], messages) == [1, 2, 3]


def test_find_mentions_returns_the_sentence_and_its_terms() -> None:
    messages = ["Remove the staging cache.", "Fine. Actually, keep the staging cache for now. Bye."]

    (mention,) = find_mentions(["Remove the staging cache"], messages, after=0)

    assert mention == Mention(1, 6, 47, ("stag", "cache"))
    assert messages[1][6:47] == "Actually, keep the staging cache for now."


def test_find_mentions_looks_only_after_the_claim() -> None:
    assert indices(CLAIM, TALK, after=4) == [5]


def test_find_mentions_leaves_out_the_messages_of_the_evidence_itself() -> None:
    assert [one.index for one in find_mentions(CLAIM, TALK, after=0, excluding={4})] == [2, 5]


def test_find_mentions_wants_a_rare_term() -> None:
    messages = [f"the report of day {number} is done" for number in range(50)]

    assert indices(["report of the tokenizer"], [*messages, "the tokenizer is slow"]) == [50]


def test_find_mentions_leaves_out_a_common_term_whatever_stands_beside_it() -> None:
    messages = [f"the report of day {number} is done" for number in range(50)]

    assert indices(["the report"], [*messages, "no longer a report"]) == []


def test_find_mentions_knows_a_word_in_other_forms() -> None:
    messages = ["배포하기로 했다.", "배포를 취소했다.", "deployments", "deploying is cancelled"]

    assert indices(["배포하기로 했다"], messages) == [1]
    assert indices(["deployed"], messages) == [2, 3]


def test_find_mentions_matches_terms_only_where_a_word_begins() -> None:
    assert indices(["art of it"], ["art", "the start of a party", "modern art"]) == [2]


def test_find_mentions_takes_numbers_but_not_small_ones() -> None:
    assert indices(["240 of 12"], ["240 of 12", "it was 240", "it was 12"]) == [1]


def test_find_mentions_of_a_claim_without_words_is_empty() -> None:
    assert indices(["", "그리고 ... 이것"], TALK) == []


def test_find_mentions_finds_nothing_where_only_folding_makes_a_term() -> None:
    assert indices(["strasse"], ["strasse", "straße"]) == []
