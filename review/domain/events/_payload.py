"""What all payloads have in common. Private to the events."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Payload(BaseModel):
    """What one event records; its type is in the envelope."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    event_type: ClassVar[str]
