"""Confirm that an account is another person, in the caller's transaction. Private to the services."""

from django.contrib.auth.models import User
from django.utils import timezone

from review.domain.events.people import AccountConfirmed
from review.models import AccountOrigin
from review.selectors.lineage import lineage_of
from review.selectors.people import may_confirm_account
from review.services import _journal


def confirm_origin(account: User, *, actor: User) -> AccountOrigin | None:
    """Confirm an account and return its origin; None where the actor may not, or it needs no confirmation any more."""
    origin = AccountOrigin.objects.select_for_update(of=("self",)).select_related("account").filter(account=account)
    row = origin.first()
    if row is None or not may_confirm_account(actor, account.pk, lineage_of([account.pk])):
        return None
    row.confirmed_at, row.confirmed_by = timezone.now(), actor
    row.save(update_fields=["confirmed_at", "confirmed_by"])
    _journal.append(AccountConfirmed(account=account.get_username()), session=None, actor=actor)
    return row
