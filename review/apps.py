"""The Django application."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class ReviewConfig(AppConfig):
    """Sessions, their evidence, and the people who review it."""

    name = "review"
    verbose_name = _("Evidence review")

    def ready(self) -> None:
        """Register the checks, and note who logs in on which browser."""
        from review import checks  # noqa: PLC0415 - models are not ready before
        from review.views.middleware import note_log_in  # noqa: PLC0415

        checks.register()
        user_logged_in.connect(note_log_in)
