"""The words that a fix offers: whole, and never without the negation beside them (specification 3.9)."""

import pytest
from hypothesis import given as cases
from hypothesis import strategies as st

from aligner_core import AlignedEvidence, EvidenceAligner, PreparedSource, Span, complete_words
from aligner_core._repair.fixes import MAX_WORD_END_CHARS, whole_words

ALIGNER = EvidenceAligner()

KOREAN_CLAIMS = (
    "이 기능은 금요일에 배포하",
    "지난달 기록은 서버에서 삭제하",
    "그 제안은 우리 팀이 받아들이",
    "어제 사라진 파일은 끝내 찾",
    "고객에게 안내 메일을 보내",
)
CONNECTIVES = ("지 ", "지는 ", "지를 ", "지도 ", "지가 ", "진 ", "질 ", "지", "지는")
KOREAN_NEGATIONS = (
    *("않기로 했습니다", "않았다", "않아요", "않는다", "않은 상태입니다", "않음", "아니한다"),
    *("못했습니다", "못해요", "못한다", "못한 상태입니다", "못할 것 같아요", "못합니다", "못함", "못 했어요"),
    *("말기로 했습니다", "말아 주세요", "마세요", "말자", "맙시다"),
)
ENGLISH_SUBJECTS = ("We", "The team", "After the long meeting we", "The two vendors from Lyon")
ENGLISH_NEGATIONS = ("do not", "did not", "will not", "cannot", "don't", "won't", "never", "can no longer", "must not")
ENGLISH_CLAIMS = (
    "deploy the new search on Friday",
    "keep the raw text of events for a year",
    "accept the second offer of the vendor",
)


def words_at(text: str, span: Span) -> str:
    return text[span.start : span.end]


def loses(quote: str, message: str, negation: Span) -> list[str]:
    """Return the words of every fix that leaves the negation of a message out and would not stop at the gate."""
    offered = ALIGNER.prescribe(ALIGNER.diagnose(quote, [message], 0), [message]).fixes
    lost: list[str] = []
    for one in (one for fix in offered for one in fix.evidence):
        again = ALIGNER.align_quote(one.quote, message)
        assert isinstance(again, AlignedEvidence)
        holds = again.span_start < negation.end and negation.start < again.span_end
        if not holds and not any(difference.critical for difference in again.differences):
            lost.append(one.quote)
    return lost


def damaged(words: str, every: int) -> str:
    """Return words without every n-th letter, so that they are found less similar; 0 leaves them as they are."""
    return "".join(char for at, char in enumerate(words) if not every or at % every != every - 1)


@cases(
    st.sampled_from(KOREAN_CLAIMS),
    st.sampled_from(CONNECTIVES),
    st.sampled_from(KOREAN_NEGATIONS),
    st.sampled_from(["", "다", "기로 했습니다", "지", "ㄴ 적이 있다"]),
    st.sampled_from([0, 5, 6, 7]),
    st.integers(0, 4),
)
def test_prescribe_loses_no_negation_of_korean(
    claim: str, connective: str, negation: str, ending: str, every: int, start: int
) -> None:
    """Specification 3.9: "No fix offered creates such an edge without carrying it"."""
    message = f"네. {claim}{connective}{negation}. 그렇게 알아 두세요."
    at = message.index(claim) + len(claim + connective)

    assert loses(damaged(claim[start:] + ending, every), message, Span(start=at, end=at + 1)) == []


@cases(
    st.sampled_from(ENGLISH_SUBJECTS),
    st.sampled_from(ENGLISH_NEGATIONS),
    st.sampled_from(ENGLISH_CLAIMS),
    st.sampled_from(["{0} {1}", "{1}", "{1} soon", "{0} will {1}", "{0} {1} now", "{0}: {1}!"]),
    st.sampled_from([0, 5, 6, 7]),
)
def test_prescribe_loses_no_negation_of_english(subject: str, negation: str, claim: str, form: str, every: int) -> None:
    message = f"Well. {subject} {negation} {claim}. Fine."
    at = message.index(negation, len("Well. " + subject))

    assert loses(damaged(form.format(subject, claim), every), message, Span(start=at, end=at + len(negation))) == []


@pytest.mark.parametrize(
    ("quote", "message", "words"),
    [
        (
            "이 기능은 배포하기로 결정했습니다",
            "이 기능은 배포하지 않기로 결정했습니다.",
            "이 기능은 배포하지 않기로 결정했습니다",
        ),
        ("오래된 일지는 절대 따라잡다", "오래된 일지는 절대 따라잡지 못한다.", "오래된 일지는 절대 따라잡지 못한다"),
        ("이 방은 우리가 쓰", "이 방은 우리가 쓰지 마세요.", "이 방은 우리가 쓰지 마세요"),
        ("deploy the new build now", "We do not deploy the new build.", "not deploy the new build."),
        ("deploy the bld on Friday", "Please don't deploy the build on Friday.", "don't deploy the build on Friday"),
    ],
)
def test_prescribe_widens_words_over_the_negation_beside_them(quote: str, message: str, words: str) -> None:
    first = ALIGNER.prescribe(ALIGNER.diagnose(quote, [message], 0), [message]).fixes[0]

    assert [(one.quote, one.differences) for one in first.evidence] == [(words, ())]


def test_prescribe_widens_words_found_verbatim_beside_a_negation() -> None:
    message = "We do not deploy the build on Friday."

    given = ALIGNER.prescribe(ALIGNER.diagnose("deploy the build on Friday", [message], 0), [message])

    assert (given.diagnosis, given.fixes[0].kind) == ("critical_difference", "use_words")
    assert given.fixes[0].evidence[0].quote == "not deploy the build on Friday"


@pytest.mark.parametrize(
    ("quote", "message", "changes"),
    [
        pytest.param("We will ship 12 of it", "We will not ship 21 of it", ["negation", "number"], id="a near miss"),
        pytest.param("keep it for 12 days now", "we keep it for 21 days now", ["number"], id="a critical difference"),
        pytest.param(
            "deploy it on Friday now", "We do not deploy it on Friday now", ["negation"], id="words beside it"
        ),
        pytest.param("we keep teh raw text", "now we keep the raw text", ["spelling"], id="a slip"),
        pytest.param("the colour of teh raw text", "now the color of the raw text", ["spelling"], id="no form"),
    ],
)
def test_prescribe_says_what_the_words_of_the_message_change(quote: str, message: str, changes: list[str]) -> None:
    first = ALIGNER.prescribe(ALIGNER.diagnose(quote, [message], 0), [message]).fixes[0]

    assert first.kind == "use_words"
    assert [one.kind for one in first.changes] == changes


def test_prescribe_says_nothing_of_words_that_stay() -> None:
    moved = ALIGNER.prescribe(
        ALIGNER.diagnose("we keep the text", ["no", "we keep the text"], 0), ["no", "we keep the text"]
    )

    assert [(fix.kind, fix.changes) for fix in moved.fixes] == [("move", ())]


def test_prescribe_offers_no_words_that_change_nothing() -> None:
    """On one side a negation stands, on the other a limit: no words on either side alone set the hit right."""
    message = "We do not deploy the build on Friday only."

    given = ALIGNER.prescribe(ALIGNER.diagnose("deploy the build on Friday", [message], 0), [message])

    assert (given.diagnosis, given.fixes) == ("critical_difference", ())


def test_complete_words_leaves_a_span_alone_that_nothing_turns_round() -> None:
    text = "we decided it. Not now"

    assert words_at(text, complete_words(text, Span(start=3, end=12))) == "decided it"


def test_complete_words_reads_a_prepared_source_in_its_language() -> None:
    source = PreparedSource("Der Zug fährt heute nicht nach Hamburg, und das bleibt so.")

    span = complete_words(source, Span(start=0, end=19))

    assert words_at(source.text, span) == "Der Zug fährt heute nicht"


def test_whole_words_leaves_a_span_in_a_very_long_word_alone() -> None:
    """A line of minified data is not a word."""
    text = "a" * 3 * MAX_WORD_END_CHARS

    assert whole_words(text, Span(start=MAX_WORD_END_CHARS + 5, end=MAX_WORD_END_CHARS + 9)) == Span(
        start=MAX_WORD_END_CHARS + 5, end=MAX_WORD_END_CHARS + 9
    )
