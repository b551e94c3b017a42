"""Many entries of every kind that a batch meets, in a known mix."""

from collections import Counter
from typing import Any

from django.contrib.auth.models import User
from django.forms.models import model_to_dict

from review.domain.policy import Granted, Stage
from review.models import Batch, Entry, Project, Quote
from review.services.bulk.reading import note_read
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import withdraw_quote
from tests.factories import make_entries, make_session, quotes_of

MESSAGES = [
    "We keep the raw text of every event for 30 days.",
    "The cache lives for one hour. The cache lives for one hour.",
]
EXACT = {"messageIndex": 0, "quote": "keep the raw text of every event for 30 days"}
FAILED = {"messageIndex": 0, "quote": "nobody has ever said anything like it here"}
DIFFERING = {"messageIndex": 0, "quote": "keep the raw text of every event for 90 days"}
AMBIGUOUS = {"messageIndex": 1, "quote": "The cache lives for one hour."}
KINDS: dict[str, list[dict[str, object]]] = {
    "read": [EXACT],
    "unread": [EXACT],
    "failed": [EXACT, FAILED],
    "differing": [DIFFERING],
    "ambiguous": [AMBIGUOUS],
    "claim": [EXACT, FAILED],
    "verified": [EXACT],
    "rejected": [EXACT],
}
"""The quotes of an entry of each kind; what is done with it then follows from its name."""


def make_mix(number: int, *, mina: User, project: Project) -> dict[str, list[Entry]]:
    """Return *number* candidates, as many of each kind, half of them for a sure part: read ones come twice as often."""
    names = [*KINDS, "read"]
    kinds = [names[place % len(names)] for place in range(number)]
    session = make_session(MESSAGES, project=project)
    made = make_entries(session, [{"evidence": KINDS[kind]} for kind in kinds])
    mix: dict[str, list[Entry]] = {kind: [] for kind in KINDS}
    for kind, entry in zip(kinds, made, strict=True):
        _prepare(kind, entry, mina)
        mix[kind].append(Entry.objects.get(pk=entry.pk))
    return mix


def _prepare(kind: str, entry: Entry, mina: User) -> None:
    match kind:
        case "read":
            note_read(entry, person=mina)
        case "claim":
            withdraw_quote(quote_id=quotes_of(entry)[1].pk, reason="invented", seen_attempt=1, actor=mina)
        case "verified":
            promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
        case "rejected":
            assert isinstance(reject_entry(entry_id=entry.pk, reason="a joke", seen_version=1, actor=mina), Granted)


def counts(batch: Batch) -> dict[tuple[str, str], int]:
    """Return how many items of a batch are in each state for each reason."""
    return dict(Counter(batch.items.order_by().values_list("state", "reason")))


def rows() -> dict[int, dict[str, Any]]:
    """Return all that is stored of entries but how often they changed, and the marks by which lists find them."""
    return {
        entry.pk: {name: value for name, value in model_to_dict(entry).items() if name != "version"}
        | {"marks": sorted(entry.marks.values_list("name", flat=True))}
        for entry in Entry.objects.order_by("pk")
    }


def words() -> dict[int, tuple[str, str, int | None]]:
    """Return how each quote counts, and with which words at which message."""
    return {
        quote.pk: (quote.standing, quote.current.text, quote.current.message_index)
        for quote in Quote.objects.select_related("current").order_by("pk")
        if quote.current is not None
    }
