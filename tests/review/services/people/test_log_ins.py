"""Log-ins end when they are not used, and at once when a person changes the password."""

from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone

from review.services.people._log_ins import SessionStore, end_log_ins
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def log_in(account: object) -> str:
    store = SessionStore()
    store[SESSION_KEY] = str(account)
    store.save()
    key = store.session_key
    assert key is not None
    return key


def keys() -> set[str]:
    return set(Session.objects.values_list("pk", flat=True))


def test_end_log_ins_ends_those_of_the_person_but_the_one_in_use() -> None:
    mina, other = make_user("mina"), make_user("sora")
    first, second, theirs = log_in(mina.pk), log_in(mina.pk), log_in(other.pk)

    end_log_ins(mina, but=second)

    assert first not in keys()
    assert keys() == {second, theirs}


@pytest.mark.parametrize(("used_after", "is_postponed"), [(0.05, False), (0.5, True)])
def test_keep_alive_postpones_the_end_once_a_tenth_of_the_time_is_over(
    *, used_after: float, is_postponed: bool
) -> None:
    key = log_in(make_user("mina").pk)
    ends = timezone.now() + timedelta(seconds=SessionStore().get_session_cookie_age() * (1 - used_after))
    Session.objects.filter(pk=key).update(expire_date=ends)
    store = SessionStore(key)
    assert store[SESSION_KEY]

    store.keep_alive()

    assert (Session.objects.get(pk=key).expire_date > ends) is is_postponed
