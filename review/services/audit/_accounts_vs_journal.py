"""Compare accounts, where they come from, their rights and passwords with the journal. Private to the services."""

from collections.abc import Iterator, Mapping

from django.contrib.auth.models import User

from review.domain.people_state import AccountsState
from review.models import AccountOrigin
from review.selectors.accounts import password_digest, rights_of
from review.services.audit._finding import Finding
from review.services.audit._moments import matches_recorded_time


def account_differences(recorded: AccountsState) -> Iterator[Finding]:
    """Yield how accounts differ from the last event about each."""
    rights, stored = rights_of(User.objects.all()), list(User.objects.order_by("pk"))
    for user in stored:
        if user.is_active is not recorded.active.get(user.username):
            yield Finding("account_unaccounted", "account", user.pk)
        elif recorded.rights.get(user.username) != rights[user.pk]:
            yield Finding("rights_unaccounted", "account", user.pk)
        elif recorded.passwords.get(user.username) != password_digest(user):
            yield Finding("password_unaccounted", "account", user.pk)
    for name in sorted(recorded.active.keys() - {user.username for user in stored}):
        yield Finding("account_missing", "store", 0, name)
    yield from _origin_differences(recorded, {user.username: user.pk for user in stored})


def _origin_differences(recorded: AccountsState, keys: Mapping[str, int]) -> Iterator[Finding]:
    """Yield the accounts without an origin, with one that nobody recorded, or with another than the recorded one."""
    rows = AccountOrigin.objects.select_related("account", "invited_by", "confirmed_by")
    origins = {row.account.username: row for row in rows}
    for name, pk in keys.items():
        if (name in origins) is not (name in recorded.invited_by) or (
            name in origins and not _is_origin_as_recorded(origins[name], recorded)
        ):
            yield Finding("origin_unaccounted", "account", pk)


def _is_origin_as_recorded(origin: AccountOrigin, recorded: AccountsState) -> bool:
    name = origin.account.username
    inviter = origin.invited_by.username if origin.invited_by else None
    confirmer = origin.confirmed_by.username if origin.confirmed_by else None
    by, at = recorded.confirmed.get(name, (None, None))
    is_confirmed_so = confirmer == by and matches_recorded_time(origin.confirmed_at, at)
    return inviter == recorded.invited_by[name] and is_confirmed_so
