"""The problems of a refused upload, and the few exceptions that review raises."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of an upload: a stable code, the place, and the values for its message."""

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


class Trouble(StrEnum):
    """The problems of keys and checkpoints, in files or in the database."""

    EXPOSED = "exposed"
    NO_KEY = "no_key"
    UNREADABLE = "unreadable"
    UNWRITABLE = "unwritable"
    NO_FOLDER = "no_folder"
    LOST = "lost"
    LOST_ROWS = "lost_rows"
    SEALED_OTHERWISE = "sealed_otherwise"


class SealingError(ReviewError):
    """A key file or checkpoint file cannot be used: the problem, and the path of the file or folder."""

    def __init__(self, trouble: Trouble, path: Path) -> None:
        super().__init__(f"{path}: {trouble}")
        self.trouble, self.path = trouble, path


class KeyFileError(SealingError):
    """The signing keys cannot be used as they are, so nothing is signed or checked."""


class CheckpointFileError(SealingError):
    """The file of the checkpoints cannot be read or written."""


class BackupTrouble(StrEnum):
    """Why a backup was not made, or not restored; nothing was changed then."""

    EXISTS = "exists"
    NO_TOOL = "no_tool"
    TOOL_FAILED = "tool_failed"
    NO_ARCHIVE = "no_archive"
    DAMAGED = "damaged"
    OTHER_ENGINE = "other_engine"
    OTHER_STATE = "other_state"
    NEWER = "newer"
    NOT_EMPTY = "not_empty"


class BackupError(ReviewError):
    """A backup cannot be made or restored: why, and where or what is in the way."""

    def __init__(self, trouble: BackupTrouble, detail: object = "") -> None:
        super().__init__(f"{trouble}: {detail}")
        self.trouble, self.detail = trouble, detail
