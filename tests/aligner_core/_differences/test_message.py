"""What judging needs to know of a message: its names, its code, and which words are read as nothing but words."""

import pytest

from aligner_core._differences.message import Message
from aligner_core._differences.parts import Part
from aligner_core._text.normalized_text import NormalizedText, fold
from aligner_core._text.tokens import tokenize


def message(text: str, *, quote: str = "", language: str | None = "en") -> Message:
    source = NormalizedText(text)
    return Message(quote, source, (0, len(source)), language)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("we asked Sara about it", "sara", id="a capital inside a sentence"),
        pytest.param("It was sent by DuckDB again", "duckdb", id="capitals inside a word"),
        pytest.param("Mr. Kim came", "kim", id="a title at the beginning"),
        pytest.param("so: Dr Kim came", "kim", id="a title behind a colon"),
        pytest.param("서진 대리가 왔다", "서진", id="a Korean title"),
        pytest.param("서진님이 왔다", "서진", id="a Korean title without a space"),
        pytest.param("Sara came. We asked Sara.", "sara", id="a capital in another sentence"),
    ],
)
def test_is_name_is_true_of_a_word_with_a_capital_or_a_title(text: str, word: str) -> None:
    assert message(text).is_name(word)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("Sara came", "sara", id="the first word of the text"),
        pytest.param("We came. Sara left.", "sara", id="the first word of a sentence"),
        pytest.param('They said: "Sara left."', "sara", id="the first word of what is said"),
        pytest.param("- Sara left", "sara", id="the first word of a bullet"),
        pytest.param("# Sara left", "sara", id="the first word of a heading"),
        pytest.param("we met on Monday in May", "monday", id="a day of the week"),
        pytest.param("we met on Monday in May", "may", id="a month"),
        pytest.param("we and I agree", "i", id="I"),
        pytest.param("we asked Saraswati", "sara", id="the beginning of another word"),
        pytest.param("we asked AnnaSara", "sara", id="the end of another word"),
        pytest.param("we asked sara", "sara", id="small letters"),
        pytest.param("서버가 왔다", "서버", id="no title"),
        pytest.param("대리가 왔다", "서진", id="another word"),
        pytest.param("", "sara", id="nothing"),
    ],
)
def test_is_name_is_false_of_any_other_word(text: str, word: str) -> None:
    assert not message(text).is_name(word)


@pytest.mark.parametrize(
    ("text", "word", "has"),
    [
        pytest.param("The mutex is muted.", "mutex", True, id="a word"),
        pytest.param("Mutex!", "mutex", True, id="all there is"),
        pytest.param("two mutexes", "mutex", False, id="the beginning of a word"),
        pytest.param("a submutex", "mutex", False, id="the end of a word"),
        pytest.param("mutexes and a mutex", "mutex", True, id="a word behind a longer one"),
        pytest.param("난포를 보았다", "난포", True, id="before a particle"),
        pytest.param("큰난포를 보았다", "난포", False, id="the end of a Korean word"),
        pytest.param("", "mutex", False, id="nothing"),
    ],
)
def test_has_word_is_true_of_a_whole_word(text: str, word: str, *, has: bool) -> None:
    assert message(text).has_word(word) is has


def test_is_name_counts_characters_of_the_message_as_it_is() -> None:
    """The small form of a letter may be two characters (specification 3.11)."""
    assert message("İİİİ the team The").is_name("the")
    assert message("İİİİ we asked Sara about it").is_name("sara")


def test_is_name_looks_into_the_quote_too() -> None:
    assert message("we asked sara", quote="we asked Sara").is_name("sara")


def test_is_name_looks_around_the_words_as_far_as_a_paragraph() -> None:
    text = "we asked Sara. " + "then we went on. " * 20 + "sara left"
    source = NormalizedText(text)

    assert not Message("", source, (len(text) - 9, len(text)), "en").is_name("sara")
    assert Message("", source, (30, 60), "en").is_name("sara")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("if (a == b) { return c; }", True),
        ("def f(x): return x[0]", True),
        ("select a from b where (c = d);", True),
        ("we met (on Monday) in [Berlin]", False),
        ("return the keys; all of them", False),
        ("", False),
    ],
)
def test_is_code_is_true_of_many_signs_or_some_and_a_word_of_code(text: str, *, code: bool) -> None:
    assert message(fold(text)).is_code is code


def test_negations_of_a_message_are_those_of_every_language_that_may_stand_in_it() -> None:
    german, english = message("", language="de"), message("", language="en")

    assert [german.negates(word) for word in ("nicht", "not", "없다", "haus")] == [True, True, True, False]
    assert [english.negates(word) for word in ("nicht", "not", "없다")] == [False, True, True]
    assert german.count_negations(["nicht", "das", "not"]) == 2
    assert german.count_negations([]) == 0


def test_languages_of_a_message_end_with_its_own() -> None:
    assert message("", language="en").codes == ("ko", "en")
    assert message("", language="ko").codes == ("en", "ko")
    assert message("", language="de").codes == ("en", "ko", "de")
    assert message("", language=None).codes == ("en", "ko")


@pytest.mark.parametrize(
    ("text", "language", "plain"),
    [
        pytest.param("the [raw] text", "en", True, id="a word"),
        pytest.param("the [raw], text", "en", True, id="before a comma"),
        pytest.param("원문 [그대로] 둔다", "ko", True, id="a Korean word"),
        pytest.param("the [not] text", "en", False, id="a negation"),
        pytest.param("the [five] text", "en", False, id="a number"),
        pytest.param("the [kg] text", "en", False, id="a unit"),
        pytest.param("the [march] text", "en", False, id="a month"),
        pytest.param("the [okay] text", "en", False, id="a variant"),
        pytest.param("the [only] text", "en", False, id="a limit"),
        pytest.param("the [x] text", "en", False, id="a letter"),
        pytest.param("the [&] text", "en", False, id="a sign"),
        pytest.param("the [12] text", "en", False, id="digits"),
        pytest.param("the [café] text", "en", False, id="an accent"),
        pytest.param("keep _[raw]_ text", "en", False, id="inside signs"),
        pytest.param("12 [raw] text", "en", False, id="behind a number"),
        pytest.param("the [raw] 12", "en", False, id="before a number"),
        pytest.param("raw.[text] here", "en", False, id="inside an identifier"),
        pytest.param("the [raw] text", "de", False, id="a language that is not judged"),
        pytest.param("the [raw] text", None, False, id="a language that is not known"),
        pytest.param("원문 [삼월] 둔다", "ko", False, id="a Korean month"),
        pytest.param("원문 [시간을] 둔다", "ko", False, id="a Korean unit"),
        pytest.param("원문 [스물] 둔다", "ko", False, id="a Korean number"),
        pytest.param("원문 [줄이래요] 둔다", "ko", False, id="hearsay"),
        pytest.param("원문 [않고] 둔다", "ko", False, id="a Korean negation"),
    ],
)
def test_are_plain_is_true_of_words_that_are_read_in_no_other_way(
    text: str, language: str | None, *, plain: bool
) -> None:
    start = text.index("[")
    text = text.replace("[", "").replace("]", "")
    tokens = tokenize(text)
    at = [token.start for token in tokens].index(start)

    assert (
        message(text, language=language).are_plain(
            tokens, tokens, Part(is_same=False, first=at, last=at + 1, start=at, end=at + 1)
        )
        is plain
    )


def test_are_plain_is_false_of_more_words_on_one_side() -> None:
    tokens = tokenize("the raw text")

    assert not message("").are_plain(tokens, tokens, Part(is_same=False, first=1, last=2, start=1, end=3))


def test_difference_of_words_says_what_they_are() -> None:
    found = message("the raw text").difference_of_words(tokenize("raw txet"), tokenize("raw text"))

    assert (found.kind, found.quote_text, found.source_text, found.severity) == (
        "spelling",
        "raw txet",
        "raw text",
        "slip",
    )
