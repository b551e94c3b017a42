"""What citing needs to know of a chunk, and by which rules its age is told."""

import time
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictFloat, StrictStr

from aligner_core.excerpts import one_line
from aligner_core.javascript import is_date
from aligner_core.normalization import fold
from aligner_core.spans import Value

NO_TITLE = "(제목 없음)"
_DAY = 24 * 60 * 60 * 1000
_TAG = "citationtrace"
_BRACKETS = str.maketrans("[]\uff3b\uff3d【】", "()()()")


def _zone(name: str) -> str:
    try:
        return name if name == "UTC" else ZoneInfo(name).key
    except (ZoneInfoNotFoundError, OSError) as error:
        message = f"no time zone is called {name}"
        raise ValueError(message) from error


class CitationTraceOptions(Value):
    """The options of the seed, and the time zone of the days."""

    model_config = ConfigDict(extra="ignore")

    format: Literal["tail"] = "tail"
    provenance_enabled: bool = True
    stale_after_days: StrictFloat = 180
    provenance_top_count: StrictFloat = 5
    now_ms: StrictFloat = Field(default_factory=lambda: time.time() * 1000)
    time_zone: Annotated[str, AfterValidator(_zone)] = "UTC"

    @classmethod
    def of(cls, given: "CitationTraceOptions | Mapping[str, Any] | None") -> Self:
        """Read options; what is null has its default, as what is not given has: the time is the system's."""
        plain = given.model_dump(by_alias=True) if isinstance(given, BaseModel) else given or {}
        return cls.model_validate({key: value for key, value in plain.items() if value is not None})

    def is_stale(self, updated: float | None) -> bool:
        """Say whether a moment is longer ago than a source stays fresh."""
        return updated is not None and self.now_ms - updated > self.stale_after_days * _DAY


class CitableChunk(Value):
    """A chunk as far as it is cited."""

    model_config = ConfigDict(extra="ignore")

    title: StrictStr | None = None
    file_name: StrictStr | None = None
    source: Any = None
    score: StrictFloat | None = None
    metadata: Any = None

    @classmethod
    def of(cls, given: BaseModel | Mapping[str, Any]) -> Self:
        """Read a chunk, a model or plain; what it has beyond is ignored."""
        return cls.model_validate(given.model_dump(by_alias=True) if isinstance(given, BaseModel) else given)

    @property
    def label(self) -> str:
        """The label it has in the block: its title, kept to its line and to its place in code, or that it has none."""
        line = one_line(self.title or "").replace("`", "'")
        if _TAG in "".join(char for char in fold(line) if char.isalnum()):
            line = line.translate(_BRACKETS)
        return line if line.strip() else NO_TITLE

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Everything an answer may call it; what it is called first is first."""
        given = [label for label in (self.title, self.file_name) if label and label.strip()]
        return tuple(dict.fromkeys((*given, self.label)))

    @property
    def updated(self) -> float | None:
        """When it was last changed, in milliseconds; None when that is not known."""
        updated = self.metadata.get("lastUpdated") if isinstance(self.metadata, Mapping) else None
        return updated if is_date(updated) else None
