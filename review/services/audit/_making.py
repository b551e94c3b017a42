"""Compare the rules and configuration of attempts with the events that recorded them. Private to the services."""

from collections.abc import Iterator

from aligner_core import text_hash
from review.models import Alignment, Extraction, Quote
from review.services.audit._finding import Finding


def is_made_with(alignment: Alignment, recorded: object) -> bool:
    """Return whether an attempt was made with the rules and configuration that its event records."""
    if alignment.config_digest != text_hash(alignment.config):
        return False
    try:
        return bool(alignment.made_with == recorded)
    except ValueError:
        return False


def making_differences(extraction: Extraction, recorded: object) -> Iterator[Finding]:
    """Yield the first attempts of an extraction that were not made with the recorded rules and configuration."""
    uploaded = Quote.objects.filter(entry__extraction=extraction, split_from=None, added_by=None)
    first = Alignment.objects.filter(quote__in=uploaded, attempt=1)
    for alignment in first.defer("evidence_json", "text").order_by("pk").iterator(chunk_size=500):
        if not is_made_with(alignment, recorded):
            yield Finding("making_unaccounted", "alignment", alignment.pk)
