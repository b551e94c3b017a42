"""Compute again, from the sources, whether each claim still has to be confirmed. Private to the services."""

from collections.abc import Iterator, Sequence

from aligner_core import ENGINE_VERSION
from review.domain.entry_state import EntryState
from review.domain.events.people import PolicyChanged
from review.domain.policy import PolicyItem
from review.models import ABOVE_CANDIDATE, Entry, Event, Project, Quote
from review.selectors.promotion.claims import claim_answer, quotes_asking, waits_for_facts
from review.services.audit._finding import Finding


def claim_differences(entry: Entry, quotes: Sequence[Quote], recorded: EntryState) -> Iterator[Finding]:
    """Yield an entry that does not record correctly whether its claim awaits confirmation, now or when it was verified.

    It is a note where older rules judged the words, or where the entry was verified before its project waited for the
    facts of claims.
    """
    is_settled = entry.stage in ABOVE_CANDIDATE
    asks_words, lacks_facts = bool(quotes_asking(quotes)), waits_for_facts(entry, quotes)
    is_unanswered = (asks_words or lacks_facts) and claim_answer(entry) is None
    outdated = any(attempt.engine != ENGINE_VERSION for quote in quotes for attempt in quote.alignments.all())
    if entry.claim_open != (is_unanswered and (asks_words or not is_settled)):
        yield Finding("claim_flag_changed", "entry", entry.pk, is_note=outdated)
    if is_unanswered and is_settled:
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
