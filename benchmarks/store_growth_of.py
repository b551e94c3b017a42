"""Print what the pages of one store cost, as JSON: the store that the environment names."""

import json
import os
import sys
from contextlib import nullcontext

import django
from django.conf import settings
from django.db import connection

STAFF, AUDITOR = "admin", "sora"
"""The users for the lists of the admin; the other pages are for dana, a manager of all projects."""
NARROW = "--narrow"
"""The argument with which every list is as long in a store of any size."""


def main() -> None:
    """Measure, and print."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "review.config.settings")
    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    from benchmarks.acts import act_costs  # noqa: PLC0415 - models are there once Django is
    from benchmarks.addresses import admin_pages, auditor_pages, pages  # noqa: PLC0415 - as above
    from benchmarks.api_calls import api_costs  # noqa: PLC0415 - as above
    from benchmarks.pages import DECISION, costs, decision_cost  # noqa: PLC0415 - as above
    from benchmarks.windows import narrowed  # noqa: PLC0415 - as above
    from review.models import Entry  # noqa: PLC0415 - as above

    with narrowed() if NARROW in sys.argv else nullcontext():
        found = costs(dict(pages()))
        found |= costs(dict(admin_pages()), username=STAFF) | costs(dict(auditor_pages()), username=AUDITOR)
        found |= api_costs() | act_costs() | {DECISION: decision_cost()}
    store = {"engine": connection.vendor, "entries": Entry.objects.count()}
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
