"""The page of a batch: its progress, how many entries change, stay or are blocked, and the entries of one count."""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from django.contrib.auth.models import AbstractUser
from django.db.models import Exists, OuterRef, QuerySet

from aligner_core import AlignedEvidence, Difference, Fix
from review.domain.bulk import STAYS, ItemState
from review.domain.limits import PAGE_SIZE
from review.models import Batch, BatchItem
from review.selectors.access import Person, is_visible, visible_projects
from review.selectors.keyset import Cursor, KeysetPage, Order, page_of

BY_KEY = Order(("id",))
GOING = (ItemState.WAITING, ItemState.DONE, ItemState.REVERTED)
"""The states of the items that the preview let pass: they differ only in the progress of the batch."""


class Phase(StrEnum):
    """The phase of a batch: nothing changed yet, in progress, done, being undone, undone."""

    PREVIEW = "preview"
    APPLYING = "applying"
    DONE = "done"
    REVERTING = "reverting"
    REVERTED = "reverted"


@dataclass(frozen=True, slots=True)
class Part:
    """How many entries of a batch are in one state for one reason; the page lists exactly these."""

    state: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class BatchNumbers:
    """A batch in numbers: of those that `go`, some are `done` or `reverted` and the rest waits; no entry counts twice.

    `details` describe those that go. Those that `stay` need nothing, those `blocked` lack something; `refused` were to
    go, and `kept` were to be undone, but somebody had changed them.
    """

    phase: Phase
    waiting: int
    done: int
    reverted: int
    details: tuple[Part, ...]
    stay: tuple[Part, ...]
    blocked: tuple[Part, ...]
    refused: tuple[Part, ...]
    kept: tuple[Part, ...]

    @property
    def going(self) -> int:
        """How many go, went, or were undone."""
        return self.waiting + self.done + self.reverted

    @property
    def total(self) -> int:
        """All entries of the batch."""
        return self.going + sum(part.count for part in (*self.stay, *self.blocked, *self.refused, *self.kept))

    @property
    def staying(self) -> int:
        """How many stay as they are although nothing is wrong."""
        return sum(part.count for part in self.stay)

    @property
    def blocking(self) -> int:
        """How many lack something."""
        return sum(part.count for part in self.blocked)

    @property
    def worked_through(self) -> int:
        """How many of those that were to go have been processed."""
        return self.done + self.reverted + sum(part.count for part in (*self.refused, *self.kept))

    @property
    def to_work_through(self) -> int:
        """How many there are of these in all."""
        return self.worked_through + self.waiting

    @property
    def taken_back(self) -> int:
        """How many of the changed entries have been processed while undoing."""
        return self.reverted + sum(part.count for part in self.kept)

    @property
    def to_take_back(self) -> int:
        """How many there are of these in all."""
        return self.taken_back + self.done


@dataclass(frozen=True, slots=True)
class BatchRow:
    """One entry of a batch, with the words that its quote would have, and whether the reader may open it."""

    item: BatchItem
    fixed: tuple[AlignedEvidence, ...]
    changes: tuple[Difference, ...]
    is_readable: bool

    @property
    def is_moved(self) -> bool:
        """Whether a quote keeps its words, and only stands in another message."""
        quote = self.item.quote
        return quote is not None and [one.quote for one in self.fixed] == [quote.text]


@dataclass(frozen=True, slots=True)
class BatchPage:
    """A batch in numbers, and one page of the entries behind one of them."""

    numbers: BatchNumbers
    rows: list[BatchRow]
    page: KeysetPage


def visible_batches(user: Person) -> QuerySet[Batch]:
    """Return the batches that a person made, and those with entries of their projects."""
    seen = BatchItem.objects.filter(is_visible(user, "entry__session"), batch=OuterRef("pk"))
    own = Batch.objects.filter(made_by=user.pk or 0) if user.is_active else Batch.objects.none()
    return own | Batch.objects.filter(Exists(seen), confirmed_at__isnull=False)


def own_batches(user: Person) -> list[Batch]:
    """Return the newest batches that a person confirmed."""
    return list(Batch.objects.filter(made_by=user.pk or 0, confirmed_at__isnull=False).order_by("-pk")[:PAGE_SIZE])


def batch_numbers(batch: Batch, *, user: Person) -> BatchNumbers:
    """Return a batch in numbers, of the entries that a person sees; one query."""
    counted = _items(batch, user).order_by().values_list("state", "reason")
    found = [Part(state, reason, count) for (state, reason), count in Counter(counted).most_common()]
    left = [part for part in found if part.state == ItemState.LEFT]
    numbers = BatchNumbers(
        phase=Phase.PREVIEW,
        waiting=_sum(found, ItemState.WAITING),
        done=_sum(found, ItemState.DONE),
        reverted=_sum(found, ItemState.REVERTED),
        details=tuple(part for part in found if part.state in GOING and part.reason),
        stay=tuple(part for part in left if part.reason in STAYS),
        blocked=tuple(part for part in left if part.reason not in STAYS),
        refused=tuple(part for part in found if part.state == ItemState.REFUSED),
        kept=tuple(part for part in found if part.state == ItemState.KEPT),
    )
    return replace(numbers, phase=_phase(batch, numbers))


def batch_page(batch: Batch, *, user: Person, state: str, reason: str, cursor: Cursor | None) -> BatchPage:
    """Return a batch with a page of the entries in one state, for one reason; without a state, of those that go."""
    items = _items(batch, user).filter(state__in=[state] if state else GOING)
    items = items.filter(reason=reason) if reason else items
    page = page_of(partial(BY_KEY.merged, (items,)), cursor, size=PAGE_SIZE)
    keys = [key for (key,) in page.places]
    return BatchPage(batch_numbers(batch, user=user), _rows(keys, user), page)


def _rows(keys: list[int], user: Person) -> list[BatchRow]:
    shown = BatchItem.objects.filter(pk__in=keys).select_related("entry__session", "entry__claim", "quote")
    projects = set(visible_projects(user).values_list("pk", flat=True))
    fixes = ((item, Fix.model_validate_json(item.fix) if item.fix else None) for item in shown.order_by("pk"))
    return [
        BatchRow(
            item,
            fixed=fix.evidence if fix else (),
            changes=fix.changes if fix else (),
            is_readable=item.entry.session.project_id in projects,
        )
        for item, fix in fixes
    ]


def _items(batch: Batch, user: Person) -> QuerySet[BatchItem]:
    """Return the entries of a batch that a person sees: of their projects, and what staff chose in the admin."""
    is_staff = isinstance(user, AbstractUser) and user.is_staff and user.has_perm("review.view_entry")
    if batch.made_by_id == user.pk and is_staff:
        return batch.items.all()
    return batch.items.filter(is_visible(user, "entry__session"))


def _phase(batch: Batch, numbers: BatchNumbers) -> Phase:
    if batch.confirmed_at is None:
        return Phase.PREVIEW
    if batch.reverted_at is not None:
        return Phase.REVERTING if numbers.done else Phase.REVERTED
    return Phase.APPLYING if numbers.waiting else Phase.DONE


def _sum(found: list[Part], state: ItemState) -> int:
    return sum(part.count for part in found if part.state == state)
