"""Kill a process after each of its statements in turn, and look at what is left. Run by `test_power_cut`.

Each process starts as a copy of the program that has not opened the database yet.
"""

import json
import os
import sys
from collections.abc import Callable
from functools import partial

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "review.config.settings"
django.setup()

from django.core.management import call_command  # noqa: E402 - after the set-up
from django.db import connection  # noqa: E402

from review.domain.policy import Stage  # noqa: E402
from review.models import Entry, ReviewSession, Role  # noqa: E402
from review.payloads import check_extraction, check_session  # noqa: E402
from review.services.audit.audit_store import audit_store  # noqa: E402
from review.services.ingest.receive import receive_extraction, receive_session  # noqa: E402
from review.services.people import staff_actions  # noqa: E402
from review.services.promotion.stages import promote_entry  # noqa: E402
from tests.factories import make_project, make_user  # noqa: E402
from tests.power import cut_after, store  # noqa: E402

KILLED = 9
WORDS = "We keep the raw text of every event."
QUOTE = {"messageIndex": 0, "quote": "keep the raw text of every event"}


def upload() -> object:
    """Receive a session."""
    session = check_session({"sessionId": "talk", "messages": [WORDS]})
    return receive_session(project=make_project(), upload=session, actor=None)


def extract() -> object:
    """Receive its extraction."""
    entries = [{"entryId": "e-1", "stage": "candidate", "evidence": [QUOTE]}]
    checked = check_extraction({"entries": entries})
    return receive_extraction(session=ReviewSession.objects.get(), checked=checked, actor=None)


def promote() -> object:
    """Verify the entry at the version that was seen."""
    entry = Entry.objects.get()
    mina = make_user("mina", project=make_project())
    return promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)


def in_a_process(work: Callable[[], object]) -> tuple[int, object]:
    """Run *work* in a separate process; return its exit code and its result."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(writing, json.dumps(work()).encode())
        connection.close()
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    os.close(writing)
    with os.fdopen(reading) as file:
        output = file.read()
    return os.waitstatus_to_exitcode(status), json.loads(output) if output else None


def seen() -> list[object]:
    """Return the number of rows of every table, the stages of entries, and the findings of the audit."""
    counts = {name: len(rows) for name, rows in store().items()}
    return [counts, list(Entry.objects.values_list("stage", flat=True)), [finding.code for finding in audit_store()]]


def killed_everywhere(work: Callable[[], object]) -> dict[str, object]:
    """Kill *work* after each of its statements in turn, then let it finish, and run it once more."""
    states: list[object] = [in_a_process(seen)[1]]
    count = 1
    while True:
        ended, _ = in_a_process(partial(cut_after, count, work, partial(os._exit, KILLED)))
        states.append(in_a_process(seen)[1])
        if ended != KILLED:
            break
        count += 1
    in_a_process(lambda: bool(work()))
    return {"kills": count - 1, "states": states, "again": in_a_process(seen)[1]}


def prepare() -> None:
    """Create the tables and the people."""
    call_command("migrate", verbosity=0)
    mina, project = make_user("mina"), make_project()
    staff_actions.add_member(project_id=project.pk, user=mina, role=Role.REVIEWER, actor=None)


if __name__ == "__main__":
    in_a_process(prepare)
    json.dump([killed_everywhere(work) for work in (upload, extract, promote)], sys.stdout)
