"""What a source line names, label by label."""

import pytest

from aligner_core.source_labels import SourceLabels

KNOWN = ["a.md", "b.md", "환불 규정", "가·나", "A", "A · B", "Foo Inc.", "\u1112\u1161\u11ab, 끝", "\u200b"]


@pytest.mark.parametrize(
    ("line", "labels"),
    [
        pytest.param("a.md · ·", ["a.md"], id="what is blank is no label"),
        pytest.param("가·나", ["가·나"], id="a label with a dot and nothing else"),
        pytest.param("a.md (수정일 2024-01-01, 3쪽)", ["a.md"], id="a comma in an aside"),
        pytest.param("환불 규정, 없는 규정", ["환불 규정", "없는 규정"], id="a known title parts at a comma"),
        pytest.param("`없는 규정`, 다른 규정", ["없는 규정", "다른 규정"], id="so does code"),
        pytest.param("`A · B`", ["A · B"], id="a label before its parts"),
        pytest.param("`a.md · 없음.md`", ["a.md", "없음.md"], id="several in one code, one of them unknown"),
        pytest.param("`**a.md** · b.md`", ["a.md", "b.md"], id="and dressed"),
        pytest.param("`**a.md**`", ["a.md"], id="one dressed in code"),
        pytest.param("` 없는 규정 `", ["없는 규정"], id="an unknown one with spaces in its code"),
        pytest.param("한, 끝", ["한, 끝"], id="composed for decomposed"),
        pytest.param("**Foo Inc.**", ["Foo Inc."], id="a full stop that belongs to it"),
        pytest.param("없는 규정。", ["없는 규정"], id="one that does not"),
        pytest.param("환불 규정)", ["환불 규정"], id="half a bracket"),
        pytest.param("없는 규정)", ["없는 규정"], id="half a bracket behind an unknown one"),
        pytest.param("*없는 규정*\uff09", ["없는 규정"], id="a wide one behind emphasis"),
        pytest.param("없는 규정 (2024)", ["없는 규정 (2024)"], id="a whole bracket"),
    ],
)
def test_labels_are_read(line: str, labels: list[str]) -> None:
    assert SourceLabels(KNOWN).read(line) == labels


@pytest.mark.parametrize(
    ("line", "goes_on"),
    [
        ("`a.md` · `b.md` 그런데 본문", True),
        ("`a.md` 그런데 · `b.md`", False),
        ("`a.md`, `b.md` 그런데 본문", True),
        ("`a.md` 그런데, `b.md`", False),
        ("`a.md` (그런데 본문)", False),
        ("a.md 그런데 본문", False),
        ("", False),
    ],
)
def test_line_goes_on_behind_its_last_label(line: str, goes_on: bool) -> None:  # noqa: FBT001
    assert SourceLabels(KNOWN).ends_in_prose(line) == goes_on


def test_models_own_knowledge_is_told_in_any_width_unless_it_is_a_label() -> None:
    assert SourceLabels([]).is_model_knowledge("ＭＯＤＥＬ Knowledge")
    assert not SourceLabels(["Model Knowledge"]).is_model_knowledge("ＭＯＤＥＬ Knowledge")
