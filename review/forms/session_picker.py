"""Choosing a session by searching, as a list of all sessions would be too long for a page."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from review.domain.row_keys import key_of
from review.models import ReviewSession
from review.selectors.search.matching import matching_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

FIND = "_find"
"""The suffix of the field with the words to search; its name starts with that of the session field."""


class SessionPicker(forms.Widget):
    """The chosen session, which can be removed, and a field to search for another one.

    Without scripts the words are sent with the form, and the newest session that matches them is chosen.
    """

    choices: object = ()
    """The sessions to choose from; Django sets it, and it is never iterated."""

    def __init__(self, *, among: str, empty: "StrOrPromise") -> None:
        super().__init__()
        self.among, self.empty = among, empty

    def render(self, name: str, value: object, attrs: dict[str, Any] | None = None, renderer: Any = None) -> str:  # type: ignore[override]  # noqa: ANN401, ARG002 - Django's signature
        """Return the picker."""
        sessions = getattr(self.choices, "queryset", ReviewSession.objects.none())
        key = key_of(str(value or ""))
        chosen = None if key is None else sessions.filter(pk=key).first()
        context = {
            "name": name,
            "chosen": chosen,
            "among": self.among,
            "empty": self.empty,
            "id": (attrs or {}).get("id"),
        }
        return render_to_string("review/shared/_session_picker.html", context)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str | None:  # noqa: ANN401, ARG002 - Django's signature
        """Return the key of the chosen session, the last one if there are several; or else the words."""
        chosen = data.getlist(name) if hasattr(data, "getlist") else [data.get(name)]
        given = [value for value in chosen if value]
        return str(given[-1] if given else data.get(name + FIND) or "")


class SessionField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of the sessions of a queryset."""

    def __init__(self, *, among: str, empty: "StrOrPromise", label: "StrOrPromise") -> None:
        super().__init__(
            ReviewSession.objects.none(),
            label=label,
            required=False,
            widget=SessionPicker(among=among, empty=empty),
        )

    def to_python(self, value: object) -> ReviewSession | None:
        """Return the session with a key, or the newest one that matches words; raise ValidationError without one."""
        words = str(value or "").strip()
        if not words:
            return None
        sessions = self.queryset if self.queryset is not None else ReviewSession.objects.none()
        key = key_of(words)
        named = None if key is None else sessions.filter(pk=key).first()
        found = named or next(iter(matching_of(sessions, words, at_most=1)), None)
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid_choice"], code="invalid_choice")
        return found


ALL_SESSIONS = _("All sessions")
