"""Conditions on critical differences: which aligned quotes may state another fact, and who acknowledged that."""

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from review.models import FIRST_VERSION, Acknowledgement
from review.selectors.access import Person

IS_CRITICAL = '"critical":true'
"""The mark of a critical difference in stored evidence; quotation marks inside its texts are escaped.

That of a failed quote may have it too, for what differs in the closest words.
"""
CRITICAL = Q(current__evidence_json__contains=IS_CRITICAL) & ~Q(current__method="none")


def acknowledged_by(user: Person) -> Exists:
    """Match the quotes with a current attempt that a person has acknowledged, for the current claim."""
    return acknowledged_by_key(user.pk or 0)


def acknowledged_by_key(actor: int | OuterRef) -> Exists:
    """Match what `acknowledged_by` does, for the key of a person, or for a column with one."""
    accepted = Acknowledgement.objects.filter(alignment=OuterRef("current"), actor=actor)
    return Exists(accepted.filter(claim_version=Coalesce(OuterRef("entry__claim__number"), FIRST_VERSION)))


def open_differences(user: Person) -> Q:
    """Match the quotes with differences that a person has not acknowledged; others' do not count (specification 4)."""
    return CRITICAL & ~Q(acknowledged_by(user))
