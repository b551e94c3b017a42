"""Evidence bundles: what several engines found at one moment, each section and the whole with a digest.

>>> from datetime import UTC, datetime
>>> given = {"engine_version": "1.0", "engine_signature": "0" * 64, "granted": 3, "refused": 1}
>>> ev = build_evidence(
...     {"promotion": given}, clock=lambda: datetime(2024, 1, 1, tzinfo=UTC), policy=PRODUCT_POLICY
... )
>>> verify_evidence(ev, policy=PRODUCT_POLICY)
>>> ev["sections"][0]["payload"]["granted"] = 4
>>> verify_evidence(ev, policy=PRODUCT_POLICY)
Traceback (most recent call last):
aligner_core.errors.BundleError: section_signature is not the digest of the section promotion
"""

from aligner_core.bundles.bundle import Evidence, add_section, build_evidence, finalize_evidence, verify_evidence
from aligner_core.bundles.schema import bundle_schema
from aligner_core.bundles.section_policy import PRODUCT_POLICY, BundlePolicy, BundleTexts, InputRule
from aligner_core.bundles.seed_004 import SEED_POLICY
from aligner_core.errors import BundleError

__all__ = [
    "PRODUCT_POLICY",
    "SEED_POLICY",
    "BundleError",
    "BundlePolicy",
    "BundleTexts",
    "Evidence",
    "InputRule",
    "add_section",
    "build_evidence",
    "bundle_schema",
    "finalize_evidence",
    "verify_evidence",
]
