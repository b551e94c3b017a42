"""The proof that a person entered their password just now. Private to the services."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Reauthentication:
    """Who entered their password, and when. A test checks that only the password services create one."""

    user_id: int
    at: datetime
