"""The verifier inside a bundle: it finds every changed byte, and lies that were sealed with care."""

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aligner_core import canonical_json, digest
from review.selectors.bundles.contents import session_scope
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.verifier import verify
from tests.factories import make_entry, make_session
from tests.forging import Files, forged, resealed

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event. 🙂", "캐시는 한 시간 동안 유지합니다."]


@pytest.fixture
def bundle() -> SealedBundle:
    session = make_session(WORDS, session_id="talk-1")
    make_entry(session, ["raw text of every event. 🙂", (1, "캐시는  한 시간 동안"), (0, "never said by anybody")])
    sealed = seal_bundle(scope=session_scope(session), withheld=(), actor=None)
    assert isinstance(sealed, SealedBundle)
    return sealed


def run(path: Path, *arguments: str, prelude: str = "") -> tuple[int, str]:
    """Run the verifier as people do: on its own, in a fresh Python, outside the checkout."""
    script = Path(verify.__file__)
    command = [sys.executable, "-I", str(script), str(path), *arguments]
    if prelude:
        code = (
            f"import runpy, sys; {prelude}; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
        )
        command = [sys.executable, "-I", "-c", code, *command[2:]]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent)
    assert answer.stderr == ""
    return answer.returncode, answer.stdout


def wrongs(files: Files) -> list[str]:
    return [f"{where}: {what}" for kind, where, what in verify.check(files) if kind == "wrong"]


def test_a_whole_bundle_is_good(bundle: SealedBundle, tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_bytes(bundle.content)

    code, output = run(tmp_path / "bundle.zip")

    assert code == 0
    assert output.startswith("Everything here was checked and holds.\nSealed 20")
    assert output.endswith(f"2 messages.\nSigned by the key {bundle.key_id}.\n")


def test_a_bundle_that_was_unpacked_checks_itself(bundle: SealedBundle, files: Files, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(bundle.content)) as archive:
        archive.extractall(tmp_path)
    command = [sys.executable, "-I", str(tmp_path / "verify.py")]

    whole = subprocess.run(command, capture_output=True, text=True, check=False)
    (tmp_path / "sections" / "notes.txt").write_text("mine")
    more = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (whole.returncode, whole.stderr) == (0, "")
    assert (more.returncode, more.stderr) == (1, "")
    assert more.stdout.startswith("WRONG      sections/notes.txt: was not sealed with the rest\n")


def test_a_bundle_that_was_packed_anew_is_good(files: Files, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "again.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)

    assert run(tmp_path / "again.zip")[0] == 0


def test_a_flipped_byte_in_50_places_is_found_and_placed_50_times(
    bundle: SealedBundle, files: Files, tmp_path: Path
) -> None:
    size, missed = len(bundle.content), []
    places = [round(size * (number + 0.5) / 50) for number in range(50)]

    for at in places:
        broken = bytearray(bundle.content)
        broken[at] ^= 0x04
        (tmp_path / "bundle.zip").write_bytes(broken)
        code, output = run(tmp_path / "bundle.zip")
        named = output.removeprefix("WRONG      ").split(":")[0].split(",")[0]
        if code != 1 or named not in {*files, "bundle.zip"}:
            missed.append((at, code, output))

    assert (len(places), missed) == (50, [])


def test_every_flipped_bit_of_the_directory_is_found(
    bundle: SealedBundle, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`zipfile` may raise anything; the verifier reports it in any case."""
    with zipfile.ZipFile(io.BytesIO(bundle.content)) as archive:
        start, first = archive.start_dir, archive.infolist()[0]
    directory = range(start, start + 46 + len(first.filename))
    missed = []

    for at in (*range(30), *directory, *range(len(bundle.content) - 22, len(bundle.content))):
        for bit in range(8):
            broken = bytearray(bundle.content)
            broken[at] ^= 1 << bit
            (tmp_path / "bundle.zip").write_bytes(broken)
            if verify.main([str(tmp_path / "bundle.zip")]) != 1:
                missed.append((at, bit))

    assert missed == []
    assert capsys.readouterr().out.count("WRONG") >= len(directory) * 8


def test_every_flipped_bit_of_every_record_is_named(files: Files) -> None:
    unnamed = []

    for name in ("entries.jsonl", "evidence.jsonl", "events.jsonl", "messages.jsonl"):
        data, starts = files[name], [0]
        starts += [at + 1 for at, byte in enumerate(data) if byte == ord("\n")]
        for at in range(0, len(data), 37):
            record = sum(start <= at for start in starts)
            flipped = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
            if not any(one.startswith(f"{name}, record {record}") for one in wrongs({**files, name: flipped})):
                unnamed.append((name, at))

    assert unnamed == []


def test_the_entry_of_a_changed_record_is_named(files: Files) -> None:
    files["evidence.jsonl"] = files["evidence.jsonl"].replace(b"never said", b"never sAid")

    assert wrongs(files)[0] == "evidence.jsonl, record 3 (entry 'e-1', quote 2, attempt 1): changed since it was sealed"


@pytest.mark.parametrize("name", ["messages.jsonl", "sections/journal.json", "signature.dsse.json", "public-key.pem"])
def test_a_missing_file_is_named(files: Files, name: str) -> None:
    del files[name]

    assert any(one.startswith(name) for one in wrongs(files))


def test_a_file_more_is_named(files: Files) -> None:
    assert wrongs({**files, "more.txt": b""}) == ["more.txt: was not sealed with the rest"]


def test_what_is_no_bundle_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_bytes(b"PK")

    code, output = run(tmp_path / "bundle.zip")
    assert (code, output.startswith("WRONG      bundle.zip: cannot be read (")) == (1, True)
    assert run(tmp_path / "none.zip")[0] == 1
    assert wrongs({}) == ["manifest.json: missing, or not what was sealed"]


def test_another_key_than_the_owner_named_is_refused(bundle: SealedBundle, tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_bytes(bundle.content)

    assert run(tmp_path / "bundle.zip", "--key-id", bundle.key_id)[0] == 0
    code, output = run(tmp_path / "bundle.zip", "--key-id", "0" * 64)
    assert code == 1
    assert "not the key that should have signed" in output


def test_without_cryptography_it_says_what_it_could_not_check(bundle: SealedBundle, tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_bytes(bundle.content)

    code, output = run(tmp_path / "bundle.zip", prelude="sys.modules['cryptography'] = None")

    assert code == 2
    assert output.startswith("UNCHECKED  signature.dsse.json: needs the package cryptography")
    assert "What could be checked holds." in output


def test_withheld_texts_are_reported_as_withheld(tmp_path: Path) -> None:
    session = make_session(WORDS)
    make_entry(session, ["raw text of every event."])
    sealed = seal_bundle(scope=session_scope(session), withheld=("messages",), actor=None)
    assert isinstance(sealed, SealedBundle)
    (tmp_path / "bundle.zip").write_bytes(sealed.content)

    code, output = run(tmp_path / "bundle.zip")

    assert code == 0
    assert output.splitlines()[:3] == [
        "WITHHELD   messages.jsonl: content of 2 records; their digests are here",
        "WITHHELD   evidence.jsonl: closest, differences, foundIn, hedge, words of 1 records; their digests are here",
        "WITHHELD   events.jsonl: payload of 1 records; their digests are here",
    ]


def test_a_forger_s_bundle_is_good_but_for_its_key(files: Files, bundle: SealedBundle) -> None:
    made = forged(files, "entries.jsonl", lambda records: records[0].update(title="Something else"))

    assert wrongs(made) == []
    assert [one.where for one in verify.check(made, wanted_key=bundle.key_id)] == ["public-key.pem"]


@pytest.mark.parametrize(
    ("name", "change", "wrong"),
    [
        pytest.param(
            "messages.jsonl",
            lambda all_: all_[0].update(content="We keep the raw text of no event."),
            "messages.jsonl, record 1 (message 0): the text is not the one that was hashed",
            id="another text",
        ),
        pytest.param(
            "messages.jsonl",
            lambda all_: all_[0].update(content_hash="0" * 64),
            "evidence.jsonl, record 1 (entry 'e-1', quote 0, attempt 1): its message is not the one it was aligned to",
            id="another hash",
        ),
        pytest.param(
            "messages.jsonl",
            lambda all_: all_.pop(1),
            "evidence.jsonl, record 2 (entry 'e-1', quote 1, attempt 1): its message is not the one it was aligned to",
            id="a message less",
        ),
        pytest.param(
            "evidence.jsonl",
            lambda all_: all_[0]["outcome"].update(spanStart=0),
            "evidence.jsonl, record 1 (entry 'e-1', quote 0, attempt 1): the words at its span are different",
            id="another span",
        ),
        pytest.param(
            "evidence.jsonl",
            lambda all_: all_[0]["outcome"].update(quote="made up", quoteHash=digest(b"made up")),
            "evidence.jsonl, record 1 (entry 'e-1', quote 0, attempt 1): the words at its span are not the quote",
            id="another quote",
        ),
        pytest.param(
            "evidence.jsonl",
            lambda all_: all_[2]["outcome"].update(quote="made up"),
            "evidence.jsonl, record 3 (entry 'e-1', quote 2, attempt 1): the quote is not the one that was hashed",
            id="another failed quote",
        ),
        *(
            pytest.param(
                "messages.jsonl",
                lambda all_, key=key: all_[0].update({key: "somebody else"}),
                "messages.jsonl, record 1 (message 0): its text, speaker or time is not the one in the journal",
                id=f"another {key}",
            )
            for key in ("role", "name", "timestamp")
        ),
        pytest.param(
            "messages.jsonl",
            lambda all_: all_[0].update(content="Made up.", content_hash=digest(b"Made up."), length=8),
            "messages.jsonl, record 1 (message 0): its text, speaker or time is not the one in the journal",
            id="another text with its hash",
        ),
        pytest.param(
            "events.jsonl",
            lambda all_: all_[0].update(actor="nobody"),
            "events.jsonl, record 1 (event 1): its hash does not match its content",
            id="another actor",
        ),
        pytest.param(
            "events.jsonl",
            lambda all_: all_.pop(1),
            "events.jsonl, record 2 (entry 'e-1', event 3): the chain {chain} is broken here",
            id="an event less",
        ),
        pytest.param(
            "events.jsonl",
            lambda all_: all_.pop(),
            "events.jsonl: the chain {chain} is broken here",
            id="the last event gone",
        ),
        pytest.param(
            "events.jsonl",
            lambda all_: all_.append(all_[0]),
            "events.jsonl: holds events of no chain",
            id="an event more",
        ),
        pytest.param(
            "events.jsonl",
            lambda all_: all_[-1].update(created_at="2999-01-01T00:00:00.000000Z"),
            "events.jsonl, record 3 (entry 'e-1', event 3): is newer than the bundle",
            id="an event to come",
        ),
        pytest.param(
            "events.jsonl",
            lambda all_: all_[-1].update(hash="0" * 64),
            "events.jsonl: the chain {chain} does not end at its head",
            id="another last hash",
        ),
        pytest.param(
            "events.jsonl",
            lambda all_: all_[1].pop("payload"),
            "events.jsonl, record 2 (event 2): its hash does not match its content",
            id="an event that says nothing, and not that it is withheld",
        ),
        pytest.param(
            "messages.jsonl",
            lambda all_: all_[1].pop("content"),
            "messages.jsonl, record 2 (message 1): the text is not the one that was hashed",
            id="a message without words, and not that they are withheld",
        ),
        pytest.param(
            "evidence.jsonl",
            lambda all_: all_[0].pop("outcome"),
            "evidence.jsonl: is malformed (KeyError('outcome'))",
            id="a record of another form",
        ),
    ],
)
def test_lies_that_are_sealed_with_care_are_found(
    files: Files, name: str, change: Callable[[list[dict[str, Any]]], object], wrong: str
) -> None:
    chain = json.loads(files["sections/journal.json"])["payload"]["heads"][0]["name"]

    assert wrong.replace("{chain}", chain) in wrongs(forged(files, name, change))


def test_an_exact_quote_of_a_withheld_message_is_held_against_the_digest_of_its_words(files: Files) -> None:
    def withhold(records: list[dict[str, Any]]) -> None:
        del records[0]["content"]
        records[0]["withheld"] = ["content"]

    def lie(records: list[dict[str, Any]]) -> None:
        records[0]["outcome"].update(quote="made up", quoteHash=digest(b"made up"))

    made = forged(forged(files, "messages.jsonl", withhold), "evidence.jsonl", lie)

    assert wrongs(made) == [
        "evidence.jsonl, record 1 (entry 'e-1', quote 0, attempt 1): the words at its span are not the quote"
    ]


def test_a_quote_without_the_ellipses_at_its_ends_is_the_words_at_its_span() -> None:
    session = make_session(WORDS, session_id="talk-1")
    make_entry(session, ["… raw text of every event..."])
    sealed = seal_bundle(scope=session_scope(session), withheld=(), actor=None)
    assert isinstance(sealed, SealedBundle)
    with zipfile.ZipFile(io.BytesIO(sealed.content)) as archive:
        given = {name: archive.read(name) for name in archive.namelist()}

    def lie(records: list[dict[str, Any]]) -> None:
        records[0]["outcome"].update(quote="raw text of...every event", quoteHash=digest(b"raw text of...every event"))

    assert wrongs(given) == []
    assert wrongs(forged(given, "evidence.jsonl", lie)) == [
        "evidence.jsonl, record 1 (entry 'e-1', quote 0, attempt 1): the words at its span are not the quote"
    ]


def test_a_chain_that_is_named_twice_is_found(files: Files) -> None:
    """Otherwise one copy would be compared with the checkpoints, and the other one read."""
    section = json.loads(files["sections/journal.json"])
    section["payload"]["heads"] *= 2
    made = forged(
        {**files, "sections/journal.json": canonical_json(section)}, "events.jsonl", lambda all_: all_.extend(all_)
    )

    assert wrongs(made) == ["sections/journal.json: names a chain twice"]


def test_a_file_that_stands_twice_in_an_archive_packed_anew_is_found(files: Files, tmp_path: Path) -> None:
    """Other programs may unpack the copy that was not checked."""
    with zipfile.ZipFile(tmp_path / "again.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("entries.jsonl", files["entries.jsonl"])

    assert run(tmp_path / "again.zip") == (
        1,
        "WRONG      entries.jsonl: is in the archive more than once\nThis is NOT what was sealed.\n",
    )


def test_an_archive_that_claims_a_password_is_not_what_was_sealed(bundle: SealedBundle, tmp_path: Path) -> None:
    locked = bytearray(bundle.content)
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.find(mark) + at] |= 1
    (tmp_path / "bundle.zip").write_bytes(locked)

    code, output = run(tmp_path / "bundle.zip")

    assert (code, output.splitlines()[0]) == (
        1,
        "WRONG      bundle.zip: contains bytes that belong to none of its files",
    )


def test_a_file_of_brackets_only_is_no_crash(files: Files) -> None:
    made = resealed({**files, "sections/journal.json": files["sections/journal.json"]}, "")
    made["sections/entries.json"] = b"[" * 100_000

    assert any("is malformed" in one for one in wrongs(made))


def edited(files: Files, name: str, **fields: object) -> Files:
    return {**files, name: canonical_json({**json.loads(files[name]), **fields})}


def test_a_section_of_another_moment_is_found(files: Files) -> None:
    made = resealed(edited(files, "sections/entries.json", created_at="2024-01-01T00:00:00Z"), "")

    assert wrongs(made) == ["sections/entries.json: its digest does not match its content"]


def test_a_section_that_speaks_of_another_file_is_found(files: Files) -> None:
    payload = json.loads(files["sections/entries.json"])["payload"]
    made = resealed(edited(files, "sections/entries.json", payload={**payload, "count": 7}), "")

    assert wrongs(made) == ["sections/entries.json: refers to another entries.jsonl"]


def test_a_manifest_that_was_not_signed_is_found(files: Files) -> None:
    made = edited(files, "manifest.json", created_at="2024-01-01T00:00:00Z", counts={"entries": 7}, evidence={})

    assert "signature.dsse.json: signs something other than this manifest" in wrongs(made)
    assert "entries.jsonl: does not hold 7 records" in wrongs(made)


def test_a_signature_of_other_bytes_is_found(files: Files) -> None:
    envelope = json.loads(files["signature.dsse.json"])
    for sig in ("AAAA", "A" * 86 + "==", "A" * 85, "", envelope["signatures"][0]["sig"][:-3] + "/=="):
        envelope["signatures"][0]["sig"] = sig
        [problem] = wrongs({**files, "signature.dsse.json": canonical_json(envelope)})
        assert problem.startswith("signature.dsse.json: ")


def test_every_flipped_bit_of_key_and_signature_is_named(files: Files) -> None:
    unnamed = []

    for name in ("public-key.pem", "signature.dsse.json"):
        data = files[name]
        first = 0 if name == "public-key.pem" else data.index(b"signatures")
        for at in range(first, len(data)):
            flipped = data[:at] + bytes([data[at] ^ (1 << at % 8)]) + data[at + 1 :]
            if not any(
                one.startswith(("public-key.pem", "signature.dsse.json")) for one in wrongs({**files, name: flipped})
            ):
                unnamed.append((name, at))

    assert unnamed == []


def test_pack_gives_an_archive_that_any_program_reads(tmp_path: Path) -> None:
    files = {"b/글.txt": "안녕".encode(), "a": b"", "c.bin": bytes(range(256))}

    with zipfile.ZipFile(io.BytesIO(verify.pack(files))) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == files
        assert archive.namelist() == ["a", "b/글.txt", "c.bin"]
