"""All attempts to find quotes, read once for whatever looks at them."""

from collections.abc import Sequence

from django.db.models import Prefetch, prefetch_related_objects

from review.models import Alignment, Quote


def read_attempts(quotes: Sequence[Quote]) -> None:
    """Read the attempts of quotes with their messages and actors, newest first, unless they were read already."""
    attempts = Alignment.objects.select_related("actor", "message").order_by("-attempt")
    prefetch_related_objects(quotes, Prefetch("alignments", attempts))
