"""What stands beside a hit and turns round what it says; nothing where it only seems to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import AlignedEvidence, EvidenceAligner, FailedEvidence
from aligner_core._differences.beside import Beside
from aligner_core._differences.edges import edge_differences
from aligner_core._language.detection import language_beside
from aligner_core._text.normalized_text import fold

Found = tuple[str, str]


def edges(marked: str, language: str | None = "") -> list[Found]:
    """Return kind and source text of what stands beside the words in brackets: ``do not [ship it]``."""
    start, end = marked.index("["), marked.index("]") - 1
    text = marked.replace("[", "").replace("]", "")
    known = language_beside(fold(text)) if language == "" else language
    found = list(edge_differences(Beside(text, start, end, known)))
    assert all((one.quote_text, one.severity) == ("", "critical") for one in found)
    return [(one.kind, one.source_text) for one in found]


@pytest.mark.parametrize(
    ("marked", "word"),
    [
        ("We will not [deploy on Friday].", "not"),
        ("We don't [deploy on Friday].", "don't"),
        ("We dont [deploy on Friday].", "dont"),
        ("Please do not ever [deploy on Friday].", "not"),
        ("We never [deploy on Friday].", "never"),
        ("We have not yet [approved the contract].", "not"),
        ("We have never before [shipped on a Friday].", "never"),
        ("We will not before Friday [deploy the new build].", "not"),
        ("It has not since [been seen in the logs].", "not"),
        ("They cannot [deploy on Friday].", "cannot"),
        ("They can’t [deploy on Friday].", "can't"),
        ("They ship without [a second review].", "without"),
        ("There is no [reason to wait].", "no"),
        ("Nobody [approved the change].", "nobody"),
        ("None of [the tests passed].", "none"),
        ("Neither [of them passed the exam].", "neither"),
        ("It is not true that [we deploy on Friday].", "not"),
        ("I doubt that [we deploy on Friday].", "doubt"),
        ("They refused to [deploy on Friday].", "refused"),
        ("It is unlikely that [we deploy on Friday].", "unlikely"),
        ("We hardly [deploy on Friday].", "hardly"),
        ("[The server is] not up.", "not"),
        ("[The old server] is not up.", "not"),
        ("[The server will] never be moved.", "never"),
        ("[The server] isn't up.", "isn't"),
        ("[the deploy], not", ""),
        ("WE DO NOT [DEPLOY ON FRIDAY].", "not"),
        ("- we do not [deploy on friday]", "not"),
        ("Yes, we do not [deploy on Friday].", "not"),
        ("안건은 이렇다. We will not [deploy on Friday]", "not"),
    ],
)
def test_edge_differences_include_a_negation_in_english(marked: str, word: str) -> None:
    assert edges(marked, "en") == ([("negation", word)] if word else [])


@pytest.mark.parametrize(
    ("marked", "word"),
    [
        ("우리는 [금요일에 배포하]지 않습니다.", "지 않"),
        ("우리는 [금요일에 배포]하지 않습니다.", "하지 않"),
        ("우리는 [금요일에 배포하지] 않습니다.", "않"),
        ("우리는 [금요일에 배포하지] 못했습니다.", "못했"),
        ("우리는 [금요일에 배포하지] 못한다고 했다.", "못한"),
        ("우리는 [금요일에 배포하지는] 못할 것 같아요.", "못할"),
        ("우리는 [금요일에 배포하지도] 말기로 했다.", "말기"),
        ("이번 주에는 [금요일에 배포하지] 맙시다.", "맙"),
        ("이번 주에는 [금요일에 배포하지] 마세요.", "마세"),
        ("이번 주에는 [금요일에 배포하지] 말 것", "말 것"),
        ("우리는 [금요일에 배포하진] 아니한다.", "아니"),
        ("우리는 [금요일에] 배포하지도않는다.", "배포하지도않"),
        ("우리는 [금요일에] 배포하질 마세요.", "배포하질 마세"),
        ("[금요일에 배포할 계획이] 없습니다.", "없"),
        ("[금요일에 배포할 계획]은 없습니다.", "은 없"),
        ("[그 서버는 운영 서버가] 아닙니다.", "아닙"),
        ("[그 서버는 운영 서버]가 아니라고 했다.", "가 아니"),
        ("[금요일에 배포하]면 안 됩니다.", "면 안"),
        ("[금요일에 배포하]지 마세요.", "지 마"),
        ("[금요일에 배포하]지 말라고 했다.", "지 말"),
        ("[금요일에 배포하]지는 않았습니다.", "지는 않"),
        ("[금요일에 배포한 적]이 없습니다.", "이 없"),
        ("우리는 안 [배포합니다 금요일에].", "안"),
        ("아직 못 [끝냈다고 합니다 그 일을].", "못"),
    ],
)
def test_edge_differences_include_a_negation_in_korean(marked: str, word: str) -> None:
    assert edges(marked) == [("negation", word)]


@pytest.mark.parametrize(
    "marked",
    [
        "[금요일에 배포하면] 안 됩니다.",
        "[금요일에 배포하]면 안돼요.",
        "[금요일에 배포하]면 안 된다고 했다.",
        "[금요일에 배포하]면은 안 됩니다.",
    ],
)
def test_edge_differences_include_what_is_forbidden_in_korean(marked: str) -> None:
    assert [kind for kind, _ in edges(marked)] == ["negation"]


@pytest.mark.parametrize(
    ("marked", "word"),
    [
        ("Wir werden nicht [am Freitag ausliefern].", "nicht"),
        ("Wir haben keine [Kopie des Vertrags].", "keine"),
        ("[Wir liefern die Ware] nicht aus.", "nicht"),
        ("Ohne [die Zustimmung der Kunden] geht es weiter, und das ist gut.", "ohne"),
        ("Niemand [hat der Sache zugestimmt und] das ist der Stand.", "niemand"),
    ],
)
def test_edge_differences_include_a_negation_in_german(marked: str, word: str) -> None:
    assert edges(marked, "de") == [("negation", word)]


@pytest.mark.parametrize(
    ("marked", "language"),
    [
        pytest.param("Nous n'avons pas [arrêté la machine].", "fr", id="French"),
        pytest.param("No hemos [apagado la máquina].", "es", id="Spanish"),
        pytest.param("Мы не [отключили старый сервер].", "ru", id="Russian"),
        pytest.param("我们不[关闭旧的数据库]。", "zh", id="Chinese"),
        pytest.param("[古いサーバーは止め]ません。", "ja", id="Japanese, at the end"),
        pytest.param("We will not [ship it]", None, id="a language that is not known, by the English words"),
        pytest.param("우리는 [배포하지] 않습니다", None, id="a language that is not known, by the Korean words"),
    ],
)
def test_edge_differences_include_a_negation_in_other_languages(marked: str, language: str | None) -> None:
    assert {kind for kind, _ in edges(marked, language)} == {"negation"}


@pytest.mark.parametrize(
    "marked",
    [
        pytest.param("It was not us. [We deploy on Friday].", id="the sentence before"),
        pytest.param("It was not us[. We deploy on Friday].", id="the end of the sentence before, in the hit"),
        pytest.param("私ではない[。金曜日に公開する]", id="the end of a Japanese sentence, in the hit"),
        pytest.param("Is it not? [We deploy on Friday].", id="a question before"),
        pytest.param("We did not ask; [we deploy on Friday].", id="a semicolon"),
        pytest.param("We did not ask, [we deploy on Friday].", id="a comma"),
        pytest.param("We did not ask\n[we deploy on Friday]", id="the line before"),
        pytest.param("| not done | [deploy on Friday] |", id="another cell of a table"),
        pytest.param("not now - [deploy on Friday]", id="a dash"),
        pytest.param("It did not rain and [we deploy on Friday].", id="and"),
        pytest.param("It did not rain but [we deploy on Friday].", id="but"),
        pytest.param("It did not rain because [we deploy on Friday].", id="because"),
        pytest.param("It did not rain when [we deployed on Friday].", id="when"),
        pytest.param("Note: no one: [we deploy on Friday].", id="a colon"),
        pytest.param("[We deploy on Friday]. Not on Monday.", id="the sentence after"),
        pytest.param("[We deploy on Friday.] Not on Monday.", id="the end of the sentence in the quote"),
        pytest.param("[We deploy on Friday], not on Monday.", id="a comma after"),
        pytest.param("[We deploy on Friday] and it is not late.", id="and after"),
        pytest.param("[We deploy on Friday] although it is not safe.", id="although after"),
        pytest.param("[We deploy on Friday]\nnot on Monday", id="the line after"),
        pytest.param("[We keep the raw text] that nobody reads.", id="a negation in a clause of its own"),
        pytest.param("No later than Monday [we deploy it].", id="a phrase that does not negate"),
        pytest.param("Not only do [we deploy on Friday].", id="not only"),
        pytest.param('In "You Don\'t Know Jack" [Al Pacino plays the doctor]', id="a title"),
        pytest.param("우리는 묻지 않았고 [금요일에 배포합니다].", id="a Korean clause that ends in 고"),
        pytest.param("[이 방은 아버지] 말씀대로 치웠다.", id="a noun in 지, and words of respect"),
        pytest.param("[결과는 월요일에] 편지마다 적었다.", id="each letter"),
        pytest.param("[계약서 초안은 여기까지] 말씀드립니다.", id="a particle in 지"),
        pytest.param("비가 오지 않았지만 [금요일에 배포합니다].", id="a Korean clause that ends in 지만"),
        pytest.param("비는 오지 않았다. 그래서 [금요일에 배포합니다].", id="a Korean sentence before"),
        pytest.param("[금요일에 배포합니다]. 월요일은 아닙니다.", id="a Korean sentence after"),
        pytest.param("[금요일에 배포합니다]. 문제는 없습니다.", id="a Korean sentence that denies something else"),
    ],
)
def test_edge_differences_leave_out_a_negation_of_another_clause(marked: str) -> None:
    assert edges(marked) == []


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        pytest.param("it costs 1.[5 million] in all", [("number", "1.5")], id="digits before a decimal point"),
        pytest.param("about 1,[200 visitors] came", [("number", "1,200")], id="digits before a thousands mark"),
        pytest.param("at 1[0:30 we meet]", [("number", "10:30")], id="a digit of an hour"),
        pytest.param("about 1[20 visitors] came", [("number", "120")], id="a digit before"),
        pytest.param("the latency fell to [24]0 ms", [("number", "240")], id="a digit behind"),
        pytest.param("the latency fell to [24].5 ms", [("number", "24.5")], id="decimals behind"),
        pytest.param("the price rose to [1],200 won", [("number", "1,200")], id="thousands behind"),
        pytest.param("예산은 [총 3]억 원입니다", [("number", "3억")], id="a Korean magnitude behind"),
        pytest.param("예산은 [총 3] 억 원입니다", [("number", "3 억")], id="a Korean magnitude behind a space"),
        pytest.param("the balance is -[5 after it]", [("number", "-5")], id="a sign"),
        pytest.param("the balance is −[5 after it]", [("number", "−5")], id="a typographic sign"),
        pytest.param("the change costs $[5 a month]", [("unit", "$5")], id="a currency"),
        pytest.param("the change costs €[5 a month]", [("unit", "€5")], id="another currency"),
        pytest.param("가격은 ₩[5000 부터]입니다", [("unit", "₩5000")], id="a currency in Korean"),
    ],
)
def test_edge_differences_include_a_number_cut_in_two(marked: str, found: list[Found]) -> None:
    assert edges(marked) == found


@pytest.mark.parametrize(
    "marked",
    [
        "[we paid 5] million dollars for it",
        "[we paid $5]k for it",
        "[it has 200] thousand rows",
        "[총액은 5]천만 원이다",
    ],
)
def test_edge_differences_include_a_number_cut_off_from_its_magnitude(marked: str) -> None:
    assert [kind for kind, _ in edges(marked)] == ["number"]


@pytest.mark.parametrize(
    "marked",
    [
        pytest.param("- [5 reviewers agreed]", id="a bullet"),
        pytest.param("so:\n- [5 reviewers agreed]", id="a bullet of a later line"),
        pytest.param("so:\n  - [5 reviewers agreed]", id="a bullet that is indented"),
        pytest.param("pages 3-[5 of the text]", id="a range"),
        pytest.param("on 2025-03-[04 we met]", id="a date"),
        pytest.param("the A-[5 road is closed]", id="a name with a hyphen"),
        pytest.param("1. [5 reviewers agreed]", id="a numbered line"),
        pytest.param("in line 3: [5 reviewers agreed]", id="a colon and a space"),
        pytest.param("we met in [2024]. It rained.", id="a full stop behind"),
        pytest.param("we met in [2024], and it rained.", id="a comma behind"),
        pytest.param("우리는 [2024]년에 만났다", id="a unit behind"),
        pytest.param("(a) [5 reviewers agreed]", id="a bracket"),
    ],
)
def test_edge_differences_leave_out_marks_that_are_no_signs(marked: str) -> None:
    assert [one for one in edges(marked) if one[0] != "negation"] == []


@pytest.mark.parametrize(
    ("marked", "word"),
    [
        ("they dis[agree with the plan]", "disagree"),
        ("the results are un[clear to us all]", "unclear"),
        ("it is im[possible to undo it]", "impossible"),
        ("the clause is il[legal in the state]", "illegal"),
        ("an ir[regular pattern was seen]", "irregular"),
        ("the log is in[complete at last]", "incomplete"),
        ("a mis[understood rule of them]", "misunderstood"),
        ("그 방식은 불[가능합니다 지금은]", "불가능합니다"),
        ("회의는 비[공개로 진행합니다]", "비공개로"),
        ("아직 미[확인 사항으로 남겼다]", "미확인"),
        ("이것은 부[적합 판정을 받았다]", "부적합"),
        ("이것은 무[관세로 들어옵니다]", "무관세로"),
    ],
)
def test_edge_differences_include_a_cut_prefix_that_negates(marked: str, word: str) -> None:
    assert edges(marked) == [("negation", word)]


@pytest.mark.parametrize(
    "marked",
    [
        pytest.param("the [agree with the plan]", id="a whole word"),
        pytest.param("the dis-[agree with the plan]", id="a hyphen"),
        pytest.param("3[agree with the plan]", id="a digit"),
        pytest.param("비[용을 먼저 계산합니다]", id="a listed Korean word"),
        pytest.param("un[(clear) to us all]", id="a sign"),
    ],
)
def test_edge_differences_leave_out_a_word_cut_elsewhere(marked: str) -> None:
    assert edges(marked) == []


@pytest.mark.parametrize(
    ("marked", "word"),
    [
        pytest.param("they trans[fer the money to us]", "transfer", id="another prefix"),
        pytest.param("it is un[der the table of them]", "under", id="letters that are no word"),
        pytest.param("the de[al is done, they said]", "deal", id="a word too short"),
        pytest.param("a photo[graph of the team]", "photograph", id="a compound"),
    ],
)
def test_edge_differences_include_a_longer_word_that_no_prefix_negates(marked: str, word: str) -> None:
    assert edges(marked) == [("word", word)]


@pytest.mark.parametrize(
    ("marked", "word"),
    [
        pytest.param("Nie [zgadzamy się na to] i na tamto.", "nie", id="Polish"),
        pytest.param("Vi har inte [betalat hyran för den här månaden].", "inte", id="Swedish"),
        pytest.param("Vi har ikke [betalt huslejen for denne måned].", "ikke", id="Danish"),
        pytest.param("Δεν [πληρώσαμε το ενοίκιο].", "δεν", id="Greek"),
        pytest.param("Ми не [сплатили оренду за цей місяць].", "не", id="Ukrainian"),
        pytest.param("Kami tidak [membayar sewa untuk bulan ini].", "tidak", id="Indonesian"),
        pytest.param("[আমরা ভাড়া দেব] না।", "না", id="Bengali, behind the words"),
        pytest.param("Nitko od nas nije [platio račun koji je stigao].", "nije", id="Croatian"),
    ],
)
def test_edge_differences_include_a_negation_of_languages_that_are_hardly_known(marked: str, word: str) -> None:
    assert edges(marked) == [("negation", word)]


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        pytest.param("Ez dugu [alokairua ordaindu].", [("unjudged", "dugu")], id="words before"),
        pytest.param("[Alokairua ordaindu] ez dugu.", [("unjudged", "ez")], id="words behind"),
        pytest.param("Egun on. [Alokairua ordaindu dugu].", [], id="a whole sentence"),
        pytest.param("Egun on, [alokairua ordaindu dugu].", [], id="a whole clause"),
        pytest.param("please kubectl [restart the server] soon", [], id="mostly English words"),
        pytest.param("배포 [kubectl xqz] 했다", [], id="Korean words"),
        pytest.param("Ez dugu not [alokairua ordaindu].", [("negation", "not")], id="a negation of English"),
    ],
)
def test_edge_differences_are_unjudged_where_no_negations_are_known(marked: str, found: list[Found]) -> None:
    """An edge inside a clause of a language that is in no table (specification 3.9)."""
    assert edges(marked) == found


@pytest.mark.parametrize(
    ("marked", "language", "found"),
    [
        pytest.param("A [few people came] here", "en", [("word", "a few")], id="a few"),
        pytest.param("We had a [little time left]", "en", [("word", "a little")], id="a little"),
        pytest.param("A [fine day it was]", "en", [], id="another word"),
        pytest.param("So [few people came] here", "en", [], id="no article"),
        pytest.param("Es ist ein [wenig kalt hier]", "de", [("word", "ein wenig")], id="in German"),
        pytest.param("❌ [ship it on Friday]", "en", [("negation", "❌")], id="a sign that says no"),
        pytest.param("✅ [ship it on Friday]", "en", [], id="a sign that says yes"),
    ],
)
def test_edge_differences_include_what_turns_the_words_at_the_edge(
    marked: str, language: str, found: list[Found]
) -> None:
    assert edges(marked, language) == found


@pytest.mark.parametrize(
    ("marked", "word"),
    [
        ("We only [deploy on Friday].", "only"),
        ("They agree unless [we deploy on Friday].", "unless"),
        ("Everybody except [the members of the team] agreed.", "except"),
        ("그것은 오직 [관리자에게 보입니다].", "오직"),
        ("그것은 관리자만 [볼 수 있습니다].", "관리자만"),
    ],
)
def test_edge_differences_include_a_word_that_limits(marked: str, word: str) -> None:
    assert edges(marked) == [("word", word)]


@pytest.mark.parametrize(
    "marked",
    [
        pytest.param("The only friend of [the members] came.", id="farther away"),
        pytest.param("If only! [We deploy on Friday].", id="a sentence before"),
        pytest.param("only: [we deploy on Friday].", id="a sign between"),
        pytest.param("그것은 하지만 [관리자에게 보입니다].", id="a conjunction that ends in 만"),
        pytest.param("[관리자]만 볼 수 있습니다", id="behind the words"),
    ],
)
def test_edge_differences_leave_out_a_limit_of_something_else(marked: str) -> None:
    assert edges(marked) == []


def test_edge_differences_are_a_negation_rather_than_a_limit() -> None:
    assert edges("We never only [deploy on Friday]", "en") == [("negation", "never")]


def test_edge_differences_read_a_phrase_that_does_not_negate_by_whole_words() -> None:
    assert edges("the nono doubt [we ship it today]", "en") == [("negation", "doubt")]


def test_edge_differences_of_one_hit_may_be_several() -> None:
    assert edges("We never paid $[5 million] for it", "en") == [("unit", "$5"), ("negation", "never")]


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        pytest.param("그 [사무]실은 넓다", [("word", "사무실")], id="the beginning of a word"),
        pytest.param("소프[트웨]어를 쓴다", [("word", "소프트웨어")], id="the middle of a word"),
        pytest.param("그 대[학교]에서 왔다", [("word", "대학교")], id="the end of a word, before a particle"),
        pytest.param("재무[회계] 자료입니다", [], id="a part of no listed word"),
        pytest.param("그 [의사]에게 물었다", [], id="a particle follows"),
        pytest.param("그 [의사]", [], id="the end of the text"),
        pytest.param("[서비스 이용료]를 낸다", [], id="two words"),
        pytest.param("그 [a]의사결정", [], id="another script"),
    ],
)
def test_edge_differences_include_the_korean_word_a_very_short_hit_is_a_part_of(
    marked: str, found: list[Found]
) -> None:
    assert edges(marked) == found


@pytest.mark.parametrize(
    ("quote", "source", "spans"),
    [
        pytest.param("class", "a classic", [], id="inside a word alone"),
        pytest.param("class", "a classic class", [(10, 15)], id="inside a word and as a word"),
        pytest.param("CLASS", "a classic class", [(10, 15)], id="normalized"),
        pytest.param("20", "in 2025", [], id="a part of a number"),
        pytest.param("2025", "in 2025년", [(3, 7)], id="before a unit"),
        pytest.param("classic to", "classic tomes", [], id="eleven characters at most"),
        pytest.param("a classic to", "a classic tomes", [(0, 12)], id="long enough"),
    ],
)
def test_align_quote_finds_no_very_short_quote_inside_a_word(
    quote: str, source: str, spans: list[tuple[int, int]]
) -> None:
    """Under 12 characters a hit inside a word is not found (specification 3.9)."""
    found = EvidenceAligner().align_quote(quote, source)

    if isinstance(found, FailedEvidence):
        assert (spans, found.failure_reason) == ([], "not_found")
    else:
        places = [found.span, *(one.span for one in found.alternatives)]
        assert [(place.start, place.end) for place in places] == spans


def test_align_quote_hears_no_negation_of_the_sentence_before_a_bullet() -> None:
    found = EvidenceAligner().align_quote("> The board met.", "We can't say. The board met. Nobody left.")

    assert isinstance(found, AlignedEvidence)
    assert (found.match_method, found.verdict) == ("normalized", "equal")


@pytest.mark.parametrize(
    ("quote", "method"),
    [
        pytest.param("deploy the build on Friday", "exact", id="exact"),
        pytest.param("DEPLOY the build on Friday", "normalized", id="normalized"),
        pytest.param("deploy teh build on Friday", "fuzzy", id="fuzzy"),
    ],
)
def test_align_quote_looks_beside_a_hit_of_every_method(quote: str, method: str) -> None:
    found = EvidenceAligner().align_quote(quote, "We do not deploy the build on Friday.")

    assert isinstance(found, AlignedEvidence)
    assert found.match_method == method
    assert [(one.kind, one.source_text) for one in found.differences if one.critical] == [("negation", "not")]
    assert not found


@given(
    st.text("ab 가나.,\n-1$", max_size=20), st.text("ab 가나.,\n-1$", max_size=20), st.sampled_from(["en", "ko", "de"])
)
def test_edge_differences_of_texts_that_negate_nothing_are_of_numbers_alone(
    before: str, after: str, language: str
) -> None:
    found = edge_differences(Beside(f"{before} we keep it {after}", len(before) + 1, len(before) + 11, language))

    assert list(found) == []


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        pytest.param("We [ship it for you] only.", [("word", "only")], id="a limit that ends the clause"),
        pytest.param("We [ship it for you] only on Friday.", [], id="a limit of what follows"),
    ],
)
def test_edge_differences_include_a_limit_behind_the_words(marked: str, found: list[tuple[str, str]]) -> None:
    assert edges(marked, "en") == found


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        pytest.param("[성공률이 떨어지면] 묻지 말고 되돌립시다.", [], id="another predicate"),
        pytest.param("[새 색인을 쓰고] 캐시는 쓰지 않습니다.", [], id="another clause"),
        pytest.param("[새 색인을 쓰고] 있지 않습니다.", [("negation", "있지 않")], id="an auxiliary"),
        pytest.param("[금요일에 배포하면] 안 됩니다.", [("negation", "안 됩")], id="what is forbidden"),
    ],
)
def test_edge_differences_behind_a_korean_connective_belong_to_its_predicate(
    marked: str, found: list[tuple[str, str]]
) -> None:
    assert edges(marked, "ko") == found


@pytest.mark.parametrize(
    ("marked", "language"),
    [
        pytest.param("Wir haben das nicht geprüft und [wir veröffentlichen am Freitag].", "de", id="German"),
        pytest.param("No hemos terminado pero [publicamos el viernes].", "es", id="Spanish"),
        pytest.param("उन्होंने प्रस्ताव को अस्वीकार किया और [नया बजट] पास किया", "hi", id="Hindi"),
        pytest.param("[Wir veröffentlichen am Freitag] und nicht am Montag", "de", id="behind the words"),
    ],
)
def test_edge_differences_leave_out_what_stands_beyond_a_conjunction(marked: str, language: str) -> None:
    assert edges(marked, language) == []


def test_edge_differences_include_arabic_that_negates_the_next_word_only_right_before_it() -> None:
    assert edges("هذا غير [مكلف]", "ar") == [("negation", "غير")]
    assert edges("اشترينا الأجهزة غير المكلفة [للمكتب الجديد]", "ar") == []


def test_edge_differences_look_a_few_characters_away_where_words_are_characters() -> None:
    assert edges("我们决定不在[周五部署]", "zh") == [("negation", "我们决定不在")]
    assert edges("不同意这个计划的人都觉得应该[周五部署]", "zh") == []


def test_edge_differences_of_a_short_hit_leave_out_a_compound_cut_between_its_words() -> None:
    assert edges("한[미]동맹을 다시 확인했다") == []
    assert edges("[북]측 대표가 왔다") == []
    assert edges("[회]의실에서 만났다") == [("word", "회의실")]


@pytest.mark.parametrize(
    ("marked", "hedge"),
    [
        ("Perhaps [we deploy on Friday].", "perhaps"),
        ("He said that maybe, [we deploy on Friday].", "maybe"),
        ("It is very likely that [we deploy on Friday].", "it is very likely that"),
        ("It's rumoured [we deploy on Friday].", "it's rumoured"),
        ("If [the vendor agrees], we deploy.", "if"),
        ("Nobody... they asked whether [we deploy on Friday].", "whether"),
        ("[We deploy on Friday] unless the vendor disagrees.", "unless"),
        ("[We deploy on Friday], but only if the vendor agrees.", ", but only if"),
        ("[The vendor has signed nothing] yet.", "yet"),
        ("아마 [금요일에 배포합니다].", "아마"),
        ("만약 [업체가 동의하면] 배포합니다.", "만약"),
        ("[금요일에 배포한다]면 알려 주세요.", "면"),
        ("[금요일에 배포한다]는 소문이 있습니다.", "는 소문"),
        ("[금요일에 배포할] 수도 있습니다.", "수도 있"),
    ],
)
def test_edge_differences_include_what_leaves_open_whether_it_is_so(marked: str, hedge: str) -> None:
    assert edges(marked) == [("word", hedge)]


@pytest.mark.parametrize(
    "marked",
    [
        "I think [we deploy on Friday].",
        "Perhaps it rains. [We deploy on Friday].",
        "[We deploy on Friday], yet nobody knows.",
        "[We deploy on Friday.] If not, we wait.",
        "[We deploy on Friday.] Unless it rains.",
        "a gif [shows it]",
        "[금요일에 배포한다]. 면접은 월요일이다.",
        "[금요일에 배포한다]는 계획을 세웠다.",
        "아마추어 [선수가 이겼다].",
    ],
)
def test_edge_differences_leave_out_what_leaves_something_else_open(marked: str) -> None:
    assert edges(marked) == []
