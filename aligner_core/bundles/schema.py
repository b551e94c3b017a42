"""The JSON schema of an evidence bundle."""

from typing import Any, Final

from aligner_core.bundles.section_policy import BundlePolicy
from aligner_core.bundles.sections import HEX_DIGEST, MOMENT, REQUIRED_FIELDS, SIGNATURE
from aligner_core.bundles.seed_004 import SEED_POLICY
from aligner_core.errors import require_type

_TEXT: Final = {"type": "string", "minLength": 1, "pattern": r"\S"}
_DIGEST: Final = {"type": "string", "pattern": f"^{HEX_DIGEST}$", "maxLength": 64}
_MOMENT: Final = {"type": "string", "pattern": f"^{MOMENT}$", "maxLength": 20}


def bundle_schema(policy: BundlePolicy = SEED_POLICY) -> dict[str, Any]:
    """Return the JSON schema (2020-12) of a finalized bundle under a policy.

    A schema checks forms only. `verify_evidence` also checks that dates exist, that the sections are sorted and unique
    by type, and that the digests are right.

    Raises:
        InvalidTypeError: *policy* is not a policy.

    """
    require_type(policy, BundlePolicy, "policy")
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
