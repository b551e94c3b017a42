"""Check the stored chains of events. Private to the services."""

from collections.abc import Iterator, Mapping

from aligner_core.journal import Broken, Head, verify_chain
from review.models import Chain, Event
from review.selectors.journal import chain_links
from review.services._findings import Finding

Pins = Mapping[str, Mapping[int, str]]


def broken_chains(pins: Pins | None = None) -> Iterator[Finding]:
    """Name what does not hold in any chain; *pins* are the hashes that checkpoints name, by chain and number."""
    left = dict(pins or {})
    for chain in Chain.objects.order_by("pk"):
        head = Head(chain.name, chain.head_seq, chain.head_hash)
        for broken in verify_chain(chain_links(chain), head=head, pins=left.pop(chain.name, None)):
            yield _found(chain, broken)
    for name in left:
        yield Finding("chain_missing", "chain", 0, name)


def _found(chain: Chain, broken: Broken) -> Finding:
    if broken.code == "chain_head_differs":
        return Finding(broken.code, "chain", chain.pk, chain.name)
    where = f"{chain.name} seq {broken.seq}"
    event = Event.objects.filter(chain=chain, seq=broken.seq).first()
    if event is None:
        return Finding(broken.code, "chain", chain.pk, where)
    return Finding(broken.code, "event", event.pk, where)
