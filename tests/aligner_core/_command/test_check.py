"""`check`: the exit code says whether every quote is ok."""

import io
import json
import sys
from pathlib import Path

import pytest

from aligner_core import check, explain
from aligner_core._command import files
from aligner_core._command.main import main
from aligner_core.grounding import to_html, to_json
from tests.aligner_core.formats.files import CASES, case
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES

UPLOAD = {
    "messages": [{"role": "user", "content": source.text} for source in SOURCES],
    "extraction": {"entries": [{"entryId": "e", "evidence": [{"quote": "within 90 days", "messageIndex": 0}]}]},
}
SLIP = "usually within five workin days"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the worked example, and be in it."""
    monkeypatch.chdir(tmp_path)
    for source in SOURCES:
        (tmp_path / source.name).write_text(source.text, encoding="utf-8", newline="")
    (tmp_path / "answer.json").write_text(json.dumps(QUOTES), encoding="utf-8")
    (tmp_path / "upload.json").write_text(json.dumps(UPLOAD), encoding="utf-8")
    (tmp_path / "quotes.txt").write_text("\n  within 90 days  \r\n\nRefunds go\n", encoding="utf-8", newline="")
    (tmp_path / "slip.txt").write_text(SLIP, encoding="utf-8")
    return tmp_path


def given(text: str | bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    data = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


NAMES = [source.name for source in SOURCES]


def test_check_explains_what_is_not_ok(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["check", "answer.json", *NAMES])

    out, err = capsys.readouterr()
    assert (code, err) == (1, "")
    assert out == f"{explain(check(QUOTES, SOURCES))}   exit code 1   details: --json, --html report.html\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param(["upload.json"], 0, id="a session with its extraction"),
        pytest.param(["quotes.txt", *NAMES], 0, id="a quote a line"),
        pytest.param(["quotes.txt", "returns.md"], 1, id="a source too few"),
        pytest.param(["--answer", "answer.md", *NAMES], 0, id="the passages of an answer"),
        pytest.param(["answer.md", *NAMES], 1, id="an answer as one quote"),
        pytest.param(["--answer", "quotes.txt", *NAMES], 1, id="an answer that quotes nothing"),
        pytest.param(["slip.txt", "refunds.md"], 0, id="a slip"),
        pytest.param(["slip.txt", "refunds.md", "--strict"], 1, id="a slip, strictly"),
        pytest.param(["slip.txt", "upload.json"], 0, id="messages as sources"),
        pytest.param(["empty.txt", "refunds.md"], 1, id="nothing to check"),
        pytest.param(["slip.txt", "empty.json"], 1, id="no sources in a file"),
    ],
)
def test_check_leaves_with_a_code(arguments: list[str], code: int, folder: Path) -> None:
    (folder / "answer.md").write_text('Send it back "within 90 days", then "Refunds go to" your card.')
    (folder / "empty.txt").write_text(" \n")
    (folder / "empty.json").write_text("[]")

    assert main(["check", *arguments]) == code


def test_check_prints_the_report_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["check", "answer.json", *NAMES, "--json", "--strict"])

    assert (code, capsys.readouterr().out) == (1, to_json(check(QUOTES, SOURCES, strict=True)) + "\n")


def test_check_names_the_entry_and_the_file_of_a_source(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes = [
        main(["check", "upload.json", "--json"]),
        main(["check", "slip.txt", "upload.json", "returns.md", "--json"]),
    ]

    first, second = capsys.readouterr().out.split("\n}\n")[:2]
    assert codes == [0, 0]
    assert json.loads(first + "}")["rows"][0]["entryId"] == "e"
    assert json.loads(second + "}")["sources"] == [*(f"upload.json: message {n}" for n in range(3)), "returns.md"]


def test_check_counts_indices_over_the_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "claims.json").write_text(json.dumps([{"quote": "Refunds go", "messageIndex": 1}]))

    codes = [main(["check", "claims.json", "returns.md", other]) for other in ("refunds.md", "shipping.md")]

    assert codes == [0, 1]


def test_check_writes_the_report_as_a_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["check", "answer.json", *NAMES, "--html", "report.html"])

    assert code == 1
    assert capsys.readouterr().out.endswith("   exit code 1   written to report.html\n")
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page == to_html(check(QUOTES, SOURCES), name="answer.json")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("within 90 days\n", 0, id="a line"),
        pytest.param('["within 90 days"]', 0, id="a list"),
        pytest.param(' {"evidence": [{"quote": "within 30 days"}]}', 1, id="an extraction"),
        pytest.param("[it is] within 90 days", 1, id="a line that begins with a bracket"),
    ],
)
def test_check_reads_quotes_from_standard_input(
    text: str, code: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(text, monkeypatch)

    assert main(["check", "-", "returns.md"]) == code


@pytest.mark.parametrize("text", [SOURCES[1].text, json.dumps([SOURCES[1].text])])
def test_check_reads_a_source_from_standard_input(
    text: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(text, monkeypatch)

    assert main(["check", "slip.txt", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sources"][0] in {"standard input", "message 0"}


def test_check_shows_how_far_it_is_when_that_takes_long(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PROGRESS_AFTER", 0.0)

    main(["check", "answer.json", *NAMES])

    assert "8/8" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("terminal", "no_color", "term", "colored"),
    [
        (True, "", "xterm", True),
        (True, "1", "xterm", False),
        (True, "", "dumb", False),
        (False, "", "xterm", False),
    ],
)
def test_check_uses_colors_where_they_are_seen_and_wanted(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    terminal: bool,
    no_color: str,
    term: str,
    colored: bool,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)

    main(["check", "answer.json", *NAMES])

    assert ("\x1b[" in capsys.readouterr().out) == colored


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["missing.txt", "returns.md"], "missing.txt cannot be read: No such file", id="no file"),
        pytest.param(["quotes.txt", "missing.md"], "missing.md cannot be read: No such file", id="no source"),
        pytest.param(["broken.json", "returns.md"], "broken.json is not JSON", id="no JSON"),
        pytest.param(["quotes.txt", "broken.json"], "broken.json is not JSON", id="no JSON as source"),
        pytest.param(["latin.txt", "returns.md"], "latin.txt is not UTF-8 text", id="no UTF-8"),
        pytest.param(
            ["number.json", "returns.md"], "number.json: A text in which nobody is seen to speak", id="no quotes"
        ),
        pytest.param(["quotes.txt", "number.json"], "number.json: sources[0] has no text: give a string", id="no text"),
        pytest.param(
            ["messages.json"], "messages.json: quotes have neither `quote`, `evidence` nor", id="no extraction"
        ),
        pytest.param(["quotes.txt"], "quotes.txt: name the sources to look in: the", id="no sources"),
        pytest.param(["quotes.txt", "torn.zip"], "torn.zip: The archive cannot be unpacked", id="a torn archive"),
        pytest.param(
            ["quotes.txt", "memories.json"],
            "memories.json: mem0 memories: `results` of `memory`. It holds no texts to look in.",
            id="memories as source",
        ),
        pytest.param(["upload.json", "returns.md"], "upload.json: it has messages of its own: name no", id="both"),
        pytest.param(["-", "-"], "only one of the files can be", id="standard input twice"),
        pytest.param(
            ["quotes.txt", *NAMES, "--html", "no/report.html"], "no/report.html cannot be written", id="no folder"
        ),
    ],
)
def test_check_says_in_one_sentence_what_is_wrong(
    arguments: list[str], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.json").write_text("{")
    (folder / "number.json").write_text("7")
    (folder / "messages.json").write_text('{"messages": ["a"]}')
    (folder / "latin.txt").write_bytes("é".encode("latin-1"))
    (folder / "torn.zip").write_bytes(b"PK\x03\x04")
    (folder / "memories.json").write_bytes((CASES / "mem0--results.json").read_bytes())

    code = main(["check", *arguments])

    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"evidence-review: {message}")


def test_check_prints_one_form_of_the_report(folder: Path) -> None:
    with pytest.raises(SystemExit) as left:
        main(["check", "upload.json", "--json", "--html", "report.html"])

    assert left.value.code == 2


@pytest.mark.parametrize(
    ("arguments", "verdicts"),
    [
        pytest.param(["langextract--document.json"], ["verbatim", "missing", "verbatim"], id="quotes with their text"),
        pytest.param(["quote_table--commas.csv", "session--texts.json"], ["equal", "missing", "missing"], id="a table"),
        pytest.param(["extraction--entries.json", "chatgpt--export.zip"], ["elsewhere", "elsewhere"], id="an export"),
        pytest.param(
            ["anthropic--answer.json", "documents--langchain.jsonl"],
            ["verbatim", "missing", "differs", "verbatim"],
            id="citations in documents",
        ),
        pytest.param(["mem0--results.json", "transcript--speakers.txt"], [], id="memories"),
        pytest.param(
            ["retrieved_evidence--list.json", "documents--langchain.jsonl"],
            ["elsewhere", "elsewhere"],
            id="of others",
        ),
    ],
)
def test_check_reads_any_format(
    arguments: list[str], verdicts: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(CASES)

    code = main(["check", *arguments, "--json"])

    out, err = capsys.readouterr()
    rows = json.loads(out)["rows"]
    assert [row["verdict"] for row in rows] == verdicts
    assert code == (0 if rows and all(row["ok"] for row in rows) else 1)
    assert f"{arguments[0]}: " in err or arguments[0].startswith("extraction")


def test_check_of_a_file_is_that_of_the_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(CASES)

    for path in sorted(CASES.glob("langextract*")):
        main(["check", path.name, "--json"])

        assert capsys.readouterr().out == to_json(check(case(path.name))) + "\n"


def test_check_takes_a_transcript_as_one_source(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A guess at speakers would not help, and lines of quotes may look like one, too."""
    (folder / "talk.txt").write_text("Dana: within 90 days\nKim: no\nDana: yes\n")

    codes = [
        main(["check", *arguments, "--json"]) for arguments in (["quotes.txt", "talk.txt"], ["talk.txt", "talk.txt"])
    ]

    first, second = (json.loads(text) for text in capsys.readouterr().out.replace("}\n{", "}\x00{").split("\x00"))
    assert (first["sources"], len(second["rows"]), codes) == (["talk.txt"], 3, [1, 0])


def test_check_prefers_the_names_of_formats_where_nothing_of_a_file_is_known(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "odd.json").write_text('{"mapping": {"n1": {}}}')

    assert main(["check", "odd.json", "returns.md"]) == 2
    assert capsys.readouterr().err.startswith(
        "evidence-review: odd.json: mapping.n1.children: Not a known format. Nearest is ChatGPT export"
    )
