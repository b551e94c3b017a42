"""Compare the feed with the journal: every event of a session is in that of its project. Private to the services."""

from collections.abc import Iterator

from django.db.models import F

from review.models import Event, FeedItem
from review.services.audit._finding import Finding


def feed_differences() -> Iterator[Finding]:
    """Yield events that programs are never told of, and items of the feed that belong to another project or to none."""
    untold = Event.objects.filter(session__isnull=False, feed_item__isnull=True).order_by("pk")
    yield from (Finding("feed_missing", "event", key) for key in untold.values_list("pk", flat=True))
    strange = FeedItem.objects.exclude(event__session__project=F("project")).order_by("pk")
    yield from (Finding("feed_unaccounted", "feeditem", key) for key in strange.values_list("pk", flat=True))
