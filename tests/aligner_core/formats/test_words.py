"""The words of a content, whatever its form."""

import pytest

from aligner_core.formats.reading import Omissions
from aligner_core.formats.words import words_of


@pytest.mark.parametrize(
    ("content", "words", "left_out"),
    [
        pytest.param("a\r\n b ", "a\r\n b ", [], id="a text as it is"),
        pytest.param(None, "", [], id="null"),
        pytest.param(3, "", [("content", "c")], id="a number"),
        pytest.param([], "", [], id="no parts"),
        pytest.param(["a", "b"], "a\nb", [], id="texts"),
        pytest.param({"type": "text", "text": "a"}, "a", [], id="one part"),
        pytest.param({"type": "image"}, "", [("image", "c")], id="one part without words"),
        pytest.param(
            [{"type": "input_text", "text": "a"}, {"type": "output_text", "text": "b"}], "a\nb", [], id="parts"
        ),
        pytest.param([{"type": "refusal", "refusal": "No."}], "No.", [], id="a refusal"),
        pytest.param([{"type": "text", "text": ""}, "b"], "\nb", [], id="an empty part"),
        pytest.param(
            [{"type": "image_url"}, {"type": "image_url"}, {"type": "text", "text": 3}, 3, {}],
            "",
            [("image_url", "c[0]"), ("text", "c[2]"), ("part", "c[3]")],
            id="parts without words",
        ),
    ],
)
def test_words_of_a_content(content: object, words: str, left_out: list[tuple[str, str]]) -> None:
    omissions = Omissions()

    assert words_of(content, "c", omissions) == words
    assert [(note.params["kind"], note.where) for note in omissions.notes()] == left_out


def test_omissions_count_each_kind() -> None:
    omissions = Omissions()
    for kind, where in (("a", "1"), ("b", "2"), ("a", "3"), (None, "4")):
        omissions.add(kind, where)

    counts = [(note.where, note.params["kind"], note.params["count"]) for note in omissions.notes()]

    assert counts == [("1", "a", 2), ("2", "b", 1), ("4", "unnamed", 1)]
