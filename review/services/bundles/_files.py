"""Turn the records of an audit bundle into its files. Pure: the same records give the same bytes."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from aligner_core import ENGINE_VERSION, canonical_json, digest
from aligner_core.bundles import PRODUCT_POLICY, build_evidence
from aligner_core.ledger import Signer, seal
from review import verifier
from review.domain import events
from review.selectors.bundles.contents import BundleContents, BundleScope
from review.selectors.bundles.records import Record
from review.verifier import verify

SCHEMA_VERSION: Final = 1
VERIFIERS: Final = ("verifier.html", "verify.py", "verify_checkpoints.py", "verify_words.py")
WITHHELD_OUTCOME: Final = frozenset({"closest", "differences", "foundIn", "hedge"})
"""The keys of an outcome that hold words of messages beyond those of the quote itself."""

RETRIEVAL_FILES: Final = {"citation": "citations.jsonl", "retrieval": "retrievals.jsonl"}
"""The sections that only a bundle with retrievals has, and the files that they pin by digest."""


RULES: Final = PRODUCT_POLICY.model_dump(mode="json")


@dataclass(frozen=True, slots=True)
class Sealing:
    """The parameters of a seal: the time it states, the key, and what is withheld."""

    moment: datetime
    signer: Signer
    withheld: tuple[str, ...] = ()


def bundle_files(scope: BundleScope, contents: BundleContents, sealing: Sealing) -> dict[str, bytes]:
    """Return every file of a bundle by its name, the signature included."""
    shown = without_messages(contents) if "messages" in sealing.withheld else contents
    lines = {
        "entries.jsonl": _lines(shown.entries),
        "events.jsonl": _lines(shown.events),
        "evidence.jsonl": _lines(shown.evidence),
        "messages.jsonl": _lines(shown.messages),
        **({"retrievals.jsonl": _lines(shown.retrievals)} if shown.retrievals else {}),
        **({"citations.jsonl": _lines(shown.citations)} if shown.citations else {}),
        **({"extractions.jsonl": _lines(shown.extractions)} if shown.extractions else {}),
    }
    files = {name: b"".join(line + b"\n" for line in file_lines) for name, file_lines in lines.items()}
    files["records.json"] = canonical_json(
        {name: [digest(line) for line in file_lines] for name, file_lines in lines.items()}
    )
    withheld = len(contents.messages) if "messages" in sealing.withheld else 0
    inputs = _inputs(contents, files, withheld=withheld)
    evidence = build_evidence(inputs, clock=lambda: sealing.moment, policy=PRODUCT_POLICY)
    sections = evidence.pop("sections")
    files |= {f"sections/{section['type']}.json": canonical_json(section) for section in sections}
    files |= {name: (Path(verifier.__file__).parent / name).read_bytes() for name in VERIFIERS}
    files[verify.KEY] = sealing.signer.public.to_pem()
    manifest = {
        "schema_version": SCHEMA_VERSION,
        "created_at": sections[0]["created_at"],
        "scope": dict(scope.description),
        "policy": {"aligner": aligners_of(contents), "projects": contents.policies},
        "counts": record_counts(shown),
        "withheld": list(sealing.withheld),
        "evidence": evidence,
        "key_id": sealing.signer.key_id,
        "files": {name: digest(data) for name, data in files.items()},
        "sizes": {name: len(data) for name, data in files.items()},
    }
    files[verify.MANIFEST] = canonical_json(manifest)
    files[verify.SIGNATURE] = seal(files[verify.MANIFEST], verify.PAYLOAD_TYPE, sealing.signer)
    return files


def record_counts(contents: BundleContents) -> dict[str, int]:
    """Return how many records of each kind a bundle holds."""
    return {
        "messages": len(contents.messages),
        "entries": len(contents.entries),
        "evidence": len(contents.evidence),
        "events": len(contents.events),
        **({"retrievals": len(contents.retrievals)} if contents.retrievals else {}),
        **({"citations": len(contents.citations)} if contents.citations else {}),
        **({"extractions": len(contents.extractions)} if contents.extractions else {}),
    }


def without_messages(contents: BundleContents) -> BundleContents:
    """Return the records without the words of messages, except those that quotes repeat; the digests stay."""
    return replace(
        contents,
        extractions=(),
        messages=tuple({**_without(record, {"content"}), "withheld": ["content"]} for record in contents.messages),
        evidence=tuple(_attempt_without_words(record) for record in contents.evidence),
        events=tuple(
            _event_without_words(record) if _holds_outcome(record["payload"]) else record for record in contents.events
        ),
    )


def _attempt_without_words(record: Record) -> Record:
    outcome = _without(record["outcome"], WITHHELD_OUTCOME)
    if "alternatives" in outcome:
        outcome["alternatives"] = [_without(place, {"rewrites"}) for place in outcome["alternatives"]]
    return {**_without(record, {"words"}), "outcome": outcome, "withheld": ["words", *sorted(WITHHELD_OUTCOME)]}


def _event_without_words(record: Record) -> Record:
    """Return an event without its payload; of what it imported stays which entries and quotes people had added."""
    history = [
        {**_without(past, {"payload"}), "payload": _without(past["payload"], {"outcome", "parts", "text", "made_with"})}
        for past in record["payload"].get("history", ())
        if past["event_type"] in {events.EntryAdded.event_type, events.QuoteAdded.event_type}
    ]
    kept = {"history": history} if history else {}
    return {**_without(record, {"payload"}), **kept, "withheld": ["payload"]}


def _holds_outcome(value: object) -> bool:
    """Return whether a payload contains an outcome anywhere, whatever the type of its event."""
    if isinstance(value, dict):
        return not WITHHELD_OUTCOME.isdisjoint(value) or any(map(_holds_outcome, value.values()))
    return isinstance(value, list) and any(map(_holds_outcome, value))


def _without(record: Record, keys: Collection[str]) -> Record:
    return {key: value for key, value in record.items() if key not in keys}


def _lines(records: Iterable[Record]) -> list[bytes]:
    return [canonical_json(record) for record in records]


def _inputs(contents: BundleContents, files: Mapping[str, bytes], *, withheld: int) -> dict[str, object]:
    """Return the inputs of the evidence sections: the statements of each part of the product about the bundle."""
    pinned: dict[str, tuple[str, Record]] = {
        "alignment": (
            "evidence.jsonl",
            {"methods": _count_by_name(attempt["outcome"]["matchMethod"] for attempt in contents.evidence)},
        ),
        "entries": ("entries.jsonl", {"stages": _count_by_name(entry["stage"] for entry in contents.entries)}),
        "journal": ("events.jsonl", {"heads": [head._asdict() for head in contents.heads]}),
        "messages": ("messages.jsonl", {"withheld": withheld}),
    }
    pinned |= {name: (file, {}) for name, file in RETRIEVAL_FILES.items() if file in files}
    inputs: dict[str, object] = {
        section: {
            **(_aligner(contents) if section == "alignment" else _engine(RULES)),
            "file": name,
            "sha256": digest(files[name]),
            "count": _line_count(files[name]),
            **more,
        }
        for section, (name, more) in pinned.items()
    }
    return {**inputs, "promotion": {**_engine(RULES), **_decisions(contents.events)}}


def _engine(rules: object) -> Record:
    """Return the version of the rules that a section follows, and their digest."""
    return {"engine_version": PRODUCT_POLICY.evidence_version, "engine_signature": digest(canonical_json(rules))}


def _aligner(contents: BundleContents) -> Record:
    """Return the versions of the engine that made the attempts, and the digest of its rules and configurations."""
    aligners = aligners_of(contents)
    versions = sorted({str(one["engine"]) for one in aligners}) or [ENGINE_VERSION]
    return {"engine_version": ", ".join(versions), "engine_signature": digest(canonical_json(aligners))}


def aligners_of(contents: BundleContents) -> list[Record]:
    """Return the rules and configurations that the attempts of a bundle were made with, with the number of each."""
    counts = Counter(canonical_json(attempt["made_with"]) for attempt in contents.evidence)
    return [{**json.loads(made), "attempts": count} for made, count in sorted(counts.items())]


def _decisions(records: Sequence[Record]) -> Record:
    granted = (event for event in records if event["event_type"] == events.EntryPromoted.event_type)
    refused = (event for event in records if event["event_type"] == events.PromotionRefused.event_type)
    return {
        "granted": _count_by_name(event["payload"]["to_stage"] for event in granted),
        "refused": _count_by_name(reason for event in refused for reason in event["payload"]["reasons"]),
    }


def _count_by_name(names: Iterable[str]) -> dict[str, int]:
    return dict(Counter(names))


def _line_count(data: bytes) -> int:
    return data.count(b"\n")
