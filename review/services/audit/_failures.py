"""Compare the list of failed and withdrawn quotes with the stored quotes, and make each diagnosis of today again.

A batch repairs by the stored fix, so no other one may stand there. `manage.py realign` repeats the diagnoses that older
rules made.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import islice

from django.db.models import Max

from aligner_core import ENGINE_VERSION, Fix
from review.domain.failures import LAST_FAILED, NAMES
from review.models import Entry, FailedQuote, Message, ReviewSession
from review.services.audit._finding import Finding
from review.services.audit._missing import Place, places_of
from review.services.derived.failures import BATCH_SIZE, diagnoses_of, right_failures, stored_failures


def failure_differences(reported: AbstractSet[Place]) -> Iterator[Finding]:
    """Yield the quotes that are listed incorrectly, unless a finding about what they depend on is *reported* already.

    A diagnosis made by older rules is a note.
    """
    keys = Entry.objects.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=BATCH_SIZE)
    while batch := list(islice(keys, BATCH_SIZE)):
        for quote in sorted({*_listed_otherwise(batch), *_unlike_diagnoses(batch), *_diagnosed_otherwise(batch)}):
            if reported.isdisjoint(places_of(Entry.objects.get(quotes=quote))):
                yield Finding("failure_listed_otherwise", "quote", quote)
    older = FailedQuote.objects.filter(group__lte=LAST_FAILED).exclude(engine__in=["", ENGINE_VERSION])
    for quote in older.order_by("quote_id").values_list("quote__pk", flat=True):
        yield Finding("diagnosed_by_older_rules", "quote", quote, is_note=True)


def _listed_otherwise(entries: list[int]) -> Iterator[int]:
    stored, right = stored_failures(entries), right_failures(entries)
    yield from (quote for quote in {*stored, *right} if stored.get(quote) != right.get(quote))


def _unlike_diagnoses(entries: list[int]) -> Iterator[int]:
    """Yield the quotes with an invalid diagnosis: unreadable, or made with another number of messages."""
    rows = list(FailedQuote.objects.filter(quote__entry__in=entries))
    messages = Message.objects.filter(session__in={row.session_id for row in rows}).order_by()
    last = dict(messages.values_list("session").annotate(last=Max("index")))
    yield from (row.quote_id for row in rows if not _may_be_diagnosis(row, last))


def _diagnosed_otherwise(entries: list[int]) -> Iterator[int]:
    """Yield the quotes that the current rules diagnose otherwise, or repair otherwise."""
    rows = FailedQuote.objects.filter(quote__entry__in=entries, group__lte=LAST_FAILED, engine=ENGINE_VERSION)
    by_session: dict[ReviewSession, list[FailedQuote]] = defaultdict(list)
    for row in rows.select_related("session").order_by("quote_id"):
        by_session[row.session].append(row)
    for session, stored in by_session.items():
        right = {row.quote_id: row for row in diagnoses_of(session, [row.quote_id for row in stored])}
        for row in stored:
            again = right.get(row.quote_id)
            if again is None or (row.group, row.fix) != (again.group, again.fix):
                yield row.quote_id


def _may_be_diagnosis(row: FailedQuote, last: Mapping[int, int]) -> bool:
    if row.group not in NAMES or row.is_repairable != bool(row.fix):
        return False
    if not row.diagnosis:
        return (row.fix, row.last_index, row.engine) == ("", None, "")
    try:
        return row.last_index == last.get(row.session_id) and (not row.fix or bool(Fix.model_validate_json(row.fix)))
    except ValueError:
        return False
