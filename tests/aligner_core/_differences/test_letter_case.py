"""Letter case: what it changes in units, flags, secrets, code and a few words, and where it says nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._differences.letter_case import case_differences

Found = list[tuple[str, str, str]]


def cases(quote: str, words: str, language: str | None = "en") -> Found:
    found = list(case_differences(quote, words, language))
    assert all(one.severity == "critical" for one in found)
    return [(one.kind, one.quote_text, one.source_text) for one in found]


@pytest.mark.parametrize(
    ("quote", "words", "expected"),
    [
        pytest.param("take 5 Mg of it", "take 5 mg of it", ("unit", "Mg", "mg"), id="a prefix"),
        pytest.param("take 5Mg of it", "take 5mg of it", ("unit", "5Mg", "5mg"), id="a prefix that touches its number"),
        pytest.param("a link of 20 Mb", "a link of 20 MB", ("unit", "Mb", "MB"), id="bits and bytes"),
        pytest.param("at 5 mg/dL of it", "at 5 Mg/dL of it", ("unit", "mg/dL", "Mg/dL"), id="a rate"),
        pytest.param("20 mW of it", "20 MW of it", ("unit", "mW", "MW"), id="milli and mega"),
        pytest.param("5 mM of it", "5 mm of it", ("unit", "mM", "mm"), id="molar and meter"),
        pytest.param("run it with -i here", "run it with -I here", ("identifier", "-i", "-I"), id="a flag"),
        pytest.param(
            "run it --Force now", "run it --force now", ("identifier", "--Force", "--force"), id="a long flag"
        ),
        pytest.param("run it -xVf now", "run it -xvf now", ("identifier", "-xVf", "-xvf"), id="several flags"),
        pytest.param(
            "call getusername now", "call getUserName now", ("identifier", "getusername", "getUserName"), id="a name"
        ),
        pytest.param(
            "the HTTPClient class", "the HttpClient class", ("identifier", "HTTPClient", "HttpClient"), id="a class"
        ),
        pytest.param(
            "set max_size first", "set MAX_SIZE first", ("identifier", "max_size", "MAX_SIZE"), id="a constant"
        ),
        pytest.param(
            "open src/App.py here", "open src/app.py here", ("identifier", "src/App.py", "src/app.py"), id="a path"
        ),
        pytest.param("the value ab3xq9 is", "the value aB3xQ9 is", ("identifier", "ab3xq9", "aB3xQ9"), id="a token"),
        pytest.param(
            "password hunter2 is", "password Hunter2 is", ("identifier", "hunter2", "Hunter2"), id="a password"
        ),
        pytest.param(
            "비밀번호는 hunter2 로", "비밀번호는 Hunter2 로", ("identifier", "hunter2", "Hunter2"), id="in Korean"
        ),
        pytest.param(
            "passphrase: some horse", "passphrase: some Horse", ("identifier", "horse", "Horse"), id="words of it"
        ),
        pytest.param("Call `items` first", "Call `Items` first", ("identifier", "items", "Items"), id="marked as code"),
        pytest.param("He goes to US on Monday", "He goes to us on Monday", ("name", "US", "us"), id="a country"),
        pytest.param("We Polish the floor", "We polish the floor", ("name", "Polish", "polish"), id="a language"),
        pytest.param("I may go in may then", "I may go in May then", ("name", "may", "May"), id="a month"),
    ],
)
def test_case_differences_are_those_that_make_another_word(
    quote: str, words: str, expected: tuple[str, str, str]
) -> None:
    kind, quoted, stands = expected

    assert cases(quote, words, "ko" if "비" in words else "en") == [expected]
    assert cases(words, quote, "ko" if "비" in words else "en") == [(kind, stands, quoted)]


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        pytest.param("Take 5 KG of it", "take 5 kg of it", id="capitals of no other unit"),
        pytest.param("a file of 5 kB", "a file of 5 KB", id="one unit in two spellings"),
        pytest.param("a file of 5 gb", "a file of 5 GB", id="a unit in small letters"),
        pytest.param("at 3 PM on Monday", "at 3 pm on Monday", id="a half of the day"),
        pytest.param("Mg is a symbol", "mg is a symbol", id="no number"),
        pytest.param("-In the end it rained", "-in the end it rained", id="a dash that begins a line"),
        pytest.param("we use Github here", "we use GitHub here", id="a product"),
        pytest.param("my Iphone was stolen", "my iPhone was stolen", id="another product"),
        pytest.param("the API of it", "the api of it", id="an abbreviation"),
        pytest.param("see HTTPS://a.example.org/b", "see https://a.example.org/b", id="the host of an address"),
        pytest.param("mail Kim@north.example", "mail kim@north.example", id="a mail address"),
        pytest.param("Hunter2 went home", "hunter2 went home", id="no password"),
        pytest.param("The token of the king", "the Token of the king", id="a word that may name a secret"),
        pytest.param("polish the floor now", "Polish the floor now", id="the beginning"),
        pytest.param("it rained. Polish it", "it rained. polish it", id="the beginning of a sentence"),
        pytest.param("we polish the floor", "WE POLISH THE FLOOR", id="capitals alone"),
        pytest.param("we go in may", "We go in May", id="small letters alone"),
        pytest.param("We Go In May To Rome", "We go in May to Rome", id="a heading"),
        pytest.param("he said Yes to it", "he said yes to it", id="any other word"),
        pytest.param("`SELECT` it first", "`select` it first", id="a keyword of code"),
    ],
)
def test_case_differences_leave_out_what_is_carelessly_written(quote: str, words: str) -> None:
    assert cases(quote, words) == cases(words, quote) == []


def test_case_differences_of_words_that_moved_are_found() -> None:
    assert cases("so we take 5 Mg now", "then we took or take 5 mg right now") == [("unit", "Mg", "mg")]


def test_case_differences_count_in_small_letters_too_where_they_are_no_prose() -> None:
    assert cases("call maxitems with -i and 5 mb", "call maxItems with -I and 5 mb") == [
        ("identifier", "maxitems", "maxItems"),
        ("identifier", "-i", "-I"),
    ]


def test_case_differences_know_the_words_of_the_language() -> None:
    assert cases("Das sagen Sie oft", "Das sagen sie oft", "de") == [("name", "Sie", "sie")]
    assert cases("Das sagen Sie oft", "Das sagen sie oft", "en") == []


@given(st.text(alphabet="aBc 5mMgG-_/.", max_size=30))
def test_case_differences_of_one_text_are_none(text: str) -> None:
    assert cases(text, text) == []
    assert cases(f" {text}  ", text) == []
