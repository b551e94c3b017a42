"""The installed command, which does what manage.py does in a checkout."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run the management command given on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
    execute_from_command_line(sys.argv)
