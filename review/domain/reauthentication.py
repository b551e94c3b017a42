"""The proof that a person entered their password just now. Private to the services."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Reauthentication:
    """Who entered their password, and when. Only `confirm_password` and what it kept make one: a test."""

    user_id: int
    at: datetime
