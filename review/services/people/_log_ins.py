"""The log-ins of people, as Django sessions: idle ones expire. Private to the services.

The expiry is a column of its own, so that renewing a log-in overwrites nothing that another request may have stored.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

PARTS = 10
"""A log-in in use is renewed when a tenth of its time is over, not by every request."""


class SessionStore(db.SessionStore):
    """Sessions with an expiry that can be postponed without storing their data."""

    ends_at: datetime | None = None

    def _get_session_from_db(self) -> Session | None:
        row: Session | None = super()._get_session_from_db()  # type: ignore[misc]
        self.ends_at = row.expire_date if row is not None else None
        return row

    def keep_alive(self) -> None:
        """Postpone the expiry of a log-in in use."""
        now, age = timezone.now(), timedelta(seconds=self.get_session_cookie_age())
        if self.ends_at is not None and now + age - self.ends_at > age / PARTS:
            Session.objects.filter(pk=self.session_key, expire_date__gt=now).update(expire_date=now + age)


def end_log_ins(user: User, *, but: str | None = None) -> None:
    """End the log-ins of a person at once, except the one with the session key *but*."""
    Session.objects.filter(pk__in=[key for key in _keys_of(user) if key != but]).delete()


def _keys_of(user: User) -> Iterator[str]:
    """Yield the keys of a person's sessions; the account is recorded inside the session data."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            yield session.session_key
