"""Writers that can be killed: ``python -m tests.writers kill 50`` on the database given in the environment.

A separate program, since only a process with a single thread can be forked safely.
"""

import json
import os
import select
import shutil
import signal
import sys
import time
from pathlib import Path
from random import Random

import django

django.setup()

from django.db import connection, transaction  # noqa: E402 - after the setup

from review.domain.events import EntryReopened  # noqa: E402
from review.models import Event, Project, ReviewSession  # noqa: E402
from review.services import _journal  # noqa: E402
from review.services.audit._chains import broken_chains  # noqa: E402

ID_CHARS = 32
"""The length of an event id, which is written to acknowledge the event."""


def make_sessions(count: int) -> list[ReviewSession]:
    """Create sessions for events to be about."""
    project = Project.objects.create(slug="killed", name="Killed")
    return [ReviewSession.objects.create(project=project, session_id=str(number)) for number in range(count)]


def append_event(session: ReviewSession) -> str:
    """Append an event, and return its id once it is committed."""
    with transaction.atomic():
        return _journal.append(EntryReopened(stage="raw"), session=session, actor=None).event_id


def write_until_killed(session: ReviewSession, acknowledge: int) -> None:
    """Append events until killed; write the id of each one that was committed."""
    while True:
        os.write(acknowledge, append_event(session).encode())


def start(session: ReviewSession) -> tuple[int, int]:
    """Start a writer; return its process id and the pipe through which it acknowledges."""
    acknowledgements, acknowledge = os.pipe()
    pid = os.fork()
    if not pid:
        write_until_killed(session, acknowledge)
    os.close(acknowledge)
    return pid, acknowledgements


def acknowledged_through(pipe: int) -> list[str]:
    """Return the event ids that a writer acknowledged."""
    with os.fdopen(pipe, "rb") as file:
        acknowledged = file.read().decode()
    return [acknowledged[at : at + ID_CHARS] for at in range(0, len(acknowledged), ID_CHARS)]


def kill_writers(rounds: int) -> dict[str, object]:
    """Start two writers per round, kill them in the middle, and return what is left."""
    chance, sessions, acknowledged = Random(rounds), make_sessions(2), []  # noqa: S311 - no secret
    for number in range(rounds):
        connection.close()
        writers = [start(sessions[0]), start(sessions[number % 2])]
        for _, pipe in writers:
            select.select([pipe], [], [])  # a busy machine may take a while until both are at work
        time.sleep(chance.uniform(0, 0.03))
        for pid, _ in writers:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        acknowledged += [name for _, pipe in writers for name in acknowledged_through(pipe)]
    stored = set(Event.objects.values_list("event_id", flat=True))
    return {
        "killed": 2 * rounds,
        "acknowledged": len(acknowledged),
        "lost": len(set(acknowledged) - stored),
        "broken": len(list(broken_chains())),
    }


def fill_log(count: int, copy: Path) -> dict[str, object]:
    """Append without SQLite ever checkpointing its log, then copy file and log as they are."""
    [session] = make_sessions(1)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("PRAGMA wal_autocheckpoint = 0")
    for _ in range(count):
        append_event(session)
    name = connection.settings_dict["NAME"]
    shutil.copyfile(name, copy)
    shutil.copyfile(f"{name}-wal", f"{copy}-wal")
    return {"events": Event.objects.count()}


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["kill", rounds]:
            print(json.dumps(kill_writers(int(rounds))))  # noqa: T201 - this is what the test reads
        case ["log", count, copy]:
            print(json.dumps(fill_log(int(count), Path(copy))))  # noqa: T201
