"""One section of an evidence bundle: made from an engine's output, checked in a fixed order, digested."""

import hmac
import json
import re
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeGuard

from aligner_core.bundles.section_policy import BundlePolicy, BundleTexts, InputRule
from aligner_core.errors import BundleError, CanonicalError
from aligner_core.ledger.canonical_json import canonical_json, digest

Section = dict[str, Any]

REQUIRED_FIELDS: Final = ("type", "engine_version", "engine_signature", "source", "payload", "created_at")
"""The fields that a section's digest covers."""
SIGNATURE: Final = "section_signature"
HEX_DIGEST: Final = "[0-9a-f]{64}"
MOMENT: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
"""`\\d` would let the digits of other scripts in."""


def read_input(given: object, *, rule: InputRule, created_at: str, texts: BundleTexts) -> Section:
    """Return the section that an engine's output becomes; `check_section` has not seen it yet.

    Raises:
        BundleError: the output has another shape than *rule* asks for, or lacks a key; the first one is named.

    """
    if rule.shape and not _has_shape(given, rule):
        raise BundleError(rule.shape_text or texts.input_shape.format(type=rule.type, shape=_shape(rule)))
    if not isinstance(given, Mapping):
        raise BundleError(texts.input_not_an_object.format(type=rule.type))
    for key in (rule.version_key, rule.signature_key, *rule.payload_keys):
        if key not in given:
            raise BundleError(texts.input_lacks_key.format(type=rule.type, key=key))
    return {
        "type": rule.type,
        "engine_version": given[rule.version_key],
        "engine_signature": given[rule.signature_key],
        "source": rule.source,
        "payload": {key: given[key] for key in rule.payload_keys},
        "created_at": created_at,
    }


def check_section(section: object, *, taken: Collection[object], policy: BundlePolicy) -> Section:
    """Return a copy of the required fields with their digest.

    *taken* are the types of the other sections in the bundle.

    Raises:
        BundleError: the section breaks a rule; the sentence is about the first one, in the order of specification 5.3.

    """
    texts = policy.texts
    if not isinstance(section, Mapping):
        raise BundleError(texts.section_not_an_object)
    if "type" in section and section["type"] in taken:
        raise BundleError(texts.type_repeated.format(type=section["type"]))
    for field in REQUIRED_FIELDS:
        if field not in section:
            raise BundleError(texts.field_missing.format(field=field))
    if section["type"] not in policy.allowed_types:
        raise BundleError(texts.type_not_allowed.format(type=section["type"]))
    for field, is_right in _FIELD_CHECKS.items():
        if not is_right(section[field]):
            raise BundleError(getattr(texts, field))
    return _with_digest(section, texts)


def check_digest(section: Mapping[str, object], digested: Section, texts: BundleTexts) -> None:
    """Check the digest that a section carries.

    Raises:
        BundleError: it is not the digest of the section.

    """
    if not is_same_digest(section[SIGNATURE], digested[SIGNATURE]):
        raise BundleError(texts.section_changed.format(type=digested["type"]))


def is_same_digest(given: object, wanted: str) -> bool:
    """Return whether *given* is the digest that is wanted, in constant time."""
    return is_hex_digest(given) and hmac.compare_digest(str(given), wanted)


def is_hex_digest(value: object) -> bool:
    """Return whether a value is a SHA-256 digest in lower-case hex."""
    return isinstance(value, str) and re.fullmatch(HEX_DIGEST, value) is not None


def is_text(value: object) -> TypeGuard[str]:
    """Return whether a value is a string that is not blank and can be written as UTF-8."""
    return (
        isinstance(value, str) and value.strip() != "" and not any("\ud800" <= letter <= "\udfff" for letter in value)
    )


def format_moment(moment: datetime) -> str:
    """Return an aware datetime as bundles write it: UTC, whole seconds.

    >>> format_moment(datetime(2024, 1, 1, microsecond=5, tzinfo=UTC))
    '2024-01-01T00:00:00Z'
    """
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _has_shape(given: object, rule: InputRule) -> bool:
    kinds: dict[str, type | tuple[type, ...]] = {"object": Mapping, "array": (list, tuple)}
    return isinstance(given, Mapping) and all(isinstance(given.get(key), kinds[kind]) for key, kind in rule.shape)


def _shape(rule: InputRule) -> str:
    return ", ".join(f"{key} ({kind})" for key, kind in rule.shape)


def _with_digest(section: Mapping[str, object], texts: BundleTexts) -> Section:
    try:
        written = canonical_json({field: section[field] for field in REQUIRED_FIELDS})
    except CanonicalError as error:
        raise BundleError(texts.section_not_canonical.format(type=section["type"])) from error
    return {**json.loads(written), SIGNATURE: digest(written)}


def _is_object(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_moment(value: object) -> bool:
    if not isinstance(value, str) or re.fullmatch(MOMENT, value) is None:
        return False
    try:
        return format_moment(datetime.fromisoformat(value)) == value
    except ValueError:
        return False


_FIELD_CHECKS: Final[Mapping[str, Callable[[object], bool]]] = {
    "engine_version": is_text,
    "engine_signature": is_hex_digest,
    "source": is_text,
    "payload": _is_object,
    "created_at": _is_moment,
}
"""The form of each field, in the order of the checks; its text has the name of the field."""
