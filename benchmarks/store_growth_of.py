"""Print what the pages of one store cost, as JSON: the store that the environment names."""

import json
import os

import django
from django.conf import settings
from django.db import connection

READ_THE_STORE, MAX_READ = "quality, what if", 200_000
"""The prefixes of the names of pages that read the store, and up to how many entries they are measured."""

STAFF = "admin"
"""The user for the lists of the admin; the other pages are for dana, a manager of all projects."""


def main() -> None:
    """Measure, and print."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    from benchmarks.pages import DECISION, admin_pages, costs, decision_cost, pages  # noqa: PLC0415 - models are there once Django is
    from review.models import Entry  # noqa: PLC0415 - as above

    entries = Entry.objects.count()
    left_out = (READ_THE_STORE,) if entries > MAX_READ else ()
    asked = {name: address for name, address in pages() if not name.startswith(left_out)}
    found = costs(asked) | costs(dict(admin_pages()), username=STAFF) | {DECISION: decision_cost()}
    store = {"engine": connection.vendor, "entries": entries}
    costs_of = {
        name: {
            "work": cost.work,
            "queries": cost.queries,
            "bytes": cost.size,
            "calls": cost.calls,
            "buffers": cost.buffers,
        }
        for name, cost in found.items()
    }
    print(json.dumps([{**store, "page": name, **cost} for name, cost in costs_of.items()]))


if __name__ == "__main__":
    main()
