"""Resume the search for the quotes of an extraction that exceeded the work budget of its upload."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from aligner_core import FailedEvidence, FailureReason, WorkBudget
from review.aligner import aligner_for
from review.models import Entry, Extraction, Provenance, Quote
from review.selectors.ingest import unfinished_quotes
from review.selectors.repair.diagnoses import corpus_of
from review.services._attempts import Attempted, Evidence, Made, Origin, store_attempt

MAX_QUOTES = 500
"""How many quotes are searched at once: each gets an attempt and an event."""


@dataclass(frozen=True, slots=True)
class SearchedOn:
    """How many quotes were searched to the end, how many of them were found, and how many are left."""

    searched: int
    found: int
    left: int


def search_on(extraction: Extraction, *, actor: AbstractBaseUser) -> SearchedOn:
    """Search for the first unfinished quotes, within the work budget of one upload; append the outcomes.

    Each is searched to the end before the next begins, so that every round makes progress. Each is tried once: a person
    has to shorten one that exceeds the bound of a single search.
    """
    searched = list(_searched(extraction, WorkBudget(settings.REVIEW_MAX_UPLOAD_WORK)))
    return _store(extraction, searched, actor=actor)


def _searched(extraction: Extraction, budget: WorkBudget) -> Iterator[tuple[Quote, Made]]:
    """Yield quotes with their outcomes until the budget ends."""
    corpus, aligner = corpus_of(extraction.session), aligner_for(extraction.session.project)
    names_none = json.loads(extraction.canonical).get("index") == "none"
    for quote in unfinished_quotes(extraction)[:MAX_QUOTES]:
        claimed = None if quote.current is None else quote.current.evidence.message_index
        in_any = names_none and json.loads(quote.claimed_index) is None
        evidence = aligner.diagnose(quote.text, corpus, claimed, in_any=in_any, budget=budget)
        if budget.unfinished:
            return
        yield quote, Made(_of_its_chunk(quote, evidence), aligner.config)


def _of_its_chunk(quote: Quote, evidence: Evidence) -> Evidence:
    """Return an outcome with the reason of a quote that named a chunk which nobody knows."""
    is_unplaced = isinstance(evidence, FailedEvidence) and evidence.failure_reason is FailureReason.INVALID_INDEX
    if not is_unplaced or not quote.claimed_chunk:
        return evidence
    return evidence.model_copy(update={"failure_reason": FailureReason.UNKNOWN_SOURCE})


@transaction.atomic(durable=True)
def _store(extraction: Extraction, searched: Sequence[tuple[Quote, Made]], *, actor: AbstractBaseUser) -> SearchedOn:
    """Append the outcomes; all entries are locked first, as none may be waited for while the chain is locked."""
    list(Entry.objects.select_for_update().filter(extraction=extraction).order_by("pk").values_list("pk"))
    outcomes = [
        store_attempt(quote.pk, made, seen_attempt=1, actor=actor, origin=Origin(Provenance.LOOKED_AGAIN))
        for quote, made in searched
    ]
    attempts = [one for one in outcomes if isinstance(one, Attempted)]
    found = sum(attempt.alignment.aligned for attempt in attempts)
    return SearchedOn(len(attempts), found, unfinished_quotes(extraction).count())
