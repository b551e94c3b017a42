from review.forms.decisions import (
    AttemptForm,
    ChoiceForm,
    PromotionForm,
    ReasonForm,
    RetryForm,
    VersionForm,
    WithdrawForm,
)
from review.forms.filters import EntryFilterForm, FailedFilterForm, ReaderForm, SessionFilterForm
from review.forms.preferences import ThemeForm
from review.forms.uploads import UploadForm

__all__ = [
    "AttemptForm",
    "ChoiceForm",
    "EntryFilterForm",
    "FailedFilterForm",
    "PromotionForm",
    "ReaderForm",
    "ReasonForm",
    "RetryForm",
    "SessionFilterForm",
    "ThemeForm",
    "UploadForm",
    "VersionForm",
    "WithdrawForm",
]
