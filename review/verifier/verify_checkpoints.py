"""Compare an audit bundle with checkpoints kept elsewhere: python verify_checkpoints.py BUNDLE.zip CHECKPOINTS.jsonl.

The bundle itself is checked by verify.py. A bundle that holds may still contain a journal that was rewritten before it
was sealed: that is what checkpoints reveal. Needs Python 3.11, and the package `cryptography` for their signatures.
Exits with 0 when they agree, 1 when they do not, 2 when something could not be checked.
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
    """The parts of a bundle to compare with checkpoints: its date, its chains as hashes in order, and its key."""

    created_at: str
    chains: dict[str, list[str]]
    key: bytes


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare a bundle with every checkpoint of a file, print the results, and return the exit code."""
    parser = argparse.ArgumentParser(description="Compare an audit bundle with checkpoints kept elsewhere.")
    parser.add_argument("bundle", type=Path)
    parser.add_argument("checkpoints", type=Path, help="the file of checkpoints, one a line")
    options = parser.parse_args(arguments)
    try:
        bundle = read(options.bundle)
        lines = options.checkpoints.read_bytes().splitlines()
        results = compare(bundle, lines)
    except (OSError, ValueError, LookupError, TypeError, RuntimeError, EOFError, zipfile.BadZipFile) as error:
        results = [f"WRONG      cannot be read ({error!r})"]
    for result in results:
        print(result)  # noqa: T201 - what people read
    if any(result.startswith("WRONG") for result in results):
        print("The journal of this bundle is NOT the one that the checkpoints recorded.")  # noqa: T201 - what people read
        return 1
    compared = sum(not result.startswith("UNCHECKED") for result in results)
    print(f"{compared} heads of {len(lines)} checkpoints agree with the bundle.")  # noqa: T201 - what people read
    return 0 if compared == len(results) and results else 2


def read(path: Path) -> Bundle:
    """Return the chains of a bundle.

    Raises:
        ValueError: a chain is named twice.

    """
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
    """Return the results of all checkpoints, and of the chains that none covers: those may contain anything."""
    results = [result for number, line in enumerate(lines, start=1) for result in check(bundle, line, number)]
    uncovered = [name for name in bundle.chains if not any(f": {name}, event " in result for result in results)]
    return results + [f"UNCHECKED  no checkpoint covers {name}" for name in uncovered]


def check(bundle: Bundle, line: bytes, number: int) -> Iterator[str]:
    """Yield a line for each head of a checkpoint that can be compared with the bundle, and for an invalid signature."""
    envelope = json.loads(line)
    payload = base64.b64decode(envelope["payload"])
    checkpoint: dict[str, Any] = json.loads(payload)
    yield from _signature_problems(bundle, envelope, payload, f"checkpoint {number}")
    for name, seq, wanted in checkpoint["heads"]:
        hashes = bundle.chains.get(name)
        where = f"checkpoint {number} of {checkpoint['createdAt']}: {name}, event {seq}"
        if hashes is None or (seq > len(hashes) and checkpoint["createdAt"][:19] > bundle.created_at[:19]):
            continue
        if seq > len(hashes):
            yield f"WRONG      {where} is missing"
        else:
            yield f"{'AGREES' if hashes[seq - 1] == wanted else 'WRONG':10} {where}"


def _signature_problems(bundle: Bundle, envelope: dict[str, Any], payload: bytes, where: str) -> Iterator[str]:
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
            yield f"WRONG      the signature of {where} does not match"


if __name__ == "__main__":
    sys.exit(main())
