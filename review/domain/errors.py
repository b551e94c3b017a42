"""The problems of a refused upload, and the few exceptions that review raises."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an upload: a stable code, the place, and the values that its sentence needs."""

    code: str
    where: str = ""
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


class ReviewError(Exception):
    """The base class of the exceptions that this application raises."""


class UploadRefusedError(ReviewError):
    """A whole upload is refused, and nothing of it was stored."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(f"{problem.where}: {problem.code}" for problem in problems))
        self.problems = problems


class KeyFileError(ReviewError):
    """The signing keys cannot be used as they are, so nothing is signed or checked."""


class CheckpointFileError(ReviewError):
    """The file of the checkpoints cannot be read or written."""
