"""Errors of keys and checkpoints, for people at a terminal. Private to the commands."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from review.domain.errors import SealingError
from review.wording import sealing_sentence


@contextmanager
def told_what_to_do() -> Iterator[None]:
    """Turn an error of keys or checkpoints into the sentence that says what to do."""
    try:
        yield
    except SealingError as error:
        raise CommandError(sealing_sentence(error)) from error
