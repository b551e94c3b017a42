"""What a call of the API can raise: the API refused it, or its job ended without its effect."""

from collections.abc import Mapping
from typing import Any

from aligner_core.errors import AlignerError


class ApiError(AlignerError):
    """The API refused a call: its status, the `code` to look at, and all that the problem says."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status, self.problem = status, problem
        self.code = str(problem.get("code", "failed"))
        super().__init__(f"{status} {self.code} {problem.get('detail', '')}".strip())


class JobFailedError(AlignerError):
    """A job ended without its effect: `job` says why."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.job = job
        super().__init__(f"job {job['id']} {job['state']}: {job.get('reason', '')}".rstrip(": "))
