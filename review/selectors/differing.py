"""Critical differences as lists ask for them: which aligned quotes wait for a person's word."""

from django.db.models import Exists, OuterRef, Q

from review.models import Acknowledgement
from review.selectors.access import Person
from review.selectors.sources import DRIFTED

IS_CRITICAL = '"critical":true'
"""How a critical difference is written in the wire form; inside a text of it the quotation marks are escaped."""
CRITICAL = Q(current__evidence_json__contains=IS_CRITICAL)


def accepted_by(user: Person) -> Exists:
    """Match the quotes whose current attempt a person has acknowledged."""
    return Exists(Acknowledgement.objects.filter(alignment=OuterRef("current"), actor=user.pk or 0))


def open_differences(user: Person) -> Q:
    """Match the quotes that keep a person from verifying: what another one accepted does not count (contract, 4)."""
    return CRITICAL & ~Q(accepted_by(user))


def unsure(user: Person) -> Q:
    """Match the aligned quotes that wait for a person: which place is meant, what differs, where it stands now."""
    return Q(current__ambiguous=True) | open_differences(user) | DRIFTED
