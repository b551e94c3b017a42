"""`manage.py migrate`, by one process at a time: hosts that are upgraded together wait for each other."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from review.databases.locks import Lock, turn


class Command(migrate.Command):
    """Migrate as Django does, once it is this process's turn."""

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Wait for one's turn, and migrate: there is nothing left to do where another process has done it."""
        with turn(connections[options["database"]], Lock.MIGRATIONS):
            super().handle(*args, **options)
