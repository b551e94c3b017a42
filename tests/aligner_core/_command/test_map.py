"""`--map`: files of an unknown shape by the commands `check`, `align` and `convert`."""

import json
from pathlib import Path

import pytest

from aligner_core._command.main import main

FACTS = "fact,said,msg,mood\nThe cache is short-lived,lives for one hour,0,calm\n"
TALK = {"messages": ["The cache lives for one hour.", "Fine."]}
PAIRS = "claim=fact,quote=said,message=msg"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "facts.csv").write_text(FACTS)
    (tmp_path / "talk.json").write_text(json.dumps(TALK))
    (tmp_path / "prose.txt").write_text("Ana: The cache lives for one hour.\nAll agree.\n")
    (tmp_path / "map.json").write_text(json.dumps({"claim": "fact", "quote": "said", "message": "msg"}))
    return tmp_path


@pytest.mark.parametrize("mapping", [PAIRS, "map.json"])
def test_convert_takes_a_mapping_and_lists_what_it_does_not_use(
    mapping: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["convert", "facts.csv", "--map", mapping])

    out, err = capsys.readouterr()
    [entry] = json.loads(out)["entries"]
    assert (code, entry["title"], entry["evidence"]) == (
        1,
        "The cache is short-lived",
        [{"quote": "lives for one hour", "messageIndex": 0}],
    )
    assert "By a mapping: claim from `fact`, quote from `said`, message from `msg`." in err
    assert "row 2: Not used by the mapping: mood (1 values, such as calm)." in err


def test_convert_takes_a_text_as_lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "prose.txt", "--map", "as=lines"]) == 0

    assert json.loads(capsys.readouterr().out)["messages"] == [
        {"name": "Ana", "content": "The cache lives for one hour."},
        {"content": "All agree."},
    ]


def test_align_reads_the_extraction_by_a_mapping(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["align", "talk.json", "facts.csv", "--map", PAIRS]) == 0

    assert json.loads(capsys.readouterr().out)["evidenceAligned"] is True


def test_check_reads_the_quotes_by_a_mapping(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "source.md").write_text("The cache lives for one hour.")

    assert main(["check", "facts.csv", "source.md", "--map", "claim=fact,quote=said"]) == 0
    assert "1 ok" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["convert", "facts.csv", "--map", "quote="], "--map quote=: Not a mapping: quote=. Write name=key"),
        (["convert", "facts.csv", "--map", "talk.json"], "--map talk.json: FieldMapping: "),
        (["convert", "facts.csv", "--map", "missing.json"], "missing.json cannot be read"),
        (["convert", "facts.csv", "--map", "quote=nothing"], "facts.csv: No row has what the mapping names: nothing."),
        (["check", "facts.csv", "talk.json", "--map", "quote=nothing"], "No row has what the mapping names"),
        (["convert", "facts.csv"], "A table with the columns fact, said, msg, mood"),
    ],
)
def test_a_mapping_that_is_none_or_fits_nothing_is_told(
    command: list[str], sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 2

    assert sentence in capsys.readouterr().err
