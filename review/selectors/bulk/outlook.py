"""What a batch would do with each of its entries: the decision of the gate, and what holds back those that pass it."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from aligner_core import AlignedEvidence
from review.domain.bulk import TARGETS, BatchKind, Held
from review.domain.marks import CHANGE
from review.domain.policy import Reason, Stage
from review.models import Alignment, Entry, EntryMark, EntryRead, Lease, Quote, Standing, lease_is_over
from review.selectors.access import Person, reviewed_projects
from review.selectors.promotion.forecast import NEXT_STAGES, forecast

READ_AT_ONCE = 200
"""How many entries are held in memory with their evidence."""
WORD_FOR_WORD = ("exact", "normalized")
ALLOWED_UNREAD = "allowed_unread"
"""The detail of an entry that is verified unread, as its project allows."""
Reasons = tuple[str, ...]
RowT = TypeVar("RowT")


def outlook(kind: BatchKind, entries: Sequence[Entry], *, actor: Person) -> dict[int, Reasons]:
    """Return why each entry would be left as it is, by its key; nothing for those that the batch changes.

    *entries* come with project, claim and verifier. READ_AT_ONCE entries take as many queries as one.
    """
    found: dict[int, Reasons] = {}
    for some in in_parts(entries):
        refused = _rejecting(some, actor) if kind is BatchKind.REJECT else _promoting(kind, some, actor)
        passing = [entry for entry in some if not refused[entry.pk]]
        found |= refused | {pk: (reason,) for pk, reason in held_back(kind, passing, actor=actor).items()}
    return found


def held_back(kind: BatchKind, entries: Sequence[Entry], *, actor: Person) -> dict[int, Held]:
    """Return what holds back entries that the gate lets pass.

    Others are looking at them in the queue; or they would be verified while a change is requested, or unread.
    """
    verified = [one for one in entries if target_of(kind, one) is Stage.VERIFIED]
    held = dict.fromkeys(unread(verified, actor=actor), Held.UNREAD)
    waiting = EntryMark.objects.filter(entry__in=verified, name=CHANGE).values_list("entry_id", flat=True)
    held |= dict.fromkeys(waiting, Held.CHANGE)
    return held | dict.fromkeys(_leased_by_others(entries, actor), Held.LEASED)


def in_parts(rows: Sequence[RowT]) -> Iterator[Sequence[RowT]]:
    """Yield rows READ_AT_ONCE at a time."""
    for first in range(0, len(rows), READ_AT_ONCE):
        yield rows[first : first + READ_AT_ONCE]


def target_of(kind: BatchKind, entry: Entry) -> Stage | None:
    """Return where a batch moves an entry; None where it moves none."""
    return NEXT_STAGES[entry.stage] if kind is BatchKind.PROMOTE else TARGETS.get(kind)


def not_read(entries: Sequence[Entry], *, actor: Person) -> list[Entry]:
    """Return the entries that a person has not been shown in their current state."""
    seen = dict(EntryRead.objects.filter(person=actor.pk or 0, entry__in=entries).values_list("entry_id", "version"))
    return [one for one in entries if seen.get(one.pk) != one.version]


def unread(entries: Sequence[Entry], *, actor: Person) -> set[int]:
    """Return the entries that must not be verified in bulk: those that the person has not read in their current state.

    Where their project allows it, entries with only word-for-word quotes need not be read.
    """
    open_ones = not_read(entries, actor=actor)
    allowed = word_for_word([one for one in open_ones if one.session.project.bulk_unread])
    return {one.pk for one in open_ones} - allowed


def word_for_word(entries: Sequence[Entry]) -> set[int]:
    """Return the entries with only exact or normalized quotes among those that count, and no critical difference."""
    if not entries:
        return set()
    differing, found = set[int](), set[int]()
    counting = Quote.objects.filter(entry__in=entries, standing=Standing.COUNTS).select_related("current__message")
    for quote in counting:
        (found if _is_word_for_word(quote.current) else differing).add(quote.entry_id)
    return found - differing


def _is_word_for_word(current: Alignment | None) -> bool:
    if current is None or current.method not in WORD_FOR_WORD:
        return False
    evidence = current.judged_evidence
    return isinstance(evidence, AlignedEvidence) and not evidence.differences


def _promoting(kind: BatchKind, entries: Sequence[Entry], actor: Person) -> dict[int, Reasons]:
    expected = forecast(entries, actor=actor, to=TARGETS.get(kind))
    return {entry.pk: () for entry, _ in expected.granted} | {
        entry.pk: tuple(map(str, no.reasons)) for entry, no in expected.refused
    }


def _rejecting(entries: Sequence[Entry], actor: Person) -> dict[int, Reasons]:
    reviewed = reviewed_projects(actor)
    return {entry.pk: _against_rejecting(entry, is_theirs=entry.session.project_id in reviewed) for entry in entries}


def _against_rejecting(entry: Entry, *, is_theirs: bool) -> Reasons:
    if not is_theirs:
        return (Reason.NOT_PERMITTED,)
    return () if entry.rejected_at is None else (Reason.WRONG_STAGE,)


def _leased_by_others(entries: Sequence[Entry], actor: Person) -> frozenset[int]:
    living = Lease.objects.filter(~lease_is_over(), entry__in=entries).exclude(holder=actor.pk or 0)
    return frozenset(living.values_list("entry_id", flat=True))
