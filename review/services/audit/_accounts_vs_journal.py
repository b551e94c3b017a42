"""Compare accounts, where they come from, their rights and passwords with the journal. Private to the services."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from review.domain.events import people
from review.models import AccountOrigin, Event
from review.selectors.accounts import Rights, password_digest, rights_of
from review.services.audit._finding import Finding
from review.services.audit._moments import matches_recorded_time


@dataclass(slots=True)
class RecordedAccounts:
    """Accounts as the events of the store record them: whether they may log in, their rights and their passwords.

    And who invited each, and who last confirmed it when.
    """

    active: dict[str, bool] = field(default_factory=dict)
    rights: dict[str, Rights] = field(default_factory=dict)
    passwords: dict[str, str] = field(default_factory=dict)
    invited_by: dict[str, str | None] = field(default_factory=dict)
    confirmed: dict[str, tuple[str, datetime]] = field(default_factory=dict)

    def add(self, event: Event, body: Mapping[str, Any]) -> None:
        """Add one event."""
        match kind := event.event_type:
            case people.AccountDeactivated.event_type | people.AccountActivated.event_type:
                self.active[body["account"]] = kind == people.AccountActivated.event_type
            case people.PasswordChanged.event_type:
                self.passwords[body["account"]] = body["password"]
            case people.RightsChanged.event_type:
                self.rights[body["account"]] = _rights(body)
            case people.AccountMade.event_type:
                self.active[body["account"]], self.rights[body["account"]] = body["active"], _rights(body)
                self.passwords[body["account"]] = body["password"]
                self.invited_by[body["account"]] = body["invited_by"]
            case people.AccountConfirmed.event_type:
                self.confirmed[body["account"]] = (event.actor, event.created_at)


def account_differences(recorded: RecordedAccounts) -> Iterator[Finding]:
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


def _origin_differences(recorded: RecordedAccounts, keys: Mapping[str, int]) -> Iterator[Finding]:
    """Yield the accounts without an origin, with one that nobody recorded, or with another than the recorded one."""
    rows = AccountOrigin.objects.select_related("account", "invited_by", "confirmed_by")
    origins = {row.account.username: row for row in rows}
    for name, pk in keys.items():
        if (name in origins) is not (name in recorded.invited_by) or (
            name in origins and not _is_origin_as_recorded(origins[name], recorded)
        ):
            yield Finding("origin_unaccounted", "account", pk)


def _is_origin_as_recorded(origin: AccountOrigin, recorded: RecordedAccounts) -> bool:
    name = origin.account.username
    inviter = origin.invited_by.username if origin.invited_by else None
    confirmer = origin.confirmed_by.username if origin.confirmed_by else None
    by, at = recorded.confirmed.get(name, (None, None))
    is_confirmed_so = confirmer == by and matches_recorded_time(origin.confirmed_at, at)
    return inviter == recorded.invited_by[name] and is_confirmed_so


def _rights(body: Mapping[str, Any]) -> Rights:
    return Rights(body["staff"], body["superuser"], tuple(body["permissions"]))
