"""Compare accounts, their rights and their passwords with what the journal records of them. Private to the services."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User

from review.domain.events import people
from review.selectors.accounts import Rights, password_digest, rights_of
from review.services.audit._finding import Finding


@dataclass(slots=True)
class RecordedAccounts:
    """What the events of the store tell of accounts; whether they may log in, their rights and their passwords."""

    active: dict[str, bool] = field(default_factory=dict)
    rights: dict[str, Rights] = field(default_factory=dict)
    passwords: dict[str, str] = field(default_factory=dict)

    def add(self, kind: str, body: Mapping[str, Any]) -> None:
        """Add what one event tells; the oldest changes of a password tell only that there was one."""
        match kind:
            case people.AccountDeactivated.event_type | people.AccountActivated.event_type:
                self.active[body["account"]] = kind == people.AccountActivated.event_type
            case people.PasswordChanged.event_type if "password" in body:
                self.passwords[body["account"]] = body["password"]
            case people.RightsChanged.event_type:
                self.rights[body["account"]] = _rights(body)
            case people.AccountMade.event_type:
                self.active[body["account"]], self.rights[body["account"]] = body["active"], _rights(body)
                self.passwords[body["account"]] = body["password"]

    def add_untold(self, account: Mapping[str, Any]) -> None:
        """Add an account as it was when the journal began to tell all; what was told before stands."""
        self.active.setdefault(account["account"], account["active"])
        self.rights.setdefault(account["account"], _rights(account))
        self.passwords.setdefault(account["account"], account["password"])


def account_differences(recorded: RecordedAccounts, *, is_whole: bool) -> Iterator[Finding]:
    """Yield how accounts differ from the last event about each.

    Only where the events are *whole* is an account that no event tells a finding, as are other rights and passwords.
    """
    rights, stored = rights_of(User.objects.all()), list(User.objects.order_by("pk"))
    for user in stored:
        if user.is_active is not recorded.active.get(user.username, None if is_whole else user.is_active):
            yield Finding("account_unaccounted", "account", user.pk)
        elif is_whole and recorded.rights.get(user.username) != rights[user.pk]:
            yield Finding("rights_unaccounted", "account", user.pk)
        elif is_whole and recorded.passwords.get(user.username) != password_digest(user):
            yield Finding("password_unaccounted", "account", user.pk)
    for name in sorted(recorded.active.keys() - {user.username for user in stored}) if is_whole else ():
        yield Finding("account_missing", "store", 0, name)


def _rights(body: Mapping[str, Any]) -> Rights:
    return Rights(body["staff"], body["superuser"], tuple(body["permissions"]))
