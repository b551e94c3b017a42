"""The failed quotes that one kind of click repairs, and the result of repairing all of them at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from aligner_core import Fix
from review.domain.failures import RANKS
from review.domain.policy import Reason
from review.models import FailedQuote
from review.selectors.access import Person, reviewed_projects
from review.selectors.bulk.outlook import Reasons, in_parts
from review.selectors.promotion.claims import asking_with
from review.selectors.quotes.failed_count import IN_GROUPS, FailedScope

ASKS_CLAIM = "asks_claim"
"""The detail of a repair after which the claim needs a confirmation, as it was written from other words."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A failed quote, what prevents its repair, and whether the claim needs a confirmation afterwards."""

    row: FailedQuote
    against: Reasons = ()
    asks_claim: bool = False


def repairable_alike(scope: FailedScope, *, group: str, kind: str, at_most: int) -> list[FailedQuote]:
    """Return the quotes of one group with a likeliest repair of one kind, in list order."""
    keys = [quote for *_, quote in IN_GROUPS.merged([scope.alike(RANKS[group], kind)], None, at_most)]
    rows = FailedQuote.objects.filter(quote__in=keys).select_related("quote__entry__session", "alignment")
    found = {row.quote_id: row for row in rows}
    return [found[key] for key in keys if key in found]


def repairs_of(rows: Sequence[FailedQuote], *, actor: Person) -> list[Repair]:
    """Return the expected repairs of failed quotes; the server aligns each again when it is repaired."""
    reviewed, repairs = reviewed_projects(actor), list[Repair]()
    for some in in_parts(rows):
        asking = asking_with({row.quote: _words_after(row) for row in some})
        repairs += [
            Repair(row, asks_claim=row.quote_id in asking)
            if row.project_id in reviewed
            else Repair(row, (Reason.NOT_PERMITTED,))
            for row in some
        ]
    return repairs


def _words_after(row: FailedQuote) -> tuple[str, ...]:
    return tuple(one.quote for one in Fix.model_validate_json(row.fix).evidence)
