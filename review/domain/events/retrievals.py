"""The events of retrievals and of the sources that answers cite."""

from typing import ClassVar

from review.domain.events._payload import Payload


class RetrievalReceived(Payload):
    """The ingested session is a retrieval; the digest covers everything received with it except the answer."""

    event_type: ClassVar[str] = "retrieval_received"
    query: str
    chunk_count: int
    retrieval_digest: str


class SourceCorrected(Payload):
    """A person corrected an invented source by the label of a chunk; an empty replacement strikes it."""

    event_type: ClassVar[str] = "source_corrected"
    source: int
    number: int
    label: str
    replacement: str
    reason: str
