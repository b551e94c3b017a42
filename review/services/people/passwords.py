"""Have a person give their password again, before what must not be done by whoever sits at an open browser."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from review.services._reauthentication import Reauthentication

__all__ = ["Reauthentication", "confirm_password"]


def confirm_password(*, user: AbstractBaseUser, password: str) -> Reauthentication | None:
    """Give the proof that the password is right, or None. Whoever asks has to count the tries."""
    return Reauthentication(user.pk, timezone.now()) if user.check_password(password) else None
