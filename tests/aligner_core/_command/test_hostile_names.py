"""Whatever a file, or a member of an archive, is called and says: a terminal shows it, and obeys none of it."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from aligner_core._command import files
from aligner_core._command.main import main
from aligner_core.bundles import SEED_POLICY, build_evidence

HOSTILE = "\x1b[31m\x1b]0;pwn\x07\u202e\x9b2J"
ESCAPED = r"\x1b[31m\x1b]0;pwn\x07\u202e\x9b2J"
SESSION = json.dumps({"messages": ["The cache lives for one hour."]})
WORDS = f"The cache lives {HOSTILE} for one hour."


def acts(text: str) -> bool:
    """Return whether a terminal would obey something in a text."""
    return not all(line.isprintable() for line in text.split("\n"))


def named(folder: Path, content: str | bytes = "", suffix: str = ".json") -> str:
    path = folder / f"{HOSTILE}\n{suffix}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


@pytest.mark.parametrize(
    "content", ["", "no json", "[]", '{"a": 1}', SESSION, '{"messages": 3}', b"\xff\xfe\xff", b"PK\x03\x04"]
)
@pytest.mark.parametrize(
    "command",
    [
        ["check", "{}"],
        ["check", "{}", "{}"],
        ["check", "--answer", "{}", "{}"],
        ["align", "{}"],
        ["align", "{}", "{}"],
        ["convert", "{}"],
        ["convert", "{}", "-o", "{}"],
        ["bundle", "build", "{}"],
        ["bundle", "verify", "{}"],
        ["trace", "{}"],
        ["check-citations", "{}", "{}"],
        ["search", "{}", "{}"],
        ["context", "{}", "--tips", "{}"],
        ["evaluate", "{}"],
    ],
    ids=" ".join,
)
def test_the_name_of_a_file_is_shown_and_not_obeyed(
    command: list[str], content: str | bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = named(tmp_path, content)

    main([part.format(path) for part in command])

    assert [acts(text) for text in capsys.readouterr()] == [False, False]


@pytest.mark.parametrize("command", ["check", "align", "convert", "trace", "search", "context", "evaluate"])
def test_the_name_of_a_file_that_is_not_there_is_shown_and_not_obeyed(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, str(tmp_path / HOSTILE)]) == 2

    err = capsys.readouterr().err
    assert (acts(err), ESCAPED in err) == (False, True)


def test_an_argument_that_nobody_knows_is_shown_and_not_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["convert", "a.json", f"--{HOSTILE}"])

    err = capsys.readouterr().err
    assert (acts(err), ESCAPED in err) == (False, True)


@pytest.mark.parametrize("command", ["check", "convert", "align"])
def test_the_name_of_a_member_is_shown_and_not_obeyed(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(f"{HOSTILE} evil.bin", bytes(range(256)))
        archive.writestr(f"{HOSTILE}.json", json.dumps({"messages": 3}))
    path = tmp_path / "e.zip"
    path.write_bytes(packed.getvalue())

    main([command, str(path)])

    assert [acts(text) for text in capsys.readouterr()] == [False, False]


@pytest.mark.parametrize("where", ["file", "terminal"])
def test_words_of_a_session_are_the_same_values_and_act_on_no_terminal(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "session.json", tmp_path / "out.json"
    path.write_text(json.dumps({"messages": [WORDS]}))

    assert main(["convert", str(path), *(["-o", str(out)] if where == "file" else [])]) == 0

    written = out.read_text() if where == "file" else capsys.readouterr().out
    assert not acts(written)
    assert json.loads(written)["messages"] == [WORDS]


def test_a_report_as_json_holds_the_same_values_and_acts_on_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "upload.json"
    path.write_text(
        json.dumps({"messages": [WORDS], "extraction": {"evidence": [{"messageIndex": 0, "quote": WORDS}]}})
    )

    assert main(["check", str(path), "--json"]) == 0

    out = capsys.readouterr().out
    assert not acts(out)
    assert json.loads(out)["rows"][0]["quote"] == WORDS


def test_a_report_names_the_page_that_it_was_written_to_without_obeying_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "upload.json"
    path.write_text(
        json.dumps({"messages": ["One."], "extraction": {"evidence": [{"messageIndex": 0, "quote": "One."}]}})
    )

    assert main(["check", str(path), "--html", named(tmp_path, suffix=".html")]) == 0

    assert not acts(capsys.readouterr().out)


def test_the_key_of_a_bundle_that_should_not_be_there_is_shown_and_not_obeyed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inputs = {"void": {"policy_version": "1", "policy_signature": "0" * 64, "day_index": 1, "xun_start": 1, "kong": []}}
    bundle = build_evidence(inputs, policy=SEED_POLICY) | {HOSTILE: 1}
    path = tmp_path / "bundle.json"
    path.write_text(json.dumps(bundle))

    assert main(["bundle", "verify", str(path)]) == 1

    err = capsys.readouterr().err
    assert (acts(err), ESCAPED in err) == (False, True)


def test_no_more_of_a_bundle_is_read_than_of_any_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_FILE_BYTES", 1_000)
    path = tmp_path / "bundle.json"
    path.write_text("[" + "1," * 1_000 + "1]")

    assert main(["bundle", "verify", str(path)]) == 2
    assert "is larger than 1000 bytes" in capsys.readouterr().err
    assert main(["bundle", "verify", "/dev/zero"]) == 2
    assert "is larger than 1000 bytes" in capsys.readouterr().err


@pytest.mark.parametrize(
    "deep", ["[" * 200_000, '{"sections": ' * 200_000, '{"evidence_version": 1e999999}', "9" * 10_000]
)
def test_a_bundle_of_brackets_or_digits_alone_is_no_crash(
    deep: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bundle.json"
    path.write_text(deep)

    assert main(["bundle", "verify", str(path)]) in {1, 2}
    assert not acts(capsys.readouterr().err)
