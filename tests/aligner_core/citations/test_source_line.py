"""Where an answer names its sources, and how."""

import pytest

from aligner_core.citations.source_line import SourceLabels, SourceLines, admits_age, read_source_lines

KNOWN = ("a.md", "b.md", "환불 규정", "3·1운동, 그 후", "Terms and Conditions", "[표 1] 요금 (2024)", "__init__.py")
LABELS = ["a.md", "b.md", "환불 규정", "가·나", "A", "A · B", "Foo Inc.", "\u1112\u1161\u11ab, 끝", "\u200b"]


def line(text: str) -> SourceLines:
    return read_source_lines(text, KNOWN)


@pytest.mark.parametrize(
    "text",
    [
        "*출처:* `a.md` · `b.md`",
        "**출처:** `a.md` · `b.md`",
        "***출처:*** a.md · b.md",
        "_출처_: a.md · b.md",
        "*출처*: `a.md`·`b.md`",
        "**출처** : a.md • b.md",
        "출처: a.md, b.md",
        "출처：`a.md`、`b.md`",
        "출처:a.md;b.md",
        "*출처: a.md · b.md*",
        "[출처] a.md · b.md",
        "[출처]: a.md · b.md",
        "(출처: `a.md`, `b.md`)",
        "> *출처:* **a.md** · _b.md_",
        "- 출처: \"a.md\" · 'b.md'",
        "📚 참고 출처: 「a.md」 · 『b.md』",
        "※ 출처: a.md 및 b.md",
        "Source: a.md and b.md",
        "*Sources:* `a.md` · `b.md`",
        "**SOURCES:** `a.md`, `b.md`.",
        "Sources used: `a.md` & `b.md`",
        "출처: [a.md](docs/a.md) · [[b.md]]",
        "출처: [1] a.md · [2] b.md",
        "출처: 1. a.md · 2) b.md",
        "출처: `a.md · b.md`",
        "출처: ``a.md`` · ``b.md``",
        "출처: `a.md` `b.md`",
        "출처: `a.md` (수정일 2024-01-01) · `b.md` ⚠️오래됨(180일+)",
        "출처: a.md (수정일 2024-01-01) · b.md ⚠️오래됨(180일+)",
        "출처:\n- a.md\n- `b.md`",
        "**Sources:**\n\n1. a.md\n2. b.md\n",
        "## 출처\n- a.md\n* b.md",
        "[출처]\n- a.md\n- b.md",
        "**출처**\n\n• a.md\n• b.md",
        "Answer. *Source:* `a.md` · `b.md`",
        "답입니다. (출처: `a.md` · `b.md`)",
        "*출처:* `a.md` · `b.md`  \n\n---\n",
        "| 출처: `a.md` | `b.md` |",
    ],
)
@pytest.mark.parametrize("before", ["", "답입니다.\n\n"])
def test_source_line_is_read_in(before: str, text: str) -> None:
    """Labels separated by `·`, backticks, bold/italic variants, Korean and English."""
    assert line(before + text) == SourceLines(count=1, at_end=True, labels=("a.md", "b.md"), model_knowledge=False)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        pytest.param("출처: 3·1운동, 그 후 · a.md", ("3·1운동, 그 후", "a.md"), id="a label with a dot and a comma"),
        pytest.param("출처: _3·1운동, 그 후_", ("3·1운동, 그 후",), id="the same with emphasis"),
        pytest.param("출처: `3·1운동, 그 후` · a.md", ("3·1운동, 그 후", "a.md"), id="the same in code"),
        pytest.param("Source: Terms and Conditions", ("Terms and Conditions",), id="a label with and"),
        pytest.param("Source: Terms and Conditions and a.md", ("Terms and Conditions", "a.md"), id="and another and"),
        pytest.param("출처: [표 1] 요금 (2024)", ("[표 1] 요금 (2024)",), id="a label with brackets"),
        pytest.param("출처: __init__.py · **a.md**", ("__init__.py", "a.md"), id="a label with marks of emphasis"),
        pytest.param("출처: 없는 규정, 개정판", ("없는 규정, 개정판",), id="a comma parts no unknown titles"),
        pytest.param("출처: 없는 규정, a.md", ("없는 규정", "a.md"), id="but what stands beside a label"),
        pytest.param("출처: x.md, y.pdf", ("x.md", "y.pdf"), id="and file names"),
        pytest.param("출처: 없는 규정 (2024) · a.md", ("없는 규정 (2024)", "a.md"), id="an unknown one stays as it is"),
        pytest.param("출처: **없는 규정**.", ("없는 규정",), id="but for what is put around it"),
        pytest.param("출처: `없는 · 규정`", ("없는 · 규정",), id="code is one label"),
        pytest.param("출처: `a.md`, `없는 규정`", ("a.md", "없는 규정"), id="code after code"),
        pytest.param("출처: `a.md` · 없음", ("a.md",), id="nothing is no label"),
        pytest.param("출처: · ·", (), id="dots are no labels"),
        pytest.param("출처: a.md · a.md", ("a.md",), id="a label is returned once"),
    ],
)
def test_source_line_names(text: str, labels: tuple[str, ...]) -> None:
    assert line(text).labels == labels


@pytest.mark.parametrize(
    "text",
    [
        "*출처: 모델 지식 (검색 출처 미사용)*",
        "**출처:** 모델 지식 (검색 출처 미사용)",
        "출처: 모델 지식",
        "출처: 일반 모델 지식만.",
        "출처: 일반적인 모델 지식",
        "출처: AI 모델의 지식",
        "출처: `모델 지식`",
        "출처: 없음",
        "*Source: model knowledge (no retrieved source used)*",
        "Source: general knowledge",
        "Sources: the model's own knowledge only",
        "Sources: none",
        "Source: N/A",
    ],
)
def test_source_line_recognizes_the_models_knowledge(text: str) -> None:
    assert line(f"답.\n{text}") == SourceLines(count=1, at_end=True, labels=(), model_knowledge=True)


@pytest.mark.parametrize(
    "text", ["출처: 모델 지식 관리 지침", "출처: knowledge.md", "출처: none-such", "출처: 없음증명서"]
)
def test_source_line_takes_no_title_for_the_models_knowledge(text: str) -> None:
    assert not line(text).model_knowledge
    assert len(line(text).labels) == 1


def test_source_line_takes_a_known_label_for_itself() -> None:
    found = read_source_lines("출처: 모델 지식", ["모델 지식"])

    assert (found.labels, found.model_knowledge) == (("모델 지식",), False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "출처",
        "출처가 분명한 자료: a.md",
        "데이터 출처: a.md",
        "이 자료의 출처: 통계청입니다.",
        "Resources: a.md",
        "source code: a.md",
        "open source: a.md",
        "Source\na.md",
        "```\n*출처:* `a.md`\n```",
        "~~~md\n*출처:* `a.md`\n~~~",
        "`출처: a.md`",
        "## 출처\n본문입니다.",
        "자원: a.md",
    ],
)
def test_source_line_is_none(text: str) -> None:
    assert line(text) == SourceLines(count=0, at_end=False, labels=(), model_knowledge=False)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("출처: a.md\n본문이 이어진다.", 1),
        ("*출처:* `a.md` 그런데 본문이 이어진다.", 1),
        ("본문 (출처: `a.md`) 본문이 이어진다.", 1),
        ("출처: a.md\n\n```\n코드\n```\n끝.", 1),
        ("출처:\n- a.md\n\n본문", 1),
        ("출처: a.md\n본문\n출처: b.md\n본문", 2),
        ("출처: a.md\n- 본문", 1),
        ("```\n코드\n```\n출처: a.md\n본문", 1),
        ("출처:\n- `a.md`\n- `b.md` 그런데 본문", 1),
        ("출처: a.md\n\n```\n코드\n```", 1),
        ("출처:\n- a.md\n\n- 본문", 1),
        ("출처:\n\n- a.md\n\n1. 본문", 1),
    ],
)
def test_source_line_is_in_the_middle_of(text: str, count: int) -> None:
    found = line(text)

    assert (found.count, found.at_end) == (count, False)
    assert "a.md" in found.labels


def test_source_line_may_say_more_before_its_last_label() -> None:
    assert line("출처:\n- `a.md` 그런데 본문\n- `b.md`").at_end


def test_source_lines_are_counted() -> None:
    assert line("가 *출처:* `a.md` 나\n*출처:* `b.md`").count == 2
    assert line("출처: a.md\n출처: b.md") == SourceLines(2, at_end=True, labels=("a.md", "b.md"), model_knowledge=False)


def test_source_line_behind_code_that_is_never_closed_is_read() -> None:
    assert line("```\n코드\n출처: a.md").labels == ("a.md",)


@pytest.mark.parametrize(
    "text",
    [
        "출처:" + "*" * 20_000,
        "출처: " + "`" * 20_000,
        "[" * 20_000,
        "출처:\n" + "- \n" * 9_000,
        "_" * 20_000 + "출처",
        "```\n" * 5_000,
        "출처: " + "(" * 9_000,
    ],
)
def test_source_line_is_sought_in_hostile_text(text: str) -> None:
    assert line(text).count <= 1


@pytest.mark.parametrize(
    "text",
    [
        '"출처가 오래되어 현재와 다를 수 있음"',
        "이 자료는 오래된 것입니다.",
        "출처: `a.md` ⚠️오래됨(180일+)",
        "최신 정보가 아닐 수 있습니다.",
        "현재와는 다를 수 있습니다.",
        "This source is outdated.",
        "The figures may have changed since.",
        "It may no longer be current.",
        "Based on an old document.",
        "The page is out-of-date.",
    ],
)
def test_admits_age_hears(text: str) -> None:
    assert admits_age(text)


@pytest.mark.parametrize(
    "text", ["", "오래 보관하세요.", "오래가는 건전지", "current source", "older users", "a hold document"]
)
def test_admits_age_does_not_hear(text: str) -> None:
    assert not admits_age(text)


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
    assert SourceLabels(LABELS).read(line) == labels


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
    assert SourceLabels(LABELS).ends_in_prose(line) == goes_on


def test_models_own_knowledge_is_recognized_in_any_width_unless_it_is_a_label() -> None:
    assert SourceLabels([]).is_model_knowledge("ＭＯＤＥＬ Knowledge")
    assert not SourceLabels(["Model Knowledge"]).is_model_knowledge("ＭＯＤＥＬ Knowledge")
