"""The chunks of a citation trace, and the rules by which they are stale."""

import time
from collections.abc import Mapping
from functools import cached_property
from types import NoneType
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictFloat, StrictStr

from aligner_core._text.normalized_text import fold
from aligner_core.citations.javascript import is_date
from aligner_core.errors import require_type
from aligner_core.retrieval.excerpts import one_line
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
    """The options of a citation trace; a source is stale strictly after `stale_after_days`.

    >>> CitationTraceOptions.of({"staleAfterDays": 30, "nowMs": 0}).stale_after_days
    30.0
    """

    model_config = ConfigDict(extra="ignore")

    format: Literal["tail"] = "tail"
    provenance_enabled: bool = True
    stale_after_days: StrictFloat = 180
    provenance_top_count: StrictFloat = 5
    now_ms: StrictFloat = Field(default_factory=lambda: time.time() * 1000)
    time_zone: Annotated[str, AfterValidator(_zone)] = "UTC"

    @classmethod
    def of(cls, given: "CitationTraceOptions | Mapping[str, Any] | None") -> Self:
        """Return options; a null one has its default, as one that is not given has. The default time is the system's.

        Raises:
            InvalidTypeError: *given* is neither a model nor a mapping.
            InvalidValueError: an option is invalid.

        """
        require_type(given, (BaseModel, Mapping, NoneType), "options")
        plain = given.model_dump(by_alias=True) if isinstance(given, BaseModel) else given or {}
        return cls.from_wire({key: value for key, value in plain.items() if value is not None})

    def is_stale(self, updated: float | None) -> bool:
        """Return whether a source that was updated then is stale; one without a date never is."""
        return updated is not None and self.now_ms - updated > self.stale_after_days * _DAY


class CitableChunk(Value):
    """The fields of a chunk that citing needs."""

    model_config = ConfigDict(extra="ignore")

    title: StrictStr | None = None
    file_name: StrictStr | None = None
    source: Any = None
    score: StrictFloat | None = None
    metadata: Any = None

    @classmethod
    def of(cls, given: BaseModel | Mapping[str, Any]) -> Self:
        """Return a chunk, read from a model or a mapping; other fields are ignored.

        Raises:
            InvalidValueError: a field is invalid.

        """
        return cls.from_wire(given.model_dump(by_alias=True) if isinstance(given, BaseModel) else given)

    @property
    def label(self) -> str:
        """Its label in the block: the title, which cannot leave its line or its code span; or that there is none."""
        line = one_line(self.title or "").replace("`", "'")
        if _TAG in "".join(char for char in fold(line) if char.isalnum()):
            line = line.translate(_BRACKETS)
        return line if line.strip() else NO_TITLE

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """All that an answer may call it, the usual label first."""
        given = [label for label in (self.title, self.file_name) if label and label.strip()]
        return tuple(dict.fromkeys((*given, self.label)))

    @property
    def updated(self) -> float | None:
        """When it was last updated, in milliseconds; None when that is not known."""
        updated = self.metadata.get("lastUpdated") if isinstance(self.metadata, Mapping) else None
        return updated if is_date(updated) else None
