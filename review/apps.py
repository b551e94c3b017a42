"""The Django application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReviewConfig(AppConfig):
    """Sessions, their evidence, and the people who review it."""

    name = "review"
    verbose_name = _("Evidence review")
