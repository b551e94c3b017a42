"""Apply a batch to its end in parts, in a process that may be killed: ``python -m tests.applying NAME PERSON``."""

import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "review.config.settings"
django.setup()

from django.contrib.auth.models import User  # noqa: E402 - after the set-up

from review.domain.bulk import ItemState  # noqa: E402
from review.models import BatchItem  # noqa: E402
from review.services.bulk import parts  # noqa: E402


def apply_rest(name: str, *, person: str) -> None:
    """Apply what waits in a batch for a person."""
    actor = User.objects.get(username=person)
    while BatchItem.objects.filter(batch__name=name, state=ItemState.WAITING).exists():
        parts.apply_part(name=name, actor=actor)


if __name__ == "__main__":
    parts.BATCH_PART = 5  # type: ignore[attr-defined]
    apply_rest(sys.argv[1], person=sys.argv[2])
