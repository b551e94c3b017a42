"""The filters of lists, as read from the address."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from aligner_core import FailureReason
from review.forms.session_picker import ALL_SESSIONS, SessionField
from review.models import ReviewSession
from review.selectors.access import Person, own_projects, visible_sessions
from review.selectors.entries.entry_list import SWITCH_WAS_OFF
from review.selectors.promotion.readiness import SHARED
from review.wording import DIAGNOSES, FAILURES, METHODS, MISSING, SPEAKER_ROLES, STAGES, VERDICTS

METHOD_CHOICES = [
    ("exact", METHODS["exact"]),
    ("normalized", METHODS["normalized"]),
    ("fuzzy", METHODS["fuzzy"]),
    ("ambiguous", _("ambiguous")),
    ("differences", _("critical difference")),
    ("drifted", _("drifted")),
    ("below_bar", _("below the bar of the project")),
    ("claim", _("claim to confirm")),
    ("failed", METHODS["none"]),
    ("withdrawn", _("withdrawn")),
    ("change", _("change requested")),
    ("assigned", _("assigned to you")),
    ("elsewhere", _("assigned to somebody else")),
    ("comments", _("open comments")),
    ("ready", _("ready to verify")),
    ("approvable", _("waiting for your approval")),
    ("certifiable", _("waiting for certification")),
]
SOURCE_CHOICES = [
    ("conversation", _("conversations")),
    ("retrieval", _("retrievals")),
    ("invented", _("with an invented source")),
    ("stale", _("with a stale source")),
]
MAX_RUN_CHARS = 200
MISSING_CHOICES = [(reason.value, MISSING[reason]) for reason in SHARED]
REASON_CHOICES = [(reason.value, FAILURES[reason.value][0]) for reason in FailureReason]


class PlainSelect(forms.Select):
    """A list without groups that is one template: Django renders two more for each option."""

    template_name = "review/_select.html"


class Choice(forms.ChoiceField):
    """A filter with a list of values."""

    widget = PlainSelect


class FilterForm(forms.Form):
    """Filters of a list; invalid values are ignored."""

    def active_filters(self) -> dict[str, str]:
        """Return the filters that are set and valid."""
        self.is_valid()
        chosen = {name: _key(value) for name, value in getattr(self, "cleaned_data", {}).items()}
        return {name: value for name, value in chosen.items() if value}


def _key(value: object) -> str:
    if isinstance(value, ReviewSession):
        return str(value.pk)
    return str(value) if value else ""


class ProjectFilterForm(FilterForm):
    """A filter by project, if there is more than one."""

    project = Choice(label=_("Project"), required=False)

    def __init__(self, *args: Any, user: Person, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        projects = [(project.slug, project.name) for project in own_projects(user)]
        self.fields["project"] = Choice(
            label=_("Project"), required=False, choices=[("", _("All projects")), *projects]
        )
        if len(projects) == 1:
            del self.fields["project"]


def _sources_field() -> Choice:
    return Choice(label=_("Sources"), required=False, choices=[("", _("All sources")), *SOURCE_CHOICES])


class SessionFilterForm(ProjectFilterForm):
    """The filters of the list of sessions."""

    sources = _sources_field()


class WithinSessionFilterForm(ProjectFilterForm):
    """Filters by project and by session."""

    session = SessionField(label=_("Session"), among="read", empty=ALL_SESSIONS)

    def __init__(self, *args: Any, user: Person, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, user=user, **kwargs)
        field = self.fields["session"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = visible_sessions(user)


class FailedFilterForm(WithinSessionFilterForm):
    """The filters of the list of failed quotes."""

    diagnosis = Choice(
        label=_("Diagnosis"),
        required=False,
        choices=[("", _("All diagnoses")), *((code, name) for code, (name, _text) in DIAGNOSES.items())],
    )


class EntryFilterForm(WithinSessionFilterForm):
    """The filters of the list of entries."""

    stage = Choice(
        label=_("Stage"),
        required=False,
        choices=[("", _("All stages")), *STAGES.items(), (SWITCH_WAS_OFF, _("verified while a switch was off"))],
    )
    method = Choice(label=_("Quotes"), required=False, choices=[("", _("All quotes")), *METHOD_CHOICES])
    missing = Choice(label=_("Missing"), required=False, choices=[("", _("Any")), *MISSING_CHOICES])
    verdict = Choice(label=_("Verdict"), required=False, choices=[("", _("All verdicts")), *VERDICTS.items()])
    reason = Choice(label=_("Failed because"), required=False, choices=[("", _("All reasons")), *REASON_CHOICES])
    speaker = Choice(
        label=_("Said by"),
        required=False,
        choices=[
            ("", _("Anybody")),
            *SPEAKER_ROLES.items(),
            ("other", _("others")),
            ("not_user", _("not by the user")),
        ],
    )
    sources = _sources_field()
    origin = Choice(
        label=_("Origin"), required=False, choices=[("", _("Any origin")), ("person", _("added by people"))]
    )
    run = forms.CharField(
        label=_("Model, extractor or run"),
        required=False,
        max_length=MAX_RUN_CHARS,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )
    rejected = forms.BooleanField(label=_("Rejected ones"), required=False)
