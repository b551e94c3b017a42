"""Every code has its sentence."""

import re
from pathlib import Path

import pytest

import aligner_core
from aligner_core.formats.notes import ENGLISH, sentence

SOURCES = "\n".join(path.read_text("utf-8") for path in Path(aligner_core.__file__).parent.rglob("*.py"))


def test_every_code_that_is_used_has_a_sentence_and_no_other_has() -> None:
    used = re.findall(r'(?:refuse(?:_file)?\(|code=)"(\w+)"|"(not_text|stage_\w+)"', SOURCES)

    assert {one or other for one, other in used} == set(ENGLISH)


@pytest.mark.parametrize(
    ("code", "where", "expected"),
    [
        ("stage_unknown", "entries[2].stage", "entries[2].stage: Left out: draft is not a stage."),
        ("not_an_extraction", "", 'Not an extraction: expected an object with "entries" or "evidence".'),
    ],
)
def test_sentence_says_where_and_what(code: str, where: str, expected: str) -> None:
    assert sentence(code, where, {"value": "draft"}).startswith(expected)
