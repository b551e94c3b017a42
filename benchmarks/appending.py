"""What `benchmarks.journal` starts with a database of its own: ``python -m benchmarks.appending append 0 1000``."""

import sys
import time

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402 - only now
from django.db import transaction  # noqa: E402

from review.events import QuoteRetried  # noqa: E402
from review.models import Event, Project, ReviewSession  # noqa: E402
from review.services import _journal  # noqa: E402
from review.services._chains import broken_chains  # noqa: E402

BATCH = 1_000
SESSIONS = 100
OUTCOME: dict[str, object] = {
    "messageIndex": 12,
    "quote": "모든 이벤트의 원문은 그대로 보관합니다.",
    "quoteHash": "0" * 64,
    "spanStart": 104,
    "spanEnd": 126,
    "confidence": 1.0,
    "matchMethod": "exact",
    "similarity": 1.0,
    "sourceHash": "f" * 64,
    "ambiguous": False,
    "alternatives": [],
    "alternativeCount": 0,
    "differences": [],
    "warnings": [],
    "foundIn": [],
}


def prepare() -> None:
    """Make the sessions that events are told about."""
    project = Project.objects.create(slug="bench", name="Bench")
    User.objects.create(username="mina")
    for number in range(SESSIONS):
        ReviewSession.objects.create(project=project, session_id=str(number))


def append(session_id: str, count: int) -> None:
    """Append events one a transaction; print when it began and when it was done."""
    session, actor = ReviewSession.objects.get(session_id=session_id), User.objects.get()
    _append_one(session, actor, 0)
    start = time.time()
    for attempt in range(count):
        _append_one(session, actor, attempt)
    print(start, time.time())


def _append_one(session: ReviewSession, actor: User, attempt: int) -> None:
    with transaction.atomic():
        _journal.append(_told(attempt), session=session, actor=actor)


def _told(attempt: int) -> QuoteRetried:
    return QuoteRetried(quote=0, attempt=attempt, evidence_aligned=True, provenance="edited_quote", outcome=OUTCOME)


def fill(total: int) -> None:
    """Append events in large transactions, over all sessions alike, until there are so many."""
    sessions, actor = list(ReviewSession.objects.order_by("pk")), User.objects.get()
    share = (total - Event.objects.count()) // len(sessions)
    for session in sessions:
        with transaction.atomic():
            _journal.append_all([(_told(number), None) for number in range(share)], session=session, actor=actor)


def verify() -> None:
    """Check every chain; print how many events there are and how long it took."""
    count, start = Event.objects.count(), time.perf_counter()
    found = list(broken_chains())
    print(count, time.perf_counter() - start, len(found))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["prepare"]:
            prepare()
        case ["append", session_id, count]:
            append(session_id, int(count))
        case ["fill", total]:
            fill(int(total))
        case _:
            verify()
