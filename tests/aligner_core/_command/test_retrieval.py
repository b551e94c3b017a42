"""`search` and `context`, and what they say of files that they cannot use."""

import json
from pathlib import Path
from typing import Any

import pytest

from aligner_core._command.main import main
from aligner_core._lazy import lazy_module
from aligner_core.retrieval import BM25Retriever, SearchRAGOutput, bm25, build_answer_context, parse_retrieval, search

QUERY = "페트병의 라벨은 어떻게 하나요?"
UPLOAD: dict[str, Any] = {
    "query": QUERY,
    "chunks": [
        {"chunkId": "bottle", "title": "plastics bottles", "content": "라벨을 제거한다.", "matchedTags": ["라벨"]},
        {"chunkId": "glass", "title": "glass", "content": "뚜껑을 연다."},
    ],
}


def written(folder: Path, name: str, content: object) -> str:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("chunks", [UPLOAD, UPLOAD["chunks"]], ids=["a retrieval", "its chunks"])
def test_search_prints_what_is_found(chunks: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["search", written(tmp_path, "chunks.json", chunks), QUERY])

    expected = search(QUERY, BM25Retriever(parse_retrieval(UPLOAD).chunks))
    printed = json.loads(capsys.readouterr().out)
    assert (code, printed) == (0, expected.model_dump())
    assert (printed["search_method"], printed["evidence"][0]["chunk_id"]) == ("contextual", "bottle")


def test_search_takes_the_query_of_the_retrieval_and_a_category(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["search", written(tmp_path, "r.json", UPLOAD), "--category", "plastics", "--subcategory", "bottles"])

    printed = json.loads(capsys.readouterr().out)
    assert (code, printed["search_method"], printed["disposal_rules"]["key"]) == (0, "classification", "bottle")
    assert printed["events"] == [
        "classification_search_started",
        "classification_search_success",
        "contextual_search_skipped",
        "keyword_search_skipped",
    ]


def test_search_finds_as_many_chunks_as_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    same = [{"chunkId": f"c{number}", "content": "라벨을 제거한다."} for number in range(5)]

    main(["search", written(tmp_path, "r.json", same), QUERY, "--limit", "2"])

    assert len(json.loads(capsys.readouterr().out)["evidence"]) == 2


def test_search_that_finds_nothing_says_so_by_its_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", written(tmp_path, "r.json", UPLOAD), "zebra"]) == 1
    assert json.loads(capsys.readouterr().out)["found"] is False


@pytest.mark.parametrize(
    ("content", "arguments", "says"),
    [
        ({"chunks": []}, (), "has no query: name the QUESTION."),
        ({"messages": []}, ("q",), "chunks"),
        ("{", ("q",), "is not JSON"),
    ],
)
def test_search_says_what_it_needs(
    content: object, arguments: tuple[str, ...], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", written(tmp_path, "r.json", content), *arguments]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("limit", ["0", "101", "x", "²"])
def test_search_refuses_another_limit(limit: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["search", written(tmp_path, "r.json", UPLOAD), "--limit", limit])
    assert "is no number from 1 to 100" in capsys.readouterr().err


def test_search_names_the_package_that_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bm25, "bm25s", lazy_module("no_such_package", extra="bm25"))

    assert main(["search", written(tmp_path, "r.json", UPLOAD)]) == 2
    assert "pip install 'evidence-review[bm25]'" in capsys.readouterr().err


def test_context_prints_what_a_model_answers_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["search", written(tmp_path, "r.json", UPLOAD)])
    found = capsys.readouterr().out
    tips = {"라벨": "라벨을 뗀다.", "other": "Never shown."}

    code = main(["context", written(tmp_path, "s.json", found), "--tips", written(tmp_path, "tips.json", tips)])

    output = SearchRAGOutput.from_wire(json.loads(found))
    expected = build_answer_context(output.disposal_rules, output.evidence, instruction_for_tag=tips.get)
    printed = capsys.readouterr().out
    assert (code, printed) == (0, f"{expected}\n")
    assert "## 상황별 팁\n- 라벨: 라벨을 뗀다." in printed
    assert "Never shown" not in printed


def test_context_in_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = {
        "chunk_id": "a",
        "relevance": "high",
        "quoted_text": "Rinse it...",
        "method": "keyword",
        "matched_tags": ["b"],
    }
    found = {"evidence": [one], "limit": 3}

    main(
        [
            "context",
            written(tmp_path, "s.json", found),
            "--tips",
            written(tmp_path, "t.json", {"b": "Twice."}),
            "--language",
            "en",
        ]
    )

    assert capsys.readouterr().out == "## Sources\n- [a] (relevance: high): Rinse it\n\n## Tips\n- b: Twice.\n"


@pytest.mark.parametrize(
    ("found", "tips", "says"),
    [
        ([], {}, "expected a JSON object with evidence."),
        ({"evidence": [{"chunk_id": "a"}]}, {}, "SearchRAGOutput"),
        ({"evidence": []}, ["a"], "expected a JSON object with a text for each tag"),
        ({"evidence": []}, {"a": 3}, "expected a JSON object with a text for each tag"),
    ],
)
def test_context_says_what_it_needs(
    found: object, tips: object, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["context", written(tmp_path, "s.json", found), "--tips", written(tmp_path, "t.json", tips)])

    assert code == 2
    assert says in capsys.readouterr().err
