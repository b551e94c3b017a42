"""What a person does with many entries at once: choose them, then apply the batch or revert it, in parts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.db.models import QuerySet

from review.domain.bulk import BatchKind
from review.domain.limits import MAX_BATCH_ITEMS
from review.forms import BatchForm, ReasonForBatchForm
from review.models import Batch, Entry
from review.services.bulk.parts import Unchanged, apply_part, begin_revert, confirm_batch, revert_part
from review.services.bulk.previews import preview_entries
from review.wording import too_many_sentence

Step = Callable[..., Batch | Unchanged]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchAct:
    """An act on a batch: it begins once, with the values of its form; a job does it, or a request one part of it."""

    name: str
    form: Callable[..., forms.Form]
    begin: Step
    step: Step


BATCH_ACTS: Mapping[str, BatchAct] = {
    act.name: act
    for act in (
        BatchAct(
            name="apply",
            form=ReasonForBatchForm,
            begin=confirm_batch,
            step=apply_part,
        ),
        BatchAct(
            name="revert",
            form=BatchForm,
            begin=begin_revert,
            step=revert_part,
        ),
    )
}
"""By the name that follows `batch_` in the name of the URL."""


def choose_entries(
    kind: BatchKind, chosen: QuerySet[Entry], *, actor: AbstractBaseUser, query: str = ""
) -> Batch | str:
    """Store the chosen entries as a batch, of which nothing is applied yet; or return why they are too many."""
    if chosen[: MAX_BATCH_ITEMS + 1].count() > MAX_BATCH_ITEMS:
        return too_many_sentence(chosen.count())
    return preview_entries(kind, chosen, actor=actor, query=query)
