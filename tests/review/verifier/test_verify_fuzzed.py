"""Thousands of bundles and checkpoints that were changed at random: none passes, crashes or reaches the terminal."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aligner_core.ledger import Signer, seal
from review.services._checkpoints import make
from review.services.bundles.seal import SealedBundle
from review.verifier import verify, verify_checkpoints
from tests.forging import CLEARS, DEEP, Files, sealed_as, shows

pytestmark = pytest.mark.django_db

HOSTILE_TEXTS = [
    CLEARS,
    "\x07\x9b31m",
    "a\r\nb",
    "\u202etxt.exe",
    "\u2066\u200b\ufeff",
    "\ud800",
    "\U000e0041",
    "\x00",
    "",
]
HOSTILE_VALUES: list[object] = [
    *HOSTILE_TEXTS,
    *(None, True, -1, 0, 1 << 70, 1e300, float("nan"), float("inf"), [], {}, [[]], {"": None}, "x" * 10_000),
]


@pytest.fixture
def kept(bundle: SealedBundle, tmp_path: Path) -> Path:
    (tmp_path / "kept.jsonl").write_text(make().sealed + "\n")
    return tmp_path / "kept.jsonl"


def places(value: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401 - of any JSON
    """Yield every place in a JSON value, as a container and a key of it."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, held in list(pairs):
        yield value, key
        yield from places(held)


def with_another_value(data: bytes, chance: random.Random) -> bytes:
    """Return JSON, or lines of it, with one value replaced by a hostile one, or one key gone or renamed."""
    if DEEP in data:
        return data
    is_lines = data.endswith(b"\n")
    values = [json.loads(line) for line in data.splitlines()] if is_lines else [json.loads(data)]
    if not values:
        return data + chance.choice([b"\n", DEEP, b"{}\n"])
    container, key = chance.choice(list(places(values)))
    if isinstance(container, dict) and chance.random() < 0.3:
        held = container.pop(key)
        if chance.random() < 0.5:
            container[chance.choice(HOSTILE_TEXTS)] = held
    else:
        container[key] = chance.choice(HOSTILE_VALUES)
    lines = [DEEP if chance.random() < 0.02 else json.dumps(value).encode() for value in values]
    return b"".join(line + b"\n" for line in lines) if is_lines else lines[0]


def mutated(files: Files, chance: random.Random) -> bytes:
    """Return the archive of a bundle that was changed in one of many ways; nobody may take it for what was sealed."""
    names = [name for name in files if name.endswith((".json", ".jsonl")) and name != verify.SIGNATURE]
    made = dict(files)
    for _ in range(chance.randint(1, 3)):
        name = chance.choice(names)
        made[name] = with_another_value(made[name], chance)
    manifest = made[verify.MANIFEST]
    match chance.randrange(4):
        case 0:
            return verify.pack(made)
        case 1:
            return verify.pack({**sealed_as({**made, verify.MANIFEST: files[verify.MANIFEST]})})
        case 2:
            hostile = chance.choice(HOSTILE_TEXTS[:5]) or "x"
            return verify.pack({**made, hostile: b"", verify.MANIFEST: manifest})
        case _:
            signed = seal(manifest, verify.PAYLOAD_TYPE, Signer.load(bytes(32)))
            return verify.pack({**made, verify.SIGNATURE: signed})


def flipped(content: bytes, chance: random.Random) -> bytes:
    """Return bytes with one to four bits flipped, a piece gone, or a number of a header at its largest."""
    made, at = bytearray(content), chance.randrange(len(content))
    match chance.randrange(4):
        case 0:
            del made[at : at + chance.randint(1, 2_000)]
        case 1:
            made[-22 + (at % 20) :][:4] = b"\xff\xff\xff\xff"
            made[at : at + 4] = b"\xff\xff\xff\xff" if made[at : at + 4] != b"\xff" * 4 else bytes(4)
        case _:
            for _ in range(chance.randint(1, 4)):
                made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)
    return bytes(made)


@pytest.mark.exhaustive
def test_nothing_done_to_a_bundle_passes_or_crashes_or_reaches_the_terminal(
    bundle: SealedBundle, files: Files, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bundle.zip"
    bad: list[tuple[int, object]] = []

    for seed in range(3_000):
        chance = random.Random(seed)  # noqa: S311 - to find the same again
        content = flipped(bundle.content, chance) if seed % 3 == 0 else mutated(files, chance)
        file.write_bytes(content)
        code = verify.main([str(file), "--key-id", bundle.key_id])
        alone = verify.main([str(file)])
        compared = verify_checkpoints.main([str(file), str(kept)])
        printed = capsys.readouterr()
        if content != bundle.content and (code != 1 or alone not in {0, 1, 2} or compared not in {0, 1, 2}):
            bad.append((seed, code))
        if printed.err or not shows(printed.out):
            bad.append((seed, printed))

    assert bad == []


@pytest.mark.exhaustive
def test_no_checkpoint_crashes_or_reaches_the_terminal(
    bundle: SealedBundle, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, bad = tmp_path / "bundle.zip", []
    file.write_bytes(bundle.content)
    line = kept.read_bytes()

    for seed in range(1_000):
        chance = random.Random(seed)  # noqa: S311 - to find the same again
        kept.write_bytes(flipped(line, chance) if seed % 2 else with_another_value(line, chance))
        code = verify_checkpoints.main([str(file), str(kept)])
        printed = capsys.readouterr()
        if code not in {0, 1, 2} or printed.err or not shows(printed.out):
            bad.append((seed, code, printed))

    assert bad == []
