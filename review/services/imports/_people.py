"""Accounts for the people of other stores, to whom imported decisions belong: nobody can log in to one. Private."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User

from review.domain.events.exports import SYSTEM
from review.models import Membership
from review.services.people.accounts import acting

MAX_NAME_CHARS = 150


class NameTakenError(Exception):
    """The name of a person of another store is that of an account here, or too long for one."""


def accounts_of(names: Iterable[str], *, actor: AbstractBaseUser | None) -> Mapping[str, User]:
    """Return the account of each person of another store by the *names* they have here, made where there is none yet.

    Whoever imports has brought these accounts: they count as one person with the one who did. In the caller's
    transaction.

    Raises:
        NameTakenError: somebody can log in to the account, or is a member with it.

    """
    found: dict[str, User] = {}
    with acting(actor if actor is not None else AnonymousUser()):
        for name in sorted({*names} - {SYSTEM}):
            found[name] = _account(name)
    return found


def _account(name: str) -> User:
    if len(name) > MAX_NAME_CHARS:
        raise NameTakenError(name)
    account = User.objects.filter(username=name).first()
    if account is None:
        account = User(username=name, is_active=False)
        account.set_unusable_password()
        account.save(force_insert=True)
    elif account.is_active or account.has_usable_password() or Membership.objects.filter(user=account).exists():
        raise NameTakenError(name)
    return account
