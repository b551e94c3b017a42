"""Errors of keys and checkpoints as command errors. Private to the commands."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from aligner_core.formats import printable
from review.domain.errors import SealingError
from review.wording import sealing_sentence


@contextmanager
def as_command_error() -> Iterator[None]:
    """Turn an error of keys or checkpoints into a CommandError with its remedy."""
    try:
        yield
    except SealingError as error:
        raise CommandError(printable(sealing_sentence(error))) from error
