"""The Django application."""

from importlib import import_module

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ReviewConfig(AppConfig):
    """Sessions, their evidence, and the people who review it."""

    name = "review"
    verbose_name = _("Evidence review")

    def ready(self) -> None:
        """Register the checks, and connect the handlers for new connections, changed accounts and log-ins."""
        # By name, since models are not ready when this module is imported.
        import_module("review.checks").register()
        import_module("review.services.people.accounts").connect()
        connection_created.connect(import_module("review.databases").set_up)
        post_migrate.connect(_refresh_statistics, sender=self)
        user_logged_in.connect(import_module("review.views.middleware").note_log_in)


def _refresh_statistics(**given: object) -> None:
    """Refresh the statistics of the database after a migration; only of the store itself, not of a copy."""
    if given["using"] == DEFAULT_DB_ALIAS:
        import_module("review.databases").refresh_statistics()
