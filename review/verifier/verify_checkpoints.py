"""Hold an audit bundle against checkpoints kept elsewhere: python verify_checkpoints.py BUNDLE.zip CHECKPOINTS.jsonl.

The bundle itself is for verify.py to check. A bundle that holds may still tell of a journal that was rewritten before
it was sealed: that is what checkpoints show. Needs Python 3.11, and the package `cryptography` for their signatures.
Leaves with 0 when they agree, 1 when they do not, 2 when something could not be checked.
"""

import argparse
import base64
import json
import sys
import zipfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None  # type: ignore[assignment,misc]

PAYLOAD_TYPE = b"application/vnd.evidence-review.checkpoint+json"


class Bundle(NamedTuple):
    """What checkpoints speak of: when the bundle was sealed, its chains as hashes in order, and the key."""

    created_at: str
    chains: dict[str, list[str]]
    key: bytes


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare a bundle with every checkpoint of a file."""
    parser = argparse.ArgumentParser(description="Hold an audit bundle against checkpoints kept elsewhere.")
    parser.add_argument("bundle", type=Path)
    parser.add_argument("checkpoints", type=Path, help="the file of checkpoints, one a line")
    options = parser.parse_args(arguments)
    try:
        bundle = read(options.bundle)
        lines = options.checkpoints.read_bytes().splitlines()
        found = compare(bundle, lines)
    except (OSError, ValueError, LookupError, TypeError, RuntimeError, EOFError, zipfile.BadZipFile) as error:
        found = [f"WRONG      cannot be read ({error!r})"]
    for one in found:
        print(one)  # noqa: T201 - what people read
    if any(one.startswith("WRONG") for one in found):
        print("The journal of this bundle is NOT the one that the checkpoints saw.")  # noqa: T201 - what people read
        return 1
    compared = sum(not one.startswith("UNCHECKED") for one in found)
    print(f"{compared} heads of {len(lines)} checkpoints agree with the bundle.")  # noqa: T201 - what people read
    return 0 if compared == len(found) and found else 2


def read(path: Path) -> Bundle:
    """Read the chains of a bundle."""
    with zipfile.ZipFile(path) as archive:
        heads = json.loads(archive.read("sections/journal.json"))["payload"]["heads"]
        hashes = [json.loads(line)["hash"] for line in archive.read("events.jsonl").splitlines()]
        created_at = json.loads(archive.read("manifest.json"))["created_at"]
        key = base64.b64decode(b"".join(archive.read("public-key.pem").split(b"\n")[1:-2]))[-32:]
    chains, first = dict[str, list[str]](), 0
    for head in heads:
        if head["name"] in chains:
            message = f"a chain is named twice: {head['name']}"
            raise ValueError(message)
        chains[head["name"]] = hashes[first : first + head["seq"]]
        first += head["seq"]
    return Bundle(created_at, chains, key)


def compare(bundle: Bundle, lines: Sequence[bytes]) -> list[str]:
    """Compare the chains with every checkpoint, and name those that none speaks of: they may hold anything."""
    found = [one for number, line in enumerate(lines, start=1) for one in check(bundle, line, number)]
    unnamed = [name for name in bundle.chains if not any(f": {name}, event " in one for one in found)]
    return found + [f"UNCHECKED  no checkpoint speaks of {name}" for name in unnamed]


def check(bundle: Bundle, line: bytes, number: int) -> Iterator[str]:
    """Compare the chains with one checkpoint; one line for each head that the bundle can say something of."""
    envelope = json.loads(line)
    payload = base64.b64decode(envelope["payload"])
    checkpoint: dict[str, Any] = json.loads(payload)
    yield from _unsigned(bundle, envelope, payload, f"checkpoint {number}")
    for name, seq, wanted in checkpoint["heads"]:
        hashes = bundle.chains.get(name)
        where = f"checkpoint {number} of {checkpoint['createdAt']}: {name}, event {seq}"
        if hashes is None or (seq > len(hashes) and checkpoint["createdAt"][:19] > bundle.created_at[:19]):
            continue
        if seq > len(hashes):
            yield f"WRONG      {where} is missing"
        else:
            yield f"{'AGREES' if hashes[seq - 1] == wanted else 'WRONG':10} {where}"


def _unsigned(bundle: Bundle, envelope: dict[str, Any], payload: bytes, where: str) -> Iterator[str]:
    [signature] = envelope["signatures"]
    if signature["keyid"] != sha256(bundle.key).hexdigest():
        yield f"UNCHECKED  {where} was signed by another key, {signature['keyid']}"
    elif Ed25519PublicKey is None:
        yield f"UNCHECKED  the signature of {where}: needs the package cryptography (pip install cryptography)"
    else:
        signed = b"DSSEv1 %d %b %d %b" % (len(PAYLOAD_TYPE), PAYLOAD_TYPE, len(payload), payload)
        try:
            Ed25519PublicKey.from_public_bytes(bundle.key).verify(base64.b64decode(signature["sig"]), signed)
        except (InvalidSignature, ValueError):
            yield f"WRONG      the signature of {where} does not fit"


if __name__ == "__main__":
    sys.exit(main())
