"""The words of files: nothing that the library says lacks a sentence of ours."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from aligner_core import formats
from aligner_core.formats import Counting, known_formats
from aligner_core.formats.mapped import MAPPED
from aligner_core.formats.notes import ENGLISH
from aligner_core.formats.office import TEXT_OF_A_DOCUMENT
from review.payloads.numbering import Numbering
from review.wording import rule_sentence
from review.wording.formats import COUNTINGS, FORMAT_TITLES, NUMBERINGS, RULES, WANTED, wanted_text
from review.wording.problems import SENTENCES

RULES_OF_FILES = {"its beginning", "an audit bundle, with its manifest", "`word/document.xml`"}
"""What tells files apart that are no table or JSON."""


def test_every_code_of_the_library_has_a_sentence() -> None:
    assert ENGLISH.keys() - SENTENCES.keys() == set()


def test_every_counting_and_numbering_has_a_sentence_and_no_other() -> None:
    assert COUNTINGS.keys() == {counting.value for counting in Counting}
    assert NUMBERINGS.keys() == {numbering.value for numbering in Numbering}


def test_every_format_has_a_title_and_every_rule_a_sentence() -> None:
    formats = known_formats()

    assert FORMAT_TITLES.keys() == {known.name for known in formats} | {MAPPED, TEXT_OF_A_DOCUMENT}
    assert RULES.keys() == {rule for known in formats for rule in known.rules} | RULES_OF_FILES


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("`mapping` of nodes", "by its `mapping` of nodes"),
        (
            "`mapping` of nodes, in `conversations.json` of the archive",
            "by its `mapping` of nodes (conversations.json)",
        ),
        ("a rule of tomorrow", "a rule of tomorrow"),
    ],
)
def test_rule_sentence_says_rule_and_files(rule: str, sentence: str) -> None:
    assert rule_sentence(rule) == sentence


def test_everything_that_a_format_may_want_has_words() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(Path(formats.__path__[0]).glob("*.py")))
    used = re.findall(r'\bIs\("([^"]+)",', code) + re.findall(r'\bMisfit\([^\n]*?, "([^"]+)"', code)

    unknown = {piece for wanted in used if wanted not in WANTED for piece in wanted.split(" or ")} - WANTED.keys()

    assert len(used) > 10
    assert unknown == set()


def test_wanted_text_names_each_of_several() -> None:
    with translation.override("ko"):
        assert wanted_text("a text or an object") == "글 또는 객체"
    assert wanted_text('"user" or "tool"') == '"user" or "tool"'
