"""What the database itself refuses about invitations, and about where accounts come from."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from review.models import AccountOrigin, Invitation
from tests.behind import remove
from tests.factories import make_invitation, make_user

pytestmark = pytest.mark.django_db


def refused(**change: object) -> bool:
    try:
        with transaction.atomic():
            Invitation.objects.update(**change)
    except IntegrityError:
        return True
    return False


def origin_refused(**change: object) -> bool:
    try:
        with transaction.atomic():
            AccountOrigin.objects.filter(account__username="sora").update(**change)
    except IntegrityError:
        return True
    return False


@pytest.fixture(autouse=True)
def sora() -> User:
    make_invitation()
    return make_user("sora")


def test_an_invitation_is_to_a_role_that_is_known() -> None:
    assert refused(role="king")
    assert not refused(role="viewer")


def test_an_invitation_is_accepted_by_somebody_or_revoked_or_neither(sora: User) -> None:
    now = timezone.now()
    Invitation.objects.update(role="viewer")

    assert refused(accepted_at=now)
    assert refused(accepted_by=sora)
    assert refused(accepted_at=now, accepted_by=sora, revoked_at=now)
    assert refused(accepted_by=sora, revoked_at=now)
    assert not refused(accepted_at=now, accepted_by=sora)
    assert not refused(accepted_at=None, accepted_by=None, revoked_at=now)


def test_only_who_followed_an_invitation_to_a_role_that_needs_a_second_person_waits(sora: User) -> None:
    now, boss = timezone.now(), make_user("boss")

    assert refused(is_waiting=True)
    assert refused(confirmed_at=now, confirmed_by=boss)
    assert not refused(is_waiting=True, accepted_at=now, accepted_by=sora)
    assert refused(role="viewer")
    assert refused(revoked_at=now)
    assert refused(confirmed_at=now, confirmed_by=boss)
    assert not refused(is_waiting=False, revoked_at=now)
    assert refused(confirmed_at=now, confirmed_by=boss)
    assert not refused(revoked_at=None, confirmed_at=now, confirmed_by=boss)
    assert refused(confirmed_by=sora)
    assert refused(role="viewer")


def test_who_brought_an_account_never_changes_and_nobody_confirms_their_own(sora: User) -> None:
    dana, now = make_user("dana"), timezone.now()

    assert origin_refused(invited_by=dana)
    assert origin_refused(account=User.objects.create(username="other"))
    assert origin_refused(confirmed_at=now, confirmed_by=sora)
    assert origin_refused(confirmed_by=dana)
    assert origin_refused(confirmed_at=now)
    assert not origin_refused(confirmed_at=now, confirmed_by=dana)


def test_nobody_brings_their_own_account(sora: User) -> None:
    remove("review_accountorigin", where=f"account_id = {sora.pk}")

    with pytest.raises(IntegrityError):
        AccountOrigin.objects.create(account=sora, invited_by=sora)


def test_a_token_opens_one_invitation() -> None:
    with pytest.raises(IntegrityError):
        make_invitation()
