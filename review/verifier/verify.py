"""Check an audit bundle: python verify.py [BUNDLE.zip, or its folder] [--key-id ID].

Needs Python 3.11 and nothing else; with the package `cryptography` it checks the signature too.
Exits with 0 when everything was checked and holds, 1 when something does not, 2 when something could not be checked.
"""

import argparse
import base64
import hashlib
import json
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None  # type: ignore[assignment,misc]

PAYLOAD_TYPE = "application/vnd.evidence-review.audit-bundle+json"
MANIFEST, RECORDS, SIGNATURE, KEY = "manifest.json", "records.json", "signature.dsse.json", "public-key.pem"
ELLIPSES = re.compile(r"(?:\s*(?:\.{3,}|[…⋯]))+\s*")
KEY_PREFIX = bytes.fromhex("302a300506032b6570032100")

Files = Mapping[str, bytes]
Record = dict[str, Any]


class Issue(NamedTuple):
    """One thing that is wrong, withheld, or could not be checked, and where."""

    kind: Literal["wrong", "unchecked", "withheld"]
    where: str
    what: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Check one bundle, print what was found, and return the exit code."""
    parser = argparse.ArgumentParser(description="Check an audit bundle.")
    parser.add_argument("bundle", nargs="?", type=Path, default=Path(__file__).resolve().parent)
    parser.add_argument("--key-id", default="", help="the key that must have signed, as its owner published it")
    options = parser.parse_args(arguments)
    try:
        files, stray = read(options.bundle)
    except (OSError, ValueError, RuntimeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        print(f"WRONG      {options.bundle.name}: cannot be read ({error})")  # noqa: T201 - what people read
        return 1
    issues = check(files, wanted_key=options.key_id)
    return report(files, issues if any(issue.kind == "wrong" for issue in issues) else [*stray, *issues])


def report(files: Files, issues: Sequence[Issue]) -> int:
    """Print the issues and a verdict, and return the exit code."""
    for issue in issues:
        print(f"{issue.kind.upper():10} {issue.where}: {issue.what}")  # noqa: T201 - what people read
    kinds = {issue.kind for issue in issues}
    code = 1 if "wrong" in kinds else 2 if "unchecked" in kinds else 0
    verdicts = (
        "Everything here was checked and holds.",
        "This is NOT what was sealed.",
        "What could be checked holds.",
    )
    sentence = verdicts[code]
    manifest = parse_json(files.get(MANIFEST, b""))
    if isinstance(manifest, dict) and code != 1:
        counts = ", ".join(f"{count} {name}" for name, count in manifest["counts"].items())
        sentence += f"\nSealed {manifest['created_at']}: {counts}.\nSigned by the key {manifest['key_id']}."
    print(sentence)  # noqa: T201 - what people read
    return code


def read(bundle: Path) -> tuple[dict[str, bytes], list[Issue]]:
    """Return the files of a bundle, read from its archive or a folder, and what is wrong with the archive itself."""
    if bundle.is_dir():
        held = {path.relative_to(bundle).as_posix(): path for path in bundle.rglob("*") if path.is_file()}
        manifest = parse_json(held[MANIFEST].read_bytes()) if MANIFEST in held else None
        named = manifest.get("files", {}) if isinstance(manifest, dict) else {}
        return {name: held[name].read_bytes() for name in (MANIFEST, SIGNATURE, *named) if name in held}, []
    data = bundle.read_bytes()
    with zipfile.ZipFile(bundle) as archive:
        members = archive.infolist()
        for member in members:
            member.CRC = None  # type: ignore[assignment] # the digests are more precise: they identify the record
        files = {member.filename: archive.read(member) for member in members}
    is_repacked = any(member.compress_type != zipfile.ZIP_STORED for member in members)
    is_whole = len(files) == len(members) if is_repacked else pack(files) == data
    return files, [] if is_whole else [wrong(bundle.name, "contains bytes that belong to none of its files")]


def pack(files: Files) -> bytes:
    """Return the one ZIP archive that holds these files: sorted, uncompressed, without dates."""
    body, directory = b"", b""
    for name, data in sorted(files.items()):
        crc, title = zlib.crc32(data), name.encode()
        sizes = (0, 0, 0x21, crc, len(data), len(data), len(title), 0)
        directory += struct.pack(
            "<I4H2H3I5H2I", 0x02014B50, 0x314, 20, 0x800, *sizes, 0, 0, 0, 0o100644 << 16, len(body)
        )
        directory += title
        body += struct.pack("<I3H2H3I2H", 0x04034B50, 20, 0x800, *sizes) + title + data
    counts = (0, 0, len(files), len(files), len(directory), len(body), 0)
    return body + directory + struct.pack("<I4H2IH", 0x06054B50, *counts)


def check(files: Files, *, wanted_key: str = "") -> list[Issue]:
    """Recompute everything and return what does not agree."""
    manifest = parse_json(files.get(MANIFEST, b""))
    if not isinstance(manifest, dict):
        return [wrong(MANIFEST, "missing, or not what was sealed")]
    steps = (_signature, _files, _sections, _evidence, _origins, _additions, _speakers, _events, _withheld_keys)
    of_records = ("evidence.jsonl", "entries.jsonl", "evidence.jsonl", "messages.jsonl", "events.jsonl")
    other = wanted_key not in {"", manifest.get("key_id")}
    issues = [wrong(KEY, f"not the key that should have signed: {manifest.get('key_id')}")] if other else []
    for where, step in zip((SIGNATURE, MANIFEST, "sections", *of_records, "bundle"), steps, strict=True):
        try:
            issues.extend(step(files, manifest))
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
            issues.append(wrong(where, f"is malformed ({error!r})"))
    return issues


def _withheld_keys(files: Files, _manifest: Record) -> Iterator[Issue]:
    for name in ("messages.jsonl", "evidence.jsonl", "events.jsonl"):
        left_out = [record["withheld"] for _, record in records_of(files, name) if "withheld" in record]
        if left_out:
            keys = ", ".join(sorted({key for record_keys in left_out for key in record_keys}))
            yield Issue("withheld", name, f"{keys} of {len(left_out)} records; their digests are here")


def _signature(files: Files, manifest: Record) -> Iterator[Issue]:
    pem = b"".join(files.get(KEY, b"").split(b"\n")[1:-2])
    raw = (base64.b64decode(pem) if len(pem) % 4 == 0 else b"").removeprefix(KEY_PREFIX)
    envelope, key_id = parse_json(files.get(SIGNATURE, b"")), sha256(raw)
    if key_id != manifest.get("key_id"):
        yield wrong(KEY, f"not the key that should have signed: its name is {key_id}")
        return
    if not isinstance(envelope, dict) or canonical(envelope) != files[SIGNATURE]:
        yield wrong(SIGNATURE, "missing, or not what was sealed")
        return
    signature = base64.b64decode(envelope["signatures"][0]["sig"])
    signatures = [{"keyid": key_id, "sig": base64.b64encode(signature).decode()}]
    payload = base64.b64encode(files[MANIFEST]).decode()
    if envelope != {"payload": payload, "payloadType": PAYLOAD_TYPE, "signatures": signatures}:
        yield wrong(SIGNATURE, "signs something other than this manifest")
        return
    if Ed25519PublicKey is None:
        yield Issue("unchecked", SIGNATURE, "needs the package cryptography (pip install cryptography)")
        return
    signed = b"DSSEv1 %d %b %d %b" % (len(PAYLOAD_TYPE), PAYLOAD_TYPE.encode(), len(files[MANIFEST]), files[MANIFEST])
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, signed)
    except (InvalidSignature, ValueError):
        yield wrong(SIGNATURE, "does not match the manifest")


def _files(files: Files, manifest: Record) -> Iterator[Issue]:
    """Compare every file with its digest; if one differs, report its first record that does."""
    records = parse_json(files.get(RECORDS, b""))
    for name in sorted(manifest["files"].keys() | files.keys() - {MANIFEST, SIGNATURE}):
        if name not in files:
            yield wrong(name, "missing")
        elif name not in manifest["files"]:
            yield wrong(name, "was not sealed with the rest")
        elif sha256(files[name]) != manifest["files"][name]:
            digests = records.get(name) if isinstance(records, dict) else None
            yield from _changed(files[name], name, digests) if digests else [wrong(name, "changed since it was sealed")]
    for counted, count in manifest["counts"].items():
        if count != len(lines_of(files, f"{counted}.jsonl")):
            yield wrong(f"{counted}.jsonl", f"does not hold {count} records")


def _changed(data: bytes, name: str, digests: Sequence[str]) -> Iterator[Issue]:
    lines = data.split(b"\n")
    for number, wanted in enumerate([*digests, sha256(b"")]):
        if number >= len(lines) or sha256(lines[number]) != wanted:
            line = parse_json(lines[number]) if number < len(lines) else None
            yield wrong(f"{name}, record {number + 1}{_title(line)}", "changed since it was sealed")
            return


def _sections(files: Files, manifest: Record) -> Iterator[Issue]:
    names = sorted(name for name in manifest["files"] if name.startswith("sections/"))
    sections = [json.loads(files[name]) for name in names]
    for name, section in zip(names, sections, strict=True):
        base = {key: value for key, value in section.items() if key != "section_signature"}
        if section["section_signature"] != sha256(canonical(base)) or section["created_at"] != manifest["created_at"]:
            yield wrong(name, "its digest does not match its content")
        pinned = section["payload"].get("file")
        pin = (section["payload"].get("sha256"), section["payload"].get("count"))
        if pinned and pin != (manifest["files"].get(pinned), len(lines_of(files, pinned))):
            yield wrong(name, f"refers to another {pinned}")
    evidence = manifest["evidence"]
    whole = {"evidence_version": evidence["evidence_version"], "sections": sections}
    if evidence["evidence_signature"] != sha256(canonical(whole)):
        yield wrong(MANIFEST, "its evidence digest does not match the sections")


def _evidence(files: Files, _manifest: Record) -> Iterator[Issue]:
    """Read the words at every span again, and recompute every digest of a text."""
    messages = {}
    for where, record in records_of(files, "messages.jsonl"):
        messages[record["project"], record["session_id"], record["message_index"], record["version"]] = record
        content = record.get("content", None if "content" in record.get("withheld", ()) else "")
        if content is not None and (sha256(content), len(content)) != (record["content_hash"], record["length"]):
            yield wrong(where, "the text is not the one that was hashed")
    for where, record in records_of(files, "evidence.jsonl"):
        outcome = record["outcome"]
        if outcome["quoteHash"] != sha256(outcome["quote"]):
            yield wrong(where, "the quote is not the one that was hashed")
        if outcome["matchMethod"] != "none":
            place = (record["project"], record["session_id"], outcome["messageIndex"], record["message_version"])
            yield from _words_at_span(where, record, messages.get(place))


def _words_at_span(where: str, record: Record, message: Record | None) -> Iterator[Issue]:
    outcome = record["outcome"]
    if message is None or message["content_hash"] != outcome["sourceHash"]:
        yield wrong(where, "its message is not the one it was aligned to")
        return
    quoted = {sha256(words) for words in (outcome["quote"], without_end_ellipses(outcome["quote"]))}
    if outcome["matchMethod"] == "exact" and record["words_hash"] not in quoted:
        yield wrong(where, "the words at its span are not the quote")
    if "content" not in message:
        return
    words = message["content"][outcome["spanStart"] : outcome["spanEnd"]]
    if (words, sha256(words)) != (record["words"], record["words_hash"]):
        yield wrong(where, "the words at its span are different")


def _origins(files: Files, _manifest: Record) -> Iterator[Issue]:
    """Look for the event of each entry that a person added, which no upload contains: it records the claim."""
    added = [one for _, one in records_of(files, "events.jsonl") if one["event_type"] == "entry_added"]
    stated = ("position", "type", "title", "body")
    recorded = {(one["session_id"], one["actor"], *(one["payload"][name] for name in stated)) for one in added}
    for where, record in records_of(files, "entries.jsonl"):
        first, person = record["claims"][0], record.get("added_by")
        place = (record["session_id"], person, record["entry"], record["type"], first["title"], first["body"])
        if (person or record["extraction"] is None) and place not in recorded:
            yield wrong(where, "it was added by hand, and no event says so")


def _additions(files: Files, _manifest: Record) -> Iterator[Issue]:
    """Look for the event of each quote that a person added, which no upload has; a withheld event names no quote."""
    added = [one for _, one in records_of(files, "events.jsonl") if one["event_type"] == "quote_added"]
    recorded = {
        (one["session_id"], one["entry_id"], one["actor"], one.get("payload", {}).get("quote")) for one in added
    }
    for where, record in records_of(files, "evidence.jsonl"):
        place = (record["session_id"], record["entry_id"], record.get("added_by"))
        if place[-1] and record["attempt"] == 1 and recorded.isdisjoint({(*place, record["quote"]), (*place, None)}):
            yield wrong(where, "its quote was added by hand, and no event says so")


def _speakers(files: Files, _manifest: Record) -> Iterator[Issue]:
    """Compare every message with the event that received it: its text, speaker and time."""
    received = _received(files)
    for where, record in records_of(files, "messages.jsonl"):
        known = received.get((record["session_id"], record["message_index"], record["version"]), ())
        header = {key: record[key] for key in ("content_hash", "name", "role", "timestamp")}
        if (record["content_hash"], sha256(canonical(header))) not in known:
            yield wrong(where, "its text, speaker or time is not the one in the journal")


def _received(files: Files) -> dict[tuple[str, int, int], set[tuple[str, str]]]:
    """Return the hash and the digest of every version of every message, as received."""
    received: dict[tuple[str, int, int], set[tuple[str, str]]] = {}
    for _, event in records_of(files, "events.jsonl"):
        body = event.get("payload", {})
        if event["event_type"] == "session_ingested":
            hashed = zip(body["message_hashes"], body["message_digests"], strict=True)
            for index, hashes in enumerate(hashed, body["first_index"]):
                received.setdefault((event["session_id"], index, 1), set()).add(hashes)
        elif event["event_type"] == "session_revised":
            for one in body["messages"]:
                place = (event["session_id"], one["message_index"], one["version"])
                received.setdefault(place, set()).add((one["hash"], one["digest"]))
    return received


def _events(files: Files, manifest: Record) -> Iterator[Issue]:
    """Follow every chain from its first event to the head that the section of the journal states."""
    events = iter(records_of(files, "events.jsonl"))
    heads = json.loads(files["sections/journal.json"])["payload"]["heads"]
    if len({head["name"] for head in heads}) != len(heads):
        yield wrong("sections/journal.json", "names a chain twice")
    for head in heads:
        previous = ""
        for seq in range(1, head["seq"] + 1):
            where, event = next(events, ("events.jsonl", {}))
            hashed = {key: value for key, value in event.items() if key != "hash"}
            if (event.get("seq"), event.get("prev_hash")) != (seq, previous):
                yield wrong(where, f"the chain {head['name']} is broken here")
                return
            is_withheld = "payload" not in event and "payload" in event.get("withheld", ())
            if not is_withheld and event["hash"] != sha256(canonical(hashed)):
                yield wrong(where, "its hash does not match its content")
            if event["created_at"][:19] > manifest["created_at"][:19]:
                yield wrong(where, "is newer than the bundle")
            previous = event["hash"]
        if previous != head["hash"]:
            yield wrong("events.jsonl", f"the chain {head['name']} does not end at its head")
    if next(events, None) is not None:
        yield wrong("events.jsonl", "holds events of no chain")


def records_of(files: Files, name: str) -> list[tuple[str, Record]]:
    """Return the records of a file, each with its place; `_files` reports those that cannot be read."""
    values = enumerate(map(parse_json, lines_of(files, name)), start=1)
    return [(f"{name}, record {at}{_title(value)}", value) for at, value in values if isinstance(value, dict)]


def lines_of(files: Files, name: str) -> list[bytes]:
    """Return the lines of a file."""
    return files.get(name, b"").split(b"\n")[:-1]


def _title(record: object) -> str:
    held = record if isinstance(record, dict) else {}
    names = {"entry_id": "entry", "quote": "quote", "attempt": "attempt", "message_index": "message", "seq": "event"}
    parts = [f"{name} {held[key]!r}" for key, name in names.items() if held.get(key) not in {None, ""}]
    return f" ({', '.join(parts)})" if parts else ""


def wrong(where: str, what: str) -> Issue:
    """Return the issue that something does not agree."""
    return Issue("wrong", where, what)


def canonical(value: object) -> bytes:
    """Return JSON in the one form over which digests are computed."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def parse_json(data: bytes) -> object:
    """Return the value of a JSON document; None when it is not one."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def without_end_ellipses(text: str) -> str:
    """Return a quote as it is looked for: an ellipsis at its end says that words were left out, and is none of them."""
    start, cut = (found.end() if (found := ELLIPSES.match(one)) else 0 for one in (text, text[::-1]))
    return text[start : len(text) - cut] if start + cut < len(text) else text


def sha256(data: bytes | str) -> str:
    """Return the digest of bytes, or of a text in UTF-8, as 64 lower-case hex digits."""
    return hashlib.sha256(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
