"""The processes that `benchmarks.journal` starts: ``python -m benchmarks.appending append 0 1000``."""

import sys
import time
from dataclasses import asdict

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402 - after the setup
from django.db import transaction  # noqa: E402

from aligner_core import ENGINE_VERSION, AlignerConfig  # noqa: E402
from review.domain.events import QuoteRetried  # noqa: E402
from review.models import Event, Project, ReviewSession  # noqa: E402
from review.services import _journal  # noqa: E402
from review.services.audit._chains import broken_chains  # noqa: E402

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
    """Create the sessions that the events are about."""
    project = Project.objects.create(slug="bench", name="Bench")
    User.objects.create(username="mina")
    for number in range(SESSIONS):
        ReviewSession.objects.create(project=project, session_id=str(number))


def append(session_id: str, count: int) -> None:
    """Append events, one per transaction; print when it began and when it was done."""
    session, actor = ReviewSession.objects.get(session_id=session_id), User.objects.get()
    _append_one(session, actor, 0)
    start = time.time()
    for attempt in range(count):
        _append_one(session, actor, attempt)
    print(start, time.time())


MADE_WITH = {"engine": ENGINE_VERSION, "config": asdict(AlignerConfig())}


def _append_one(session: ReviewSession, actor: User, attempt: int) -> None:
    with transaction.atomic():
        _journal.append(_payload(attempt), session=session, actor=actor)


def _payload(attempt: int) -> QuoteRetried:
    retried = {"quote": 0, "attempt": attempt, "evidence_aligned": True, "provenance": "edited_quote"}
    return QuoteRetried.model_validate({**retried, "outcome": OUTCOME, "made_with": MADE_WITH})


def fill(total: int) -> None:
    """Append events in large transactions, evenly over all sessions, until there are *total*."""
    sessions, actor = list(ReviewSession.objects.order_by("pk")), User.objects.get()
    share = (total - Event.objects.count()) // len(sessions)
    for session in sessions:
        with transaction.atomic():
            _journal.append_all([(_payload(number), None) for number in range(share)], session=session, actor=actor)


def verify() -> None:
    """Check every chain; print the number of events, the seconds it took, and the number of findings."""
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
