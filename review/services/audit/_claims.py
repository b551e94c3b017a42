"""Find the verified entries with claims that still have to be confirmed. Private to the services."""

from collections.abc import Iterator, Sequence

from aligner_core import ENGINE_VERSION
from review.domain.entry_state import EntryState
from review.domain.events.people import PolicyChanged
from review.domain.policy import PolicyItem
from review.models import ABOVE_CANDIDATE, Entry, Event, Project, Quote
from review.selectors.promotion.claims import claim_answer, quotes_asking, waits_for_facts
from review.services.audit._finding import Finding


def claim_differences(entry: Entry, quotes: Sequence[Quote], recorded: EntryState) -> Iterator[Finding]:
    """Yield a verified entry with a claim that nobody has confirmed though it has to be.

    It is a note where older rules judged the words, or where the entry was verified before its project waited for the
    facts of claims.
    """
    if entry.stage not in ABOVE_CANDIDATE:
        return
    asks_words = bool(quotes_asking(quotes))
    if (asks_words or waits_for_facts(entry, quotes)) and claim_answer(entry, quotes) is None:
        outdated = any(attempt.engine != ENGINE_VERSION for quote in quotes for attempt in quote.alignments.all())
        is_note = outdated or not (asks_words or _waited(entry.session.project, recorded))
        yield Finding("claim_unconfirmed", "entry", entry.pk, is_note=is_note)


def _waited(project: Project, recorded: EntryState) -> bool:
    """Return whether a project waited for the facts of claims when an entry was verified, according to the journal."""
    waited = False
    changes = Event.objects.filter(event_type=PolicyChanged.event_type, created_at__lte=recorded.verified_at)
    for body in (event.body for event in changes.order_by("seq")):
        if (body["project"], body["policy"]) == (project.slug, PolicyItem.CLAIM_FACTS):
            waited = body["on"]
    return waited
