"""Bring the evidence of an older engine up to the current rules, and list what they change (specification 4)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import F, Q

from aligner_core import ENGINE_VERSION, AlignedEvidence, Difference
from review.aligner import config_of
from review.domain import events
from review.domain.failures import LAST_FAILED
from review.models import Alignment, Entry, FailedQuote, Message, Provenance, Quote, Standing
from review.selectors.promotion.below_bar import quotes_below_bar
from review.selectors.promotion.claims import is_claim_open
from review.services import _journal
from review.services._attempts import (
    Made,
    align_in_session,
    build_alignment,
    config_of_attempt,
    lock_quote,
    make_current,
    message_of_evidence,
    refresh_evidence,
    words_of_attempt,
)
from review.services._stages import lock_entry
from review.services._units import Unit, durable
from review.services.derived.claim_marks import mark_claim
from review.services.derived.failures import diagnose_entry
from review.services.derived.refresh import BATCH_SIZE, refresh, wrong_missing
from review.services.derived.tallies import count_again, right_sums, stored_sums
from review.services.repair.realign_seen import sought_again


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A quote that has other critical differences under the current rules; a settled entry keeps its evidence."""

    quote: Quote
    entry: Entry
    before: tuple[Difference, ...]
    now: tuple[Difference, ...]


def rule_changes(entries: Collection[int] | None = None) -> Iterator[RuleChange]:
    """Yield every quote that counts and has other critical differences under the current rules, by key.

    Of all entries, or of those with some keys, as the other lists here. Quotes of rejected entries are left out: no
    decision depends on them.
    """
    current = Alignment.objects.filter(_among("quote__entry", entries), pk=F("quote__current"), message__isnull=False)
    deciding = current.filter(quote__standing=Standing.COUNTS, quote__entry__rejected_at=None)
    for alignment in deciding.select_related("quote__entry", "message").order_by("quote_id").iterator(chunk_size=200):
        before, now = alignment.stored_critical_differences, alignment.critical_differences
        if before != now:
            yield RuleChange(alignment.quote, alignment.quote.entry, before, now)


def realign_quote(quote_id: int, *, actor: AbstractBaseUser | None, unit: Unit = durable) -> Alignment | None:
    """Append an attempt at the same place with the current differences; return None when there is nothing to change.

    A verified entry is left as it is. The actor and the provenance of the attempt are kept; the event names the *actor*
    who asked for it.
    """
    with unit():
        entry, quote = lock_quote(quote_id)
        before = quote.current
        if before is None or quote.standing != Standing.COUNTS or entry.is_settled:
            return None
        evidence, is_same = before.judged_evidence, before.stored_critical_differences == before.critical_differences
        if not isinstance(evidence, AlignedEvidence) or is_same:
            return None
        made = Made(evidence, config_of_attempt(before))
        return _stored(entry, before, made, _message_of(before), actor=actor)


def low_quotes(entries: Collection[int] | None = None) -> Iterator[Quote]:
    """Yield every quote that counts and is less similar than its project asks for now, by key."""
    low = quotes_below_bar().filter(_among("entry", entries)).select_related("current", "entry")
    yield from low.order_by("pk").iterator(chunk_size=200)


def search_again(quote_id: int, *, actor: AbstractBaseUser | None, unit: Unit = durable) -> Alignment | None:
    """Look for the words of a quote below the bar again, with the bar of today; return None if it is not below it.

    A verified entry is left as it is. The actor and the provenance of the attempt are kept; the event names the *actor*
    who asked for it. It is looked for before the transaction: what another one changes meanwhile, the quote or the
    settings, is left too.
    """
    seen = quotes_below_bar().select_related("current__message", "entry__session__project").filter(pk=quote_id).first()
    before = None if seen is None else seen.current
    if seen is None or before is None or seen.entry.is_settled:
        return None
    [made] = align_in_session(seen.entry.session, [words_of_attempt(before)])
    with unit():
        entry, quote = lock_quote(quote_id)
        is_same = quote.current_id == before.pk and config_of(entry.session.project) == made.config
        messages = message_of_evidence(made.evidence, entry.session)
        is_placed = bool(messages) or not isinstance(made.evidence, AlignedEvidence)
        if not is_same or not is_placed or entry.is_settled or quote.standing != Standing.COUNTS:
            return None
        return _stored(entry, before, made, messages, actor=actor)


def found_now(entry_id: int) -> list[tuple[Quote, Made]]:
    """Return the quotes of an entry that an older engine did not find and that of today does, with their outcomes.

    Those of a verified or rejected entry are left as they are. All are looked for at once.
    """
    failed = Quote.objects.filter(entry=entry_id, standing=Standing.COUNTS, current__method="none")
    older = failed.exclude(current__engine=ENGINE_VERSION).select_related("current", "entry__session__project")
    sought = [
        (quote, words)
        for quote in older.order_by("position")
        if quote.current is not None and not quote.entry.is_settled
        for words in [sought_again(quote, quote.current)]
        if words is not None
    ]
    if not sought:
        return []
    made = align_in_session(sought[0][0].entry.session, [words for _, words in sought])
    return [
        (quote, one) for (quote, _), one in zip(sought, made, strict=True) if isinstance(one.evidence, AlignedEvidence)
    ]


def append_found(quote: Quote, made: Made, *, actor: AbstractBaseUser | None, unit: Unit = durable) -> Alignment | None:
    """Append the outcome of a quote that is found now; None where it, its entry or the settings changed meanwhile."""
    with unit():
        entry, now = lock_quote(quote.pk)
        is_same = now.current_id == quote.current_id and config_of(entry.session.project) == made.config
        messages = message_of_evidence(made.evidence, entry.session)
        if not is_same or not messages or entry.is_settled or now.standing != Standing.COUNTS or not now.current:
            return None
        return _stored(entry, now.current, made, messages, actor=actor)


def _stored(
    entry: Entry, before: Alignment, made: Made, messages: Mapping[int, Message], *, actor: AbstractBaseUser | None
) -> Alignment:
    """Append an outcome after an attempt, with the actor and the provenance of that, and journal who asked for it."""
    attempt = before.attempt + 1
    alignment = build_alignment(before.quote, made, attempt=attempt, messages=messages, actor=before.actor)
    alignment.provenance = Provenance(before.provenance)
    make_current(alignment)
    refresh_evidence(entry)
    payload = events.QuoteRealigned(
        quote=before.quote.position,
        attempt=alignment.attempt,
        evidence_aligned=entry.evidence_aligned,
        provenance=alignment.provenance,
        outcome=made.evidence.model_dump(by_alias=True, mode="json"),
        made_with=alignment.made_with,
    )
    _journal.append(payload, session=entry.session, actor=actor, entry=entry)
    return alignment


def stale_marks(entries: Collection[int] | None = None) -> Iterator[Entry]:
    """Yield the entries with missing requirements or an open claim that are outdated under the current rules.

    The open claims of verified and rejected entries are left as they are: a person demotes or reopens these first.
    """
    looked_at = Entry.objects.filter(_among("pk", entries)).select_related("session__project", "claim").order_by("pk")
    rows = looked_at.iterator(chunk_size=BATCH_SIZE)
    while batch := list(islice(rows, BATCH_SIZE)):
        other = set(wrong_missing([entry.pk for entry in batch]))
        yield from (entry for entry in batch if entry.pk in other or _has_stale_claim(entry))


def _has_stale_claim(entry: Entry) -> bool:
    return not entry.is_settled and entry.claim_open != is_claim_open(entry)


def outdated_diagnoses(entries: Collection[int] | None = None) -> Iterator[int]:
    """Yield every entry with a failed quote that is not diagnosed yet, or was by older rules."""
    failed = FailedQuote.objects.filter(_among("quote__entry", entries), group__lte=LAST_FAILED)
    rows = failed.exclude(engine=ENGINE_VERSION)
    yield from rows.order_by("quote__entry_id").values_list("quote__entry__pk", flat=True).distinct()


def count_runs_again(*, apply: bool) -> bool:
    """Return whether the stored tallies do not match the runs; with *apply*, count the runs again."""
    is_other = stored_sums() != right_sums()
    if is_other and apply:
        count_again()
    return is_other


def repeat_diagnoses(entry_id: int, *, unit: Unit = durable) -> None:
    """Diagnose the failed quotes of an entry by the current rules, for their list."""
    with unit():
        diagnose_entry(lock_entry(entry_id))


def mark_entry(entry_id: int, *, unit: Unit = durable) -> None:
    """Store the missing requirements of an entry and whether its claim is open, for lists; the gate recomputes both."""
    with unit():
        entry = lock_entry(entry_id)
        if _has_stale_claim(entry):
            mark_claim(entry)
        refresh([entry])


def _among(field: str, keys: Collection[int] | None) -> Q:
    return Q() if keys is None else Q(**{f"{field}__in": keys})


def _message_of(alignment: Alignment) -> dict[int, Message]:
    message = alignment.message
    return {} if message is None else {message.index: message}
