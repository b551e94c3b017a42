from review.forms.auditing import EventFilterForm, KeyForm, MomentForm
from review.forms.bundles import BundleForm
from review.forms.citations import SourceForm
from review.forms.decisions import (
    AttemptForm,
    ChoiceForm,
    ConfirmForm,
    FixForm,
    PromotionForm,
    QuoteReasonForm,
    ReasonForm,
    RestoreForm,
    RetryForm,
    VersionForm,
)
from review.forms.filters import EntryFilterForm, FailedFilterForm, ReaderForm, ReadForm, SessionFilterForm
from review.forms.gate import CertificationForm, ExplanationForm, OverrideForm
from review.forms.log_ins import LogInForm, StaffLogInForm
from review.forms.looking import PaneForm, TrialForm
from review.forms.people import AccountForm, InvitationForm, JoinForm, MemberForm, PolicyForm, RoleForm, StaleLimitForm
from review.forms.preferences import ThemeForm
from review.forms.selecting import AnchorForm, SelectionForm
from review.forms.uploads import UploadForm

__all__ = [
    "AccountForm",
    "AnchorForm",
    "AttemptForm",
    "BundleForm",
    "CertificationForm",
    "ChoiceForm",
    "ConfirmForm",
    "EntryFilterForm",
    "EventFilterForm",
    "ExplanationForm",
    "FailedFilterForm",
    "FixForm",
    "InvitationForm",
    "JoinForm",
    "KeyForm",
    "LogInForm",
    "MemberForm",
    "MomentForm",
    "OverrideForm",
    "PaneForm",
    "PolicyForm",
    "PromotionForm",
    "QuoteReasonForm",
    "ReadForm",
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
