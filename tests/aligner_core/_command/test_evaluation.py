"""`evaluate`: answers one by one, by week and by run, in three forms."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from aligner_core._command.main import main

CHUNKS = [
    {"chunkId": "bottle", "title": "bottle.md", "content": "라벨을 제거한다.", "relevance": "high"},
    {"chunkId": "glass", "title": "glass.md", "content": "뚜껑을 연다.", "relevance": "low"},
]
OLD = [{**CHUNKS[0], "metadata": {"lastUpdated": 0}}]
GOOD = "라벨을 떼세요.\n\n*출처:* `bottle.md`"


def answers(*listed: dict[str, Any] | str, chunks: object = CHUNKS) -> dict[str, Any]:
    return {"query": "페트병?", "chunks": chunks, "answers": list(listed)}


SEVERAL = answers(
    {"answer": GOOD, "model": "m-1", "createdAt": "2026-11-16T09:00:00Z"},
    {"answer": "뚜껑을 열어요 [S7].", "model": "m-2", "createdAt": "2026-11-17T09:00:00Z"},
    {"answer": "모릅니다.", "model": "m-1", "createdAt": "2026-11-24"},
)


def run(folder: Path, content: object, *arguments: str) -> int:
    path = folder / "answers.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return main(["evaluate", str(path), *arguments])


def test_evaluate_prints_a_row_for_each_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(tmp_path, SEVERAL)

    assert code == 1
    assert capsys.readouterr().out.splitlines() == [
        "answer  answers  cited  context_relevance  invented  stale",
        "1             1      1               1.00         0      0",
        "2             1      1               0.40         1      0",
        "3             1      0               0.00         0      0",
        "all           3      2               0.47         1      0",
    ]


@pytest.mark.parametrize(
    ("by", "rows"),
    [
        ("week", {"2026-W47": [2, 2, 0.7, 1, 0], "2026-W48": [1, 0, 0.0, 0, 0]}),
        ("run", {"m-1": [2, 1, 0.5, 0, 0], "m-2": [1, 1, 0.4, 1, 0]}),
    ],
)
def test_evaluate_adds_up(
    by: str, rows: dict[str, list[float]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, SEVERAL, "--by", by, "--to", "json")

    printed = json.loads(capsys.readouterr().out)
    assert {name: list(one.values()) for name, one in printed.items() if name != "all"} == rows
    assert printed["all"]["answers"] == 3


def test_evaluate_writes_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, answers({"answer": GOOD, "model": "=m"}), "--by", "run", "--to", "csv")

    assert list(csv.reader(io.StringIO(capsys.readouterr().out))) == [
        ["run", "answers", "cited", "context_relevance", "invented", "stale"],
        ["'=m", "1", "1", "1.0", "0", "0"],
        ["all", "1", "1", "1.0", "0", "0"],
    ]


def test_evaluate_prints_each_answer_whole_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(tmp_path, answers({"answer": GOOD}, chunks=OLD), "--to", "json")

    assert (code, json.loads(capsys.readouterr().out)) == (
        1,
        [
            {
                "answer": 1,
                "query": "페트병?",
                "model": "",
                "created_at": "",
                "cited_chunks": ["bottle"],
                "uncited_chunks": [],
                "context_relevance": 1.0,
                "invented": [],
                "stale": ["bottle.md"],
            }
        ],
    )


def test_evaluate_takes_another_age(tmp_path: Path) -> None:
    upload = answers({"answer": GOOD}, chunks=OLD)

    assert run(tmp_path, upload, "--stale-after-days", "0") == 0
    assert run(tmp_path, upload, "--stale-after-days", "100000") == 0
    assert run(tmp_path, upload, "--stale-after-days", "30") == 1


def test_evaluate_reads_evidence_of_the_first_version_in_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = {
        "chunk_id": "bottle",
        "relevance": "medium",
        "quoted_text": "라벨을 제거하고...",
        "method": "keyword",
        "x": 1,
    }
    lines = [
        {"query": "페트병?", "evidence": [one], "answer": "라벨은 떼세요.", "run": {"model": "m-1", "createdAt": ""}},
        {"query": "병?", "evidence": [one], "extraction": {"run": {"model": "m-2"}}, "answer": "모릅니다."},
        {"evidence": [one]},
    ]

    code = run(tmp_path, "\n\n".join(map(json.dumps, lines)), "--by", "run")

    out, err = capsys.readouterr()
    assert code == 0
    assert [line.split() for line in out.splitlines()[1:]] == [
        ["m-1", "1", "1", "0.70", "0", "0"],
        ["m-2", "1", "0", "0.00", "0", "0"],
        ["all", "2", "1", "0.35", "0", "0"],
    ]
    assert err.endswith("left out, as they have no answer: 1\n")


def test_evaluate_knows_no_relevance_that_nobody_gave(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unrated = [{"chunkId": "bottle", "content": "라벨을 제거한다."}]

    run(tmp_path, answers({"answer": "라벨을 떼세요."}, "모릅니다.", chunks=unrated), "--by", "week")

    assert [line.split() for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["undated", "2", "1", "0.00", "0", "0"],
        ["all", "2", "1", "0.00", "0", "0"],
    ]
    run(tmp_path, answers({"answer": "라벨을 떼세요."}, chunks=unrated))
    assert capsys.readouterr().out.split()[-3:] == ["–", "0", "0"]


def test_evaluate_of_no_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, []) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["all", "0", "0", "–", "0", "0"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ([3], "answers.json[0]: expected a retrieval with an answer, as a JSON object."),
        ('{"answer": "a", "chunks": []}\n{', "answers.json, line 2 is not JSON"),
        ({"answer": 3, "chunks": []}, "answers.json[0]: an answer is text."),
        ({"answer": "a"}, "answers.json[0]: "),
        ({"answer": "a", "evidence": [{"chunk_id": "a"}]}, "answers.json[0]: Evidence: "),
        ({"answer": "a", "evidence": [3]}, "answers.json[0]: Evidence: "),
        ({"answer": "a", "query": 3, "evidence": []}, ""),
    ],
)
def test_evaluate_says_what_it_cannot_read(
    content: object, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(tmp_path, content)

    assert code == (2 if says else 0)
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("command", ["trace", "check-citations"])
def test_trace_and_check_take_the_age_of_stale_sources(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "answer.txt").write_text(GOOD, encoding="utf-8")
    (tmp_path / "chunks.json").write_text(json.dumps(OLD), encoding="utf-8")
    files = [str(tmp_path / name) for name in ("answer.txt", "chunks.json")][command == "trace" :]

    said = {}
    for days in ("1", "0"):
        main([command, *files, "--stale-after-days", days])
        said[days] = capsys.readouterr().out

    mark = "오래됨(1일+)" if command == "trace" else '"bottle.md"\n  ],\n  "ok"'
    assert [mark in text for text in said.values()] == [True, False]


def test_trace_dates_as_many_sources_as_asked_in_a_time_zone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moment = {"lastUpdated": 1_714_521_599_999}
    (tmp_path / "c.json").write_text(json.dumps([{"title": name, "metadata": moment} for name in "ab"]), "utf-8")
    path = str(tmp_path / "c.json")

    main(["trace", path, "--top", "1", "--time-zone", "Asia/Seoul"])
    shown = capsys.readouterr().out

    assert [line for line in shown.splitlines() if "수정일" in line] == ["- `a` — 수정일 2024-05-01 ⚠️오래됨(180일+)"]
    assert main(["trace", path, "--time-zone", "Mars/Olympus"]) == 2
    with pytest.raises(SystemExit):
        main(["trace", path, "--top", "-1"])
