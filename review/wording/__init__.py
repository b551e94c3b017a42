"""Everything that is said in the reader's language: codes in, words out."""

from review.wording.bundles import UNSEALED
from review.wording.citations import source_line_sentence
from review.wording.claims import FACT_KINDS, NOT_JUDGED, answer_sentence, question_sentence
from review.wording.codes import (
    CHOICES,
    DECLINED,
    DIFFERENCES,
    EVENTS,
    FAILURES,
    MEMBER_ROLES,
    METHODS,
    MISSING,
    POLICY_REQUIREMENTS,
    PROVENANCES,
    RELEVANCES,
    REQUIREMENTS,
    SEARCH_OUTCOMES,
    SEARCHES,
    SPEAKER_ROLES,
    STAGES,
    WARNINGS,
)
from review.wording.comparisons import edits_sentence
from review.wording.diagnoses import DIAGNOSES
from review.wording.events import (
    addition_sentence,
    already_quoted_sentence,
    choice_sentence,
    correction_sentence,
    entry_decision_sentence,
    event_details,
    event_title,
    outcome_sentence,
    refusal_sentences,
    refusal_words,
)
from review.wording.faults import FAULTS, sealing_sentence
from review.wording.findings import finding_sentence
from review.wording.formats import COUNTINGS, FORMAT_TITLES, NUMBERINGS, RULES, rule_sentence
from review.wording.ingest import replaced_drafts_sentence, search_sentence, upload_sentence
from review.wording.people import (
    OBSTACLES,
    POLICY_SWITCHES,
    ROLE_SENTENCES,
    project_decision_sentence,
    switches_mark,
    switches_sentences,
)
from review.wording.problems import SENTENCES, problem_sentence
from review.wording.queue import CHANGE_REASONS, TURN_REASONS, next_sentence
from review.wording.quoting import Citation, citation
from review.wording.search import FACETS, KINDS, PAGES, SORTS, facet_value, view_sentence

__all__ = [
    "CHANGE_REASONS",
    "CHOICES",
    "COUNTINGS",
    "DECLINED",
    "DIAGNOSES",
    "DIFFERENCES",
    "EVENTS",
    "FACETS",
    "FACT_KINDS",
    "FAILURES",
    "FAULTS",
    "FORMAT_TITLES",
    "KINDS",
    "MEMBER_ROLES",
    "METHODS",
    "MISSING",
    "NOT_JUDGED",
    "NUMBERINGS",
    "OBSTACLES",
    "PAGES",
    "POLICY_REQUIREMENTS",
    "POLICY_SWITCHES",
    "PROVENANCES",
    "RELEVANCES",
    "REQUIREMENTS",
    "ROLE_SENTENCES",
    "RULES",
    "SEARCHES",
    "SEARCH_OUTCOMES",
    "SENTENCES",
    "SORTS",
    "SPEAKER_ROLES",
    "STAGES",
    "TURN_REASONS",
    "UNSEALED",
    "WARNINGS",
    "Citation",
    "addition_sentence",
    "already_quoted_sentence",
    "answer_sentence",
    "choice_sentence",
    "citation",
    "correction_sentence",
    "edits_sentence",
    "entry_decision_sentence",
    "event_details",
    "event_title",
    "facet_value",
    "finding_sentence",
    "next_sentence",
    "outcome_sentence",
    "problem_sentence",
    "project_decision_sentence",
    "question_sentence",
    "refusal_sentences",
    "refusal_words",
    "replaced_drafts_sentence",
    "rule_sentence",
    "sealing_sentence",
    "search_sentence",
    "source_line_sentence",
    "switches_mark",
    "switches_sentences",
    "upload_sentence",
    "view_sentence",
]
