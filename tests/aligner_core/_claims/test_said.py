"""Evidence with who said it to whom: whose a fact is, what stands near it, and how it is said."""

import pytest

from aligner_core import ClaimFact, ClaimReport, InvalidTypeError, InvalidValueError, Said, Speaker, Talk, check_claim
from aligner_core._claims.said import said_of

ANA, BEN, BOT = Speaker("Ana", "user"), Speaker("Ben", "user"), Speaker("", "assistant")
MINSU, JIYOUNG = Speaker("김민수", "user"), Speaker("지영", "user")


def said(words: str, by: Speaker = ANA, to: Speaker = BEN) -> list[Said]:
    return [Said(words, by, (to,))]


def missing(report: ClaimReport) -> list[tuple[str, str]]:
    return [(fact.kind, fact.text) for fact in report.missing]


class TestSpeaker:
    """The speaker is *I*, who is spoken to *you* (specification 7)."""

    @pytest.mark.parametrize(
        ("claim", "words", "by", "to"),
        [
            ("Ana signed the lease.", "I signed the lease", ANA, BEN),
            ("Ben signed the lease.", "you signed the lease", ANA, BEN),
            ("Ben signed the lease.", "ben signed the lease", ANA, Speaker("Carla", "user")),
            ("The assistant suggested tea.", "You could drink tea", BOT, ANA),
            ("김민수는 집을 계약했다.", "집 계약했어", MINSU, JIYOUNG),
            ("민수는 집을 계약했다.", "나 집 계약했어", MINSU, JIYOUNG),
            ("Benjamin Lee signed the lease.", "I signed the lease", Speaker("Benjamin Lee", "user"), ANA),
            ("Melanie signed the lease.", "mel signed the lease", ANA, Speaker("Melanie", "user")),
            ("The next step is to sign.", "I sign next, that is the next step", ANA, BEN),
        ],
    )
    def test_is_who_the_claim_tells_of(self, claim: str, words: str, by: Speaker, to: Speaker) -> None:
        assert missing(check_claim(claim, said(words, by, to))) == []

    @pytest.mark.parametrize(
        ("claim", "words", "by", "to", "name"),
        [
            ("Ben signed the lease.", "I signed the lease", ANA, BEN, "Ben"),
            ("Ben's rent is 900 euros.", "my rent is 900 euros", ANA, BEN, "Ben"),
            ("Ben signed the lease in May.", "I signed the lease in May. How are you?", ANA, BEN, "Ben"),
            ("Ben thanked her for the advice.", "I'm glad you like it", ANA, BEN, "Ben"),
            ("Ben paints.", "I paint a lot, you know", ANA, BEN, "Ben"),
            ("The assistant has a cat.", "I have a cat", ANA, Speaker("Helper", "assistant"), "assistant"),
            ("지영은 집을 계약했다.", "집 계약했어", MINSU, JIYOUNG, "지영"),
            ("새 소파를 지영이 샀다.", "소파는 내가 샀어. 너는 언제 와?", MINSU, JIYOUNG, "지영"),
            ("지영은 새 집을 계약했다.", "새 집을 계약했어. 너는 어때?", MINSU, JIYOUNG, "지영"),
        ],
    )
    def test_is_not_somebody_else(self, claim: str, words: str, by: Speaker, to: Speaker, name: str) -> None:
        report = check_claim(claim, said(words, by, to))

        assert ("speaker", name) in missing(report)
        assert all(fact.instead for fact in report.missing)

    def test_of_several_users_none_is_the_user(self) -> None:
        assert check_claim("The user signed it.", said("I signed it")).ok

    def test_who_is_compared_with_the_speaker_is_spoken_to(self) -> None:
        assert check_claim("지영은 민수보다 가볍다.", said("나보다 가볍네", MINSU, JIYOUNG)).ok

    def test_a_name_of_the_speaker_is_no_missing_name(self) -> None:
        assert check_claim("Ana moved to Porto.", said("I moved to Porto")).ok
        assert missing(check_claim("Ana moved to Porto.", ["I moved to Porto"])) == [("name", "Ana")]


class TestNearby:
    """Names and values of the messages around the words are not missing."""

    MESSAGES = ("Rui brings Teresa", "she doesn't drink", "fine", "ok")

    def test_they_are_advice(self) -> None:
        report = check_claim("Teresa does not drink.", [Said("she doesn't drink", ANA, at=1)], elsewhere=self.MESSAGES)

        assert report.ok
        assert [(fact.text, fact.elsewhere[0].where) for fact in report.nearby] == [("Teresa", 0)]

    def test_they_are_missing_far_away(self) -> None:
        messages = (self.MESSAGES[0], *["hello"] * 20, "she doesn't drink")
        report = check_claim("Teresa does not drink.", [Said("she doesn't drink", ANA, at=21)], elsewhere=messages)

        assert missing(report) == [("name", "Teresa")]

    def test_what_is_nearby_stands_elsewhere(self) -> None:
        with pytest.raises(InvalidValueError, match="what is nearby stands elsewhere"):
            ClaimFact(kind="name", text="Teresa", start=0, end=6, found=False, nearby=True)


class TestTalk:
    """A talk knows who speaks to whom."""

    def test_everybody_else_is_addressed(self) -> None:
        talk = Talk([(ANA, "hello you"), (BEN, "hi"), (Speaker(role="document"), "a text")])

        assert talk.said(0, 0, 5) == Said("hello", ANA, (BEN,), "hello you", 0, 0)
        assert talk.said(2, 0, 1).to == ()

    @pytest.mark.parametrize("given", ["a text", b"bytes", 7, [7], Said("a")])
    def test_evidence_is_a_sequence_of_texts_or_of_what_was_said(self, given: object) -> None:
        with pytest.raises(InvalidTypeError, match="must be"):
            said_of(given)  # type: ignore[arg-type]


class TestContraries:
    """A claim that says the opposite, another period, another rate, or a plan as done."""

    @pytest.mark.parametrize(
        ("claim", "words", "kind", "text"),
        [
            ("Ana hates cats.", "I love cats", "opposite", "hates"),
            ("She was late.", "early", "opposite", "late"),
            ("Ana's brother lives in Rome.", "my sister lives in Rome", "opposite", "brother"),
            ("Ana moved before May.", "I moved after May", "comparison", "before"),
            ("아나는 고양이를 싫어한다.", "나 고양이 좋아해", "opposite", "싫어한다"),
            ("아나는 차를 팔았다.", "차를 샀어", "opposite", "팔았다"),
            ("Ana moves next week.", "I move last week", "date", "next week"),
            ("아나는 지난주에 이사한다.", "다음 주에 이사해", "date", "지난주"),
            ("Ana pays 900 a week.", "I pay 900 a month", "rate", "a week"),
            ("Ana visited Rome.", "I want to visit Rome", "modality", "visited"),
            ("Ana moved to Rome.", "I'm moving to Rome next week", "modality", "moved"),
            ("Ana asked the landlord.", "I'll ask the landlord", "modality", "asked"),
            ("아나는 수영을 배웠다.", "수영 배우고 싶어", "modality", "배웠다"),
            ("Ana eats meat.", "I don't eat meat. It's been 3 years", "negation", "Ana eats meat"),
        ],
    )
    def test_is_missing(self, claim: str, words: str, kind: str, text: str) -> None:
        assert (kind, text) in missing(check_claim(claim, said(words)))

    @pytest.mark.parametrize(
        ("claim", "words"),
        [
            ("Ana hates cats.", "I love dogs. I hate cats"),
            ("Ana does not like cats.", "I hate cats, I don't like them"),
            ("Ana's mother lives in Rome.", "my mom lives in Rome"),
            ("Ana moves next week.", "I moved last week and I move next week"),
            ("Ana wants to visit Rome.", "I want to visit Rome"),
            ("Ana visited Rome.", "I visited Rome, I want to go again"),
            ("Ana asked about tea.", "is there tea? what kind?"),
            ("아나는 수영을 배웠다.", "수영 배웠어"),
            ("아나는 가 보자고 했다.", "같이 가 보자"),
            ("Ana was invited.", "I was invited"),
        ],
    )
    def test_is_not_missing(self, claim: str, words: str) -> None:
        assert missing(check_claim(claim, said(words))) == []


class TestSayings:
    """How a thing is said, where the claim asserts it; advice that leaves the report ok."""

    @pytest.mark.parametrize(
        ("claim", "words", "kind"),
        [
            ("Dogs are allowed on the metro.", "are dogs allowed on the metro?", "asked"),
            ("Ana moves to Rome.", "if I get the job I move to Rome", "condition"),
            ("Ana moves to Rome.", "maybe I move to Rome", "hedge"),
            ("The street is closed.", "apparently the street is closed", "hearsay"),
            ("The street is closed.", "the street is closed, the porter said", "hearsay"),
            ("Ana works in Rome.", "my sister works in Rome", "about"),
            ("Ana works in Rome.", "he works in Rome", "about"),
            ("Ana is allergic to walnuts and peanuts.", "I'm allergic to walnuts", "word"),
            ("회사가 이사한다.", "회사가 이사한대", "hearsay"),
            ("사용자는 로마에서 일한다.", "우리 언니는 로마에서 일해", "about"),
            ("고양이를 키워도 된다.", "고양이 키워도 돼?", "asked"),
        ],
    )
    def test_is_told(self, claim: str, words: str, kind: str) -> None:
        report = check_claim(claim, said(words, to=BOT))

        assert kind in [saying.kind for saying in report.sayings]
        for saying in report.sayings:
            assert words[saying.place.start : saying.place.end] == saying.place.text

    @pytest.mark.parametrize(
        ("claim", "words"),
        [
            ("Ana asks whether dogs are allowed.", "are dogs allowed on the metro?"),
            ("Ana may move to Rome.", "maybe I move to Rome"),
            ("Ana heard that the street is closed.", "apparently the street is closed"),
            ("Ana's sister works in Rome.", "my sister works in Rome"),
            ("Ana works in Rome.", "I work in Rome, my sister too"),
            ("Ana suggests a walk.", "how about a walk?"),
            ("The door is closed.", "It rains. The door is closed, right?"),
            ("Ana has tea and coffee.", "I have coffee and tea"),
            ("Nothing is alike.", "something else entirely"),
            ("", "I have tea"),
            ("Ana has tea.", "?"),
        ],
    )
    def test_is_not_told(self, claim: str, words: str) -> None:
        assert check_claim(claim, said(words)).sayings == ()

    def test_words_of_an_assistant_are_nobody_s_statement(self) -> None:
        talk = said("You could buy a lamp", BOT, ANA)

        assert [saying.kind for saying in check_claim("Ana bought a lamp.", talk).sayings] == ["role"]
        assert check_claim("The assistant said: buy a lamp.", talk).sayings == ()

    def test_texts_that_are_too_long_are_not_read_for_it(self) -> None:
        assert check_claim("The street is closed.", said("apparently the street is closed " * 4_000)).sayings == ()

    def test_what_is_added_may_stand_nearby(self) -> None:
        words = Said("I'm allergic to walnuts", ANA, at=1)
        messages = ["peanuts are bad for me", words.text]

        assert check_claim("Ana is allergic to walnuts and peanuts.", [words], elsewhere=messages).sayings == ()
