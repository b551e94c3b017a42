"""Ask for the password again before a step that an unattended open browser must not allow, and change it."""

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import transaction
from django.utils import timezone

from review.domain.events.people import PasswordChanged
from review.domain.reauthentication import Reauthentication
from review.selectors.accounts import password_digest
from review.services import _journal
from review.services.people._log_ins import end_log_ins

__all__ = ["Reauthentication", "change_password", "confirm_password"]


def confirm_password(*, user: AbstractBaseUser, password: str) -> Reauthentication | None:
    """Return the proof that the password is right, or None; counting the tries is up to the caller."""
    return Reauthentication(user.pk, timezone.now()) if user.check_password(password) else None


@transaction.atomic(durable=True)
def change_password(*, user: User, password: str, session_key: str | None) -> User:
    """Give a person the password they chose, and end their log-ins on other browsers."""
    user.set_password(password)
    User.objects.filter(pk=user.pk).update(password=user.password)
    end_log_ins(user, but=session_key)
    _journal.append(
        PasswordChanged(account=user.get_username(), password=password_digest(user)), session=None, actor=user
    )
    return user
