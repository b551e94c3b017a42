"""Write down the quotes that failed or were withdrawn, with their diagnoses. Private to the services.

This is done with every change of an entry and of anything that a diagnosis depends on: the attempt, the messages of the
session and the settings of the project.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Max

from aligner_core import ENGINE_VERSION, Corpus, Diagnosis, FailureReason, Fix
from review.aligner import corpus_in
from review.domain.failures import LAST_FAILED, NAMES, NO_MESSAGE, RANKS, UNDIAGNOSED, WITHDRAWN
from review.domain.limits import MAX_DIAGNOSED
from review.models import Entry, FailedQuote, Message, Project, Quote, ReviewSession, Standing
from review.selectors.quotes.quote_rows import CurrentQuote, QuoteRow, current_quotes, quote_row
from review.selectors.repair.diagnoses import Consulted, diagnosed_in, with_diagnoses

BATCH_SIZE = 500


class Failure(NamedTuple):
    """The properties of a failed or withdrawn quote that need no search."""

    alignment: int
    session: int
    project: int
    is_withdrawn: bool
    message_index: int


@dataclass(slots=True)
class Doctor:
    """Diagnoses the failed quotes of one transaction, up to a limit.

    *corpus* are the messages of their session when these are not committed yet, *consulted* what was found out about
    them before the transaction. Quotes that were not searched to the end are passed over unless it is patient: if the
    budget ran out for the search, there is none for a diagnosis.
    """

    corpus: Corpus | None = None
    consulted: Consulted | None = None
    left: int = MAX_DIAGNOSED
    is_patient: bool = False

    def diagnosed(self, rows: Iterable[QuoteRow]) -> dict[int, QuoteRow]:
        """Return the failed quotes among rows with their diagnoses, by their keys, until the limit is reached."""
        failed = [row for row in rows if row.quote.counts and (self.is_patient or _was_searched(row))][: self.left]
        self.left -= len(failed)
        found = with_diagnoses(failed) if self.corpus is None else diagnosed_in(failed, self.corpus, self.consulted)
        return {row.quote.pk: row for row in found}


def store_failures(entries: Sequence[int], quotes: Iterable[CurrentQuote], doctor: Doctor) -> None:
    """Store which *quotes* of locked entries failed or were withdrawn, where that changed; new ones are diagnosed."""
    stored, right = stored_failures(entries), right_failures(quotes)
    changed = [quote for quote, failure in right.items() if stored.get(quote) != failure]
    gone = [quote for quote in stored if quote not in right]
    if gone or changed:
        FailedQuote.objects.filter(quote__in=gone).delete()
        _store(changed, doctor)


def new_failures(quotes: Iterable[Quote], doctor: Doctor) -> list[FailedQuote]:
    """Return the unsaved rows of the quotes that failed among those just stored, with their attempts in memory."""
    return _built_all([quote for quote in quotes if quote.current is not None and not quote.current.aligned], doctor)


def diagnose_again(session: ReviewSession) -> None:
    """Diagnose the failed quotes of a session after its messages changed: every entry of it is locked first.

    This waits for entries that are being repaired, and later repairs wait for this.
    """
    list(Entry.objects.select_for_update().filter(session=session).order_by("pk").values_list("pk"))
    failed = FailedQuote.objects.filter(session=session, group__lte=LAST_FAILED).order_by("quote_id")
    quotes = list(failed.values_list("quote", flat=True))
    if quotes:
        _store(quotes, Doctor(corpus_in(session.current_messages())))


def diagnose_all_again(project: Project) -> None:
    """Diagnose the failed quotes of a locked project after its settings changed."""
    failed = FailedQuote.objects.filter(project=project, group__lte=LAST_FAILED).order_by("quote_id")
    entries = Entry.objects.select_for_update().filter(pk__in=failed.order_by().values("quote__entry"))
    list(entries.order_by("pk").values_list("pk"))
    _store(list(failed.values_list("quote", flat=True)), Doctor())


def diagnose_entry(entry: Entry) -> None:
    """Diagnose the failed quotes of a locked entry by the current rules."""
    failed = FailedQuote.objects.filter(quote__entry=entry, group__lte=LAST_FAILED).order_by("quote_id")
    quotes = list(failed.values_list("quote", flat=True))
    _store(quotes, Doctor(left=len(quotes), is_patient=True))


def stored_failures(entries: Sequence[int]) -> Mapping[int, Failure]:
    """Return the failed and withdrawn quotes of entries as stored."""
    columns = ("quote", "alignment", "session", "project", "group", "message_index")
    rows = FailedQuote.objects.filter(quote__entry__in=entries).values_list(*columns)
    return {
        quote: Failure(alignment, session, project, group == RANKS[WITHDRAWN], index)
        for quote, alignment, session, project, group, index in rows
    }


def right_failures(quotes: Iterable[CurrentQuote]) -> Mapping[int, Failure]:
    """Return the failed and withdrawn ones among the quotes of entries; those of rejected entries are not listed."""
    return {
        one.quote: Failure(
            one.alignment,
            one.session,
            one.project,
            one.standing == Standing.WITHDRAWN,
            NO_MESSAGE if one.message_index is None else one.message_index,
        )
        for one in quotes
        if one.rejected_at is None
        and (one.standing == Standing.WITHDRAWN or (one.standing == Standing.COUNTS and one.method == "none"))
    }


def wrong_failures(entries: Sequence[int]) -> list[int]:
    """Return the quotes of a few entries that are listed otherwise than they failed, or with a diagnosis not of today.

    A batch repairs by the stored fix, so no other one may stand there. What older rules diagnosed is left as it is.
    """
    stored, right = stored_failures(entries), right_failures(current_quotes(entries))
    listed = {quote for quote in {*stored, *right} if stored.get(quote) != right.get(quote)}
    return sorted({*listed, *_unlike_diagnoses(entries), *_diagnosed_otherwise(entries)})


def _unlike_diagnoses(entries: Sequence[int]) -> Iterator[int]:
    """Yield the quotes with an invalid diagnosis: unreadable, or made with another number of messages."""
    rows = list(FailedQuote.objects.filter(quote__entry__in=entries))
    messages = Message.objects.filter(session__in={row.session_id for row in rows}).order_by()
    last = dict(messages.values_list("session").annotate(last=Max("index")))
    yield from (row.quote_id for row in rows if not _may_be_diagnosis(row, last))


def _diagnosed_otherwise(entries: Sequence[int]) -> Iterator[int]:
    """Yield the quotes that the current rules diagnose otherwise, or repair otherwise."""
    rows = FailedQuote.objects.filter(quote__entry__in=entries, group__lte=LAST_FAILED, engine=ENGINE_VERSION)
    by_session: dict[ReviewSession, list[FailedQuote]] = defaultdict(list)
    for row in rows.select_related("session").order_by("quote_id"):
        by_session[row.session].append(row)
    for session, stored in by_session.items():
        quotes = [row.quote_id for row in stored]
        doctor = Doctor(corpus_in(session.current_messages()), left=len(quotes), is_patient=True)
        right = {row.quote_id: row for row in _made(quotes, doctor)}
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


def _store(quotes: Sequence[int], doctor: Doctor) -> None:
    """Replace the rows of quotes."""
    for first in range(0, len(quotes), BATCH_SIZE):
        batch = quotes[first : first + BATCH_SIZE]
        made = _made(batch, doctor)
        FailedQuote.objects.filter(quote__in=batch).delete()
        FailedQuote.objects.bulk_create(made, batch_size=BATCH_SIZE)


def _made(quotes: Sequence[int], doctor: Doctor) -> list[FailedQuote]:
    """Return unsaved rows of quotes."""
    read = Quote.objects.filter(pk__in=quotes).order_by("pk")
    return _built_all(read.select_related("current", "entry__session__project"), doctor)


def _built_all(quotes: Iterable[Quote], doctor: Doctor) -> list[FailedQuote]:
    rows = [quote_row(quote) for quote in quotes]
    known = doctor.diagnosed(rows)
    return [_built(known.get(row.quote.pk, row), is_diagnosed=row.quote.pk in known) for row in rows]


def _was_searched(row: QuoteRow) -> bool:
    """Return whether the budget sufficed for a quote; otherwise there is none for its diagnosis either."""
    return row.current.reason != FailureReason.BUDGET_EXCEEDED


def _built(row: QuoteRow, *, is_diagnosed: bool) -> FailedQuote:
    index = row.current.message_index
    fix = None if row.best_fix is None else row.best_fix.as_fix()
    group = (row.diagnosis or Diagnosis.NO_TRACE) if is_diagnosed else UNDIAGNOSED
    return FailedQuote(
        quote=row.quote,
        alignment=row.current,
        session=row.quote.entry.session,
        project=row.quote.entry.session.project,
        group=RANKS[group if row.quote.counts else WITHDRAWN],
        message_index=NO_MESSAGE if index is None else index,
        is_repairable=fix is not None,
        fix="" if fix is None else fix.model_dump_json(by_alias=True),
        last_index=row.last_index,
        engine=ENGINE_VERSION if is_diagnosed else "",
    )
