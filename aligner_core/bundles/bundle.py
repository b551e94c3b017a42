"""Evidence bundles: sections unique by type, sorted, of one moment, with a digest each and one over all.

>>> ev = {"evidence_version": "evidence_v1.0.0", "sections": []}
>>> section = {"type": "void", "engine_version": "void_calc_v1.1.0", "engine_signature": "0" * 64,
...            "source": "void.py", "payload": {"day_index": 1}, "created_at": "2024-01-01T00:00:00Z"}
>>> verify_evidence(finalize_evidence(add_section(ev, section)))

A policy defines what a bundle may hold, and the sentences of `BundleError`. Without one it is the
`SEED_POLICY` of the product's first version, as its callers expect; pass `PRODUCT_POLICY`, or a policy of your own.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from aligner_core.bundles.section_policy import BundlePolicy
from aligner_core.bundles.sections import (
    SIGNATURE,
    Section,
    check_digest,
    check_section,
    format_moment,
    is_same_digest,
    is_text,
    read_input,
)
from aligner_core.bundles.seed_004 import SEED_POLICY
from aligner_core.errors import BundleError, InvalidTypeError, require_type
from aligner_core.ledger.canonical_json import canonical_json, digest

Evidence = dict[str, Any]
"""A bundle in its wire form."""

VERSION: Final = "evidence_version"
SECTIONS: Final = "sections"
EVIDENCE_SIGNATURE: Final = "evidence_signature"


def system_clock() -> datetime:
    """Return the time of the system."""
    return datetime.now(UTC)


def build_evidence(
    inputs: Mapping[str, object] | None,
    *,
    clock: Callable[[], datetime] = system_clock,
    policy: BundlePolicy = SEED_POLICY,
) -> Evidence:
    """Return a bundle of the outputs of engines, all of one moment; the same inputs and clock give the same bytes.

    Inputs that the policy does not know are ignored, and an empty one counts as absent.

    Raises:
        BundleError: an input cannot become a section, or there is no input; the sentence is about the first one.

    """
    require_type(policy, BundlePolicy, "policy")
    if not callable(clock):
        message = f"clock must be callable, not {type(clock).__name__}"
        raise InvalidTypeError(message)
    given = _mapping(inputs, "inputs", policy)
    created_at = _created_at(clock(), policy)
    ev: Evidence = {}
    for rule in policy.inputs:
        if not _is_absent(given.get(rule.type)):
            section = read_input(given[rule.type], rule=rule, created_at=created_at, texts=policy.texts)
            ev = add_section(ev, section, policy=policy)
    return finalize_evidence(ev, policy=policy)


def add_section(
    ev: Mapping[str, object] | None, section: Mapping[str, object], *, policy: BundlePolicy = SEED_POLICY
) -> Evidence:
    """Return the bundle with one more section, which gets its digest; the bundle has to be finalized again.

    Raises:
        BundleError: the section, or one that is already there, is not allowed or malformed.

    """
    require_type(policy, BundlePolicy, "policy")
    bundle = _mapping(ev, "evidence", policy)
    present = _sections(bundle, policy)
    taken = [_type(one) for one in present if _type(one) is not None]
    added = check_section(section, taken=taken, policy=policy)
    return {VERSION: _version(bundle, policy), SECTIONS: [*_checked(present, policy), added]}


def finalize_evidence(ev: Mapping[str, object] | None, *, policy: BundlePolicy = SEED_POLICY) -> Evidence:
    """Return the bundle with its sections sorted by type and the digest over them.

    A section without a digest gets one.

    Raises:
        BundleError: there are no sections, or one is not allowed, malformed, or carries a digest that is not its own.

    """
    require_type(policy, BundlePolicy, "policy")
    bundle = _mapping(ev, "evidence", policy)
    present = _sections(bundle, policy)
    if not present:
        raise BundleError(policy.texts.no_sections)
    sections = sorted(_checked(present, policy), key=lambda section: str(section["type"]))
    version = _version(bundle, policy)
    whole = digest(canonical_json({VERSION: version, SECTIONS: sections}))
    return {VERSION: version, EVIDENCE_SIGNATURE: whole, SECTIONS: sections}


def verify_evidence(ev: Mapping[str, object], *, policy: BundlePolicy = SEED_POLICY) -> None:
    """Check that a bundle is whole: nothing changed, added, left out or moved since it was finalized.

    A digest does not show who made the bundle: that takes a signature over it (`aligner_core.ledger.seal`).

    Raises:
        BundleError: the bundle is not whole. Nothing else is raised, whatever is given.

    """
    try:
        _verify(ev, policy)
    except BundleError:
        raise
    except Exception as error:
        texts = policy.texts if isinstance(policy, BundlePolicy) else SEED_POLICY.texts
        raise BundleError(texts.unreadable) from error


def _verify(ev: Mapping[str, object], policy: BundlePolicy) -> None:
    wanted = finalize_evidence(ev, policy=policy)
    bundle = _mapping(ev, "evidence", policy)
    _same_fields(bundle, wanted, "evidence", policy)
    present = _sections(bundle, policy)
    if [_type(section) for section in present] != [section["type"] for section in wanted[SECTIONS]]:
        raise BundleError(policy.texts.sections_not_sorted)
    for section, whole in zip(present, wanted[SECTIONS], strict=True):
        _same_fields(_mapping(section, "section", policy), whole, str(whole["type"]), policy)
    if not is_same_digest(bundle[EVIDENCE_SIGNATURE], wanted[EVIDENCE_SIGNATURE]):
        raise BundleError(policy.texts.bundle_changed)


def _same_fields(given: Mapping[str, object], wanted: Mapping[str, object], name: str, policy: BundlePolicy) -> None:
    if set(given) != set(wanted):
        fields = ", ".join(sorted(map(str, set(given) ^ set(wanted))))
        raise BundleError(policy.texts.fields_differ.format(name=name, fields=fields))


def _checked(present: list[object], policy: BundlePolicy) -> list[Section]:
    """Check the sections of a bundle as if they came now; one that carries a digest must carry its own."""
    checked: list[Section] = []
    for section in present:
        digested = check_section(section, taken=[one["type"] for one in checked], policy=policy)
        if isinstance(section, Mapping) and SIGNATURE in section:
            check_digest(section, digested, policy.texts)
        checked.append(digested)
    return checked


def _mapping(value: object, name: str, policy: BundlePolicy) -> Mapping[str, object]:
    """Return an object; None is an empty one."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BundleError(policy.texts.not_an_object.format(name=name))
    return value


def _created_at(moment: object, policy: BundlePolicy) -> str:
    if not isinstance(moment, datetime) or moment.utcoffset() is None:
        raise BundleError(policy.texts.clock_without_zone)
    return format_moment(moment)


def _sections(bundle: Mapping[str, object], policy: BundlePolicy) -> list[object]:
    sections = bundle.get(SECTIONS)
    if sections is None:
        return []
    if not isinstance(sections, list | tuple):
        raise BundleError(policy.texts.sections_not_a_list)
    return list(sections)


def _version(bundle: Mapping[str, object], policy: BundlePolicy) -> str:
    version = bundle.get(VERSION, policy.evidence_version)
    if not is_text(version):
        raise BundleError(policy.texts.evidence_version)
    return version


def _type(section: object) -> object:
    return section.get("type") if isinstance(section, Mapping) else None


def _is_absent(given: object) -> bool:
    return given is None or given in ({}, [], (), "")
