"""The filters of lists and the wishes of the session reader, read from the address."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from aligner_core import FailureReason
from review.forms.sessions import SessionField
from review.models import ReviewSession
from review.selectors.access import Person, visible_projects, visible_sessions
from review.selectors.reader import Asked
from review.wording import DIAGNOSES, FAILURES, METHODS, ROLES, STAGES

SHOWN_STATES = ("exact", "normalized", "fuzzy", "failed", "ambiguous", "differences", "withdrawn")
METHOD_CHOICES = [
    ("exact", METHODS["exact"]),
    ("normalized", METHODS["normalized"]),
    ("fuzzy", METHODS["fuzzy"]),
    ("ambiguous", _("ambiguous")),
    ("differences", _("critical difference")),
    ("drifted", _("drifted")),
    ("failed", METHODS["none"]),
    ("withdrawn", _("withdrawn")),
    ("ready", _("all aligned, in one place each")),
]
SOURCE_CHOICES = [
    ("conversation", _("conversations")),
    ("retrieval", _("retrievals")),
    ("invented", _("with an invented source")),
    ("stale", _("with a stale source")),
]
REASON_CHOICES = [(reason.value, FAILURES[reason.value][0]) for reason in FailureReason]


class FilterForm(forms.Form):
    """Filters of a list; a value that is none of the choices narrows nothing."""

    def chosen(self) -> dict[str, str]:
        """Give the filters that are set and understood."""
        self.is_valid()
        chosen = {name: _key(value) for name, value in getattr(self, "cleaned_data", {}).items()}
        return {name: value for name, value in chosen.items() if value}


def _key(value: object) -> str:
    if isinstance(value, ReviewSession):
        return str(value.pk)
    return str(value) if value else ""


class ProjectFilterForm(FilterForm):
    """Filters that name a project, where there is more than one."""

    project = forms.ChoiceField(label=_("Project"), required=False)

    def __init__(self, *args: Any, user: Person, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        projects = [(project.slug, project.name) for project in visible_projects(user)]
        self.fields["project"] = forms.ChoiceField(
            label=_("Project"), required=False, choices=[("", _("All projects")), *projects]
        )
        if len(projects) == 1:
            del self.fields["project"]


def _sources_field() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Sources"), required=False, choices=[("", _("All sources")), *SOURCE_CHOICES])


class SessionFilterForm(ProjectFilterForm):
    """Which sessions to list."""

    sources = _sources_field()


class SessionsFilterForm(ProjectFilterForm):
    """Filters that also name one session."""

    session = SessionField(
        label=_("Session"), required=False, queryset=ReviewSession.objects.none(), empty_label=_("All sessions")
    )

    def __init__(self, *args: Any, user: Person, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, user=user, **kwargs)
        field = self.fields["session"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = visible_sessions(user)


class FailedFilterForm(SessionsFilterForm):
    """Which failed quotes to list."""

    diagnosis = forms.ChoiceField(
        label=_("Diagnosis"),
        required=False,
        choices=[("", _("All diagnoses")), *((code, name) for code, (name, _text) in DIAGNOSES.items())],
    )


class EntryFilterForm(SessionsFilterForm):
    """Which entries to list."""

    stage = forms.ChoiceField(label=_("Stage"), required=False, choices=[("", _("All stages")), *STAGES.items()])
    method = forms.ChoiceField(label=_("Quotes"), required=False, choices=[("", _("All quotes")), *METHOD_CHOICES])
    reason = forms.ChoiceField(
        label=_("Failed because"), required=False, choices=[("", _("All reasons")), *REASON_CHOICES]
    )
    speaker = forms.ChoiceField(
        label=_("Said by"),
        required=False,
        choices=[("", _("Anybody")), *ROLES.items(), ("other", _("others")), ("not_user", _("not by the user"))],
    )
    sources = _sources_field()
    rejected = forms.BooleanField(label=_("Rejected ones"), required=False)


class ReaderForm(forms.Form):
    """What the address of the session reader asks for; what is not understood is left out."""

    quote = forms.IntegerField(required=False, min_value=0)
    later = forms.IntegerField(required=False, min_value=0)
    find = forms.CharField(required=False, max_length=200)
    show = forms.ChoiceField(required=False, choices=[(state, state) for state in SHOWN_STATES])

    def asked(self) -> Asked:
        """Give what was asked for."""
        self.is_valid()
        full = self.data.getlist("full") if hasattr(self.data, "getlist") else []
        firsts = list(_whole_numbers([self.data.get("from", "")]))
        return Asked(
            first=firsts[0] if firsts else 0,
            quote=self.cleaned_data.get("quote"),
            show=self.cleaned_data.get("show", ""),
            full=frozenset(_whole_numbers(full)),
            find=self.cleaned_data.get("find", ""),
            later=self.cleaned_data.get("later"),
        )


class ReadForm(forms.Form):
    """Which windows of a session are on the page that asks."""

    def read(self) -> frozenset[int]:
        """Give the first messages of those windows."""
        return frozenset(_whole_numbers(self.data.get("read", "").split(",")))


def _whole_numbers(texts: Iterable[str]) -> Iterable[int]:
    return (int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 10)  # noqa: PLR2004
