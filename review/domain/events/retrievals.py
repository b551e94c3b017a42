"""What the journal says of retrievals and of the sources that answers name."""

from typing import ClassVar

from review.events._payload import Payload


class RetrievalReceived(Payload):
    """The session that was ingested is a retrieval; the digest names all that came, but for the answer."""

    event_type: ClassVar[str] = "retrieval_received"
    query: str
    chunk_count: int
    retrieval_digest: str


class SourceCorrected(Payload):
    """A person said which chunk an invented source means; an empty replacement strikes it."""

    event_type: ClassVar[str] = "source_corrected"
    source: int
    number: int
    label: str
    replacement: str
    reason: str
