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
    """Accounts as the events of the store record them: whether they may log in, their rights and their passwords."""

    active: dict[str, bool] = field(default_factory=dict)
    rights: dict[str, Rights] = field(default_factory=dict)
    passwords: dict[str, str] = field(default_factory=dict)

    def add(self, kind: str, body: Mapping[str, Any]) -> None:
        """Add one event."""
        match kind:
            case people.AccountDeactivated.event_type | people.AccountActivated.event_type:
                self.active[body["account"]] = kind == people.AccountActivated.event_type
            case people.PasswordChanged.event_type:
                self.passwords[body["account"]] = body["password"]
            case people.RightsChanged.event_type:
                self.rights[body["account"]] = _rights(body)
            case people.AccountMade.event_type:
                self.active[body["account"]], self.rights[body["account"]] = body["active"], _rights(body)
                self.passwords[body["account"]] = body["password"]


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


def _rights(body: Mapping[str, Any]) -> Rights:
    return Rights(body["staff"], body["superuser"], tuple(body["permissions"]))
