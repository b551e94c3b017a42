"""Check the stored chains of events. Private to the services."""

from collections.abc import Iterator, Mapping

from django.db.models import F, Q, TextField, Value
from django.db.models.functions import Cast, Concat

from aligner_core.ledger import ChainBreak, Head, verify_chain
from review.models import Chain, Event
from review.selectors.audit.chain_links import chain_links
from review.services.audit._finding import Finding

Pins = Mapping[str, Mapping[int, str]]


def broken_chains(pins: Pins | None = None) -> Iterator[Finding]:
    """Yield every break in a chain; *pins* are the hashes recorded in checkpoints, by chain and number."""
    unseen = dict(pins or {})
    for chain in Chain.objects.order_by("pk"):
        head = Head(chain.name, chain.head_seq, chain.head_hash)
        for broken in verify_chain(chain_links(chain), head=head, pins=unseen.pop(chain.name, None)):
            yield _finding(chain, broken)
    for name in unseen:
        yield Finding("chain_missing", "chain", 0, name)
    yield from _misplaced()


def _misplaced() -> Iterator[Finding]:
    """Yield events in the chain of another session, and misnamed chains: a hash covers only the name of a session."""
    in_own_chain = Q(session=F("chain__session")) | Q(session=None, chain__session=None)
    for event in Event.objects.exclude(in_own_chain).select_related("chain").order_by("pk"):
        yield Finding("event_misplaced", "event", event.pk, f"{event.chain.name} seq {event.seq}")
    expected_name = Concat(Value("session:"), Cast("session", TextField()))
    for chain in Chain.objects.exclude(name=Chain.STORE).exclude(name=expected_name).order_by("pk"):
        yield Finding("event_misplaced", "chain", chain.pk, chain.name)


def _finding(chain: Chain, broken: ChainBreak) -> Finding:
    if broken.code == "chain_head_differs":
        return Finding(broken.code, "chain", chain.pk, chain.name)
    where = f"{chain.name} seq {broken.seq}"
    event = Event.objects.filter(chain=chain, seq=broken.seq).first()
    if event is None:
        return Finding(broken.code, "chain", chain.pk, where)
    return Finding(broken.code, "event", event.pk, where)
