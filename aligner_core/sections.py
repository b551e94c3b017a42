"""One section of an evidence bundle: made from an engine's output, checked in the order of seed 004, digested."""

import hmac
import json
import re
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeGuard

from aligner_core.canonical import canonical_json, digest
from aligner_core.errors import BundleError, CanonicalError
from aligner_core.policies import BundlePolicy, InputRule

Section = dict[str, Any]

REQUIRED_FIELDS: Final = ("type", "engine_version", "engine_signature", "source", "payload", "created_at")
"""What a section's digest is made over."""
SIGNATURE: Final = "section_signature"
HEX_DIGEST: Final = "[0-9a-f]{64}"
MOMENT: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
"""`\\d` would let the digits of other scripts in."""


def read_input(given: object, *, rule: InputRule, created_at: str) -> Section:
    """Give the section that an engine's output becomes; `check_section` has not seen it yet."""
    if rule.shape and not _has_shape(given, rule):
        raise BundleError(rule.shape_text)
    if not isinstance(given, Mapping):
        message = f"{rule.type} 입력은 객체여야 합니다."
        raise BundleError(message)
    for key in (rule.version_key, rule.signature_key, *rule.payload_keys):
        if key not in given:
            message = f"{rule.type} 입력에 필수 키 누락: {key}"
            raise BundleError(message)
    return {
        "type": rule.type,
        "engine_version": given[rule.version_key],
        "engine_signature": given[rule.signature_key],
        "source": rule.source,
        "payload": {key: given[key] for key in rule.payload_keys},
        "created_at": created_at,
    }


def check_section(section: object, *, taken: Collection[object], policy: BundlePolicy) -> Section:
    """Give a copy of the required fields with their digest, or raise what seed 004 says of the first wrong thing.

    *taken* are the types that stand in the bundle already.
    """
    if not isinstance(section, Mapping):
        message = "섹션은 객체여야 합니다."
        raise BundleError(message)
    if "type" in section and section["type"] in taken:
        message = f"섹션 타입 중복: {section['type']}"
        raise BundleError(message)
    for field in REQUIRED_FIELDS:
        if field not in section:
            message = f"섹션 필수 필드 누락: {field}"
            raise BundleError(message)
    if section["type"] not in policy.allowed_types:
        message = f"허용되지 않은 섹션 타입: {section['type']}"
        raise BundleError(message)
    for field, holds, text in _FORMS:
        if not holds(section[field]):
            raise BundleError(text)
    return _digested(section)


def check_digest(section: Mapping[str, object], digested: Section) -> None:
    """Raise BundleError when a section carries a digest that is not its own."""
    if not same_digest(section[SIGNATURE], digested[SIGNATURE]):
        message = f"section_signature가 섹션의 내용과 맞지 않습니다: {digested['type']}"
        raise BundleError(message)


def same_digest(given: object, wanted: str) -> bool:
    """Tell whether *given* is the digest that is wanted, in constant time."""
    return is_hex_digest(given) and hmac.compare_digest(str(given), wanted)


def is_hex_digest(value: object) -> bool:
    """Tell whether a value is 64 lower-case hex digits."""
    return isinstance(value, str) and re.fullmatch(HEX_DIGEST, value) is not None


def is_text(value: object) -> TypeGuard[str]:
    """Tell whether a value is a text that says something and can be written as UTF-8."""
    return (
        isinstance(value, str) and value.strip() != "" and not any("\ud800" <= letter <= "\udfff" for letter in value)
    )


def written_moment(moment: datetime) -> str:
    """Write a moment as bundles do: UTC, whole seconds."""
    if moment.tzinfo is None:
        message = "clock은 시간대가 있는 datetime을 주어야 합니다."
        raise BundleError(message)
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _has_shape(given: object, rule: InputRule) -> bool:
    kinds: dict[str, type | tuple[type, ...]] = {"object": Mapping, "array": (list, tuple)}
    return isinstance(given, Mapping) and all(isinstance(given.get(key), kinds[kind]) for key, kind in rule.shape)


def _digested(section: Mapping[str, object]) -> Section:
    try:
        written = canonical_json({field: section[field] for field in REQUIRED_FIELDS})
    except CanonicalError as error:
        message = f"섹션을 정규 JSON으로 쓸 수 없습니다: {section['type']}"
        raise BundleError(message) from error
    return {**json.loads(written), SIGNATURE: digest(written)}


def _is_object(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_moment(value: object) -> bool:
    if not isinstance(value, str) or re.fullmatch(MOMENT, value) is None:
        return False
    try:
        return written_moment(datetime.fromisoformat(value)) == value
    except ValueError:
        return False


_FORMS: Final[tuple[tuple[str, Callable[[object], bool], str], ...]] = (
    ("engine_version", is_text, "engine_version은 비어있지 않은 문자열이어야 합니다."),
    ("engine_signature", is_hex_digest, "engine_signature는 64자리 hex여야 합니다."),
    ("source", is_text, "source는 비어있지 않은 문자열이어야 합니다."),
    ("payload", _is_object, "payload는 객체여야 합니다."),
    ("created_at", _is_moment, "created_at은 UTC ISO8601(Z) 형식이어야 합니다."),
)
"""The form of each field, in the order in which they are looked at."""
