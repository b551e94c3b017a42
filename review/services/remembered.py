"""Remember the answers to calls that nothing else names, so that a repeated call does nothing twice."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from review.domain.limits import REMEMBERED_TIME, UNANSWERED_TIME
from review.models import ApiToken, RememberedAnswer


@dataclass(frozen=True, slots=True)
class InTheWay:
    """The call cannot be made now: another one has its key, or the same one still runs."""

    is_other: bool


def begin_call(token: ApiToken, key: str, request: str) -> RememberedAnswer | InTheWay:
    """Return the row of a call by its key and the digest of its *request*: with its answer, if it was made before.

    One that was not answered for long was cut off, and is made again.
    """
    now = timezone.now()
    RememberedAnswer.objects.filter(made_at__lt=now - REMEMBERED_TIME).delete()
    cut_off = RememberedAnswer.objects.filter(status=None, made_at__lt=now - UNANSWERED_TIME)
    cut_off.filter(token=token, key=key).delete()
    try:
        with transaction.atomic():
            return RememberedAnswer.objects.create(token=token, key=key, request=request, made_at=now)
    except IntegrityError:
        known = RememberedAnswer.objects.filter(token=token, key=key).first()
    if known is None or known.request != request:
        return InTheWay(is_other=known is not None)
    return InTheWay(is_other=False) if known.status is None else known


def keep_answer(row: RememberedAnswer, *, status: int, body: str) -> None:
    """Keep the answer to a call."""
    RememberedAnswer.objects.filter(pk=row.pk).update(status=status, body=body)


def forget_call(row: RememberedAnswer) -> None:
    """Forget a call that was refused: nothing was stored, so it may be made again."""
    RememberedAnswer.objects.filter(pk=row.pk).delete()
