"""The proof that a person entered their password just now. Private to the services."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Reauthentication:
    """Who entered their password, and when. Only `confirm_password` creates one, which a test enforces."""

    user_id: int
    at: datetime
