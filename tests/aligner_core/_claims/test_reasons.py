"""What is wrong with a claim, in a sentence for each reason, in both languages."""

import pytest

from aligner_core import Said, Speaker, check_claim
from aligner_core._claims.reason_sentences import NOT_JUDGED, SENTENCES, VOICES
from aligner_core.guards import reasons_of

ANA, BEN, BOT = Speaker("Ana", "user"), Speaker("Ben", "user"), Speaker("", "assistant")


@pytest.mark.parametrize(
    ("claim", "said", "english", "korean"),
    [
        (
            "Ben signed it",
            Said("I signed it", ANA, (BEN,)),
            "Ana said this, not “Ben”.",
            "Ana 님이 한 말인데 “Ben” 이야기로 적혀 있습니다.",
        ),
        (
            "The user signed the lease",
            Said("I signed the lease", BOT, (Speaker("", "user"),)),
            "The assistant said this, not “user”.",
            "어시스턴트가 한 말인데 “user” 이야기로 적혀 있습니다.",
        ),
        (
            "Ana pays 30 euros",
            Said("I pay 90 euros", ANA, (BEN,)),
            "The claim says “30 euros”, its words “90 euros”.",
            "주장은 “30 euros”인데 근거는 “90 euros”입니다.",
        ),
        (
            "Ana pays 30 euros",
            Said("I pay a lot", ANA, (BEN,)),
            "“30 euros” is not in its words.",
            "“30 euros” 내용이 근거에 없습니다.",
        ),
        (
            "Ana moved to Porto",
            Said("maybe I moved to Porto", ANA, (BEN,)),
            "Said as a maybe: “maybe I moved to Porto”.",
            "확실하지 않다고 한 말입니다: “maybe I moved to Porto”.",
        ),
        (
            "Ana eats meat",
            Said("I do not eat meat", ANA),
            "The words deny it: “not”.",
            "근거에는 아니라고 되어 있습니다: “not”.",
        ),
        (
            "Ana does not eat meat",
            Said("I eat meat", ANA),
            "The claim denies it (“not”), its words don't.",
            "주장은 아니라고 하는데(“not”) 근거는 그렇지 않습니다.",
        ),
    ],
)
def test_a_reason_is_one_sentence(claim: str, said: Said, english: str, korean: str) -> None:
    [reason, *_] = reasons_of(claim, check_claim(claim, [said]), [said])

    assert (reason.sentence(), reason.sentence("ko")) == (english, korean)
    assert claim[reason.start : reason.end] == reason.text


def test_what_stands_nearby_is_told_by_its_message() -> None:
    said = [Said("I signed the lease", ANA, (BEN,), at=1)]
    claim, texts = "Ana signed the lease with Mina", ["Mina is here", "I signed the lease"]

    [reason] = reasons_of(claim, check_claim(claim, said, elsewhere=texts), said)

    assert reason.level == "nearby"
    assert reason.sentence() == "“Mina” is not in its words, but in #0."
    assert reason.sentence("ko", at=12, shown=str.upper) == "“MINA” 내용이 이 말에는 없고 #12에 있습니다."


def test_a_value_nearby_is_no_excuse_where_the_words_have_another() -> None:
    said = [Said("I pay 90 euros", ANA, (BEN,), at=1)]
    claim = "Ana pays 30 euros"

    report = check_claim(claim, said, elsewhere=["it was 30 euros once", "I pay 90 euros"])

    assert not report
    assert [one.level for one in reasons_of(claim, report, said)] == ["missing"]


def test_the_strongest_reason_comes_first() -> None:
    claim, said = "Ben pays 30 euros to Mina", [Said("maybe I pay 90 euros", ANA, (BEN,), at=1)]

    report = check_claim(claim, said, elsewhere=["Mina is here", "maybe I pay 90 euros"])

    levels = [one.level for one in reasons_of(claim, report, said)]
    assert reasons_of(claim, report, said)[0].kind == "speaker"
    assert levels == sorted(levels, key=["missing", "said", "nearby"].index)
    assert {*levels} == {"missing", "said", "nearby"}


def test_both_languages_have_the_same_sentences() -> None:
    for table in (SENTENCES, VOICES, NOT_JUDGED):
        assert table["en"].keys() == table["ko"].keys()
