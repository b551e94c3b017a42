"""End the assignments of a person who no longer reviews a project. Private to the services."""

from itertools import groupby

from django.contrib.auth.models import AbstractBaseUser

from review.domain.events import AssignmentEnded
from review.domain.marks import assigned_mark
from review.models import EntryMark, Project
from review.selectors.promotion.asked import asked_of
from review.services import _journal
from review.services._stages import lock_entry, save_changes


def end_assignments(project: Project, person: str, *, actor: AbstractBaseUser | None) -> None:
    """End every assignment of a person in a project: the entries are in everybody's queue again.

    All entries are locked before the first chain is, and chains are locked in the order of their sessions.
    """
    marked = EntryMark.objects.filter(project=project, name=assigned_mark(person)).order_by("entry_id")
    locked = [lock_entry(pk) for pk in list(marked.values_list("entry_id", flat=True))]
    asked = asked_of([entry.pk for entry in locked])
    ended = [entry for entry in locked if (held := asked[entry.pk].assignment) and held.person == person]
    payload = AssignmentEnded(person=person, cause="left")
    for _, some in groupby(sorted(ended, key=lambda one: (one.session_id, one.pk)), lambda one: one.session_id):
        entries = list(some)
        _journal.append_all([(payload, entry) for entry in entries], session=entries[0].session, actor=actor)
        for entry in entries:
            save_changes(entry)
