"""Folding: what it makes equal, what it never touches, and the way back to the source."""

import sys
import time
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aligner_core import NormalizedText, Span, fold
from aligner_core._text import bulk_folding
from aligner_core._text.folding import VARIANTS, fold_character

NASTY = (
    *"aAzZ09 .,-'\"\t\n\r\x0b\x0c\x00\x1c\x85\xa0\u2003\u3000",
    *"\u200b\u200c\u200d\ufeff\u00ad\u202e\u2066\ufe0f\ufe0e\U000e0100\u180b\u180f",
    *"\u0301\u0308\u0327\u0345\u0307\u0316\u3099\uff9e\uff9f\u20e3\u1ab0\u0f71\u0f72\u093c",
    *"éÉßẞıİΣςσᾳﬁﬃ㎏㎡㎥㏎½⅔²⁵₂①⑳㈜㍿ℌÅΩK",
    *"가각힣\u1100\u1161\u11a8\u1112\u1175\u11c2ㄱㅋㅎㅏㅠㅣ\uffa1\uffc2\uffdc\u3164",
    *"ｶｷﾊｱＡｚ９（”“‘’–—−′″´`¨¯…‥　",
    *"🙂👨👩🇰🇷🏽❤한글漢字豈\u2f00か\u309b\u0600\u06dd\u0e33\ufdfa\ufb1d\u0958\u1e9b\u0915\u094d\u0937\u0d4e\ufc5e",
    *"\u1cf5\u0d2d\u3260\u115f\u1160\ua960\ud7b0",
    "\r\n",
    "\u1100\u1161\u11a8\u1112\u1175",
    "\ud800",
    "\udc00",
)
TEXTS = st.lists(st.sampled_from(NASTY) | st.characters(exclude_categories=()), max_size=24).map("".join)
KEPT = ("<super>", "<sub>", "<fraction>")


def decomposed(char: str) -> str:
    """Decompose one character as specification 3.3 says."""
    if char in VARIANTS:
        return VARIANTS[char]
    if char.isspace():
        return " "
    tag, *codes = unicodedata.decomposition(char).split() or [""]
    if not tag or tag in KEPT or "\u3131" <= char <= "\u318e":
        return char
    rest = codes if tag.startswith("<") else [tag, *codes]
    return "".join(decomposed(chr(int(code, 16))) for code in rest)


def reference(text: str) -> str:
    """Return a whole text folded at once, without an offset map and without looking at single characters."""
    selectors = ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"), ("\u180b", "\u180d"), ("\u180f", "\u180f")
    kept = "".join(
        char
        for char in text
        if unicodedata.category(char) != "Cf" and not any(first <= char <= last for first, last in selectors)
    )
    composed = unicodedata.normalize("NFC", "".join(map(decomposed, kept)))
    folded = "".join(map(decomposed, composed.casefold()))
    return " ".join(unicodedata.normalize("NFC", folded).split())


def joins(before: str, char: str) -> bool:
    return unicodedata.category(char)[0] == "M" or len(unicodedata.normalize("NFC", before + char)) == 1


def characters(source: str) -> list[tuple[int, int]]:
    """Return the original characters: extended grapheme clusters, and a mark with its base whatever was dropped."""
    found: list[tuple[int, int]] = []
    tail = ""
    for cluster in regex.finditer(r"\r|\X", source):
        folded = fold_character(cluster.group())
        if not folded:
            continue
        if found and joins(tail, folded[0]):
            found[-1] = (found[-1][0], cluster.end())
            tail = (unicodedata.normalize("NFC", tail + folded[0]) + folded[1:])[-1]
        else:
            found.append(cluster.span())
            tail = folded[-1]
    return found


Mapped = tuple[str, list[int], list[int]]


def one_by_one(source: str) -> Mapped:
    """Fold each original character by itself, collapse white space, trim: what `NormalizedText` must equal."""
    text = ""
    starts: list[int] = []
    ends: list[int] = []
    for start, end in characters(source):
        for char in fold_character(source[start:end]):
            if char == " " and text.endswith(" "):
                ends[-1] = end
            else:
                text += char
                starts.append(start)
                ends.append(end)
    lead, size = len(text) - len(text.lstrip(" ")), len(text.strip(" "))
    return text.strip(" "), starts[lead : lead + size], ends[lead : lead + size]


def mapped(source: str) -> Mapped:
    folded = NormalizedText(source)
    ranges = [folded.source_range(place, place + 1) for place in range(len(folded))]
    return folded.text, [start for start, _ in ranges], [end for _, end in ranges]


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        pytest.param("Hello WORLD", "hello world", id="case"),
        pytest.param("ＤｕｃｋＤＢ １２", "duckdb 12", id="width"),
        pytest.param("  a\t\n\r\n b\u3000c\u00a0", "a b c", id="white space"),
        pytest.param("\u1112\u1161\u11ab글", "한글", id="Hangul in pieces"),
        pytest.param("e\u0301", "é", id="a letter and its accent"),
        pytest.param("a\u200bb\ufeffc\u00add\u202e", "abcd", id="format characters"),
        pytest.param("❤\ufe0f", "❤", id="variation selectors"),
        pytest.param("“a” ‘b’ «c» ‹d› `e´", "\"a\" 'b' \"c\" 'd' 'e'", id="quotation marks"),
        pytest.param("a–b—c−d‐e", "a-b-c-d-e", id="dashes and the minus sign"),
        pytest.param("5′ 6″", "5' 6\"", id="primes"),
        pytest.param("10⁵ x₂ ½", "10⁵ x₂ ½", id="super- and subscripts and fractions stay"),
        pytest.param("1㎡ 5㎏ ㎥", "1m² 5kg m³", id="a square metre stays square"),
        pytest.param("①⑳ １０", "120 10", id="circled and full-width digits"),
        pytest.param("ㅋㅋ ㅠㅠ ㄱㅏ", "ㅋㅋ ㅠㅠ ㄱㅏ", id="laughs are not syllables"),
        pytest.param("ﾡￂ", "ㄱㅏ", id="half-width letters are laughs too"),
        pytest.param("ﬁ ㈜ Straße", "fi (주) strasse", id="what folds to more"),
        pytest.param("İ", "i\u0307", id="a capital that folds to two"),
        pytest.param("ΣΊΣΥΦΟΣ", "σίσυφοσ", id="final sigma"),
        pytest.param("ｶﾞ", "ガ", id="a half-width letter and its mark"),
        pytest.param("가\u200b\u11a8", "각", id="what is dropped separates nothing"),
        pytest.param("e\u200b\u0301", "é", id="nor a letter from its accent"),
        pytest.param("a\u0600\u0301", "á", id="nor when it is the first of a cluster"),
        pytest.param("\u1100\ufe0f\u1161\u200b\u11a8", "각", id="nor when it is the last"),
        pytest.param("ｶ\u200bﾞ", "ガ", id="nor from a mark that is a letter until folded"),
        pytest.param("İ\u0600\u0316", "i\u0316\u0307", id="nor two marks from their order"),
        pytest.param("аdmin", "аdmin", id="a look-alike letter stays"),
        pytest.param("not No NEVER 안 못", "not no never 안 못", id="negations stay"),
        pytest.param("-5 +5 ±5", "-5 +5 ±5", id="signs stay"),
        pytest.param("\x00\ud800", "\x00\ud800", id="NUL and lone surrogates"),
        pytest.param("\u200b \ufeff", "", id="nothing to see"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_fold_makes_equal_what_is_the_same_and_nothing_else(text: str, folded: str) -> None:
    """NFKC, white space, formats, case and typography fold; numbers, signs, negations never (specification 3.3)."""
    assert fold(text) == folded


@settings(max_examples=1_000)
@given(TEXTS)
@example(" \u0308 \u200b \t")
@example("\u0d4e  \u0308")
@example("\r\n\u0301\r\n")
@example("\u200b a\u200b")
@example("ᄀ각가\u200b\u11a8")
def test_normalized_text_is_that_of_each_character_by_itself(text: str) -> None:
    """A segment can be folded by itself: nothing before it belongs to its characters."""
    assert mapped(text) == one_by_one(text)


@pytest.mark.parametrize("few", [0, bulk_folding.MAX_FOLDED_SINGLY], ids=["many", "few"])
@pytest.mark.parametrize(("size", "count"), [(1, 500), (7, 4_500), (bulk_folding.CHUNK_CHARS, 5_000)])
def test_normalized_text_is_the_same_in_chunks_of_any_size(
    monkeypatch: pytest.MonkeyPatch, size: int, count: int, few: int
) -> None:
    monkeypatch.setattr(bulk_folding, "CHUNK_CHARS", size)
    monkeypatch.setattr(bulk_folding, "MAX_FOLDED_SINGLY", few)
    random = Random(f"{size} {few}")  # noqa: S311 - seeded on purpose

    for _ in range(count):
        some = random.sample(NASTY, random.choice((3, 6, 40))) + list("ab 가")
        text = "".join(random.choices(some, k=random.randrange(20)))
        assert mapped(text) == one_by_one(text)


def test_normalized_text_of_a_long_mix_is_that_of_each_character_by_itself() -> None:
    random = Random(3)  # noqa: S311 - seeded on purpose
    parts = [*NASTY, *["plain words, ", "그리고 한국어 문장은 ", "“quoted”…\n\n", "각힣가"] * 20]
    text = "".join(random.choices(parts, k=30_000))

    assert len(text) > bulk_folding.CHUNK_CHARS
    assert mapped(text) == one_by_one(text)


def every_character() -> Iterator[str]:
    """Yield every assigned character; of the ideographs and syllables, which are many and alike, every 29th."""
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        many = unicodedata.name(char, "").startswith(("CJK UNIFIED", "HANGUL SYLLABLE", "TANGUT IDEOGRAPH"))
        if unicodedata.category(char) not in {"Cn", "Co"} and (not many or code % 29 == 0):
            yield char


@pytest.mark.exhaustive
def test_normalized_text_of_every_character_is_that_of_each_by_itself() -> None:
    """Alone, between letters, and where its neighbors join whatever can join."""
    every = [*every_character(), *map(chr, range(0x378, sys.maxunicode + 1, 97))]

    for first in range(0, len(every), 500):
        text = "".join(f"x{char}y {char} 가{char}\u0301" for char in every[first : first + 500])
        assert mapped(text) == one_by_one(text)


def test_fold_is_right_in_threads_that_meet_new_characters_at_once() -> None:
    texts = ["".join(map(chr, range(first, first + 0x300))) for first in range(0x10000, 0x14000, 0x100)]

    with ThreadPoolExecutor(8) as pool:
        folded = list(pool.map(fold, texts))

    assert folded == [one_by_one(text)[0] for text in texts]


@settings(max_examples=600)
@given(TEXTS)
@example("a\u0327\u0301\u0316")
@example(" \u0308")
@example("a \u00a8")
@example("\u0345\u0301")
def test_fold_equals_the_whole_text_folded_at_once(text: str) -> None:
    assert fold(text) == reference(text)


@settings(max_examples=600)
@given(TEXTS)
def test_fold_of_folded_text_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.exhaustive
def test_fold_of_every_character_equals_the_reference_and_is_stable() -> None:
    wrong = [
        char
        for char in every_character()
        if fold(f"x{char}y") != reference(f"x{char}y") or fold(fold(char)) != fold(char)
    ]

    assert wrong == []


@settings(max_examples=600)
@given(TEXTS)
def test_span_and_locate_are_inverse(text: str) -> None:
    """The span is mapped back to the original text and covers whole original characters (specification 3.3)."""
    folded = NormalizedText(text)
    places = [place for place in range(len(folded) + 1) if folded.is_boundary(place)]

    for first, start in enumerate(places):
        for end in places[first + 1 :]:
            span = folded.span(start, end)
            words = text[span.start : span.end]
            assert folded.locate(span) == (start, end)
            assert fold(words) == folded.text[start:end].strip(" ")


@settings(max_examples=300)
@given(TEXTS)
def test_locate_is_none_for_any_other_span(text: str) -> None:
    folded = NormalizedText(text)
    places = [place for place in range(len(folded) + 1) if folded.is_boundary(place)]
    known = {folded.source_range(start, end) for start in places for end in places if start < end}

    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            assert (folded.locate(Span(start=start, end=end)) is not None) == ((start, end) in known)


@pytest.mark.parametrize(
    ("source", "start", "end", "span"),
    [
        pytest.param("a  b", 1, 2, Span(start=1, end=3), id="a run of spaces"),
        pytest.param("a \u200b\u2003b", 1, 2, Span(start=1, end=4), id="a run separated by what is dropped"),
        pytest.param("  ab", 0, 1, Span(start=2, end=3), id="spaces that were trimmed"),
        pytest.param("5㎏", 1, 3, Span(start=1, end=2), id="one character that became two"),
        pytest.param("\u1112\u1161\u11ab글", 0, 1, Span(start=0, end=3), id="three that became one"),
        pytest.param("a\u200bb", 0, 2, Span(start=0, end=3), id="something dropped inside"),
        pytest.param("a\u200bb", 1, 2, Span(start=2, end=3), id="something dropped before"),
        pytest.param("👨‍👩‍👧x", 0, 3, Span(start=0, end=5), id="a family"),
    ],
)
def test_span_covers_whole_original_characters(source: str, start: int, end: int, span: Span) -> None:
    assert NormalizedText(source).span(start, end) == span


def test_is_boundary_is_never_inside_the_folding_of_one_character() -> None:
    """In `5㎏`, folded `5kg`, the quote `g …` is not found (specification 3.3)."""
    folded = NormalizedText("5㎏ 각")

    assert folded.text == "5kg 각"
    assert [place for place in range(len(folded) + 1) if folded.is_boundary(place)] == [0, 1, 3, 4, 5]


def test_is_boundary_is_never_between_a_space_and_its_mark() -> None:
    folded = NormalizedText("a  \u0308b")

    assert folded.text == "a \u0308b"
    assert [place for place in range(len(folded) + 1) if folded.is_boundary(place)] == [0, 1, 3, 4]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("hello World. " * 80_000, id="English"),
        pytest.param("안녕하세요 세계 " * 110_000, id="Korean"),
        pytest.param("これはテストです。" * 110_000, id="Japanese"),
        pytest.param(unicodedata.normalize("NFD", "안녕하세요 세계 ") * 50_000, id="Hangul in pieces"),
        pytest.param("  a" * 330_000, id="spaces"),
        pytest.param("👨‍👩‍👧" * 200_000, id="families"),
        pytest.param("\ufdfa" * 333_000, id="one character that becomes eighteen"),
        pytest.param("a" + "\u0301\u0316" * 500_000, id="a million marks on one letter"),
        pytest.param("a" + "\u200b\u0301" * 500_000, id="the same, separated by what is dropped"),
        pytest.param("\u200b" * 1_000_000, id="nothing to see"),
        pytest.param(" " * 1_000_000, id="spaces only"),
        pytest.param("a" + "\u0301" * 70_000 + " b", id="a character longer than a chunk"),
    ],
)
def test_normalized_text_of_a_long_message_is_fast(text: str) -> None:
    """A 1 MB message is ordinary input (specification 3.11)."""
    started = time.process_time()

    NormalizedText(text)

    assert time.process_time() - started < 20
