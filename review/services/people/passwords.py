"""Ask for the password again before a step that an unattended open browser must not allow, and change it."""

from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractBaseUser, User
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone

from review.domain.events.people import PasswordChanged
from review.domain.limits import PASSWORD_TIME
from review.domain.reauthentication import Reauthentication
from review.selectors.accounts import password_digest
from review.services import _journal
from review.services.people._log_ins import end_log_ins

__all__ = ["Reauthentication", "change_password", "confirm_password", "keep_proof", "kept_proof"]

KEPT = "password_given"
"""The session key under which a log-in keeps the proof of a password."""


def confirm_password(*, user: AbstractBaseUser, password: str) -> Reauthentication | None:
    """Return the proof that the password is right, or None; counting the tries is up to the caller."""
    return Reauthentication(user.pk, timezone.now()) if user.check_password(password) else None


def keep_proof(session: SessionBase, proof: Reauthentication, *, user: AbstractBaseUser) -> None:
    """Keep in a log-in that the password was right, for PASSWORD_TIME; a log-in is stored on the server."""
    session[KEPT] = [proof.user_id, proof.at.isoformat(), password_digest(user)]


def kept_proof(session: SessionBase, *, user: AbstractBaseUser) -> Reauthentication | None:
    """Return the proof that a log-in keeps, while it lasts; one of another person or password does not count."""
    user_id, text, digest = session.get(KEPT, (None, "", ""))
    if user_id is None or user_id != user.pk or digest != password_digest(user):
        return None
    at = datetime.fromisoformat(text)
    return Reauthentication(user_id, at) if timedelta() <= timezone.now() - at < PASSWORD_TIME else None


@transaction.atomic(durable=True)
def change_password(*, user: User, password: str, session_key: str | None) -> User:
    """Set the password that a person chose, and end their log-ins on other browsers."""
    user.set_password(password)
    User.objects.filter(pk=user.pk).update(password=user.password)
    end_log_ins(user, but=session_key)
    _journal.append(
        PasswordChanged(account=user.get_username(), password=password_digest(user)), session=None, actor=user
    )
    return user
