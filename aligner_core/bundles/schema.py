"""The JSON schema of an evidence bundle, as seed 004 describes it."""

from typing import Any, Final

from aligner_core.policies import SEED_POLICY, BundlePolicy
from aligner_core.sections import HEX_DIGEST, MOMENT, REQUIRED_FIELDS, SIGNATURE

_TEXT: Final = {"type": "string", "minLength": 1, "pattern": r"\S"}
_DIGEST: Final = {"type": "string", "pattern": f"^{HEX_DIGEST}$", "maxLength": 64}
_MOMENT: Final = {"type": "string", "pattern": f"^{MOMENT}$", "maxLength": 20}


def bundle_schema(policy: BundlePolicy = SEED_POLICY) -> dict[str, Any]:
    """Give the JSON schema (2020-12) of a finalized bundle under a policy.

    A schema sees forms only: that a date exists, that the sections are sorted and unique by type, and that the
    digests are right is for `verify_evidence`.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Evidence bundle",
        "type": "object",
        "required": ["evidence_version", "evidence_signature", "sections"],
        "additionalProperties": False,
        "properties": {
            "evidence_version": _TEXT,
            "evidence_signature": _DIGEST,
            "sections": {
                "type": "array",
                "minItems": 1,
                "maxItems": len(policy.allowed_types),
                "items": _section_schema(policy),
            },
        },
    }


def _section_schema(policy: BundlePolicy) -> dict[str, Any]:
    return {
        "type": "object",
        "required": [*REQUIRED_FIELDS, SIGNATURE],
        "additionalProperties": False,
        "properties": {
            "type": {"type": "string", "enum": list(policy.allowed_types)},
            "engine_version": _TEXT,
            "engine_signature": _DIGEST,
            "source": _TEXT,
            "payload": {"type": "object"},
            "created_at": _MOMENT,
            SIGNATURE: _DIGEST,
        },
    }
