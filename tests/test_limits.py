"""Limits are stated once: pages, sentences and documents have them from `review/domain/limits.py`."""

import re
from datetime import timedelta
from itertools import chain
from pathlib import Path

import polib
import pytest

from docs import make_limits
from review.domain import limits

ROOT = Path(__file__).resolve().parents[1]
NAMES = {name for name in vars(limits) if name.isupper()}
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SOURCES = [*(ROOT / "review").rglob("*.py"), *TEMPLATES]

NUMBER = (
    r"(?:\d[\d,.]*|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty"
    r"|hundred|thousand))"
)
TIME = rf"\b{NUMBER}[ -](?:second|minute|hour|day|week|month|year)s?\b|\d+ ?(?:초|분|시간|일|주)(?![가-힣]*\d)"
LENGTH = rf"\b{NUMBER}[ -](?:character|letter|syllable|sign|code point)s?\b|\d+ ?(?:자|글자)"
COUNT = rf"\b{NUMBER}[ -](?:tries|uploads|rows|comments|views|files|hits|records)\b"
STATES = {
    r"undo|undone|\b(?:take|taken|takes) (?:\w+ )?back\b|되돌": TIME,
    r"invitation|초대": TIME,
    r"password|비밀번호": f"{TIME}|{LENGTH}",
    r"\blease|review queue": TIME,
    r"log-in|logged in": f"{TIME}|{COUNT}",
    r"overrid|예외": LENGTH,
    r"\bdrafts?\b": TIME,
    r"secret key|SECRET_KEY": LENGTH,
    r"\bbatch|preview that": TIME,
    r"\bat a time\b|\ba page\b": COUNT,
}
"""What a sentence is about that states a limit, and how it would type the number."""
EXAMPLES = re.compile(
    r"^```.*?^```$|^ {4}.*?$|\[[^][]*\]\([^)]*\)|`[^`\n]+`|“[^”]*”|(?<!\*)\*[^*\n]+\*(?!\*)", re.MULTILINE | re.DOTALL
)
"""What a document shows and does not say, and the links in which it states limits."""
SETTING = re.compile(r"`REVIEW_([A-Z_]+)`")
QUANTITY = re.compile(r"\|\s*\d[\d,]*(?: [^|\[]*)?(?=\|)")
GENERATED = frozenset({"reference.md", "pages.md", "quotebench.md"})

ORDINARY = re.compile(
    r"UTF-8|In two rows|mem0|W3C|95%%?|chmod 600|0\.857 = 1 − 3/21|1\.000|0\.000|(?<![\d.,])[01](?![\d.,]*\d)"
)
"""Numbers that limit nothing: where counting begins, what is certain and what failed, names, an example."""


def typed(text: str) -> list[str]:
    """Return what a document states of limits without a link to them."""
    rows = [
        f"{name}: {quantity[0]}"
        for line in text.splitlines()
        if line.startswith("|")
        for name in SETTING.findall(line)
        if name in NAMES
        for quantity in QUANTITY.finditer(line)
    ]
    prose = EXAMPLES.sub(" … ", text)
    sentences = [" ".join(one.split()) for one in re.split(r"(?<=[.!?:;])\s|\n\s*\n|\||\n\s*(?:-|\d+\.) ", prose)]
    return rows + [
        f"{number[0]}: {sentence}"
        for sentence in sentences
        for about, states in STATES.items()
        if re.search(about, sentence, re.IGNORECASE)
        for number in re.finditer(states, sentence, re.IGNORECASE)
    ]


def sentences_of(entry: polib.POEntry) -> list[str]:
    return [entry.msgid, entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values()]


def numbers_in(sentence: str) -> list[str]:
    """Return the numbers that a sentence of the pages types."""
    plain = ORDINARY.sub("", re.sub(r"%\(\w+\)[sd]|\{\w+\}", "", sentence))
    return re.findall(r"\d+", plain) + re.findall(f"{TIME}|{LENGTH}|{COUNT}", plain, re.IGNORECASE)


def test_the_page_of_limits_is_what_the_module_says() -> None:
    assert make_limits.TARGET.read_text(encoding="utf-8") == make_limits.page(), "run `make limits`"


def test_documents_state_the_limits_of_today() -> None:
    old = [path.name for path in make_limits.DOCUMENTS if make_limits.rewritten(path) != path.read_text("utf-8")]

    assert old == [], "run `make limits`"


def test_what_a_document_states_is_written_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(limits, "UNDO_WINDOW", timedelta(seconds=60))
    english, korean = tmp_path / "page.md", tmp_path / "page.ko.md"
    english.write_text("For [30\nseconds](docs/limits.md#undo_window), or [a moment](limits.md#undo_window).", "utf-8")
    korean.write_text("[30초](limits.md#undo_window) 안에, [50](limits.md#page_size)개", "utf-8")

    assert make_limits.rewritten(english) == (
        "For [60 seconds](docs/limits.md#undo_window), or [a moment](limits.md#undo_window)."
    )
    assert make_limits.rewritten(korean) == (
        f"[60초](limits.md#undo_window) 안에, [{limits.PAGE_SIZE}](limits.md#page_size)개"
    )
    assert "| 60 seconds |" in make_limits.page()


def test_a_limit_that_wraps_in_its_sentence_is_left_as_it_is(tmp_path: Path) -> None:
    value = make_limits.stated("UNDO_WINDOW").replace(" ", "\n  ")
    page = tmp_path / "page.md"
    page.write_text(f"For [{value}](limits.md#undo_window).", "utf-8")

    assert make_limits.rewritten(page) == page.read_text("utf-8")


def test_every_limit_says_what_it_limits_and_is_kept() -> None:
    described = {one.name: one for one in make_limits.all_limits()}
    used = "\n".join(path.read_text("utf-8") for path in SOURCES if path != Path(limits.__file__))

    assert set(described) == NAMES
    assert [one.name for one in described.values() if not one.section or not one.doc.endswith((".", "!"))] == []
    assert [name for name in NAMES if not re.search(rf"\b{name}\b", used)] == []


def test_no_document_types_a_limit() -> None:
    documents = [path for path in make_limits.DOCUMENTS if path.name not in GENERATED]
    found = {path.name: some for path in documents if (some := typed(path.read_text("utf-8")))}

    assert found == {}, "state it as a link: [30 seconds](limits.md#undo_window)"


@pytest.mark.parametrize(
    "text",
    [
        "A decision can be undone for 30 seconds.",
        "For thirty seconds `z` undoes a decision.",
        "may take that back for\n   45 seconds, as long as",
        "결정은 30초 안에 `z`로 되돌릴 수 있습니다.",
        "An invitation ends after seven days.",
        "| undo a repair, within 30 seconds | it counts again |",
        "To override takes a reason of at least 20 characters.",
        "There are ten tries a minute at the log-in of one account.",
        "| file | 20 MB | `REVIEW_MAX_FILE_BYTES` |",
        "| `REVIEW_MAX_DRAFTS` | 10 | what a person may keep |",
    ],
)
def test_a_limit_that_is_typed_would_be_found(text: str) -> None:
    assert typed(text) != []


@pytest.mark.parametrize(
    "text",
    [
        "A decision can be undone for [30 seconds](limits.md#undo_window).",
        "| `REVIEW_MAX_DRAFTS` | [10](limits.md#max_drafts) | what a person may keep |",
        "`undo_window(30)`: *undone for 30 seconds*",
        "Recordings are kept for 90 days. Then they are undone.",
    ],
)
def test_what_states_no_limit_passes(text: str) -> None:
    assert typed(text) == []


def test_templates_name_limits_that_exist() -> None:
    named = {
        name for path in TEMPLATES for name in re.findall(r"\blimits\.([A-Za-z_]+)", path.read_text("utf-8"))
    } - NAMES

    assert named == set()


def test_no_field_types_how_much_it_takes() -> None:
    attribute = re.compile(r"\b(?:maxlength|minlength)=\"\d+\"|\bmax=\"\d{2,}\"")
    found = [f"{path.name}: {one}" for path in TEMPLATES for one in attribute.findall(path.read_text("utf-8"))]

    assert found == []


def test_no_sentence_types_a_limit() -> None:
    catalogue = polib.pofile(str(ROOT / "review" / "locale" / "ko" / "LC_MESSAGES" / "django.po"))
    sentences = chain.from_iterable(sentences_of(entry) for entry in catalogue)

    assert [one for one in sentences if numbers_in(one)] == []


@pytest.mark.parametrize(
    "sentence",
    ["For 30 seconds you can undo this.", "It is enough for ten minutes.", "Fifty uploads at a time", "최근 500개만"],
)
def test_a_sentence_with_a_limit_would_be_found(sentence: str) -> None:
    assert numbers_in(sentence) != []


def test_a_lease_is_renewed_before_it_ends() -> None:
    """One request may be lost."""
    assert 2 * limits.LEASE_RENEWAL < limits.LEASE_TIME
