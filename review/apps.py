"""The Django application."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.core import checks
from django.utils.translation import gettext_lazy as _

from review.keys import exposed_keys


class ReviewConfig(AppConfig):
    """Sessions, their evidence, and the people who review it."""

    name = "review"
    verbose_name = _("Evidence review")

    def ready(self) -> None:
        """Register the check that keeps the server from starting where others can sign in its name; note log-ins."""
        from review.views.middleware import note_log_in  # noqa: PLC0415 - models are not ready before

        user_logged_in.connect(note_log_in)
        checks.register(keys_are_private, checks.Tags.security)


def keys_are_private(**_options: Any) -> list[checks.CheckMessage]:  # noqa: ANN401 - Django's signature
    """Return an error for every private key that others on this machine can read."""
    return [
        checks.Error(f"{path} can be read by others.", hint="chmod 600, then manage.py rotate_key.", id="review.E001")
        for path in exposed_keys()
    ]
