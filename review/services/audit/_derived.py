"""Compute the derived columns again from their sources, and compare them with what is stored. Private to the services.

A difference that follows from a finding that was reported already, about the rows a column is computed from, is not
another finding. `manage.py realign` repeats what older rules judged.
"""

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import NamedTuple

from django.db.models import Model

from aligner_core import ENGINE_VERSION
from review.domain.failures import LAST_FAILED
from review.models import Alignment, Entry, FailedQuote, Project, Quote, Retrieval, ReviewSession
from review.services.audit._finding import Finding
from review.services.derived.claim_marks import wrong_claim_marks
from review.services.derived.failures import wrong_failures
from review.services.derived.marks import wrong_marks
from review.services.derived.refresh import wrong_missing
from review.services.derived.source_ages import wrong_ages, wrong_ages_of_sessions
from review.services.derived.tallies import wrong_tallies

BATCH_SIZE = 200
COUNTED = frozenset({"extraction", "entry", "quote", "alignment"})
"""The tables that tallies count: after a finding in one of them, the numbers may differ with reason."""
Place = tuple[str, int]
"""The table and the key of a row."""
Reported = AbstractSet[Place]


class Derived(NamedTuple):
    """Columns that follow from others, and the finding where they do not.

    `wrong` returns the rows of `table` that are stored incorrectly and belong to some rows of `compared`; `is_note` is
    whether older rules are the cause, and `explains` whether later differences of the same row follow from this one.
    """

    code: str
    table: str
    compared: type[Model]
    wrong: Callable[[list[int]], Iterable[int]]
    is_explained: Callable[[int, Reported], bool]
    is_note: Callable[[int], bool] = lambda _: False
    explains: bool = False


def derived_differences(reported: set[Place]) -> Iterator[Finding]:
    """Yield the derived columns with another value than their sources give, unless that was *reported* already.

    A diagnosis made by older rules is a note.
    """
    for one in DERIVED:
        rows = one.compared._base_manager.order_by("pk").values_list("pk", flat=True)  # noqa: SLF001 - Django's public API
        keys = rows.iterator(chunk_size=BATCH_SIZE)
        while batch := list(islice(keys, BATCH_SIZE)):
            for pk in one.wrong(batch):
                if not one.is_explained(pk, reported):
                    reported |= {(one.table, pk)} if one.explains else set()
                    yield Finding(one.code, one.table, pk, is_note=one.is_note(pk))
    older = FailedQuote.objects.filter(group__lte=LAST_FAILED).exclude(engine__in=["", ENGINE_VERSION])
    for quote in older.order_by("quote_id").values_list("quote__pk", flat=True):
        yield Finding("diagnosed_by_older_rules", "quote", quote, is_note=True)


def _never(_: int, __: Reported) -> bool:
    return False


def _entry_is_reported(pk: int, reported: Reported) -> bool:
    """Return whether there is a finding about an entry, its run, its quotes, their attempts or their messages."""
    names = ("extraction", "quotes", "quotes__alignments", "quotes__alignments__message")
    places = {("entry", pk)}
    for row in Entry.objects.filter(pk=pk).values_list(*names):
        places.update(zip(("extraction", "quote", "alignment", "message"), row, strict=True))
    return not reported.isdisjoint(places)


def _entry_of_quote_is_reported(pk: int, reported: Reported) -> bool:
    return _entry_is_reported(Quote.objects.values_list("entry_id", flat=True).get(pk=pk), reported)


def _session_is_reported(pk: int, reported: Reported) -> bool:
    """Return whether there is a finding about a session or its retrieval, the chunks of which may have changed."""
    retrievals = Retrieval.objects.filter(session=pk).values_list("pk", flat=True)
    return not reported.isdisjoint({("session", pk), *(("retrieval", retrieval) for retrieval in retrievals)})


def _session_of_entry_is_reported(pk: int, reported: Reported) -> bool:
    return _session_is_reported(Entry.objects.values_list("session_id", flat=True).get(pk=pk), reported)


def _what_is_counted_is_reported(_: int, reported: Reported) -> bool:
    return any(table in COUNTED for table, _ in reported)


def _is_judged_by_older_rules(entry: int) -> bool:
    return Alignment.objects.filter(quote__entry=entry).exclude(engine=ENGINE_VERSION).exists()


DERIVED = (
    Derived(
        *("claim_flag_changed", "entry", Entry, wrong_claim_marks, _never),
        is_note=_is_judged_by_older_rules,
        explains=True,
    ),
    Derived(
        *("missing_changed", "entry", Entry, wrong_missing, _entry_is_reported),
        is_note=_is_judged_by_older_rules,
        explains=True,
    ),
    Derived("marks_changed", "entry", Entry, wrong_marks, _entry_is_reported),
    Derived("failure_listed_otherwise", "quote", Entry, wrong_failures, _entry_of_quote_is_reported),
    Derived("age_changed", "session", ReviewSession, wrong_ages_of_sessions, _session_is_reported),
    Derived("age_changed", "entry", Entry, wrong_ages, _session_of_entry_is_reported),
    Derived("tally_changed", "project", Project, wrong_tallies, _what_is_counted_is_reported),
)
"""Every derived column in the order of its sources: what follows from an earlier one comes later."""
