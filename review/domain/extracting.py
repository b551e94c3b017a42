"""The extractor of a project: by which protocol, model and server it asks, what it may spend, and why it is off."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final, Self

from review.domain.limits import EXTRACTOR_TOKENS_A_DAY

SCRIPTED: Final = "scripted"
"""The protocol of the demo: no model, but a server on this machine that misbehaves by a script."""
SCRIPT: Final = "invent,flip,overclaim,ok>mend"
"""The script of the demo, where a project has chosen nothing."""
PROTOCOL_NAMES = ("openai", "anthropic", SCRIPTED)


class ExtractorOff(StrEnum):
    """Why the extractor of a project cannot be asked now."""

    NO_MODEL = "no_model"
    NO_KEY = "no_key"
    OTHER_HOST = "other_host"
    SPENT = "tokens_spent"
    RETRIEVAL = "retrieval"
    RUNNING = "already_running"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractorSettings:
    """What a project has chosen; without a model its extractor is off.

    Without a `base_url` the server is that of the protocol's maker. Sessions to which nothing was added for
    `idle_minutes` are read by themselves; with 0 none is.
    """

    protocol: str = "openai"
    model: str = ""
    base_url: str = ""
    tokens_a_day: int = EXTRACTOR_TOKENS_A_DAY
    idle_minutes: int = 0

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Return the settings of a project as they are stored; of nothing, those of a new project."""
        return cls(**stored)

    @property
    def stored(self) -> dict[str, Any]:
        """The settings as they are stored."""
        return asdict(self)

    @property
    def is_scripted(self) -> bool:
        """Whether there is no model behind it."""
        return self.protocol == SCRIPTED
