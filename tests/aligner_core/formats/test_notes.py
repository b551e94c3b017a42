"""Every code has its sentence."""

import re
from pathlib import Path

import pytest

import aligner_core
from aligner_core.formats.notes import ENGLISH, SEEN, holds_words, ignored, sentence

SOURCES = "\n".join(path.read_text("utf-8") for path in Path(aligner_core.__file__).parent.rglob("*.py"))

SIGHTS = "\n".join(
    (Path(aligner_core.__file__).parent / "formats" / name).read_text("utf-8") for name in ("sights.py", "office.py")
)


def test_every_code_that_is_used_has_a_sentence_and_no_other_has() -> None:
    used = re.findall(r'(?:refuse(?:_file)?\(|code=)"(\w+)"|"(not_text|stage_\w+)"', SOURCES)

    assert {one or other for one, other in used} | set(SEEN) == set(ENGLISH)
    assert [code for code in SEEN if f'"{code}"' not in SIGHTS] == []


@pytest.mark.parametrize(
    ("code", "where", "expected"),
    [
        ("stage_unknown", "entries[2].stage", "entries[2].stage: Left out: draft is not a stage."),
        ("not_an_extraction", "", 'Not an extraction: expected an object with "entries" or "evidence".'),
    ],
)
def test_sentence_says_where_and_what(code: str, where: str, expected: str) -> None:
    assert sentence(code, where, {"value": "draft"}).startswith(expected)


@pytest.mark.parametrize(
    ("value", "holds"),
    [
        ("one hour", True),
        ("한시간", True),
        ("部署失败", True),
        ({"a": [1, "in one hour"]}, True),
        ("high", False),
        ("확", False),
        ("msg_01H8", False),
        ("2026-10-06 10:05:00", False),
        ("12 345", False),
        ("", False),
        (3, False),
        (None, False),
        ([], False),
    ],
)
def test_holds_words_tells_words_from_names_and_numbers(value: object, holds: bool) -> None:  # noqa: FBT001 - a case
    assert holds_words(value) is holds
    note = ignored("x", value)
    assert (note.loses_text, note.is_left_out) == (holds, True)


def test_ignored_repeats_only_the_beginning_of_a_text() -> None:
    assert len(ignored("x", "one hour " * 1000).params["value"]) == 200
