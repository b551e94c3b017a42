"""What people ask of each other about an entry, which only the journal records: changes, assignments."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from review.domain.events._payload import Code, EntryEvent, PersonText, Recorded, Undo, Words


class ChangeRequested(EntryEvent):
    """A person requested a change of an entry before anybody decides on it; `reason` is one of a closed list."""

    event_type = "change_requested"
    event_title = gettext_lazy("Change requested")
    particulars = ("{reason:change}", "{comment}")
    undo = Undo.REVERT
    ends_turn_as = "change"
    is_on_home = True
    reason: Code
    comment: PersonText


class ChangeResolved(EntryEvent):
    """A person resolved the requested change, as made or not needed: the entry is in the queue again."""

    event_type = "change_resolved"
    event_title = gettext_lazy("Change settled")
    particulars = ()
    undo = Undo.REVERT
    is_on_home = True


class EntryAssigned(EntryEvent):
    """An entry was assigned to a person: their queue begins with it, and other queues leave it out."""

    event_type = "entry_assigned"
    event_title = gettext_lazy("Assigned")
    particulars = ("{person}",)
    undo = Undo.NONE
    ends_turn_as = "assigned"
    is_on_home = True
    person: str


class AssignmentEnded(EntryEvent):
    """The assignment of an entry ended; `cause` is `taken_back`, or `left` when the person no longer reviews."""

    event_type = "assignment_ended"
    event_title = gettext_lazy("Assignment ended")
    undo = Undo.NONE
    is_on_home = True
    person: str
    cause: Code

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        person, has_left = event["person"], event.body.get("cause") == "left"
        yield _("%(name)s no longer reviews") % {"name": person} if has_left else person
