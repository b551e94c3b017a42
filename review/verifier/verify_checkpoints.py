"""Compare an audit bundle with checkpoints kept elsewhere: python verify_checkpoints.py BUNDLE.zip CHECKPOINTS.jsonl.

The bundle itself is checked by verify.py. A bundle that holds may still contain a journal that was rewritten before it
was sealed: that is what checkpoints reveal. Needs Python 3.11, and the package `cryptography` for their signatures.
Exits with 0 when they agree, 1 when they do not, 2 when something could not be checked.
"""

import argparse
import base64
import io
import json
import struct
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None  # type: ignore[assignment,misc]

PAYLOAD_TYPE = b"application/vnd.evidence-review.checkpoint+json"
MB, STORED, DEFLATED = 1 << 20, 0, 8
MAX_RECORD, MAX_FILES, MAX_PRINTED, MAX_LINE = 16 * MB, 100, 2_000, 500
"""Bytes of a JSON document, files of a bundle, lines that are printed and letters in one."""
TOO_MUCH = "it holds more than --max-mb allows"


class Bundle(NamedTuple):
    """The parts of a bundle to compare with checkpoints: its date, its chains as hashes in order, and its key."""

    created_at: str
    chains: dict[str, list[str]]
    key: bytes


class Result(NamedTuple):
    """What comparing gave: AGREES, WRONG or UNCHECKED, in words, and the chain that was compared."""

    kind: str
    what: str
    chain: str | None = None


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare a bundle with every checkpoint of a file, print the results, and return the exit code."""
    parser = argparse.ArgumentParser(description="Compare an audit bundle with checkpoints kept elsewhere.")
    parser.add_argument("bundle", type=Path)
    parser.add_argument("checkpoints", type=Path, help="the file of checkpoints, one a line")
    parser.add_argument("--max-mb", type=int, default=256, help="how much is read at most (default: %(default)s)")
    options = parser.parse_args(arguments)
    lines = list[bytes]()
    try:
        bundle = read(options.bundle, options.max_mb * MB)
        lines = _beginning(options.checkpoints, options.max_mb * MB).splitlines()
        results = compare(bundle, lines)
    except Exception as error:  # noqa: BLE001 - whatever a file holds is no reason to stop without a word
        results = [Result("WRONG", f"cannot be read ({error!r})")]
    kinds = {result.kind for result in results}
    compared = sum(result.kind != "UNCHECKED" for result in results)
    _print(results, kinds, f"{compared} heads of {len(lines)} checkpoints agree with the bundle.")
    return 1 if "WRONG" in kinds else 2 if "UNCHECKED" in kinds or not results else 0


def _print(results: Sequence[Result], kinds: Iterable[str], good: str) -> None:
    """Print the results, what is wrong first, and a verdict."""
    printed = sorted(results, key=lambda result: result.kind != "WRONG")[:MAX_PRINTED]
    lines = [f"{result.kind:10} {result.what}" for result in printed]
    lines += [f"and {len(results) - MAX_PRINTED} more"] if len(results) > MAX_PRINTED else []
    lines.append(
        "The journal of this bundle is NOT the one that the checkpoints recorded." if "WRONG" in kinds else good
    )
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    print("\n".join(map(printable, lines)))  # noqa: T201 - what people read


def printable(text: str) -> str:
    """Return a text as one line in which nothing drives a terminal or hides: such characters are escaped."""
    cut = text if len(text) <= MAX_LINE else f"{text[:MAX_LINE]}…"
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in cut)


def read(path: Path, most: int) -> Bundle:
    """Return the chains of a bundle.

    Raises:
        ValueError: a chain is named twice, or there is more to read than *most* bytes.

    """
    take = _archive(_beginning(path, most), most)
    manifest, heads = parse_json(take("manifest.json")), parse_json(take("sections/journal.json"))["payload"]["heads"]
    hashes = [str(parse_json(line)["hash"]) for line in io.BytesIO(take("events.jsonl"))]
    key = base64.b64decode(b"".join(take("public-key.pem").split(b"\n")[1:-2]))[-32:]
    chains, first = dict[str, list[str]](), 0
    for head in heads:
        if head["name"] in chains:
            message = f"a chain is named twice: {head['name']}"
            raise ValueError(message)
        chains[str(head["name"])] = hashes[first : first + head["seq"]]
        first += head["seq"]
    return Bundle(str(manifest["created_at"]), chains, key)


def _beginning(path: Path, most: int) -> bytes:
    """Return what a file holds; a ValueError where that is more than *most* bytes, or where it is no plain file."""
    if not path.is_file():
        message = f"{path.name} is no file"
        raise ValueError(message)
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(TOO_MUCH)
    return data


def _archive(data: bytes, most: int) -> Callable[[str], bytes]:
    """Return what reads a member of an archive by its name; a ValueError where they are more than *most* bytes."""
    members, left = dict(islice(_members(data), MAX_FILES)), most

    def take(name: str) -> bytes:
        nonlocal left
        method, packed = members[name]
        unpacked = bytes(packed) if method == STORED else zlib.decompressobj(-15).decompress(packed, left + 1)
        left -= len(unpacked)
        if left < 0 or method not in {STORED, DEFLATED}:
            raise ValueError(TOO_MUCH)
        return unpacked

    return take


def _members(data: bytes) -> Iterator[tuple[str, tuple[int, memoryview]]]:
    """Yield everything that an archive lists: the name, how it is packed, and the packed bytes."""
    count, _, at = struct.unpack_from("<H2I", data, data.rindex(b"PK\5\6") + 10)
    for _ in range(count):
        method, size, length, extra, comment, start = struct.unpack_from("<10xH8xI4x3H8xI", data, at)
        title, extra_there = struct.unpack_from("<2H", data, start + 26)
        first = start + 30 + title + extra_there
        yield data[at + 46 : at + 46 + length].decode(), (method, memoryview(data)[first : first + size])
        at += 46 + length + extra + comment


def parse_json(data: bytes) -> Any:  # noqa: ANN401 - whatever it holds
    """Return the value of a JSON document; a ValueError where it is none, or larger than any here."""
    if len(data) > MAX_RECORD:
        raise ValueError(TOO_MUCH)
    return json.loads(data)


def compare(bundle: Bundle, lines: Sequence[bytes]) -> list[Result]:
    """Return the results of all checkpoints, and of the chains that none covers: those may contain anything."""
    results = [result for number, line in enumerate(lines, start=1) for result in check(bundle, line, number)]
    covered = {result.chain for result in results}
    uncovered = [name for name in bundle.chains if name not in covered]
    return results + [Result("UNCHECKED", f"no checkpoint covers {name}") for name in uncovered]


def check(bundle: Bundle, line: bytes, number: int) -> Iterator[Result]:
    """Yield a result for each head of a checkpoint that can be compared with the bundle, and for a wrong signature."""
    envelope = parse_json(line)
    payload = base64.b64decode(envelope["payload"])
    checkpoint: dict[str, Any] = parse_json(payload)
    yield from _signature_problems(bundle, envelope, payload, f"checkpoint {number}")
    for name, seq, wanted in checkpoint["heads"]:
        hashes = bundle.chains.get(name)
        where = f"checkpoint {number} of {checkpoint['createdAt']}: {name}, event {seq}"
        if hashes is None or (seq > len(hashes) and checkpoint["createdAt"][:19] > bundle.created_at[:19]):
            continue
        if seq > len(hashes):
            yield Result("WRONG", f"{where} is missing", name)
        else:
            yield Result("AGREES" if seq > 0 and hashes[seq - 1] == wanted else "WRONG", where, name)


def _signature_problems(bundle: Bundle, envelope: dict[str, Any], payload: bytes, where: str) -> Iterator[Result]:
    [signature] = envelope["signatures"]
    if signature["keyid"] != sha256(bundle.key).hexdigest():
        yield Result("UNCHECKED", f"{where} was signed by another key, {signature['keyid']}")
    elif Ed25519PublicKey is None:
        what = f"the signature of {where}: needs the package cryptography (pip install cryptography)"
        yield Result("UNCHECKED", what)
    else:
        signed = b"DSSEv1 %d %b %d %b" % (len(PAYLOAD_TYPE), PAYLOAD_TYPE, len(payload), payload)
        try:
            Ed25519PublicKey.from_public_bytes(bundle.key).verify(base64.b64decode(signature["sig"]), signed)
        except (InvalidSignature, ValueError):
            yield Result("WRONG", f"the signature of {where} does not match")


if __name__ == "__main__":
    sys.exit(main())
