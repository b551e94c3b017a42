"""Codes in, sentences in the reader's language out."""

from review.wording.bundles import UNSEALED
from review.wording.citations import source_line_sentence
from review.wording.comparisons import edits_sentence
from review.wording.diagnoses import DIAGNOSES
from review.wording.findings import finding_sentence
from review.wording.happenings import (
    correction_sentence,
    done_sentence,
    event_details,
    event_title,
    outcome_sentence,
    refusal_sentences,
    upload_sentence,
)
from review.wording.people import OBSTACLES, POLICIES, ROLE_SENTENCES, settled_sentence
from review.wording.problems import say
from review.wording.states import (
    DECLINED,
    DIFFERENCES,
    EVENTS,
    FAILURES,
    MEMBER_ROLES,
    METHODS,
    POLICY_ITEMS,
    PROVENANCES,
    RELEVANCES,
    REQUIREMENTS,
    ROLES,
    SEARCH_OUTCOMES,
    SEARCHES,
    STAGES,
    WARNINGS,
)

__all__ = [
    "DECLINED",
    "DIAGNOSES",
    "DIFFERENCES",
    "EVENTS",
    "FAILURES",
    "MEMBER_ROLES",
    "METHODS",
    "OBSTACLES",
    "POLICIES",
    "POLICY_ITEMS",
    "PROVENANCES",
    "RELEVANCES",
    "REQUIREMENTS",
    "ROLES",
    "ROLE_SENTENCES",
    "SEARCHES",
    "SEARCH_OUTCOMES",
    "STAGES",
    "UNSEALED",
    "WARNINGS",
    "correction_sentence",
    "done_sentence",
    "edits_sentence",
    "event_details",
    "event_title",
    "finding_sentence",
    "outcome_sentence",
    "refusal_sentences",
    "say",
    "settled_sentence",
    "source_line_sentence",
    "upload_sentence",
]
