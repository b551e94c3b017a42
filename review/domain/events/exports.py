"""Records that left the store as a file, or came from another store: who took out or brought in how much of what."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from pydantic import BaseModel, ConfigDict

from review.domain.events._payload import Code, EntryEvent, Outcome, Payload, Recorded, Undo, Words
from review.domain.events.bundles import ProjectShare

SYSTEM = "system"
MAX_DETAILS = 20
"""How many decisions of another store are named with the event that imported them."""


class Exported(Payload):
    """Records were taken out in a format: what they were, and how many."""

    event_type = "exported"
    event_title = gettext_lazy("Exported")
    particulars = ("{format}",)
    format: Code
    scope: dict[str, Any]
    counts: dict[str, int]
    projects: list[ProjectShare]


class RecordsImported(Payload):
    """Records of another store were imported: the digest of their file, the key that signed it, and how many."""

    event_type = "records_imported"
    event_title = gettext_lazy("Records imported")
    particulars = ("{file}",)
    project: str
    format: Code
    file: str
    key_id: str
    counts: dict[str, int]


class ImportedEvent(BaseModel):
    """One event of another store: what it recorded there, and the name of that store."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    event_id: str
    event_type: str
    actor: str
    created_at: str
    payload: Outcome
    store: str


class EntryImported(EntryEvent):
    """An entry was imported with what people of another store decided on it: `history` are those events.

    They are that store's word, in a file with the digest `file`, signed with the key `key_id` or by nobody; whoever
    imported them answers for them here. Replay reads them as events of accounts named after the other store.
    """

    event_type = "entry_imported"
    event_title = gettext_lazy("Imported with its decisions")
    undo = Undo.NONE
    is_on_home = True
    format: Code
    file: str
    key_id: str
    stage: str
    history: list[ImportedEvent]

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        told = event["history"]
        yield words.stage(event["stage"])
        yield _("signed with key %(key)s") % {"key": event["key_id"]} if event["key_id"] else _("not signed")
        yield from (f"{words.event(one['event_type'])}: {_named(one)}" for one in told[:MAX_DETAILS])
        if (more := len(told) - MAX_DETAILS) > 0:
            yield ngettext("%(count)s more", "%(count)s more", more) % {"count": more}


def foreign_name(actor: str, store: str) -> str:
    """Return the name here of an account of another store; what the system did there, the system did.

    >>> foreign_name("mina", "1a2b3c4d"), foreign_name("system", "1a2b3c4d")
    ('mina@1a2b3c4d', 'system')
    """
    return actor if actor == SYSTEM else f"{actor}@{store}"


def _named(one: dict[str, Any]) -> str:
    return foreign_name(one["actor"], one["store"])
