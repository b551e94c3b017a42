"""The interface says one thing with one word, in both languages; docs/glossary.md is the list."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
GUIDES = sorted([*ROOT.glob("README*.md"), *(ROOT / "docs").glob("tutorial*.md")])
TERMS, OTHERS, RETIRED = re.split(r"^## .+$", GLOSSARY, flags=re.MULTILINE)[1:]
ONLY_AS_A_WHOLE = {"The idea as 생각": "생각"}
"""Words that are retired as the whole of a text and good elsewhere."""
TYPES = "type"
"""The context of entry types: an entry of the type event is no event of the journal."""
REPLACED = (
    "What waits",
    "Quotes looked for",
    "Cannot be taken",
    "Receive both",
    "What would happen",
    "not believed",
    "Open the doctor",
    "one quote counts",
    "So long a quote",
    "let go of",
    "기다리는 일",
    "세는 인용",
    "정렬됨",
    "모든 증명이 맞음",
    "거두기",
    "받아들이",
    "무슨 일이 일어나나",
    "말 고르기",
    "거르기",
)


INFLECTED = frozenset(
    {"To do", "Message", "Entry", "Quote", "Evidence", "Source", "Sources", "Place", "Attempt", "aligned", "exact"}
    | {"failed", "drifted", "Repair", "Accept", "Every proof holds", "Demote", "Skip", "Undo", "Queue", "Batch"}
    | {"Filter", "Audit", "Assign", "Unassign", "Runs", "Export"}
)
"""Terms that sentences inflect, paraphrase or leave out; every other one has its Korean word wherever it is used."""
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
"""What a guide shows of files and terminals, which have words of their own."""
NO_WORDS = re.compile(r"%\(\w+\)[sd]|<[^>]+>|`[^`]*`|\"\w+\"|\w+Id\b")


def rows(text: str) -> Iterator[Sequence[str]]:
    """Yield the cells of the rows of a table, its head left out."""
    for row in re.findall(r"^\| (.+) \|$", text, re.MULTILINE)[1:]:
        yield row.split(" | ")


def bare(text: str) -> str:
    return text.removesuffix("…").strip().lower()


TERM_ROWS = [(english.split(", "), korean) for english, korean, _ in rows(TERMS)]
WORDS_RETIRED = [word for not_, _ in rows(RETIRED) for word in not_.split(", ")]


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(ROOT / "review" / "locale" / "ko" / "LC_MESSAGES" / "django.po"))


@pytest.fixture(scope="module")
def all_texts(catalogue: polib.POFile) -> list[str]:
    """Return every text of the interface and its guides: English, Korean, and what the templates say besides."""
    messages = [
        text
        for entry in catalogue
        for text in (entry.msgid, entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values())
    ]
    pages = [path.read_text(encoding="utf-8") for path in TEMPLATES]
    prose = [CODE.sub("", path.read_text(encoding="utf-8")) for path in GUIDES]
    return [*messages, *pages, *prose]


def test_the_glossary_has_what_was_replaced() -> None:
    assert len(TERM_ROWS) > 24
    assert set(REPLACED) - set(WORDS_RETIRED) == set()


@pytest.mark.parametrize("word", [word for word in WORDS_RETIRED if word not in ONLY_AS_A_WHOLE])
def test_a_retired_word_is_used_nowhere(word: str, all_texts: list[str]) -> None:
    edge = r"\b" if word.isascii() else ""
    retired = re.compile(f"{edge}{re.escape(word)}{edge}", re.IGNORECASE)

    assert [text[found.start() :][:60] for text in all_texts if (found := retired.search(text))] == []


@pytest.mark.parametrize("word", ONLY_AS_A_WHOLE.values())
def test_a_retired_heading_is_no_text(word: str, all_texts: list[str]) -> None:
    assert word not in all_texts


@pytest.mark.parametrize(("forms", "korean"), [pytest.param(forms, korean, id=forms[0]) for forms, korean in TERM_ROWS])
def test_a_term_has_its_korean_word(forms: list[str], korean: str, catalogue: polib.POFile) -> None:
    wanted = {form.lower() for form in forms}
    texts = [
        (bare(entry.msgid), bare(entry.msgstr))
        for entry in catalogue
        if bare(entry.msgid) in wanted and not entry.msgid_plural and entry.msgctxt != TYPES
    ]

    assert wanted - {english for english, _ in texts} == set()
    assert [pair for pair in texts if pair[1] != korean] == []


@pytest.mark.parametrize(
    ("forms", "korean"),
    [pytest.param(forms, korean, id=forms[0]) for forms, korean in TERM_ROWS if forms[0] not in INFLECTED],
)
def test_a_term_in_a_sentence_has_its_korean_word(forms: list[str], korean: str, catalogue: polib.POFile) -> None:
    term = re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})", re.IGNORECASE)
    texts = [
        (f"{entry.msgid} {entry.msgid_plural}", entry.msgstr or entry.msgstr_plural[0])
        for entry in catalogue
        if entry.msgctxt != TYPES
    ]

    assert [pair for pair in texts if term.search(NO_WORDS.sub("", pair[0])) and korean not in pair[1]] == []


BUTTON = re.compile(r'<button\b[^>]*>\s*(?:<b>)?\{% translate "([^"]+)"(?: context "([^"]+)")? %\}')
SENTENCE = re.compile(r"[다요죠]\.?…?$")


def test_a_korean_button_is_no_sentence(catalogue: polib.POFile) -> None:
    korean = {(entry.msgctxt, entry.msgid): entry.msgstr for entry in catalogue}
    labels = {
        (context or None, english)
        for path in TEMPLATES
        for english, context in BUTTON.findall(path.read_text(encoding="utf-8"))
    }

    assert len(labels) > 40
    assert [korean[label] for label in sorted(labels, key=str) if SENTENCE.search(korean[label])] == []


def test_what_sentences_inflect_is_in_the_glossary() -> None:
    assert INFLECTED - {forms[0] for forms, _ in TERM_ROWS} == set()


def test_no_term_stands_twice() -> None:
    forms = [form for forms, _ in TERM_ROWS for form in forms] + [word for word, *_ in rows(OTHERS)]

    assert len({*map(str.lower, forms)}) == len(forms)
