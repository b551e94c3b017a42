"""Number the events that were committed, before each reading of the feed."""

import logging

from django.db import DatabaseError, connection, transaction

from review.databases.feed import AT_ONCE, give_numbers, is_unnumbered
from review.faults import fault_of

LOG = logging.getLogger("review")


def number_events() -> bool:
    """Store the numbers of what was committed; return whether there may be more of it.

    Where everything has its number, this only reads.
    Where nothing can be written for now, as on a full disk, readers are told what has its number.
    """
    if connection.vendor == "sqlite":
        return False  # the trigger gives the number
    try:
        if is_unnumbered(connection):
            with transaction.atomic(durable=True):
                return give_numbers(connection) == AT_ONCE
    except DatabaseError as error:
        if fault_of(error) is None:
            raise
        LOG.warning("the feed gets no new numbers for now: %s", error)
    return False


def number_all_events() -> None:
    """Store the numbers of whatever is committed by now."""
    while number_events():
        pass
