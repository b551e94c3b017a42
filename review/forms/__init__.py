from review.forms.acts import ActForm
from review.forms.additions import AdditionForm, NewEntryForm, PlacesForm
from review.forms.audit import EventFilterForm, KeyForm, MomentForm
from review.forms.bulk import BatchForm, BatchViewForm, ChoiceOfEntriesForm, ChoiceOfRepairsForm, ReasonForBatchForm
from review.forms.bundles import BundleForm
from review.forms.comments import CommentForm
from review.forms.exports import ExportForm
from review.forms.extracting import ExtractorForm
from review.forms.filters import EntryFilterForm, FailedFilterForm, SessionFilterForm
from review.forms.ingest import DraftForm, FormatForm, UploadForm
from review.forms.mapping import MappingForm
from review.forms.passwords import LogInForm, PasswordForm, Sender, StaffLogInForm
from review.forms.people import (
    AccountForm,
    AlignerForm,
    ConfirmationForm,
    InvitationForm,
    JoinForm,
    MemberForm,
    PolicyForm,
    QueueWeightsForm,
    RoleForm,
    SingleKeysForm,
    StaleLimitForm,
    ThemeForm,
)
from review.forms.promotion import (
    AssignmentForm,
    CertificationForm,
    ChangeForm,
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
from review.forms.search import SavedViewForm, SearchForm
from review.forms.tokens import TokenForm

__all__ = [
    "AccountForm",
    "ActForm",
    "AdditionForm",
    "AlignerForm",
    "AnchorForm",
    "AssignmentForm",
    "AttemptForm",
    "BatchForm",
    "BatchViewForm",
    "BundleForm",
    "CertificationForm",
    "ChangeForm",
    "ChoiceForm",
    "ChoiceOfEntriesForm",
    "ChoiceOfRepairsForm",
    "ClaimForm",
    "CommentForm",
    "ConfirmForm",
    "ConfirmationForm",
    "DraftForm",
    "EntryFilterForm",
    "EventFilterForm",
    "ExplanationForm",
    "ExportForm",
    "ExtractorForm",
    "FailedFilterForm",
    "FixForm",
    "FormatForm",
    "InvitationForm",
    "JoinForm",
    "KeyForm",
    "LoadedWindowsForm",
    "LogInForm",
    "MappingForm",
    "MemberForm",
    "MomentForm",
    "NewEntryForm",
    "OverrideForm",
    "PaneForm",
    "PasswordForm",
    "PlacesForm",
    "PolicyForm",
    "PromotionForm",
    "QueueWeightsForm",
    "QuoteReasonForm",
    "ReaderForm",
    "ReasonForBatchForm",
    "ReasonForm",
    "RestoreForm",
    "RetryForm",
    "RoleForm",
    "SavedViewForm",
    "SearchForm",
    "SelectionForm",
    "Sender",
    "SessionFilterForm",
    "SingleKeysForm",
    "SourceForm",
    "StaffLogInForm",
    "StaleLimitForm",
    "ThemeForm",
    "TokenForm",
    "TrialForm",
    "UploadForm",
    "VersionForm",
]
