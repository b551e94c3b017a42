"""The verifiers take files from anybody: none drives a terminal, fills the memory, or makes them crash."""

import json
import os
import resource
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core.ledger import Signer, seal
from review.services._checkpoints import make
from review.services.bundles.seal import SealedBundle
from review.verifier import verify, verify_checkpoints
from tests.forging import CLEARS, DEEP, Files, sealed_as, shows

pytestmark = pytest.mark.django_db

MEMORY = 400 << 20
"""What a verifier may take of memory, Python and the signature included."""


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(program: ModuleType, *arguments: str | Path) -> tuple[int, str]:
    """Run a verifier on its own, with little memory; return its exit code and what it printed."""
    command = [sys.executable, "-I", str(program.__file__), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=False, preexec_fn=limit_memory, timeout=60)
    assert done.stderr == b""
    return done.returncode, done.stdout.decode()


@given(st.text())
@pytest.mark.parametrize("program", [verify, verify_checkpoints])
def test_printable_leaves_nothing_for_a_terminal_to_obey(program: ModuleType, text: str) -> None:
    shown = program.printable(text)

    assert shown.isprintable()
    shown.encode()
    assert len(shown) <= 10 * (program.MAX_LINE + 1)
    assert shown == text or not text.isprintable() or len(text) > program.MAX_LINE


def test_a_key_that_is_no_text_is_not_the_one_that_was_asked_for(files: Files) -> None:
    issues = verify.check(sealed_as(files, key_id=["0" * 64]), wanted_key="0" * 64)

    assert any(one.kind == "wrong" for one in issues)


def test_a_manifest_that_names_an_escape_sequence_does_not_clear_the_screen(files: Files, tmp_path: Path) -> None:
    hostile = sealed_as(files, files={CLEARS: "0" * 64}, sizes={CLEARS: 1}, key_id=CLEARS)
    (tmp_path / "bundle.zip").write_bytes(verify.pack(hostile))

    code, output = run(verify, tmp_path / "bundle.zip", "--key-id", "0" * 64)

    assert (code, shows(output)) == (1, True)
    assert r"\x1b[2J\x1b[H" in output
    assert output.endswith("This is NOT what was sealed.\n")


def test_a_file_with_a_hostile_name_is_named_in_escapes(tmp_path: Path) -> None:
    path = tmp_path / f"{CLEARS}.zip"
    path.write_bytes(b"none")

    code, output = run(verify, path)

    assert (code, shows(output), r"\x1b[2J" in output) == (1, True, True)


def test_a_member_that_no_manifest_names_is_found_and_not_unpacked(files: Files, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        with archive.open("zeros.bin", "w") as member:
            for _ in range(600):
                member.write(bytes(1 << 20))
    assert (tmp_path / "bomb.zip").stat().st_size < 1 << 20

    code, output = run(verify, tmp_path / "bomb.zip")

    assert (code, output.splitlines()[0]) == (1, "WRONG      zeros.bin: was not sealed with the rest")


@pytest.mark.parametrize(
    ("stated", "printed"),
    [
        (600 << 20, "WRONG      bomb.zip: cannot be read (it holds more than --max-mb allows, or more files than "),
        (1_000, "WRONG      messages.jsonl, record 1: changed since it was sealed"),
        (-5, "WRONG      messages.jsonl: missing"),
        ("9", "WRONG      messages.jsonl: missing"),
    ],
)
def test_no_more_of_a_member_is_read_than_its_manifest_states_and_the_limit_allows(
    files: Files, tmp_path: Path, stated: object, printed: str
) -> None:
    sizes = {name: len(data) for name, data in files.items()} | {"messages.jsonl": stated}
    hostile = sealed_as(files, sizes=sizes)
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in hostile.items():
            archive.writestr(name, bytes(600 << 20) if name == "messages.jsonl" else data)

    code, output = run(verify, tmp_path / "bomb.zip")

    assert (code, any(line.startswith(printed) for line in output.splitlines())) == (1, True)


def test_an_archive_larger_than_the_limit_is_not_read(files: Files, tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_bytes(verify.pack({**files, "more.bin": bytes(1 << 20)}))

    code, output = run(verify, tmp_path / "bundle.zip", "--max-mb", "1")

    assert (code, "cannot be read (it holds more than --max-mb allows" in output) == (1, True)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_member_packed_in_another_way_is_not_unpacked(files: Files, tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "bundle.zip", "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)

    assert run(verify, tmp_path / "bundle.zip") == (
        1,
        "WRONG      bundle.zip: cannot be read (a part of it is no file)\nThis is NOT what was sealed.\n",
    )


def test_sixty_thousand_members_are_no_bundle(files: Files, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bundle.zip", "w") as archive:
        for number in range(60_000):
            archive.writestr(f"{number}", b"")
        for name, data in files.items():
            archive.writestr(name, data)

    code, output = run(verify, tmp_path / "bundle.zip")

    assert (code, len(output.splitlines()) < 300) == (1, True)


def unpacked(files: Files, folder: Path) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.mark.parametrize("name", ["notes.txt", "sections/more.json", ".hidden", "sections/deep/er.txt", CLEARS])
def test_a_file_more_in_a_folder_is_found(files: Files, tmp_path: Path, name: str) -> None:
    folder = unpacked({**files, name: b"mine"}, tmp_path / "bundle")

    code, output = run(verify, folder)

    assert (code, shows(output)) == (1, True)
    assert output.splitlines()[0] == f"WRONG      {verify.printable(name)}: was not sealed with the rest"


def link_to_zero(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("name", ["messages.jsonl", "manifest.json", "more"])
@pytest.mark.parametrize("put", [os.mkfifo, link_to_zero], ids=["a pipe", "a link to an endless file"])
def test_what_is_no_plain_file_in_a_folder_is_not_read(
    files: Files, tmp_path: Path, name: str, put: Callable[[Path], None]
) -> None:
    folder = unpacked(files, tmp_path / "bundle")
    (folder / name).unlink(missing_ok=True)
    put(folder / name)

    assert run(verify, folder)[0] == 1


def test_a_file_that_grew_in_a_folder_is_read_up_to_its_size(files: Files, tmp_path: Path) -> None:
    folder = unpacked(files, tmp_path / "bundle")
    with (folder / "messages.jsonl").open("ab") as file:
        file.truncate(8 << 30)

    code, output = run(verify, folder)

    assert (code, output.splitlines()[0]) == (1, "WRONG      messages.jsonl, record 3: changed since it was sealed")


def test_a_line_that_is_no_record_is_malformed_and_not_passed_over(files: Files) -> None:
    for line in (b"null\n", b"[]\n", b"x\n", b"\n", DEEP, b'{"withheld": 1}'):
        made = sealed_as({**files, "evidence.jsonl": files["evidence.jsonl"] + line}, counts={})
        issues = verify.check(made)
        assert any(one.where == "evidence.jsonl" and "is malformed" in one.what for one in issues)


def test_a_record_larger_than_any_is_malformed_and_not_passed_over(files: Files) -> None:
    line = b'{"a": "' + b"x" * verify.MAX_RECORD + b'"}\n'
    made = sealed_as({**files, "evidence.jsonl": files["evidence.jsonl"] + line}, counts={})

    assert any(one.where == "evidence.jsonl" and "is malformed" in one.what for one in verify.check(made))


def test_a_thousand_issues_are_counted_and_not_all_printed(files: Files, tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_bytes(verify.pack(sealed_as(files, counts={f"n{one}": 1 for one in range(1_000)})))

    code, output = run(verify, tmp_path / "bundle.zip")

    assert (code, len(output.splitlines())) == (1, verify.MAX_PRINTED + 2)
    assert output.splitlines()[-2].startswith("and 8")


def checkpoints(folder: Path) -> Path:
    (folder / "kept.jsonl").write_text(make().sealed + "\n")
    return folder / "kept.jsonl"


def test_checkpoints_are_compared_with_no_more_than_the_limit(files: Files, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, bytes(600 << 20) if name == "events.jsonl" else data)

    code, output = run(verify_checkpoints, tmp_path / "bomb.zip", checkpoints(tmp_path), "--max-mb", "64")

    assert (code, "it holds more than --max-mb allows" in output) == (1, True)


def test_a_checkpoint_with_hostile_words_is_shown_in_escapes(bundle: SealedBundle, tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_bytes(bundle.content)
    envelope = json.loads(checkpoints(tmp_path).read_bytes())
    envelope["signatures"][0]["keyid"] = CLEARS
    (tmp_path / "kept.jsonl").write_text(json.dumps(envelope))

    code, output = run(verify_checkpoints, tmp_path / "bundle.zip", tmp_path / "kept.jsonl")

    assert (code, shows(output), r"\x1b[2J" in output) == (2, True, True)


def test_event_zero_of_a_checkpoint_is_not_the_last_one(bundle: SealedBundle, tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_bytes(bundle.content)
    read = verify_checkpoints.read(tmp_path / "bundle.zip", 1 << 20)
    [(name, hashes)] = read.chains.items()
    payload = {"createdAt": read.created_at, "heads": [[name, 0, hashes[-1]]]}
    line = seal(json.dumps(payload).encode(), verify_checkpoints.PAYLOAD_TYPE.decode(), Signer.load(bytes(32)))

    assert "WRONG" in {one.kind for one in verify_checkpoints.compare(read, [line])}
