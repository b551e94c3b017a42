"""The application from the shell: Django's management commands, and a server for this machine."""

import os
from collections.abc import Sequence
from pathlib import Path

from django.core.management import execute_from_command_line


def manage(arguments: Sequence[str]) -> int:
    """Run a management command, such as `migrate`; return 0, as a failing command exits by itself."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
    execute_from_command_line(["manage.py", *arguments])
    return 0


def serve(*, port: int, demo: bool) -> int:
    """Bring the store up to date and serve it at 127.0.0.1 until somebody stops it; *demo* seeds demo data first."""
    os.environ.setdefault("DJANGO_RUNSERVER_HIDE_WARNING", "true")
    os.environ.setdefault("REVIEW_STATIC_ROOT", str(Path("var", "static").resolve()))
    manage(["migrate", "--verbosity", "0"])
    manage(["collectstatic", "--noinput", "--verbosity", "0"])
    if demo:
        manage(["seed_demo"])
    return manage(["serve", f"127.0.0.1:{port}"])
