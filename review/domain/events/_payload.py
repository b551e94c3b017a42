"""What all payloads have in common. Private to the events."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

Outcome = dict[str, Any]
"""One alignment outcome in its wire form (camelCase keys, specification 2)."""


class Payload(BaseModel):
    """What one event records; its type is in the envelope."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    event_type: ClassVar[str]
