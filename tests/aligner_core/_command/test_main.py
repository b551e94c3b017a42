"""The command line: what all commands share, and all but `check` and `bundle`."""

import io
import json
import os
import re
import runpy
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from aligner_core import EvidenceAligner, extractor_prompt, extractor_schema
from aligner_core import __main__ as module
from aligner_core._command import files
from aligner_core._command import main as command_line
from aligner_core.bundles import PRODUCT_POLICY, SEED_POLICY, BundlePolicy, bundle_schema
from aligner_core.citations.trace import build_citation_trace_block, check_citation_line
from aligner_core.formats import Counting

ROOT = Path(__file__).resolve().parents[3]
MESSAGES = ["DuckDB의 JSONB를 JSON으로 변경", "다음 주에 배포합니다."]
GOOD = {"messageIndex": 0, "quote": "JSONB를 JSON으로"}
BAD = {"messageIndex": 1, "quote": "JSONB를 제거"}


def written(folder: Path, name: str, content: object) -> str:
    path = folder / name
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_text(text, encoding="utf-8")
    return str(path)


def align(folder: Path, session: object, extraction: object) -> int:
    return command_line.main(
        ["align", written(folder, "session.json", session), written(folder, "extraction.json", extraction)]
    )


def test_align_prints_the_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = align(tmp_path, {"messages": MESSAGES}, {"evidence": [GOOD, BAD]})

    out, err = capsys.readouterr()
    expected = EvidenceAligner().align(MESSAGES, {"evidence": [GOOD, BAD]}).model_dump(by_alias=True)
    assert (code, err) == (0, "")
    assert json.loads(out) == expected
    assert "JSONB를 JSON으로" in out


def test_align_runs_from_the_shell(tmp_path: Path) -> None:
    session = written(tmp_path, "session.json", {"messages": MESSAGES})
    extraction = written(tmp_path, "extraction.json", {"evidence": [GOOD]})

    done = subprocess.run(
        [sys.executable, "-m", "aligner_core", "align", session, extraction],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )

    assert (json.loads(done.stdout)["evidenceAligned"], done.stderr) == (True, "")


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="pipes of POSIX")
def test_align_leaves_quietly_when_nobody_reads_on(tmp_path: Path) -> None:
    """As in `evidence-review align … | head -1`."""
    session = written(tmp_path, "session.json", {"messages": MESSAGES})
    extraction = written(tmp_path, "extraction.json", {"evidence": [GOOD] * 1_000})

    with subprocess.Popen(
        [sys.executable, "-m", "aligner_core", "align", session, extraction],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as align:
        assert align.stdout is not None
        assert align.stderr is not None
        first = align.stdout.readline()
        align.stdout.close()
        stderr = align.stderr.read()

    assert (first, align.returncode) == ("{\n", 128 + signal.SIGPIPE)
    assert "Error" not in stderr  # a busy machine shows how far it is


def test_a_closed_pipe_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", encoding="utf-8") as closed:  # noqa: PTH123 - no path has a descriptor
        monkeypatch.setattr(sys, "stdout", closed)

        assert command_line.main(["schema"]) == command_line.OUTPUT_CLOSED


def test_align_writes_lone_surrogates_as_escapes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = r'{"messages": ["a\ud800b"]}'
    extraction = r'{"evidence": [{"messageIndex": 0, "quote": "a\ud800"}], "\udfff": 1}'

    code = align(tmp_path, session, extraction)

    out, err = capsys.readouterr()
    assert (code, err) == (0, "\\udfff: Unknown field, ignored.\n")
    assert r'"a\ud800"' in out
    assert json.loads(out)["alignedEvidence"][0]["quote"] == "a\ud800"


def test_align_says_what_it_leaves_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = [{"entryId": "a", "stage": "verified", "evidence": [GOOD]}, {"entryId": "b", "evidence": [GOOD]}]

    code = align(tmp_path, {"messages": MESSAGES, "source": "chat"}, {"entries": entries})

    out, err = capsys.readouterr()
    assert code == 0
    assert [entry["entryId"] for entry in json.loads(out)["entries"]] == ["b"]
    assert err.splitlines() == [
        "source: Unknown field, ignored.",
        "entries[0].stage: Left out: only people can verify. The stages of an upload are raw, working and candidate.",
    ]


def test_align_shows_how_far_it_is_when_that_takes_long(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PROGRESS_AFTER", 0.0)

    code = align(tmp_path, MESSAGES, {"evidence": [GOOD, BAD]})

    out, err = capsys.readouterr()
    assert code == 0
    assert "2/2" in err
    assert json.loads(out)["evidenceAligned"] is False


def test_align_reads_a_file_that_begins_with_a_mark(tmp_path: Path) -> None:
    assert align(tmp_path, "\ufeff" + json.dumps(MESSAGES), {"evidence": []}) == 0


@pytest.mark.parametrize(
    ("session", "extraction", "message"),
    [
        pytest.param("{", {}, "session.json: line 1, column 2: Not JSON from here on.", id="no JSON"),
        pytest.param("[" * 200_000, {}, "session.json: The JSON is nested deeper than 32 levels.", id="too deep"),
        pytest.param('["a",' + "1" * 5000 + "]", {}, "A number has too many digits.", id="a number too long"),
        pytest.param({}, {}, "session.json: No format is known that looks like this. Known are: ", id="no session"),
        pytest.param([7], {}, "session.json: No format is known that looks like this.", id="no message"),
        pytest.param(
            [{"content": 7}],
            {},
            "session.json: Rows with the keys content: no format is known that has these.",
            id="no content",
        ),
        pytest.param(
            {"messages": ["a", {}]}, {}, "session.json: messages[1].content: The message has no", id="no text"
        ),
        pytest.param({"evidence": [GOOD]}, {}, "session.json holds no session.", id="an extraction alone"),
        pytest.param(
            '{"messages": ["a"]}\n{"messages": ["b"]}',
            {},
            "session.json holds 2 sessions: `convert --to jsonl` writes each on a line of its own.",
            id="two sessions",
        ),
        pytest.param([{"content": "a", "role": []}], {}, "messages[0].role: Expected a string, not [].", id="no text"),
        pytest.param(MESSAGES, [], "extraction.json: No format is known that looks like this.", id="no extraction"),
        pytest.param(
            MESSAGES,
            {"entries": 1},
            "where a list was expected here. Known are: ChatGPT export, Claude export, Claude Code log",
            id="no list",
        ),
        pytest.param(MESSAGES, MESSAGES, "extraction.json holds no extraction.", id="a session again"),
        pytest.param(MESSAGES, "nul", "extraction.json: A text in which nobody is seen to speak.", id="no JSON either"),
    ],
)
def test_align_says_in_one_sentence_what_is_wrong(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    session: object,
    extraction: object,
    message: str,
) -> None:
    code = align(tmp_path, session, extraction)

    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("evidence-review: ")
    assert err.count("\n") == 1


def test_align_says_which_file_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "missing.json")
    session = written(tmp_path, "session.json", MESSAGES)

    codes = [command_line.main(["align", *files]) for files in ((missing, missing), (session, str(tmp_path)))]

    assert codes == [2, 2]
    assert capsys.readouterr().err.splitlines() == [
        f"evidence-review: {missing} cannot be read: No such file or directory.",
        f"evidence-review: {tmp_path} cannot be read: Is a directory.",
    ]


def test_align_says_that_a_file_is_not_utf8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "session.json"
    path.write_bytes(b'["\xff"]')

    assert command_line.main(["align", str(path), str(path)]) == 2
    assert "session.json: Text in no encoding that is recognized, from byte 2 on." in capsys.readouterr().err


def test_align_takes_the_extraction_of_the_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    upload = {"messages": MESSAGES, "extraction": {"evidence": [GOOD, BAD]}}

    code = command_line.main(["align", written(tmp_path, "upload.json", upload)])

    out, err = capsys.readouterr()
    expected = EvidenceAligner().align(MESSAGES, {"evidence": [GOOD, BAD]}).model_dump(by_alias=True)
    assert (code, err, json.loads(out)) == (0, "", expected)


def test_align_reads_any_format_and_says_which(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chat = {"messages": [{"role": "user", "content": [{"type": "text", "text": text}]} for text in MESSAGES]}
    session = written(tmp_path, "chat.json", chat)
    table = written(tmp_path, "quotes.csv", "quote;claim\nJSONB를 JSON으로;a\n")

    code = command_line.main(["align", session, table])

    out, err = capsys.readouterr()
    assert code == 0
    assert [one["spanStart"] for one in json.loads(out)["alignedEvidence"]] == [8]
    table_rule = "Table of quotes (CSV): a column called `quote`, with semicolons between columns"
    assert err.splitlines() == [
        f"{session}: OpenAI chat: `messages` with the roles of OpenAI. {Counting.MESSAGES.sentence}",
        f"{table}: {table_rule}. {Counting.NO_NUMBERS.sentence}",
    ]


def test_align_takes_standard_input_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["align", "-", "-"]) == 2
    assert 'only one of the files can be "-"' in capsys.readouterr().err


CHUNKS = [{"title": "배출.md", "score": 0.9, "metadata": {"lastUpdated": 0}}]
DOCUMENTS = [{"page_content": "라벨을 뗀다.", "metadata": {"source": "docs/배출.md", "lastUpdated": 0}}]


@pytest.mark.parametrize("chunks", [CHUNKS, {"query": "x", "chunks": CHUNKS}])
def test_trace_prints_the_block(chunks: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = command_line.main(["trace", written(tmp_path, "chunks.json", chunks)])

    assert (code, capsys.readouterr().out.rstrip("\n")) == (0, build_citation_trace_block(CHUNKS))


@pytest.mark.parametrize("chunks", [CHUNKS, {"chunks": CHUNKS}, DOCUMENTS])
def test_check_citations_prints_what_the_line_says(
    chunks: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = "라벨을 뗀다.\n\n*출처:* `배출.md` · `없음.md`"

    code = command_line.main(
        ["check-citations", written(tmp_path, "answer.txt", answer), written(tmp_path, "chunks.json", chunks)]
    )

    printed = json.loads(capsys.readouterr().out)
    assert (code, printed) == (1, check_citation_line(answer, CHUNKS).model_dump(by_alias=True))
    assert (printed["ok"], printed["staleUnmentioned"]) == (False, ["배출.md"])


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        pytest.param("라벨을 뗀다 (2023년 자료).\n\n*출처:* `배출.md`", 0, id="one line with a real source"),
        pytest.param("라벨을 뗀다.", 1, id="none"),
        pytest.param("*출처:* `배출.md`\n\n라벨을 뗀다.", 1, id="in the middle"),
    ],
)
def test_check_citations_exits_by_whether_the_line_is_ok(
    answer: str, expected: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chunks = written(tmp_path, "chunks.json", [{"title": "배출.md", "score": 0.9}])

    code = command_line.main(["check-citations", written(tmp_path, "answer.txt", answer), chunks])

    assert (code, json.loads(capsys.readouterr().out)["ok"]) == (expected, expected == 0)


def test_check_citations_exits_with_2_when_a_file_cannot_be_read(tmp_path: Path) -> None:
    chunks = written(tmp_path, "chunks.json", CHUNKS)

    assert command_line.main(["check-citations", str(tmp_path / "none.txt"), chunks]) == 2


@pytest.mark.parametrize(
    ("chunks", "message"),
    [
        pytest.param(
            {"query": "x"}, 'chunks: Not a retrieval: expected an object with a list "chunks".', id="no chunks"
        ),
        pytest.param(["x"], 'chunks: Not a retrieval: expected an object with a list "chunks".', id="texts"),
        pytest.param([{"title": 3}], "title: Input should be a valid string.", id="a number as title"),
        pytest.param("{", "is not JSON", id="no JSON"),
    ],
)
def test_trace_says_in_one_sentence_what_is_wrong(
    chunks: object, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = command_line.main(["trace", written(tmp_path, "chunks.json", chunks)])

    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_prompt_is_printed_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    codes = [command_line.main(arguments) for arguments in (["prompt"], ["prompt", "--language", "ko"])]

    assert codes == [0, 0]
    assert capsys.readouterr().out == extractor_prompt("en") + extractor_prompt("ko")


def test_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == extractor_schema()


@pytest.mark.parametrize(("name", "policy"), [("bundle", SEED_POLICY), ("audit-bundle", PRODUCT_POLICY)])
def test_schema_of_a_bundle_is_printed(name: str, policy: BundlePolicy, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["schema", "--of", name]) == 0
    assert json.loads(capsys.readouterr().out) == bundle_schema(policy)


def test_the_module_leaves_with_the_code_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["aligner_core", "schema"])

    with pytest.raises(SystemExit) as left:
        runpy.run_path(str(module.__file__), run_name="__main__")

    assert left.value.code == 0


@pytest.mark.parametrize("arguments", [[], ["verify"], ["align"], ["check"], ["prompt", "--language", "de"]])
def test_wrong_arguments_are_answered_with_the_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        command_line.main(arguments)

    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage: evidence-review")


COMMANDS = (
    *(
        "check",
        "align",
        "convert",
        "bulk",
        "search",
        "context",
        "trace",
        "check-citations",
        "evaluate",
        "bundle",
        "extract",
        "prompt",
        "schema",
        "hook",
        "mcp",
        "api",
        "export",
        "import",
        "serve",
        "manage",
    ),
)


def helped(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as left:
        command_line.main([*arguments, "--help"])
    assert left.value.code == 0
    return capsys.readouterr().out


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    help_text = helped([], capsys)

    assert re.findall(r"^    ([a-z-]+)\b", help_text, re.MULTILINE) == list(COMMANDS)
    assert "COMMAND --help" in help_text


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_has_examples_that_it_can_read(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    help_text = helped([name], capsys)
    examples = [line.partition("evidence-review ")[2] for line in help_text.split("examples:")[1].splitlines()]
    lines = [shlex.split(re.split(" [|<>]", line)[0]) for line in examples if line]

    assert lines
    assert [line[0] for line in lines] == [name] * len(lines)
    for line in lines:
        assert callable(command_line._parser().parse_args(line).run)


def test_align_reads_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps({"evidence": [GOOD]}).encode())))

    code = command_line.main(["align", written(tmp_path, "session.json", MESSAGES), "-"])

    assert (code, json.loads(capsys.readouterr().out)["evidenceAligned"]) == (0, True)
