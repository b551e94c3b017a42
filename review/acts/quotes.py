"""What a person does to a quote: repairs, and statements about it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from review.acts.act import Said, by_name
from review.forms import (
    AnchorForm,
    AttemptForm,
    ChoiceForm,
    ConfirmForm,
    FixForm,
    QuoteReasonForm,
    RestoreForm,
    RetryForm,
)
from review.models import Acknowledgement, Quote
from review.services.repair.anchoring import anchor_quote
from review.services.repair.drift import confirm_place
from review.services.repair.quotes import (
    Attempted,
    Declined,
    acknowledge_differences,
    choose_occurrence,
    restore_attempt,
    retry_quote,
    withdraw_quote,
)
from review.services.repair.restoring import Restored, restore_quote
from review.services.repair.splitting import Split, split_quote, undo_split
from review.wording import outcome_sentence

Repaired = Attempted | Quote | Acknowledgement | Split | Restored


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair(Said):
    """An act on a quote: its form has the row of the quote, with the fixes that it offers."""

    form: Callable[..., AttemptForm]
    said: Callable[[Any], str] = outcome_sentence


def _or_split(service: Callable[..., Attempted | Declined]) -> Callable[..., Attempted | Split | Declined]:
    """Return a service that splits a quote whose form names parts, and does as *service* otherwise."""

    def call(**given: Any) -> Attempted | Split | Declined:  # noqa: ANN401 - the values of a form
        return split_quote(**given) if "parts" in given else service(**given)

    return call


QUOTE_ACTS = by_name(
    Repair(name="fix", form=FixForm, service=_or_split(retry_quote)),
    Repair(name="retry", form=RetryForm, service=retry_quote),
    Repair(name="anchor", form=AnchorForm, service=_or_split(anchor_quote)),
    Repair(name="confirm", form=ConfirmForm, service=confirm_place),
    Repair(name="undo", form=AttemptForm, service=undo_split),
    Repair(name="restore", form=RestoreForm, service=restore_attempt),
    Repair(name="choose", form=ChoiceForm, service=choose_occurrence),
    Repair(name="withdraw", form=QuoteReasonForm, service=withdraw_quote),
    Repair(name="restore_withdrawn", form=QuoteReasonForm, service=restore_quote),
    Repair(name="acknowledge", form=QuoteReasonForm, service=acknowledge_differences),
)
"""By the name that follows `quote_` in the name of the URL."""
