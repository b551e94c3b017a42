"""Mark the claims that wait for a person, for lists and the database. Private to the services; the gate judges anew."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from review.models import ABOVE_CANDIDATE, Entry, Quote
from review.selectors.promotion.claim_facts import judged_facts
from review.selectors.promotion.claims import claim_answers, is_claim_open, quotes_asking, waits_for_facts
from review.selectors.promotion.gate_facts import quotes_of
from review.selectors.promotion.stretches import Stretches


def mark_claim(entry: Entry) -> None:
    """Mark a locked entry by whether its claim waits; a change increments its version. `refresh` has to follow."""
    is_open = is_claim_open(entry)
    if entry.claim_open != is_open:
        entry.claim_open, entry.version = is_open, entry.version + 1
        entry.save(update_fields=["claim_open", "version"])


def mark_new_claims(stored: Mapping[Entry, Sequence[Quote]]) -> None:
    """Mark entries that were just stored in locked sessions, so nobody can have confirmed their claims yet.

    The projects of the sessions were read under the lock.
    """
    asked = [one for one in stored.items() if one[0].session.project.claim_facts]
    stretches = Stretches([quote for _, quotes in asked for quote in quotes])
    judged = {entry.pk: judged_facts(entry, quotes, stretches) for entry, quotes in asked}
    lacking = [pk for pk, judgement in judged.items() if judgement is not None and not judgement]
    if lacking:
        Entry.objects.filter(pk__in=lacking).update(claim_open=True)


def wrong_claim_marks(entries: Sequence[int]) -> Iterator[int]:
    """Yield those of a few entries where it is stored incorrectly whether their claim waits.

    A verified one waits for other words than the extractor's, not for facts: the switch for these may be newer.
    """
    read = list(Entry.objects.filter(pk__in=entries).select_related("session__project", "claim").order_by("pk"))
    by_entry = defaultdict[int, list[Quote]](list)
    for quote in (quotes := quotes_of(read)):
        by_entry[quote.entry_id].append(quote)
    reworded, stretches = quotes_asking(quotes), Stretches(quotes)
    asking = [
        entry
        for entry in read
        if any(quote.pk in reworded for quote in by_entry[entry.pk])
        or (entry.stage not in ABOVE_CANDIDATE and waits_for_facts(entry, by_entry[entry.pk], stretches))
    ]
    open_claims = {pk for pk, answer in claim_answers(asking, quotes).items() if answer is None} if asking else set()
    yield from (entry.pk for entry in read if entry.claim_open != (entry.pk in open_claims))
