"""The notifications of a person: the events that concern them, newest first, and how many of them are new."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from review.domain.limits import PAGE_SIZE
from review.domain.notices import NoticeKind
from review.models import Comment, Entry, Event, Notice
from review.selectors.access import Person, own_projects
from review.selectors.keyset import ByProject, Cursor, KeysetPage, Order, counted, page_of
from review.selectors.promotion.asked import asked_of

NEWEST_FIRST = Order(("-pk",))
MAX_NEW = 9
"""More new ones are counted as "9+"."""


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """One event that concerns a person, with its entry, and whether it is settled."""

    notice: Notice
    entry: Entry
    is_settled: bool

    @property
    def event(self) -> Event:
        """The event of the notification."""
        return self.notice.event

    @property
    def comment(self) -> int | None:
        """The number of the comment that was made; None for other events."""
        number: int | None = self.event.body.get("comment") if self.notice.kind in _TALK else None
        return number


_TALK = (NoticeKind.MENTION, NoticeKind.REPLY)


@dataclass(frozen=True, slots=True)
class NoticePage:
    """One page of the notifications of a person."""

    rows: tuple[NoticeRow, ...]
    page: KeysetPage


def new_notices(user: Person, projects: Collection[int]) -> str:
    """Return how many notifications of projects a person has not seen, "9+" for more; one query that stops there."""
    waiting = Notice.objects.filter(person=user.pk or 0, is_new=True, project__in=projects)
    return counted(len(waiting.values_list("pk")[: MAX_NEW + 1]), most=MAX_NEW)


def notice_page(user: Person, cursor: Cursor | None) -> NoticePage:
    """Return one page of the notifications of a person, of the projects that they still are a member of."""
    projects = sorted(project.pk for project in own_projects(user))
    rows = ByProject(Notice.objects.filter(person=user.pk or 0), tuple(projects))
    page = page_of(partial(NEWEST_FIRST.merged, [rows]), cursor, size=PAGE_SIZE)
    return NoticePage(tuple(_rows([pk for (pk,) in page.places])), page)


def _rows(keys: Sequence[int]) -> Iterator[NoticeRow]:
    found = Notice.objects.filter(pk__in=keys).select_related("event__entry__claim")
    notices = sorted(found, key=lambda notice: -notice.pk)
    settled = _settled(notices)
    for notice in notices:
        if notice.event.entry is not None:
            yield NoticeRow(notice, notice.event.entry, is_settled=notice.pk in settled)


def _settled(notices: Sequence[Notice]) -> frozenset[int]:
    """Return those of a few notifications that need nothing more; two queries."""
    resolved = _resolved([notice.event for notice in notices if notice.kind in _TALK])
    changes = [notice.event.entry_id or 0 for notice in notices if notice.kind == NoticeKind.CHANGE]
    asked = {(pk, one.change.at) for pk, one in asked_of(changes).items() if one.change is not None}
    return frozenset(notice.pk for notice in notices if _is_settled(notice, resolved, asked))


def _is_settled(notice: Notice, resolved: set[tuple[int, int]], asked: set[tuple[int, datetime]]) -> bool:
    event, entry = notice.event, notice.event.entry
    if notice.kind in _TALK:
        return _head_of(event) in resolved
    is_over = entry is not None and entry.is_settled
    return is_over or (notice.kind == NoticeKind.CHANGE and (event.entry_id, event.created_at) not in asked)


def _resolved(commented: Sequence[Event]) -> set[tuple[int, int]]:
    """Return the resolved comments among those that events made or replied to, as entry and number."""
    heads = [_head_of(event) for event in commented]
    entries, numbers = {entry for entry, _ in heads}, {number for _, number in heads}
    found = Comment.objects.filter(entry__in=entries, number__in=numbers, resolved_at__isnull=False)
    return set(found.order_by().values_list("entry_id", "number")) if heads else set()


def _head_of(event: Event) -> tuple[int, int]:
    return event.entry_id or 0, event.body["reply_to"] or event.body["comment"]
