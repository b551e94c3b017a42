"""The forms of batches: the choice of entries, the reason, and the entries to show."""

from typing import Any, get_args

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from aligner_core import FixKind
from review.domain.bulk import BatchKind, ItemState
from review.domain.failures import GROUPS, UNDIAGNOSED, WITHDRAWN
from review.domain.limits import MAX_REASON_CHARS
from review.domain.row_keys import key_of
from review.models import Batch

MAX_QUERY_CHARS = 2_000
MAX_CODE_CHARS = 40
DIAGNOSED = [group for group in GROUPS if group not in {UNDIAGNOSED, WITHDRAWN}]
KINDS_OF_ENTRIES = [kind for kind in BatchKind if kind is not BatchKind.FIX]
REASONED = frozenset({BatchKind.REJECT, BatchKind.PROMOTE})
"""The kinds of batches with a reason; verifying needs none by hand either, and a repair is recorded with its words."""


class ChoiceOfEntriesForm(forms.Form):
    """The action and the entries: those picked on a page, or all that the filters of the list leave."""

    kind = forms.TypedChoiceField(choices=[(kind.value, kind.value) for kind in KINDS_OF_ENTRIES], coerce=BatchKind)
    entry = forms.TypedMultipleChoiceField(required=False, coerce=int)
    everything = forms.BooleanField(required=False)
    query = forms.CharField(required=False, max_length=MAX_QUERY_CHARS)

    def __init__(self, data: Any) -> None:  # noqa: ANN401 - what a browser sends
        super().__init__(data)
        named = data.getlist("entry")
        numbers = [number for number in named if key_of(number) is not None]
        self.names_no_row = any(number.isdigit() and number not in numbers for number in named)
        self.fields["entry"] = forms.TypedMultipleChoiceField(
            required=False, coerce=int, choices=[(number, number) for number in numbers]
        )

    def clean(self) -> dict[str, Any]:
        """Refuse a choice of nothing."""
        given: dict[str, Any] = super().clean() or {}
        if "kind" not in self.errors and not given.get("entry") and not given.get("everything"):
            raise forms.ValidationError(_("Pick the entries first."))
        return given


class ChoiceOfRepairsForm(forms.Form):
    """The failed quotes to repair at once: those of one diagnosis that the same kind of click repairs."""

    diagnosis = forms.ChoiceField(choices=[(group, group) for group in DIAGNOSED])
    fix = forms.ChoiceField(choices=[(kind, kind) for kind in get_args(FixKind)])
    query = forms.CharField(required=False, max_length=MAX_QUERY_CHARS)


class BatchForm(forms.Form):
    """What begins an act on a batch."""

    def __init__(self, data: QueryDict, *, batch: Batch) -> None:
        super().__init__(data)
        self.batch = batch


class ReasonForBatchForm(BatchForm):
    """The reason for a batch, asked for once; it is recorded with each of its entries."""

    reason = forms.CharField(
        required=False,
        max_length=MAX_REASON_CHARS,
        error_messages={"required": _("Say why in a few words; the reason is kept with every entry.")},
    )

    def __init__(self, data: QueryDict, *, batch: Batch) -> None:
        super().__init__(data, batch=batch)
        self.fields["reason"].required = batch.kind in REASONED and batch.confirmed_at is None


class BatchViewForm(forms.Form):
    """The entries of a batch to show: those in a state, for a reason; invalid values are ignored."""

    def __init__(self, data: Any) -> None:  # noqa: ANN401 - what an address says
        super().__init__(data)
        self.fields["is"] = forms.ChoiceField(
            required=False, choices=[("", ""), *((state.value, state.value) for state in ItemState)]
        )
        self.fields["why"] = forms.CharField(required=False, max_length=MAX_CODE_CHARS)

    def state_and_reason(self) -> tuple[str, str]:
        """Return both, empty if they are not given."""
        self.is_valid()
        given = getattr(self, "cleaned_data", {})
        return given.get("is", ""), given.get("why", "")
