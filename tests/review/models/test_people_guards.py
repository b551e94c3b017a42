"""What the database itself refuses about invitations."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from review.models import Invitation
from tests.factories import make_invitation, make_user

pytestmark = pytest.mark.django_db


def refused(**change: object) -> bool:
    try:
        with transaction.atomic():
            Invitation.objects.update(**change)
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

    assert refused(accepted_at=now)
    assert refused(accepted_by=sora)
    assert refused(accepted_at=now, accepted_by=sora, revoked_at=now)
    assert refused(accepted_by=sora, revoked_at=now)
    assert not refused(accepted_at=now, accepted_by=sora)
    assert not refused(accepted_at=None, accepted_by=None, revoked_at=now)


def test_a_token_opens_one_invitation() -> None:
    with pytest.raises(IntegrityError):
        make_invitation()
