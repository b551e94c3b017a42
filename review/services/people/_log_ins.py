"""The log-ins of people, as Django's sessions: they end when they are not used. Private to the services.

The end is a column of its own, so that keeping a log-in alive changes nothing that another request may have stored.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

PARTS = 10
"""A log-in that is used is kept alive when a tenth of its time is over, not by every request."""


class SessionStore(db.SessionStore):
    """Sessions whose end can be postponed without storing what is in them."""

    ends_at: datetime | None = None

    def _get_session_from_db(self) -> Session | None:
        row: Session | None = super()._get_session_from_db()  # type: ignore[misc]
        self.ends_at = row.expire_date if row is not None else None
        return row

    def keep_alive(self) -> None:
        """Postpone the end of a log-in that is in use."""
        now, age = timezone.now(), timedelta(seconds=self.get_session_cookie_age())
        if self.ends_at is not None and now + age - self.ends_at > age / PARTS:
            Session.objects.filter(pk=self.session_key, expire_date__gt=now).update(expire_date=now + age)


def end_log_ins(user: User, *, but: str | None = None) -> None:
    """End the log-ins of a person at once, but for the one with the session key that is given."""
    Session.objects.filter(pk__in=[key for key in _keys_of(user) if key != but]).delete()


def _keys_of(user: User) -> Iterator[str]:
    """Yield the keys of a person's sessions; the account is recorded inside the session data."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            yield session.session_key
