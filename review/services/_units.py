"""What opens the transaction of one part of a longer work. Private to the services."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from django.db import transaction

Unit = Callable[[], AbstractContextManager[object]]
"""A job gives one that asks for its fence."""


def durable() -> AbstractContextManager[object]:
    """Open a transaction that is a part of no other one."""
    return transaction.atomic(durable=True)
