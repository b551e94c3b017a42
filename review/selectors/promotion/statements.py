"""Reasons and approvals for an entry, which hold only for the evidence they were given for."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from django.db.models import Exists, OuterRef

from aligner_core import canonical_json, digest
from review.domain.events import EntryDemoted, EntryRejected
from review.domain.policy import EXPLAINABLE, Reason
from review.models import Approval, Entry, Explanation, Override, Quote, SourceCorrection, Standing
from review.selectors.access import Person, may_review
from review.selectors.promotion.doubts import doubts_about

IS_MANUAL = Exists(Override.objects.filter(entry=OuterRef("pk")))
"""Match the entries that were ever verified by overriding the policy of their project; the mark is permanent."""

Statements = tuple[tuple[Explanation, ...], tuple[Approval, ...]]
"""The reasons and the approvals given for the current evidence of an entry."""


def fingerprint_of(entry: Entry) -> str:
    """Return the digest of the current evidence of one entry; see `fingerprints_of`."""
    return fingerprints_of([entry])[entry.pk]


def fingerprints_of(entries: Sequence[Entry], quotes: Iterable[Quote] | None = None) -> dict[int, str]:
    """Return a digest of each entry's current evidence: every quote that counts with its attempt, and its corrections.

    *quotes* are those of the entries in order, each with its current attempt, if they were read already.

    A new attempt, a corrected source or a corrected claim voids all reasons and approvals. So does a demotion or a
    rejection, as it raises doubts that earlier statements did not consider, and a withdrawn quote, even if it counts
    again.
    """
    attempts: dict[int, list[list[int | None]]] = {entry.pk: [] for entry in entries}
    for key, position, attempt in _counting(entries) if quotes is None else _counting_among(quotes):
        if key in attempts:
            attempts[key].append([position, attempt])
    corrected = SourceCorrection.objects.filter(source__entry__in=entries)
    demotions = doubts_about(entries, EntryDemoted, EntryRejected)
    corrections = Counter(corrected.order_by().values_list("source__entry_id", flat=True))
    return {
        entry.pk: _fingerprint(entry, attempts[entry.pk], demotions[entry.pk], corrections[entry.pk])
        for entry in entries
    }


def _counting(entries: Sequence[Entry]) -> Iterable[tuple[int, int, int | None]]:
    """Return the entry, the position and the attempt of each quote of entries that counts, in order."""
    counting = Quote.objects.filter(entry__in=entries, standing=Standing.COUNTS).order_by("entry", "position")
    return counting.values_list("entry_id", "position", "current__attempt")


def _counting_among(quotes: Iterable[Quote]) -> Iterable[tuple[int, int, int | None]]:
    for quote in quotes:
        if quote.counts:
            yield quote.entry_id, quote.position, None if quote.current is None else quote.current.attempt


def _fingerprint(entry: Entry, attempts: list[list[int | None]], demotions: int, corrections: int) -> str:
    stated = {"attempts": attempts, "demotions": demotions, "corrections": corrections}
    claim = {} if entry.claim is None else {"claim": entry.claim_version}
    return digest(canonical_json({**stated, **claim}))


def statements_on(entries: Sequence[Entry], quotes: Iterable[Quote] | None = None) -> dict[int, Statements]:
    """Return the reasons and the approvals given for the current evidence of entries, by their keys.

    Approvals by people who may no longer review the project are left out. *quotes* are those of the entries in order,
    if they were read already.
    """
    fingerprints = fingerprints_of(entries, quotes)
    may = cache(may_review)
    projects = {entry.pk: entry.session.project_id for entry in entries}
    explanations = Explanation.objects.filter(entry__in=entries).prefetch_related("actor").order_by("pk")
    approvals = Approval.objects.filter(entry__in=entries).prefetch_related("actor").order_by("pk")
    found: dict[int, tuple[list[Explanation], list[Approval]]] = {entry.pk: ([], []) for entry in entries}
    for explanation in explanations:
        if explanation.fingerprint == fingerprints[explanation.entry_id]:
            found[explanation.entry_id][0].append(explanation)
    for approval in approvals:
        is_current = approval.fingerprint == fingerprints[approval.entry_id]
        if is_current and may(approval.actor, projects[approval.entry_id]):
            found[approval.entry_id][1].append(approval)
    return {pk: (tuple(given), tuple(approved)) for pk, (given, approved) in found.items()}


def explained_by(explanations: Iterable[Explanation], actor: Person | None) -> frozenset[Reason]:
    """Return the requirements that *actor* has given a reason for; reasons by others do not count."""
    explained = {one.requirement for one in explanations if actor is not None and one.actor_id == actor.pk}
    return frozenset(reason for reason in EXPLAINABLE if reason in explained)
