"""The text beside a hit: how far its clause and its sentence go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core._differences.beside import Beside
from aligner_core._text.normalized_text import fold

TEXT = st.text("ab ,.;:!?\n-|가\u2019É", max_size=60)


def beside(marked: str, language: str | None = "en") -> Beside:
    start, end = marked.index("["), marked.index("]") - 1
    return Beside(marked.replace("[", "").replace("]", ""), start, end, language)


@pytest.mark.parametrize(
    ("marked", "before", "after"),
    [
        ("It rained. Then WE [ship it] at last, all of it", "then we", " at last"),
        ("We met; then [ship it]; and more", "then", " "),
        ("We met but [ship it] because of it", "", " "),
        ("We met [. Ship it.] And more", "", ""),
        ("a cell | of it [ship it] here | and more", "of it", " here"),
        ("Note: do [ship it]\nand more", "do", " "),
        ("We met - then do [ship it] - and more", "then do", " "),
        ("un[ship it]ped", "un", "ped"),
    ],
)
def test_beside_has_the_clause_of_the_words(marked: str, before: str, after: str) -> None:
    found = beside(marked)

    assert (found.clause_before, found.clause_after) == (before, after)


@pytest.mark.parametrize(
    ("marked", "sentence"),
    [
        ("It rained. If it stops, and I hope so, [ship it]", "if it stops, and i hope so,"),
        ("It rained\nif it stops [ship it]", "if it stops"),
        ("If it stops[. Ship it]", ""),
        ("[ship it] if it stops", ""),
    ],
)
def test_sentence_before_goes_beyond_the_clause(marked: str, sentence: str) -> None:
    assert beside(marked).sentence_before() == sentence


def test_beside_reads_some_characters_where_there_are_no_spaces() -> None:
    found = beside("一二三四五六七八九十[公开]一二三四五六七八九十一二三四", "zh")

    assert (len(found.clause_before), len(found.clause_after)) == (8, 12)


@given(TEXT, TEXT)
def test_beside_reads_nothing_that_is_not_beside(before: str, after: str) -> None:
    text = f"{before} we ship it {after}"
    found = Beside(text, len(before) + 1, len(before) + 11, "en")

    assert fold(before).endswith(found.clause_before.strip())
    assert fold(before).replace(" ", "").endswith(found.sentence_before().replace(" ", ""))
    assert fold(after).startswith(found.clause_after.strip())
    assert found.sentence_before().endswith(found.clause_before)
