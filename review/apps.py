"""The Django application."""

from importlib import import_module

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class ReviewConfig(AppConfig):
    """Sessions, their evidence, and the people who review it."""

    name = "review"
    verbose_name = _("Evidence review")

    def ready(self) -> None:
        """Register the checks, have changed accounts told, and note who logs in on which browser."""
        # By name, since models are not ready when this module is imported.
        import_module("review.checks").register()
        import_module("review.services.people.accounts").connect()
        user_logged_in.connect(import_module("review.views.middleware").note_log_in)
