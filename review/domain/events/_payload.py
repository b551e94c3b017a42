"""What every payload has in common. Private to the events."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Payload(BaseModel):
    """What one event says; the type is named beside it, in the envelope."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    event_type: ClassVar[str]
