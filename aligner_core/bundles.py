"""Evidence bundles (seed 004): sections unique by type, sorted, at one moment, with a digest each and one over all.

>>> ev = {"evidence_version": "evidence_v1.0.0", "sections": []}
>>> section = {"type": "void", "engine_version": "void_calc_v1.1.0", "engine_signature": "0" * 64,
...            "source": "void.py", "payload": {"day_index": 1}, "created_at": "2024-01-01T00:00:00Z"}
>>> verify_evidence(finalize_evidence(add_section(ev, section)))
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from aligner_core.canonical import canonical_json, digest
from aligner_core.errors import BundleError
from aligner_core.policies import PRODUCT_POLICY, SEED_POLICY, BundlePolicy
from aligner_core.sections import (
    SIGNATURE,
    Section,
    check_digest,
    check_section,
    is_text,
    read_input,
    same_digest,
    written_moment,
)

__all__ = [
    "PRODUCT_POLICY",
    "SEED_POLICY",
    "BundlePolicy",
    "Evidence",
    "add_section",
    "build_evidence",
    "finalize_evidence",
    "verify_evidence",
]

Evidence = dict[str, Any]
"""A bundle in its wire form."""

VERSION: Final = "evidence_version"
SECTIONS: Final = "sections"
EVIDENCE_SIGNATURE: Final = "evidence_signature"


def system_clock() -> datetime:
    """Give the moment it is."""
    return datetime.now(UTC)


def build_evidence(
    inputs: Mapping[str, object] | None,
    *,
    clock: Callable[[], datetime] = system_clock,
    policy: BundlePolicy = SEED_POLICY,
) -> Evidence:
    """Make a bundle of the outputs of engines, all of one moment; the same inputs and clock give the same bytes.

    Inputs the policy does not know are ignored, and an empty one counts as absent. BundleError, a ValueError,
    says what is wrong with the first wrong one.
    """
    given = _mapping(inputs, "inputs")
    created_at = written_moment(clock())
    ev: Evidence = {}
    for rule in policy.inputs:
        if not _is_absent(given.get(rule.type)):
            section = read_input(given[rule.type], rule=rule, created_at=created_at)
            ev = add_section(ev, section, policy=policy)
    return finalize_evidence(ev, policy=policy)


def add_section(
    ev: Mapping[str, object] | None, section: Mapping[str, object], *, policy: BundlePolicy = SEED_POLICY
) -> Evidence:
    """Give the bundle with one section more, which gets its digest; it has to be finalized anew."""
    bundle = _mapping(ev, "evidence")
    present = _sections(bundle)
    taken = [_type(one) for one in present if _type(one) is not None]
    added = check_section(section, taken=taken, policy=policy)
    return {VERSION: _version(bundle, policy), SECTIONS: [*_checked(present, policy), added]}


def finalize_evidence(ev: Mapping[str, object] | None, *, policy: BundlePolicy = SEED_POLICY) -> Evidence:
    """Give the bundle with its sections sorted by type and the digest over them.

    A section that carries no digest gets one; a digest that is not its section's is refused.
    """
    bundle = _mapping(ev, "evidence")
    present = _sections(bundle)
    if not present:
        message = "sections가 비어 있습니다."
        raise BundleError(message)
    sections = sorted(_checked(present, policy), key=lambda section: str(section["type"]))
    version = _version(bundle, policy)
    whole = digest(canonical_json({VERSION: version, SECTIONS: sections}))
    return {VERSION: version, EVIDENCE_SIGNATURE: whole, SECTIONS: sections}


def verify_evidence(ev: Mapping[str, object], *, policy: BundlePolicy = SEED_POLICY) -> None:
    """Raise BundleError unless a bundle is whole: nothing changed, added, left out or moved since it was finalized.

    Nothing else is raised, whatever is given. What a digest cannot show is who made the bundle: that needs
    a signature over it.
    """
    try:
        _verify(ev, policy)
    except BundleError:
        raise
    except Exception as error:
        message = "증거 번들을 읽을 수 없습니다."
        raise BundleError(message) from error


def _verify(ev: Mapping[str, object], policy: BundlePolicy) -> None:
    bundle = _mapping(ev, "evidence")
    wanted = finalize_evidence(bundle, policy=policy)
    _same_fields(bundle, wanted, "evidence")
    present = _sections(bundle)
    if [_type(section) for section in present] != [section["type"] for section in wanted[SECTIONS]]:
        message = "섹션이 type 순서로 정렬되어 있지 않습니다."
        raise BundleError(message)
    for section, whole in zip(present, wanted[SECTIONS], strict=True):
        _same_fields(_mapping(section, "section"), whole, str(whole["type"]))
    if not same_digest(bundle[EVIDENCE_SIGNATURE], wanted[EVIDENCE_SIGNATURE]):
        message = "evidence_signature가 내용과 맞지 않습니다."
        raise BundleError(message)


def _same_fields(given: Mapping[str, object], wanted: Mapping[str, object], where: str) -> None:
    if set(given) != set(wanted):
        fields = ", ".join(sorted(map(str, set(given) ^ set(wanted))))
        message = f"{where}의 필드가 다릅니다: {fields}"
        raise BundleError(message)


def _checked(present: list[object], policy: BundlePolicy) -> list[Section]:
    """Check the sections of a bundle as if they came now; one that carries a digest must carry its own."""
    checked: list[Section] = []
    for section in present:
        digested = check_section(section, taken=[one["type"] for one in checked], policy=policy)
        if isinstance(section, Mapping) and SIGNATURE in section:
            check_digest(section, digested)
        checked.append(digested)
    return checked


def _mapping(value: object, name: str) -> Mapping[str, object]:
    """Take nothing for an empty object."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        message = f"{name}는 객체여야 합니다."
        raise BundleError(message)
    return value


def _sections(bundle: Mapping[str, object]) -> list[object]:
    sections = bundle.get(SECTIONS)
    if sections is None:
        return []
    if not isinstance(sections, list | tuple):
        message = "sections는 배열이어야 합니다."
        raise BundleError(message)
    return list(sections)


def _version(bundle: Mapping[str, object], policy: BundlePolicy) -> str:
    version = bundle.get(VERSION, policy.evidence_version)
    if not is_text(version):
        message = "evidence_version은 비어있지 않은 문자열이어야 합니다."
        raise BundleError(message)
    return version


def _type(section: object) -> object:
    return section.get("type") if isinstance(section, Mapping) else None


def _is_absent(given: object) -> bool:
    return given is None or given in ({}, [], (), "")
