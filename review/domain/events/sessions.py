"""Uploads: messages, extractions, retrievals, and the quotes that were aligned when they arrived."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from pydantic import BaseModel, ConfigDict

from review.domain.entry_state import EntryState
from review.domain.events._payload import (
    Body,
    EntryEvent,
    MadeWith,
    Outcome,
    Payload,
    Recorded,
    Undo,
    UploadText,
    Words,
)


class RecordedMessage(NamedTuple):
    """The hash of a message's text, and the digest that covers its speaker and time too."""

    hash: str
    digest: str


Versions = Iterator[tuple[int, int, RecordedMessage]]
"""The index and the version of each message that was received, and what is recorded of it."""


class SessionIngested(Payload):
    """Messages were received: a whole session, or more of a known one from `first_index` on.

    The hashes are of the texts alone; the digests cover role, name and timestamp too.
    """

    event_type = "session_ingested"
    event_title = gettext_lazy("Session imported")
    particulars = ()
    project: str
    title: UploadText
    first_index: int
    message_hashes: list[str]
    message_digests: list[str]

    @staticmethod
    def versions(body: Body) -> Versions:
        received = zip(body["message_hashes"], body["message_digests"], strict=True)
        for index, recorded in enumerate(received, start=body["first_index"]):
            yield index, 1, RecordedMessage(*recorded)


class MessageVersion(BaseModel):
    """A newer version of one message."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    message_index: int
    version: int
    hash: str
    digest: str


class SessionRevised(Payload):
    """Messages of a known session were received with other words."""

    event_type = "session_revised"
    event_title = gettext_lazy("Messages changed")
    particulars = ()
    messages: list[MessageVersion]

    @staticmethod
    def versions(body: Body) -> Versions:
        for one in body["messages"]:
            yield one["message_index"], one["version"], RecordedMessage(one["hash"], one["digest"])


class MemoryExtracted(Payload):
    """Extractor output was received for a session; `made_with` is how its quotes were aligned."""

    event_type = "memory_extracted"
    event_title = gettext_lazy("Extraction imported")
    particulars = ()
    source_event_id: str
    extraction_digest: str
    entry_count: int
    quote_count: int
    notes: list[Outcome]
    made_with: MadeWith


class NamedSource(BaseModel):
    """A label in the source line of an answer, and whether a chunk has it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    label: UploadText
    is_real: bool


class EvidenceAligned(EntryEvent):
    """The quotes of one entry were aligned (specification 2.7)."""

    event_type = "evidence_aligned"
    event_title = pgettext_lazy("event", "Quotes aligned")
    undo = Undo.NONE
    source_event_id: str
    extraction_event_id: str
    entry_id: str
    aligned_count: int
    failed_count: int
    evidence: list[Outcome]
    failed_quotes: list[str]

    @staticmethod
    def apply(entry: EntryState, event: Recorded) -> None:
        entry.found, entry.failed = event["evidence"], event["failed_quotes"]
        entry.aligned_at = event.at
        cited = enumerate(event.body.get("sources", ()))
        entry.sources = [(at, one["label"], one["is_real"]) for at, one in cited]

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        counts = {"aligned": event["aligned_count"], "failed": event["failed_count"]}
        yield _("%(aligned)s aligned, %(failed)s failed") % counts


class AnswerAligned(EvidenceAligned):
    """The quotes of an answer were aligned, and its source line was read."""

    sources: list[NamedSource]


class RetrievalReceived(Payload):
    """The ingested session is a retrieval; the digest covers everything received with it except the answer."""

    event_type = "retrieval_received"
    event_title = gettext_lazy("Retrieval imported")
    query: UploadText
    chunk_count: int
    retrieval_digest: str

    @staticmethod
    def details(event: Recorded, words: Words) -> Iterator[str]:
        count = event["chunk_count"]
        yield ngettext("%(count)s chunk", "%(count)s chunks", count) % {"count": count}
