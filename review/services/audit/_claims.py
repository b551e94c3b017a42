"""Ask again, from the sources, whether each claim has still to be confirmed. Private to the services."""

from collections.abc import Iterator, Sequence

from aligner_core import ENGINE_VERSION
from review.models import ABOVE_CANDIDATE, Entry, Quote
from review.selectors.audit.replay import RecordedEntry
from review.selectors.promotion.claims import claim_answer, quotes_asking
from review.services.audit._finding import Finding


def claim_differences(entry: Entry, quotes: Sequence[Quote], recorded: RecordedEntry) -> Iterator[Finding]:
    """Yield where an entry says otherwise than its words whether its claim is to be confirmed, or was verified so.

    It is a note where older rules judged the words, or where the entry was verified before claims were asked about.
    """
    is_open = bool(quotes_asking(quotes)) and claim_answer(entry) is None
    outdated = any(attempt.engine != ENGINE_VERSION for quote in quotes for attempt in quote.alignments.all())
    if entry.claim_open != is_open:
        yield Finding("claim_flag_changed", "entry", entry.pk, is_note=outdated)
    if is_open and entry.stage in ABOVE_CANDIDATE:
        is_note = outdated or recorded.verified_claim is None
        yield Finding("claim_unconfirmed", "entry", entry.pk, is_note=is_note)
