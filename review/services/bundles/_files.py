"""Turn the records of an audit bundle into its files: pure, so that the same records give the same bytes."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from aligner_core import AlignerConfig, canonical_json, digest
from aligner_core.bundles import PRODUCT_POLICY, build_evidence
from aligner_core.keys import Signer
from aligner_core.signing import seal
from review import events, verifier
from review.selectors.bundles import Contents, Wanted
from review.selectors.naming import Record
from review.verifier import verify

SCHEMA_VERSION: Final = 1
VERIFIERS: Final = ("verifier.html", "verify.py", "verify_checkpoints.py")
WITHHELD_OUTCOME: Final = frozenset({"closest", "differences", "foundIn"})
"""The keys of an outcome that hold words of messages which the quote itself does not hold."""


OF_RETRIEVALS: Final = {"citation": "citations.jsonl", "retrieval": "retrievals.jsonl"}
"""The sections that only a bundle with retrievals has, and the files that they pin."""


@dataclass(frozen=True, slots=True)
class Sealing:
    """What a bundle is sealed with: the moment it names, the key, and what is withheld."""

    moment: datetime
    signer: Signer
    withheld: tuple[str, ...] = ()


def bundle_files(wanted: Wanted, contents: Contents, sealing: Sealing) -> dict[str, bytes]:
    """Give every file of a bundle, signed."""
    shown = without_messages(contents) if "messages" in sealing.withheld else contents
    lines = {
        "entries.jsonl": _lines(shown.entries),
        "events.jsonl": _lines(shown.events),
        "evidence.jsonl": _lines(shown.evidence),
        "messages.jsonl": _lines(shown.messages),
        **({"retrievals.jsonl": _lines(shown.retrievals)} if shown.retrievals else {}),
        **({"citations.jsonl": _lines(shown.citations)} if shown.citations else {}),
    }
    files = {name: b"".join(line + b"\n" for line in given) for name, given in lines.items()}
    files["records.json"] = canonical_json({name: [digest(line) for line in given] for name, given in lines.items()})
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
        "scope": dict(wanted.scope),
        "policy": {"aligner": _aligner(), "projects": contents.policies},
        "counts": counts_of(contents),
        "withheld": list(sealing.withheld),
        "evidence": evidence,
        "key_id": sealing.signer.key_id,
        "files": {name: digest(data) for name, data in files.items()},
    }
    files[verify.MANIFEST] = canonical_json(manifest)
    files[verify.SIGNATURE] = seal(files[verify.MANIFEST], verify.PAYLOAD_TYPE, sealing.signer)
    return files


def counts_of(contents: Contents) -> dict[str, int]:
    """Count what a bundle holds."""
    return {
        "messages": len(contents.messages),
        "entries": len(contents.entries),
        "evidence": len(contents.evidence),
        "events": len(contents.events),
        **({"retrievals": len(contents.retrievals)} if contents.retrievals else {}),
        **({"citations": len(contents.citations)} if contents.citations else {}),
    }


def without_messages(contents: Contents) -> Contents:
    """Give the records without the words of messages, but for those that quotes repeat; the digests stay."""
    return replace(
        contents,
        messages=tuple({**_less(record, {"content"}), "withheld": ["content"]} for record in contents.messages),
        evidence=tuple(_attempt_without_words(record) for record in contents.evidence),
        events=tuple(
            {**_less(record, {"payload"}), "withheld": ["payload"]} if _holds_outcome(record["payload"]) else record
            for record in contents.events
        ),
    )


def _attempt_without_words(record: Record) -> Record:
    outcome = _less(record["outcome"], WITHHELD_OUTCOME)
    return {**_less(record, {"words"}), "outcome": outcome, "withheld": ["words", *sorted(WITHHELD_OUTCOME)]}


def _holds_outcome(value: object) -> bool:
    """Say whether an outcome stands anywhere in a payload, whatever the type of its event."""
    if isinstance(value, dict):
        return not WITHHELD_OUTCOME.isdisjoint(value) or any(map(_holds_outcome, value.values()))
    return isinstance(value, list) and any(map(_holds_outcome, value))


def _less(record: Record, keys: Collection[str]) -> Record:
    return {key: value for key, value in record.items() if key not in keys}


def _lines(records: Iterable[Record]) -> list[bytes]:
    return [canonical_json(record) for record in records]


def _inputs(contents: Contents, files: Mapping[str, bytes], *, withheld: int) -> dict[str, object]:
    """Give what each part of the product says of the bundle; the sections are made of it."""
    pinned: dict[str, tuple[str, Record]] = {
        "alignment": (
            "evidence.jsonl",
            {"methods": _tally(one["outcome"]["matchMethod"] for one in contents.evidence)},
        ),
        "entries": ("entries.jsonl", {"stages": _tally(one["stage"] for one in contents.entries)}),
        "journal": ("events.jsonl", {"heads": [head._asdict() for head in contents.heads]}),
        "messages": ("messages.jsonl", {"withheld": withheld}),
    }
    pinned |= {name: (file, {}) for name, file in OF_RETRIEVALS.items() if file in files}
    inputs: dict[str, object] = {
        section: {**_engine(section), "file": name, "sha256": digest(files[name]), "count": _count(files[name]), **more}
        for section, (name, more) in pinned.items()
    }
    return {**inputs, "promotion": {**_engine("promotion"), **_decisions(contents.events)}}


def _engine(section: str) -> Record:
    """Name the rules that a section follows, and their digest."""
    rules: object = _aligner() if section == "alignment" else PRODUCT_POLICY.model_dump(mode="json")
    return {"engine_version": PRODUCT_POLICY.evidence_version, "engine_signature": digest(canonical_json(rules))}


def _aligner() -> Record:
    return asdict(AlignerConfig())


def _decisions(records: Sequence[Record]) -> Record:
    granted = (one for one in records if one["event_type"] == events.EntryPromoted.event_type)
    refused = (one for one in records if one["event_type"] == events.PromotionRefused.event_type)
    return {
        "granted": _tally(one["payload"]["to_stage"] for one in granted),
        "refused": _tally(reason for one in refused for reason in one["payload"]["reasons"]),
    }


def _tally(names: Iterable[str]) -> dict[str, int]:
    return dict(Counter(names))


def _count(data: bytes) -> int:
    return data.count(b"\n")
