"""Log-ins that are held back are recorded in the journal, once while they are, and no name that nobody has."""

import pytest

from review.domain.limits import MAX_LOGIN_TRIES
from review.services.people.login_throttle import count_try
from tests.factories import make_user
from tests.journal import acts

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("name", "account"), [("mina", "mina"), ("my secret", None)])
def test_log_ins_held_back_are_recorded_once(name: str, account: str | None) -> None:
    make_user("mina")

    for _ in range(MAX_LOGIN_TRIES + 3):
        count_try(name=name, address="192.0.2.7")

    [event] = acts()
    assert (event.event_type, event.actor, event.body) == ("log_ins_held_back", "system", {"account": account})
