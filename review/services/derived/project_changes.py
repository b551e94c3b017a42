"""Store what follows from a changed setting of a project, or from new messages. Private to the services.

Sessions and entries are locked, so that nothing is stored or verified in the meantime under the old setting.
"""

from django.db.models import QuerySet

from aligner_core.guards import stretch_around
from review.models import ABOVE_CANDIDATE, Entry, Project, Quote, ReviewSession
from review.selectors.promotion.below_bar import entries_with_fuzzy_quotes
from review.services.derived.claim_marks import mark_claim
from review.services.derived.refresh import refresh


def mark_claims(project: Project) -> None:
    """Mark the entries of a locked project after its switch for the facts of claims was turned.

    Verified entries stay as they are.
    """
    _lock_sessions(project)
    _mark(Entry.objects.filter(session__project=project), is_switched_on=project.claim_facts)


def mark_claims_around(session: ReviewSession, first: int) -> None:
    """Mark the entries of a locked session that may be judged by its messages from *first* on, which are new.

    Verified entries stay as they are.
    """
    if session.project.claim_facts:
        before = first - stretch_around(0)[-1]
        quoting = Quote.objects.filter(entry__session=session, current__message_index__gte=before)
        _mark(Entry.objects.filter(pk__in=quoting.values("entry")), is_switched_on=True)


def _mark(entries: QuerySet[Entry], *, is_switched_on: bool) -> None:
    _lock(entries)
    marked = list(entries.select_related("session__project", "claim").order_by("pk"))
    for entry in marked:
        if entry.stage not in ABOVE_CANDIDATE and (is_switched_on or entry.claim_open):
            mark_claim(entry)
    refresh(marked)


def mark_below_bar(project: Project) -> None:
    """Store what the entries of a locked project lack after its bar was changed; each keeps stage and version."""
    _lock_sessions(project)
    entries = entries_with_fuzzy_quotes(project)
    _lock(entries)
    refresh(entries)


def _lock_sessions(project: Project) -> None:
    list(ReviewSession.objects.select_for_update(no_key=True).filter(project=project).order_by("pk").values_list("pk"))


def _lock(entries: QuerySet[Entry]) -> None:
    list(entries.select_for_update(of=("self",)).order_by("pk").values_list("pk"))
