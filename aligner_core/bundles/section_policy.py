"""Policies of bundles: the section types, how an engine's output becomes a section, and the sentences of errors.

>>> policy = BundlePolicy(evidence_version="lab_v1", allowed_types=("assay",), inputs=())
>>> policy.texts.no_sections
'the bundle has no sections'
"""

from typing import Final

from aligner_core.spans import Value


class BundleTexts(Value):
    """The sentences of a `BundleError`, in English unless a policy has its own.

    A part in braces is filled in; each text has only the parts that its default shows.
    """

    not_an_object: str = "{name} must be an object"
    input_not_an_object: str = "the input {type} must be an object"
    input_lacks_key: str = "the input {type} lacks the key {key}"
    input_shape: str = "the input {type} must have {shape}"
    clock_without_zone: str = "the clock must return a datetime with a time zone"
    section_not_an_object: str = "a section must be an object"
    type_repeated: str = "there is more than one section of type {type}"
    field_missing: str = "a section lacks the field {field}"
    type_not_allowed: str = "the section type {type} is not allowed"
    engine_version: str = "engine_version must be a string that is not blank"
    engine_signature: str = "engine_signature must be 64 lower-case hex digits"
    source: str = "source must be a string that is not blank"
    payload: str = "payload must be an object"
    created_at: str = "created_at must be a UTC time such as 2024-01-01T00:00:00Z"
    section_not_canonical: str = "the section {type} has no canonical JSON"
    section_changed: str = "section_signature is not the digest of the section {type}"
    no_sections: str = "the bundle has no sections"
    sections_not_a_list: str = "sections must be a list"
    evidence_version: str = "evidence_version must be a string that is not blank"
    fields_differ: str = "{name} lacks these fields or should not have them: {fields}"
    sections_not_sorted: str = "the sections are not sorted by type"
    bundle_changed: str = "evidence_signature is not the digest of the bundle"
    unreadable: str = "the evidence bundle cannot be read"


class InputRule(Value):
    """How the output of one engine becomes a section: where its name stands, and what goes into the payload.

    `shape`, where given, names the JSON type of payload keys, and `shape_text` is the sentence for another shape.
    """

    type: str
    source: str
    version_key: str
    signature_key: str
    payload_keys: tuple[str, ...]
    shape: tuple[tuple[str, str], ...] = ()
    shape_text: str = ""


class BundlePolicy(Value):
    """Which section types a bundle may hold, which inputs can be made into one, and the sentences of its errors."""

    evidence_version: str
    allowed_types: tuple[str, ...]
    inputs: tuple[InputRule, ...]
    texts: BundleTexts = BundleTexts()


def _product_rule(section_type: str, source: str, *payload_keys: str) -> InputRule:
    return InputRule(
        type=section_type,
        source=source,
        version_key="engine_version",
        signature_key="engine_signature",
        payload_keys=payload_keys,
    )


PRODUCT_POLICY: Final = BundlePolicy(
    evidence_version="evidence_review_v1.0.0",
    allowed_types=("alignment", "citation", "entries", "journal", "messages", "promotion", "retrieval"),
    inputs=(
        _product_rule("alignment", "aligner_core/aligner.py", "file", "sha256", "count", "methods"),
        _product_rule("citation", "aligner_core/citations/trace.py", "file", "sha256", "count"),
        _product_rule("entries", "review/models/entries.py", "file", "sha256", "count", "stages"),
        _product_rule("journal", "review/models/events.py", "file", "sha256", "count", "heads"),
        _product_rule("messages", "review/models/sessions.py", "file", "sha256", "count", "withheld"),
        _product_rule("promotion", "review/domain/policy.py", "granted", "refused"),
        _product_rule("retrieval", "aligner_core/retrieval/search.py", "file", "sha256", "count"),
    ),
)
"""The product's own policy: a section pins a file of the audit bundle by its digest, and has its counts."""
