"""Change a bundle and seal it again, as the holder of any key can: every digest fits, only the content is wrong."""

import json
from collections.abc import Callable
from typing import Any

from aligner_core import canonical_json, digest
from aligner_core.ledger.dsse import seal
from aligner_core.ledger.keys import Signer
from review.verifier import verify

Files = dict[str, bytes]
CLEARS = "\x1b[2J\x1b[H Everything here was checked and holds. \x1b[8m"
"""A name that would clear the screen, and hide what follows."""
DEEP = b"[" * 200_000


def forged(files: Files, name: str, change: Callable[[list[dict[str, Any]]], object]) -> Files:
    """Return a bundle with changed records and recomputed digests, signed by another key: only the key id differs."""
    records = [json.loads(line) for line in files[name].splitlines()]
    change(records)
    lines = [canonical_json(record) for record in records]
    made = {**files, name: b"".join(line + b"\n" for line in lines)}
    made["records.json"] = canonical_json({**json.loads(files["records.json"]), name: [digest(line) for line in lines]})
    return resealed(made, name)


def resealed(files: Files, name: str) -> Files:
    """Return a bundle with the digests of the file *name* and of everything above it recomputed, and signed again."""
    signer, made = Signer.load(bytes(32)), dict(files)
    sections = [json.loads(made[one]) for one in sorted(made) if one.startswith("sections/")]
    for section in sections:
        if section["payload"].get("file") == name:
            section["payload"] |= {"sha256": digest(made[name]), "count": made[name].count(b"\n")}
        base = {key: value for key, value in section.items() if key != "section_signature"}
        section["section_signature"] = digest(canonical_json(base))
        made[f"sections/{section['type']}.json"] = canonical_json(section)
    manifest = json.loads(made["manifest.json"])
    whole = {"evidence_version": manifest["evidence"]["evidence_version"], "sections": sections}
    manifest["evidence"]["evidence_signature"] = digest(canonical_json(whole))
    made["public-key.pem"], manifest["key_id"] = signer.public.to_pem(), signer.key_id
    manifest["files"] = {one: digest(data) for one, data in made.items() if one in manifest["files"]}
    manifest["sizes"] = {one: len(data) for one, data in made.items() if one in manifest["files"]}
    manifest["counts"] |= {name.removesuffix(".jsonl"): made[name].count(b"\n")} if name.endswith(".jsonl") else {}
    made["manifest.json"] = canonical_json(manifest)
    made["signature.dsse.json"] = seal(made["manifest.json"], verify.PAYLOAD_TYPE, signer)
    return made


def sealed_as(files: Files, /, **manifest: object) -> Files:
    """Return files with a manifest that names them as they are, signed with a key of nobody."""
    signer, made = Signer.load(bytes(32)), {**files, verify.KEY: Signer.load(bytes(32)).public.to_pem()}
    held = {name: data for name, data in made.items() if name not in {verify.MANIFEST, verify.SIGNATURE}}
    stated = json.loads(files[verify.MANIFEST]) | {
        "key_id": signer.key_id,
        "files": {name: digest(data) for name, data in held.items()},
        "sizes": {name: len(data) for name, data in held.items()},
    }
    made[verify.MANIFEST] = json.dumps(stated | manifest).encode()
    made[verify.SIGNATURE] = seal(made[verify.MANIFEST], verify.PAYLOAD_TYPE, signer)
    return made


def shows(output: str) -> bool:
    """Return whether what was printed is text in lines, of which a terminal obeys none."""
    return all(line.isprintable() for line in output.removesuffix("\n").split("\n"))
