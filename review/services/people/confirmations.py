"""Confirm that an account is another person than those who brought it: an act of the staff."""

from django.contrib.auth.models import User
from django.db import transaction

from review.domain.roles import Obstacle, Unchanged
from review.models import AccountOrigin
from review.selectors.access import appoints_people
from review.selectors.lineage import lineage_of
from review.services.people._confirmed import confirm_origin

__all__ = ["Unchanged", "confirm_account"]


@transaction.atomic
def confirm_account(*, account: User, actor: User) -> AccountOrigin | Unchanged:
    """Confirm an account, which then counts as a person of its own beside everybody but this actor.

    Whoever made a link that it followed cannot; a `conflict` is that it needs no confirmation any more.
    """
    if not appoints_people(actor):
        return Unchanged(Obstacle.NOT_PERMITTED)
    origin = lineage_of([account.pk]).origins.get(account.pk)
    if actor.pk == account.pk or (origin is not None and actor.pk in origin.by_links):
        return Unchanged(Obstacle.SAME_PERSON)
    return confirm_origin(account, actor=actor) or Unchanged(Obstacle.CONFLICT)
