"""Ask for the password again, before a step that an unattended open browser must not allow."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from review.domain.reauthentication import Reauthentication

__all__ = ["Reauthentication", "confirm_password"]


def confirm_password(*, user: AbstractBaseUser, password: str) -> Reauthentication | None:
    """Return the proof that the password is right, or None; counting the tries is up to the caller."""
    return Reauthentication(user.pk, timezone.now()) if user.check_password(password) else None
