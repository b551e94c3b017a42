"""Fill a store with any number of entries, to measure with: ``python -m benchmarks.fill --entries N``.

The store is the one that `REVIEW_DATABASE_URL` names, migrated before.
"""

import os
from argparse import ArgumentParser

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
django.setup()

from django.conf import settings  # noqa: E402 - after the setup

from benchmarks.fill.stores import PROJECTS, fill  # noqa: E402
from review.models import ReviewSession  # noqa: E402


def main(arguments: list[str] | None = None) -> None:
    """Fill an empty store, or add to any; nothing is ever removed."""
    parser = ArgumentParser(prog="benchmarks.fill", description=__doc__)
    parser.add_argument("--entries", type=int, required=True, help="how many entries to add")
    parser.add_argument("--add", action="store_true", help="add them to a store that holds sessions already")
    options = parser.parse_args(arguments)
    if settings.REVIEW_IS_EXPOSED:
        parser.error("other machines are served here, and everybody knows the passwords: nothing is filled in")
    if ReviewSession.objects.exists() and not options.add:
        parser.error("the store holds sessions already; --add fills it all the same")
    sessions = fill(options.entries, report=print)
    print(f"{options.entries:,} entries in {sessions:,} sessions of {len(PROJECTS)} projects.")


if __name__ == "__main__":
    main()
