"""The application from the shell: Django's management commands, and a server for this machine."""

import os
from collections.abc import Sequence

from django.core.management import execute_from_command_line


def manage(arguments: Sequence[str]) -> None:
    """Run a management command, such as `migrate`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
    execute_from_command_line(["manage.py", *arguments])


def serve(*, port: int, demo: bool) -> None:
    """Bring the store up to date and serve it at 127.0.0.1 until somebody stops it; *demo* seeds demo data first."""
    os.environ.setdefault("DJANGO_RUNSERVER_HIDE_WARNING", "true")
    manage(["migrate", "--verbosity", "0"])
    if demo:
        manage(["seed_demo"])
    manage(["runserver", "--noreload", f"127.0.0.1:{port}"])
