"""The installed command: what manage.py does in a checkout."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run the management command that the command line names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
    execute_from_command_line(sys.argv)
