"""`manage.py dumpdata`: Django's, without the journal: it would truncate times and so break the hashes."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import dumpdata
from django.core.management.utils import parse_apps_and_model_labels

from review.models import Event

ADVICE = (
    "dumpdata would change every event: it cuts times to milliseconds, and no hash would hold. "
    "Copy the store with manage.py copy_store FROM TO, or use --exclude review.event."
)


class Command(dumpdata.Command):
    """Refuse to dump events."""

    def handle(self, *app_labels: str, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Dump everything except the journal."""
        wanted, wanted_apps = parse_apps_and_model_labels(app_labels)
        left_out, left_out_apps = parse_apps_and_model_labels(options["exclude"])
        config = Event._meta.app_config  # noqa: SLF001
        is_wanted = not app_labels or Event in wanted or config in wanted_apps
        if is_wanted and Event not in left_out and config not in left_out_apps:
            raise CommandError(ADVICE)
        super().handle(*app_labels, **options)
