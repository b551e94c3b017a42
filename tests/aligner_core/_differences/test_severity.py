"""Words in place of other words: form, a slip, or another fact."""

import pytest

from aligner_core._differences.severity import (
    FORM_OF_WORD,
    NAME,
    OTHER_WORD,
    SLIP,
    UNJUDGED,
    Assessment,
    Context,
    is_slip,
    judge_pair,
    judge_words,
    most_severe,
    unit_of,
)

LEFT_OUT = Assessment("word", "form")
ROLE = Assessment("role", "critical")
TERMS = frozenset({"mutex", "database", "헥센", "보증금"})
"""Words that stand elsewhere in the message."""
NAMES = frozenset({"obama", "berlin", "sweden", "swedem", "김민수", "김민재", "monday", "may"})


def context(language: str | None) -> Context:
    return Context(language, NAMES.__contains__, TERMS.__contains__)


def judged(quote: str, source: str, language: str | None) -> Assessment:
    return judge_words(quote.split(), source.split(), context(language))


@pytest.mark.parametrize(
    ("quote", "source", "expected"),
    [
        pytest.param("raw text", "raw text", FORM_OF_WORD, id="the same words"),
        pytest.param("", "", FORM_OF_WORD, id="no words"),
        pytest.param("databse", "database", SLIP, id="a letter left out"),
        pytest.param("datbaase", "database", SLIP, id="letters moved"),
        pytest.param("database", "databse", SLIP, id="a slip of the source put right"),
        pytest.param("trainre", "trainer", SLIP, id="letters swapped"),
        pytest.param("txet", "text", SLIP, id="a short word"),
        pytest.param("wihout", "without", SLIP, id="a word that negates"),
        pytest.param("wendesday", "wednesday", SLIP, id="a day of the week"),
        pytest.param("agust", "august", SLIP, id="a month"),
        pytest.param("dxtxbxse", "database", OTHER_WORD, id="more than one keystroke in five letters"),
        pytest.param("costumers", "customers", OTHER_WORD, id="a rare word"),
        pytest.param("customers", "costumers", OTHER_WORD, id="a rare word of the source"),
        pytest.param("nitrite", "nitrate", OTHER_WORD, id="a term"),
        pytest.param("hypotension", "hypertension", OTHER_WORD, id="an affix that contrasts"),
        pytest.param("precompiled", "recompiled", OTHER_WORD, id="an affix that contrasts, of a word in no list"),
        pytest.param("perscription", "prescription", SLIP, id="swapped letters of an affix"),
        pytest.param("softwares", "software", OTHER_WORD, id="many of what has no plural in a list"),
        pytest.param("mutex", "muted", OTHER_WORD, id="a term of the message"),
        pytest.param("budged", "budget", OTHER_WORD, id="a slip that makes a word"),
        pytest.param("minuets", "minutes", OTHER_WORD, id="letters swapped that make a word"),
        pytest.param("minuets", "minuts", OTHER_WORD, id="a slip of the source put right as a word few people write"),
        pytest.param("too", "to", OTHER_WORD, id="another word of two letters"),
        pytest.param("form", "from", OTHER_WORD, id="another function word"),
        pytest.param("there", "their", OTHER_WORD, id="a word that sounds alike"),
        pytest.param("on", "in", OTHER_WORD, id="another preposition"),
        pytest.param("he", "she", OTHER_WORD, id="another person"),
        pytest.param("may", "must", NAME, id="a name that may be none"),
        pytest.param("could", "must", OTHER_WORD, id="another modality"),
        pytest.param("import", "export", OTHER_WORD, id="another prefix"),
        pytest.param("encrypt", "decrypt", OTHER_WORD, id="the opposite"),
        pytest.param("decrypt", "encrypt", OTHER_WORD, id="the opposite of a word in no list"),
        pytest.param("unclear", "clear", OTHER_WORD, id="a prefix that negates"),
        pytest.param("foundation", "dedication", OTHER_WORD, id="the same ending"),
        pytest.param("plans", "planned", OTHER_WORD, id="an inflection"),
        pytest.param("plan", "plans", OTHER_WORD, id="one for many"),
        pytest.param("monday", "sunday", OTHER_WORD, id="another day of the week"),
        pytest.param("june", "july", OTHER_WORD, id="another month"),
        pytest.param("a long text", "a very long text", OTHER_WORD, id="a word left out"),
        pytest.param("a very long text", "a long text", OTHER_WORD, id="a word added"),
        pytest.param("tests passed", "all tests passed", OTHER_WORD, id="a word of scope left out"),
        pytest.param("text", "the text", LEFT_OUT, id="an article left out"),
        pytest.param("so the text", "text", LEFT_OUT, id="fillers added"),
        pytest.param("we um keep it", "we keep it", FORM_OF_WORD, id="a hesitation"),
        pytest.param("we you know keep it", "we keep it", FORM_OF_WORD, id="a phrase that fills"),
        pytest.param("we ship raw files", "they ship files", OTHER_WORD, id="words of another number"),
        pytest.param("rawtext", "raw text", SLIP, id="a space left out"),
        pytest.param("raw text", "rawtext", FORM_OF_WORD, id="a space added"),
        pytest.param("data base", "database", FORM_OF_WORD, id="a word taken apart"),
        pytest.param("iwas", "i was", SLIP, id="a short word run together"),
        pytest.param("notable", "not able", FORM_OF_WORD, id="two words that together are another"),
        pytest.param("thefirstx", "the first", SLIP, id="a space left out, and a slip"),
        pytest.param("facin thenorth", "facing the north", SLIP, id="a space left out beside a slip"),
        pytest.param("facin thenorth eastwall", "facing the north east wall", SLIP, id="two spaces left out"),
        pytest.param("thenorth thesouth", "the north sea wall", OTHER_WORD, id="run together, and other words"),
        pytest.param("isable", "is unable", OTHER_WORD, id="run together without the prefix that negates"),
        pytest.param("thenroht", "the north", OTHER_WORD, id="run together, with two slips in a word"),
        pytest.param("inberlin", "in berlin", FORM_OF_WORD, id="a name run together"),
        pytest.param("inberlni", "in berlin", OTHER_WORD, id="a name run together, with a slip"),
        pytest.param("cafe", "café", FORM_OF_WORD, id="an accent left out"),
        pytest.param("résumé", "resume", FORM_OF_WORD, id="accents added"),
        pytest.param("behaviour", "behavior", FORM_OF_WORD, id="British and American"),
        pytest.param("organizing", "organising", FORM_OF_WORD, id="American and British"),
        pytest.param("travelled", "traveled", FORM_OF_WORD, id="a doubled letter"),
        pytest.param("four", "for", OTHER_WORD, id="too short for a spelling"),
        pytest.param("obama", "berlin", NAME, id="another name"),
        pytest.param("swedem", "sweden", NAME, id="a letter of a name"),
        pytest.param("obama", "", NAME, id="a name added"),
        pytest.param("", "obama", NAME, id="a name left out"),
        pytest.param("mondya", "monday", SLIP, id="a day whose capital makes no name"),
        pytest.param("서버", "server", OTHER_WORD, id="another script"),
        pytest.param("sеrver", "server", OTHER_WORD, id="a look-alike letter"),
    ],
)
def test_judge_words_of_english(quote: str, source: str, expected: Assessment) -> None:
    assert judged(quote, source, "en") == expected


@pytest.mark.parametrize(
    ("quote", "source", "expected"),
    [
        pytest.param("결정했어요", "결정했습니다", FORM_OF_WORD, id="an ending of the same tense and mood"),
        pytest.param("결정하였다", "결정했네요", FORM_OF_WORD, id="a form in full"),
        pytest.param("결정한다", "결정했다", OTHER_WORD, id="another tense"),
        pytest.param("결정하겠습니다", "결정했습니다", OTHER_WORD, id="the future for the past"),
        pytest.param("결정하세요", "결정합니다", OTHER_WORD, id="a request for a statement"),
        pytest.param("결정합니까", "결정합니다", OTHER_WORD, id="a question for a statement"),
        pytest.param("결정하는", "결정할", OTHER_WORD, id="what is for what will be"),
        pytest.param("결정하면", "결정하고", OTHER_WORD, id="a condition for a list"),
        pytest.param("서버는", "서버", FORM_OF_WORD, id="a particle added"),
        pytest.param("서버", "서버를", FORM_OF_WORD, id="a particle left out"),
        pytest.param("서버는", "서버가", FORM_OF_WORD, id="a topic for a subject"),
        pytest.param("서버가", "서버를", ROLE, id="subject for object"),
        pytest.param("서버에서", "서버", ROLE, id="a particle of place added"),
        pytest.param("서버만", "서버", OTHER_WORD, id="only"),
        pytest.param("서버도", "서버는", OTHER_WORD, id="also"),
        pytest.param("duckdb가", "duckdb를", ROLE, id="subject for object after Latin letters"),
        pytest.param("duckdb", "duckdb를", FORM_OF_WORD, id="a particle left out after Latin letters"),
        pytest.param("불가능", "가능", OTHER_WORD, id="a syllable that negates"),
        pytest.param("비공개로", "공개로", OTHER_WORD, id="a syllable that negates, with a particle"),
        pytest.param("불필요한", "필요한", OTHER_WORD, id="a syllable that negates, with an ending"),
        pytest.param("최소", "최다", OTHER_WORD, id="nouns that look like forms of one verb"),
        pytest.param("전이", "전가", OTHER_WORD, id="nouns that look like one with two particles"),
        pytest.param("그데로", "그대로", SLIP, id="one letter of a syllable"),
        pytest.param("결저했다", "결정했다", SLIP, id="a final consonant left out"),
        pytest.param("결정했다", "결저했다", SLIP, id="a slip of the source put right"),
        pytest.param("미의국", "미국의", SLIP, id="syllables swapped"),
        pytest.param("월세보즈금", "월세보증금", SLIP, id="in a compound that nobody lists"),
        pytest.param("초가화", "초기화", SLIP, id="in a word with a suffix"),
        pytest.param("자유약선수", "자유계약선수", SLIP, id="in a compound of three"),
        pytest.param("보증금금을", "보증금을", SLIP, id="a syllable twice"),
        pytest.param("부부서장이", "부서장이", OTHER_WORD, id="a prefix that repeats the syllable"),
        pytest.param("재계약기간은", "계약기간은", OTHER_WORD, id="a prefix"),
        pytest.param("계약기간은", "재계약기간은", OTHER_WORD, id="a prefix left out"),
        pytest.param("고객지원팀장", "고객지원팀", OTHER_WORD, id="a suffix that makes a compound"),
        pytest.param("고객지원팀", "고객지원팀장", OTHER_WORD, id="a suffix left out"),
        pytest.param("개인물품을", "물품을", OTHER_WORD, id="two syllables more"),
        pytest.param("위염으로", "위암으로", OTHER_WORD, id="an ending that contrasts"),
        pytest.param("메탄올을", "에탄올을", OTHER_WORD, id="a prefix that contrasts"),
        pytest.param("부텐을", "부탄을", OTHER_WORD, id="an ending that contrasts, of a word in no list"),
        pytest.param("보증금을", "보증굼을", SLIP, id="a slip of the source put right as it stands elsewhere"),
        pytest.param("난포를", "난소를", OTHER_WORD, id="a rare noun"),
        pytest.param("난소를", "난포를", OTHER_WORD, id="a rare noun of the source"),
        pytest.param("헥센으로", "헥신으로", OTHER_WORD, id="a term of the message"),
        pytest.param("꿀벌", "말벌", OTHER_WORD, id="another syllable"),
        pytest.param("의자", "의사", OTHER_WORD, id="a letter that makes another word"),
        pytest.param("매수", "매도", OTHER_WORD, id="the opposite"),
        pytest.param("상반기부터", "하반기부터", OTHER_WORD, id="opposites inside a word"),
        pytest.param("서진이", "서인을", OTHER_WORD, id="another word in another role"),
        pytest.param("뷁쉛", "뷁쉚", OTHER_WORD, id="two words in no list"),
        pytest.param("김민재", "김민수", NAME, id="a letter of a name"),
        pytest.param("경 기", "경기", FORM_OF_WORD, id="a word taken apart"),
        pytest.param("음 그", "", LEFT_OUT, id="fillers"),
        pytest.param("를", "", LEFT_OUT, id="a particle by itself"),
        pytest.param("로", "", ROLE, id="a particle by itself that tells where to"),
        pytest.param("만", "", OTHER_WORD, id="only by itself"),
        pytest.param("databse", "database", SLIP, id="an English word"),
    ],
)
def test_judge_words_of_korean(quote: str, source: str, expected: Assessment) -> None:
    assert judged(quote, source, "ko") == expected


@pytest.mark.parametrize("language", ["de", "fr", "ja", "th", "xx", None])
@pytest.mark.parametrize(
    ("quote", "source"),
    [
        pytest.param("datenbnak", "datenbank", id="a slip"),
        pytest.param("fur", "für", id="an accent"),
        pytest.param("der", "", id="a function word added"),
        pytest.param("", "sehr", id="a word left out"),
        pytest.param("haus", "maus", id="another word"),
        pytest.param("databse", "database", id="a slip in an English word"),
        pytest.param("obama", "berlin", id="another name"),
    ],
)
def test_judge_words_of_a_language_that_is_not_judged_are_unjudged(
    quote: str, source: str, language: str | None
) -> None:
    assert judged(quote, source, language) == UNJUDGED


@pytest.mark.parametrize("language", ["en", "ko", "de", None])
def test_judge_words_of_the_same_words_is_form_in_every_language(language: str | None) -> None:
    assert judged("das alte haus", "das alte haus", language) == FORM_OF_WORD
    assert judged("das alt haus", "dasalt haus", language) == FORM_OF_WORD


@pytest.mark.parametrize("count", range(1, 7))
def test_judge_words_without_a_partner_is_that_of_adding_or_losing_them(count: int) -> None:
    """Adding 0.6 repeatedly is not the same as multiplying it, to the last bit."""
    words = ["searching", "for", "sugar", "man", "is", "good"][:count]

    assert judge_words(words, (), context("en")) == OTHER_WORD
    assert judge_words((), words, context("en")) == OTHER_WORD


def test_judge_words_pairs_each_word_with_the_likeliest() -> None:
    assert judged("the databse was moved", "so the database was moved", "en") == SLIP
    assert judged("a databse", "the old database", "en") == OTHER_WORD


@pytest.mark.parametrize(
    ("quote_word", "source_word", "expected"),
    [("text", "text", FORM_OF_WORD), ("", "the", LEFT_OUT), ("the", "", LEFT_OUT), ("tetx", "text", SLIP)],
)
def test_judge_pair_of_one_word(quote_word: str, source_word: str, expected: Assessment) -> None:
    assert judge_pair(quote_word, source_word, context("en")) == expected


@pytest.mark.parametrize(
    ("word", "intended", "slip"),
    [
        pytest.param("wihout", "without", True, id="a letter left out"),
        pytest.param("with", "without", False, id="another word"),
        pytest.param("pfirst", "first", True, id="a letter more"),
        pytest.param("xyz", "without", False, id="nothing alike"),
        pytest.param("teh", "thx", False, id="no word was meant"),
        pytest.param("앒나요", "않나요", True, id="a letter of a syllable"),
        pytest.param("매수", "매주", False, id="another Korean word"),
        pytest.param("시갼", "시간", True, id="a unit"),
    ],
)
def test_is_slip_is_a_keystroke_that_makes_no_word(word: str, intended: str, *, slip: bool) -> None:
    assert is_slip(word, intended) is slip


def test_most_severe_is_the_first_of_the_most_severe() -> None:
    assert most_severe([FORM_OF_WORD, SLIP, LEFT_OUT]) == SLIP
    assert most_severe([SLIP, OTHER_WORD, NAME]) == OTHER_WORD
    assert most_severe([LEFT_OUT, FORM_OF_WORD]) == LEFT_OUT


@pytest.mark.parametrize(
    ("word", "unit"), [("kg", "kilogram"), ("시간을", "hour"), ("hours", "hour"), ("%", "percent"), ("table", "")]
)
def test_unit_of_a_word_leaves_its_particle_aside(word: str, unit: str) -> None:
    assert unit_of(word) == unit


def test_fillers_of_a_context_are_those_of_its_languages() -> None:
    assert ("you", "know") in context("de").fillers["you"]
    assert ("그냥",) in context("en").fillers["그냥"]
    assert context(None).fillers == context("ko").fillers
