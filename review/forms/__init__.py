from review.forms.audit import EventFilterForm, KeyForm, MomentForm
from review.forms.bundles import BundleForm
from review.forms.filters import EntryFilterForm, FailedFilterForm, SessionFilterForm
from review.forms.ingest import UploadForm
from review.forms.passwords import LogInForm, PasswordForm, StaffLogInForm
from review.forms.people import (
    AccountForm,
    AlignerForm,
    InvitationForm,
    JoinForm,
    MemberForm,
    PolicyForm,
    RoleForm,
    StaleLimitForm,
    ThemeForm,
)
from review.forms.promotion import (
    CertificationForm,
    ClaimForm,
    ExplanationForm,
    OverrideForm,
    PromotionForm,
    ReasonForm,
    VersionForm,
)
from review.forms.reader import LoadedWindowsForm, ReaderForm
from review.forms.repair import (
    AnchorForm,
    AttemptForm,
    ChoiceForm,
    ConfirmForm,
    FixForm,
    PaneForm,
    QuoteReasonForm,
    RestoreForm,
    RetryForm,
    SelectionForm,
    TrialForm,
)
from review.forms.retrievals import SourceForm

__all__ = [
    "AccountForm",
    "AlignerForm",
    "AnchorForm",
    "AttemptForm",
    "BundleForm",
    "CertificationForm",
    "ChoiceForm",
    "ClaimForm",
    "ConfirmForm",
    "EntryFilterForm",
    "EventFilterForm",
    "ExplanationForm",
    "FailedFilterForm",
    "FixForm",
    "InvitationForm",
    "JoinForm",
    "KeyForm",
    "LoadedWindowsForm",
    "LogInForm",
    "MemberForm",
    "MomentForm",
    "OverrideForm",
    "PaneForm",
    "PasswordForm",
    "PolicyForm",
    "PromotionForm",
    "QuoteReasonForm",
    "ReaderForm",
    "ReasonForm",
    "RestoreForm",
    "RetryForm",
    "RoleForm",
    "SelectionForm",
    "SessionFilterForm",
    "SourceForm",
    "StaffLogInForm",
    "StaleLimitForm",
    "ThemeForm",
    "TrialForm",
    "UploadForm",
    "VersionForm",
]
