"""`convert`: any known format becomes our own form, and what comes out reads as what went in."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from aligner_core._command.main import main
from aligner_core.formats import Reading, read
from tests.aligner_core.formats.files import CASES, Pipe, case


def held(reading: Reading) -> Any:  # noqa: ANN401 - what is compared
    """Return all that a file says: messages of sessions, entries and quotes of extractions."""
    sessions = [(one.session_id, one.title, one.messages) for one in reading.sessions]
    entries = [
        (one.entry_id, one.type, one.title, one.body, [(q.raw_index, q.text, q.refusal) for q in one.quotes])
        for extraction in reading.extractions
        for one in extraction.entries
    ]
    return sessions, entries


def converted(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, list[str]]:
    code = main(["convert", *arguments])
    out, err = capsys.readouterr()
    return code, out, err.splitlines()


@pytest.mark.parametrize("to", ["json", "jsonl"])
@pytest.mark.parametrize("path", sorted(CASES.iterdir()), ids=lambda path: path.name)
def test_convert_loses_nothing_and_says_what_it_left_out(
    path: Path, to: str, capsys: pytest.CaptureFixture[str]
) -> None:
    reading = case(path.name)

    code, out, err = converted(capsys, str(path), "--to", to)

    assert held(read(out)) == held(reading)
    assert code == any(note.is_left_out for note in reading.notes)
    assert err[0] == f"{path}: {reading.rule}. {reading.counting.sentence}"
    assert len(err) == 1 + len(reading.notes)


def test_convert_writes_one_session_to_read_and_several_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    one = converted(capsys, str(CASES / "chatgpt--alone.json"))[1]
    two = converted(capsys, str(CASES / "chatgpt--conversations.json"))[1]
    lines = converted(capsys, str(CASES / "chatgpt--conversations.json"), "--to", "jsonl")[1]

    assert one.startswith('{\n  "sessionId": ')
    assert json.loads(one)["messages"]
    assert two.splitlines()[0] + two.splitlines()[-1] == "[]"
    assert json.loads(two) == [json.loads(line) for line in lines.splitlines()]


def test_convert_writes_a_file_in_the_form_of_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, lines, whole = str(CASES / "claude--export.zip"), tmp_path / "a.jsonl", tmp_path / "a.txt"

    codes = [converted(capsys, source, "-o", str(out))[:2] for out in (lines, whole)]

    assert codes == [(1, ""), (1, "")]
    assert [json.loads(line) for line in lines.read_text().splitlines()] == json.loads(whole.read_text())


def test_convert_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    data = (CASES / "langextract--documents.jsonl").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Pipe(data)))

    code, out, err = converted(capsys, "-")

    assert (code, held(read(out))) == (0, held(case("langextract--documents.jsonl")))
    assert err[0].startswith("standard input: LangExtract documents: ")


def test_convert_writes_lone_surrogates_as_escapes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "a.json", tmp_path / "b.json"
    path.write_text(r'{"messages": ["a\ud800"]}')

    codes = [main(["convert", str(path)]), main(["convert", str(path), "-o", str(out)])]

    assert codes == [0, 0]
    assert r'"a\ud800"' in capsys.readouterr().out
    assert json.loads(out.read_text()) == {"messages": ["a\ud800"]}


def test_convert_of_lines_of_which_none_can_be_read_is_an_empty_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"messages": [{"content": 3}, "b"]}\n{"messages": [{"content": 3}, "b"]}')

    code, out, _ = converted(capsys, str(path))

    assert (code, out) == (1, "[]\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["missing.json"], "missing.json cannot be read: No such file or directory.", id="no file"),
        pytest.param(
            ["prose.txt"], "prose.txt: A text in which nobody is seen to speak. It can be read as", id="prose"
        ),
        pytest.param(
            ["odd.json"],
            "odd.json: mapping.n1.children: Not a known format. Nearest is ChatGPT export, where a list was",
            id="not quite an export",
        ),
        pytest.param(["good.json", "-o", "good.json"], "good.json is the file that is read: name another", id="itself"),
        pytest.param(["good.json", "-o", "no/a.json"], "no/a.json cannot be written: No such file", id="no folder"),
        pytest.param(["bad.json"], "bad.json: messages[0].content: The message has no string", id="our own, broken"),
    ],
)
def test_convert_says_in_one_sentence_what_is_wrong(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("prose.txt").write_text("Once upon a time.")
    Path("odd.json").write_text('{"mapping": {"n1": {}}}')
    Path("good.json").write_text('{"messages": ["a"]}')
    Path("bad.json").write_text('{"messages": [{"content": 3}, "a"]}')

    code, out, err = converted(capsys, *arguments)

    assert (code, out) == (2, "")
    assert err[-1].startswith(f"evidence-review: {message}")


def test_convert_gives_an_example_of_the_nearest_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.json"
    path.write_text('{"mapping": {"n1": {}}}')

    err = converted(capsys, str(path))[2]

    assert read(err[-1].split(" An example: ")[1]).format == "chatgpt"


def test_convert_streams(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a long file that breaks off, what came before was written."""
    line = json.dumps({"sessionId": "a", "messages": ["One."]})
    path = tmp_path / "a.json"
    path.write_text(f"[{','.join([line] * 1000)},{{")

    code, out, err = converted(capsys, str(path), "--to", "jsonl")

    assert (code, len(out.splitlines())) == (1, 1000)
    assert err[-1] == "[1000]: Left out: all from here on. [1000]: Not JSON from here on."
