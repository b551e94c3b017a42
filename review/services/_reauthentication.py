"""The proof that a person gave their password just now. Private to the services."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Reauthentication:
    """Who gave their password, and when. Only `confirm_password` makes one; a test looks."""

    user_id: int
    at: datetime
