"""Check an audit bundle: python verify.py [BUNDLE.zip, or its folder] [--key-id ID].

Needs Python 3.11 and nothing else; with the package `cryptography` it checks the signature too.
Exits with 0 when everything was checked and holds, 1 when something does not, 2 when something could not be checked.
A bundle may be hostile: what its manifest names is read, up to a limit, and nothing printed of it drives a terminal.
"""

import argparse
import base64
import hashlib
import io
import json
import runpy
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None  # type: ignore[assignment,misc]

PAYLOAD_TYPE = "application/vnd.evidence-review.audit-bundle+json"
MANIFEST, RECORDS, SIGNATURE, KEY = "manifest.json", "records.json", "signature.dsse.json", "public-key.pem"
KEY_PREFIX = bytes.fromhex("302a300506032b6570032100")
MB, STORED, DEFLATED = 1 << 20, 0, 8
MAX_UNNAMED, MAX_RECORD, MAX_FILES, MAX_PRINTED, MAX_LINE = 8 * MB, 16 * MB, 100, 200, 500
"""Bytes of a manifest and of a JSON document, files of a bundle, lines that are printed and letters in one."""
TOO_MUCH, NO_FILE = "it holds more than --max-mb allows, or more files than bundles do", "a part of it is no file"
VERDICTS = "Everything here was checked and holds.", "This is NOT what was sealed.", "What could be checked holds."

BESIDE = Path(__file__).with_name("verify_words.py")
WORDS = runpy.run_path(str(BESIDE)) if BESIDE.is_file() else None
"""What compares the words of quotes; None where this file was taken alone."""

Files = Mapping[str, bytes]
Record = dict[str, Any]


class Issue(NamedTuple):
    """One thing that is wrong, withheld, or could not be checked, and where."""

    kind: Literal["wrong", "unchecked", "withheld"]
    where: str
    what: str


wrong = partial(Issue, "wrong")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check one bundle, print what was found, and return the exit code."""
    parser = argparse.ArgumentParser(description="Check an audit bundle.")
    parser.add_argument("bundle", nargs="?", type=Path, default=Path(__file__).resolve().parent)
    parser.add_argument("--key-id", default="", help="the key that must have signed, as its owner published it")
    parser.add_argument("--max-mb", type=int, default=256, help="how much is read at most (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        files, more, stray = read(options.bundle, options.max_mb * MB)
    except Exception as error:  # noqa: BLE001 - whatever a file holds is no reason to stop without a word
        return report({}, [wrong(options.bundle.name, f"cannot be read ({error})")])
    issues = [*check(files, wanted_key=options.key_id), *more]
    return report(files, issues if any(issue.kind == "wrong" for issue in issues) else [*stray, *issues])


def report(files: Files, issues: Sequence[Issue]) -> int:
    """Print the issues and a verdict, and return the exit code."""
    lines = [f"{issue.kind.upper():10} {issue.where}: {issue.what}" for issue in issues[:MAX_PRINTED]]
    lines += [f"and {len(issues) - MAX_PRINTED} more"] if len(issues) > MAX_PRINTED else []
    kinds = {issue.kind for issue in issues}
    code = 1 if "wrong" in kinds else 2 if "unchecked" in kinds else 0
    lines.append(VERDICTS[code])
    manifest = parse_json(files.get(MANIFEST, b""))
    if isinstance(manifest, dict) and code != 1:
        counts = ", ".join(f"{count} {name}" for name, count in manifest["counts"].items())
        lines += [f"Sealed {manifest['created_at']}: {counts}.", f"Signed by the key {manifest['key_id']}."]
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    print("\n".join(map(printable, lines)))  # noqa: T201 - what people read
    return code


def printable(text: str) -> str:
    """Return a text as one line in which nothing drives a terminal or hides: such characters are escaped."""
    cut = text if len(text) <= MAX_LINE else f"{text[:MAX_LINE]}…"
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in cut)


def read(bundle: Path, most: int) -> tuple[dict[str, bytes], list[Issue], list[Issue]]:
    """Return the files that a manifest names, issues of others and of the archive; a ValueError past *most* bytes."""
    if bundle.is_dir():
        found = islice(bundle.rglob("*"), MAX_FILES + 1)
        held = {path.relative_to(bundle).as_posix(): path for path in found if path.is_symlink() or not path.is_dir()}
        return *_named(held, lambda name, size: _beginning(held[name], size), most), []
    data = _beginning(bundle, most + 1)
    if len(data) > most:
        raise ValueError(TOO_MUCH)
    listed = list(islice(_members(data), MAX_FILES + 1))
    members = dict(listed)
    files, more = _named(members, lambda name, size: _unpacked(*members[name], size), most)
    names = Counter(name for name, _ in listed)
    more += [wrong(name, "is in the archive more than once") for name, count in names.items() if count > 1]
    is_whole = any(method for method, _ in members.values()) or pack(files) == data
    return files, more, [] if is_whole else [wrong(bundle.name, "contains bytes that belong to none of its files")]


def _named(held: Collection[str], take: Callable[[str, int], bytes], most: int) -> tuple[dict[str, bytes], list[Issue]]:
    """Return the manifest with its signature and the files that it names, a byte more of each that is too long."""
    files = {name: take(name, MAX_UNNAMED) for name in (MANIFEST, SIGNATURE) if name in held}
    manifest = parse_json(files.get(MANIFEST, b""))
    sizes = manifest.get("sizes") if isinstance(manifest, dict) else None
    for name, size in sizes.items() if isinstance(sizes, dict) else ():
        if name in held and name not in files and isinstance(size, int) and size >= 0:
            most -= size
            if most < 0 or len(files) >= MAX_FILES:
                raise ValueError(TOO_MUCH)
            files[name] = take(name, size + 1)
    return files, [wrong(name, "was not sealed with the rest") for name in sorted(held) if name not in files]


def _beginning(path: Path, size: int) -> bytes:
    if not path.is_file() or path.is_symlink():
        raise ValueError(NO_FILE)
    with path.open("rb") as file:
        return file.read(size)


def _members(data: bytes) -> Iterator[tuple[str, tuple[int, memoryview]]]:
    """Yield everything that an archive lists: the name, how it is packed, and the packed bytes."""
    count, _, at = struct.unpack_from("<H2I", data, data.rindex(b"PK\5\6") + 10)
    for _ in range(count):
        method, size, length, extra, comment, start = struct.unpack_from("<10xH8xI4x3H8xI", data, at)
        title, extra_there = struct.unpack_from("<2H", data, start + 26)
        first = start + 30 + title + extra_there
        yield data[at + 46 : at + 46 + length].decode(), (method, memoryview(data)[first : first + size])
        at += 46 + length + extra + comment


def _unpacked(method: int, data: memoryview, size: int) -> bytes:
    """Return the first bytes of a member, however much more it says that it is."""
    if method not in {STORED, DEFLATED}:
        raise ValueError(NO_FILE)
    return bytes(data[:size]) if method == STORED else zlib.decompressobj(-15).decompress(data, size)


def pack(files: Files) -> bytes:
    """Return the one ZIP archive that holds these files: sorted, uncompressed, without dates."""
    parts, directory, start = list[bytes](), b"", 0
    for name, data in sorted(files.items()):
        crc, title = zlib.crc32(data), name.encode()
        sizes = (0, 0, 0x21, crc, len(data), len(data), len(title), 0)
        directory += struct.pack("<I4H2H3I5H2I", 0x02014B50, 0x314, 20, 0x800, *sizes, 0, 0, 0, 0o100644 << 16, start)
        directory += title
        parts += struct.pack("<I3H2H3I2H", 0x04034B50, 20, 0x800, *sizes), title, data
        start += 30 + len(title) + len(data)
    counts = (0, 0, len(files), len(files), len(directory), start, 0)
    return b"".join((*parts, directory, struct.pack("<I4H2IH", 0x06054B50, *counts)))


def check(files: Files, *, wanted_key: str = "") -> list[Issue]:
    """Recompute everything and return what does not agree."""
    if not isinstance(manifest := parse_json(files.get(MANIFEST, b"")), dict):
        return [wrong(MANIFEST, "missing, or not what was sealed")]
    steps = (_signature, _files, _sections, _evidence, _origins, _additions, _speakers, _events, _withheld_keys)
    of_records = ("evidence.jsonl", "entries.jsonl", "evidence.jsonl", "messages.jsonl", "events.jsonl")
    issues, key_id = list[Issue](), manifest.get("key_id")
    if wanted_key and wanted_key != key_id:
        issues.append(wrong(KEY, f"not the key that should have signed: {key_id}"))
    for where, step in zip((SIGNATURE, MANIFEST, "sections", *of_records, "bundle"), steps, strict=True):
        try:
            issues.extend(step(files, manifest))
        except Exception as error:  # noqa: BLE001 - a hostile record may make any step fail
            issues.append(wrong(where, f"is malformed ({error!r})"))
    return issues


def _withheld_keys(files: Files, _manifest: Record) -> Iterator[Issue]:
    for name in ("messages.jsonl", "evidence.jsonl", "events.jsonl"):
        keys = Counter(str(key) for _, record in records_of(files, name) for key in record.get("withheld", ()))
        if keys:
            held = f"{', '.join(sorted(keys))} of {max(keys.values())} records; their digests are here"
            yield Issue("withheld", name, held)


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
    sealed = {"payload": base64.b64encode(files[MANIFEST]).decode(), "payloadType": PAYLOAD_TYPE}
    if envelope != {**sealed, "signatures": [{"keyid": key_id, "sig": base64.b64encode(signature).decode()}]}:
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
    for name in sorted(manifest["files"].keys() | files.keys() - {MANIFEST, SIGNATURE}):
        if name not in files:
            yield wrong(name, "missing")
        elif name not in manifest["files"]:
            yield wrong(name, "was not sealed with the rest")
        elif sha256(files[name]) != manifest["files"][name]:
            yield wrong(_first_changed(files, name), "changed since it was sealed")
    for counted, count in manifest["counts"].items():
        if count != files.get(f"{counted}.jsonl", b"").count(b"\n"):
            yield wrong(f"{counted}.jsonl", f"does not hold {count} records")


def _first_changed(files: Files, name: str) -> str:
    """Return the first record of a changed file that is not what was sealed, or the file where none can be named."""
    if not isinstance(records := parse_json(files.get(RECORDS, b"")), dict) or not isinstance(records.get(name), list):
        return name
    for number, (line, digest) in enumerate(zip_longest(io.BytesIO(files[name]), records[name]), start=1):
        if line is None or not line.endswith(b"\n") or sha256(line[:-1]) != digest:
            return f"{name}, record {number}{_title(parse_json(line or b''))}"
    return name


def _sections(files: Files, manifest: Record) -> Iterator[Issue]:
    names = sorted(name for name in manifest["files"] if name.startswith("sections/"))
    if sum(len(files[name]) for name in names) > MAX_RECORD:
        raise ValueError(MAX_RECORD)
    sections: list[Any] = [parse_json(files[name]) for name in names]
    for name, section in zip(names, sections, strict=True):
        base = {key: value for key, value in section.items() if key != "section_signature"}
        if section["section_signature"] != sha256(canonical(base)) or section["created_at"] != manifest["created_at"]:
            yield wrong(name, "its digest does not match its content")
        pinned = section["payload"].get("file")
        pin = (section["payload"].get("sha256"), section["payload"].get("count"))
        if pinned and pin != (manifest["files"].get(pinned), files.get(pinned, b"").count(b"\n")):
            yield wrong(name, f"refers to another {pinned}")
    whole = {"evidence_version": manifest["evidence"]["evidence_version"], "sections": sections}
    if manifest["evidence"]["evidence_signature"] != sha256(canonical(whole)):
        yield wrong(MANIFEST, "its evidence digest does not match the sections")


def _evidence(files: Files, _manifest: Record) -> Iterator[Issue]:
    """Read the words at every span again, and recompute every digest of a text."""
    messages: dict[bytes, tuple[str, str | None]] = {}
    for where, record in records_of(files, "messages.jsonl"):
        place = canonical((record["project"], record["session_id"], record["message_index"], record["version"]))
        messages[place] = str(record["content_hash"]), None if "content" not in record else str(record["content"])
        content = record.get("content", None if "content" in record.get("withheld", ()) else "")
        if content is not None and (sha256(content), len(content)) != (record["content_hash"], record["length"]):
            yield wrong(where, "the text is not the one that was hashed")
    for where, record in records_of(files, "evidence.jsonl"):
        outcome = record["outcome"]
        if outcome["quoteHash"] != sha256(outcome["quote"]):
            yield wrong(where, "the quote is not the one that was hashed")
        if outcome["matchMethod"] != "none":
            places = (record["project"], record["session_id"], outcome["messageIndex"], record["message_version"])
            yield from _words_at_span(where, record, *messages.get(canonical(places), ("", None)))


def _words_at_span(where: str, record: Record, content_hash: str, content: str | None) -> Iterator[Issue]:
    if content_hash != record["outcome"]["sourceHash"]:
        yield wrong(where, "its message is not the one it was aligned to")
    elif WORDS is None:
        yield Issue("unchecked", where, "its words need verify_words.py beside this file")
    else:
        yield from (wrong(where, what) for what in WORDS["problems"](record, content))


def _origins(files: Files, _manifest: Record) -> Iterator[Issue]:
    """Look for the event of each entry that a person added, which no upload contains: it records the claim."""
    added = _events_of(files, "entry_added")
    recorded = {canonical((at, by, it["position"], it["type"], it["title"], it["body"])) for at, _, by, it in added}
    for where, record in records_of(files, "entries.jsonl"):
        first, person = record["claims"][0], record.get("added_by")
        place = (record["session_id"], person, record["entry"], record["type"], first["title"], first["body"])
        if (person or record["extraction"] is None) and canonical(place) not in recorded:
            yield wrong(where, "it was added by hand, and no event says so")


def _additions(files: Files, _manifest: Record) -> Iterator[Issue]:
    """Look for the event of each quote that a person added, which no upload has; a withheld event names no quote."""
    recorded = {canonical((*place, body.get("quote"))) for *place, body in _events_of(files, "quote_added")}
    for where, record in records_of(files, "evidence.jsonl"):
        place = (record["session_id"], record["entry_id"], record.get("added_by"))
        named = {canonical((*place, record["quote"])), canonical((*place, None))}
        if place[-1] and record["attempt"] == 1 and recorded.isdisjoint(named):
            yield wrong(where, "its quote was added by hand, and no event says so")


def _events_of(files: Files, event_type: str) -> Iterator[tuple[object, object, object, Record]]:
    """Yield the session, entry, person and payload of each event of a type, also of those that another one imported."""
    for _, one in records_of(files, "events.jsonl"):
        past = one.get("payload", one).get("history", ())
        for told in (one, *({**one, **it, "actor": f"{it['actor']}@{it['store']}"} for it in past)):
            if told["event_type"] == event_type:
                yield told["session_id"], told["entry_id"], told["actor"], told.get("payload", {})


def _speakers(files: Files, _manifest: Record) -> Iterator[Issue]:
    """Compare every message with the event that received it: its text, speaker and time."""
    received = set()
    for session, _, _, body in _events_of(files, "session_ingested"):
        for index, hashes in enumerate(zip(body["message_hashes"], body["message_digests"], strict=True)):
            received.add(canonical((session, body["first_index"] + index, 1, *hashes)))
    for session, _, _, body in _events_of(files, "session_revised"):
        for one in body["messages"]:
            received.add(canonical((session, one["message_index"], one["version"], one["hash"], one["digest"])))
    for where, record in records_of(files, "messages.jsonl"):
        header = {key: record[key] for key in ("content_hash", "name", "role", "timestamp")}
        place = (record["session_id"], record["message_index"], record["version"])
        if canonical((*place, record["content_hash"], sha256(canonical(header)))) not in received:
            yield wrong(where, "its text, speaker or time is not the one in the journal")


def _events(files: Files, manifest: Record) -> Iterator[Issue]:
    """Follow every chain from its first event to the head that the section of the journal states."""
    events = records_of(files, "events.jsonl")
    heads = cast("Record", parse_json(files["sections/journal.json"]))["payload"]["heads"]
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


def records_of(files: Files, name: str) -> Iterator[tuple[str, Record]]:
    """Yield the records of a file, each with its place; a ValueError where a line holds none, or too large a one."""
    for number, line in enumerate(io.BytesIO(files.get(name, b"")), start=1):
        record = parse_json(line)
        if not isinstance(record, dict):
            raise ValueError(number)  # noqa: TRY004 - it is the content that is wrong
        yield f"{name}, record {number}{_title(record)}", record


def _title(record: object) -> str:
    held = record if isinstance(record, dict) else {}
    names = {"entry_id": "entry", "quote": "quote", "attempt": "attempt", "message_index": "message", "seq": "event"}
    parts = [f"{name} {held[key]!r}" for key, name in names.items() if held.get(key) not in (None, "")]
    return f" ({', '.join(parts)})" if parts else ""


def canonical(value: object) -> bytes:
    """Return JSON in the one form over which digests are computed."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def parse_json(data: bytes) -> object:
    """Return the value of a JSON document; None when it is not one, or larger than any here."""
    try:
        return json.loads(data) if len(data) <= MAX_RECORD else None
    except (ValueError, RecursionError):
        return None


def sha256(data: bytes | str) -> str:
    """Return the digest of bytes, or of a text in UTF-8, as 64 lower-case hex digits."""
    return hashlib.sha256(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
