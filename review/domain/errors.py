"""What review says no with: problems of an upload, and the few exceptions for broken promises."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with what somebody sent: a stable code, the place, and the values a sentence needs."""

    code: str
    where: str = ""
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


class ReviewError(Exception):
    """The root of the exceptions this application raises itself."""


class UploadRefusedError(ReviewError):
    """A whole upload cannot be taken; nothing of it was stored."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(f"{problem.where}: {problem.code}" for problem in problems))
        self.problems = problems


class KeyFileError(ReviewError):
    """A private key is kept where others can read it."""
