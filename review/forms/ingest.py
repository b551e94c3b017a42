"""An upload: files or pasted text, for a project or a session; and corrections of the detected format."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from aligner_core.formats import known_formats
from review.domain.errors import Problem
from review.domain.limits import MAX_FILES, MAX_SESSION_TITLE_CHARS
from review.forms.session_picker import SessionField
from review.models import Project, UploadDraft
from review.payloads import escaped
from review.payloads.numbering import Numbering
from review.selectors.access import Person, uploadable_projects
from review.selectors.ingest import uploadable_sessions
from review.wording import problem_sentence

if TYPE_CHECKING:
    from django.core.files import File

FORMATS = tuple((known.name, known.title) for known in known_formats())


class FilesInput(forms.ClearableFileInput):
    """A field for several files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files, as a list."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list["File[bytes]"]:  # noqa: ANN401 - Django's signature
        """Return the files, each cleaned."""
        given = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(one, initial) for one in given if one]


class UploadForm(forms.Form):
    """The contents of an upload and their target: files, pasted text, or both."""

    project = forms.ModelChoiceField(label=_("Project"), queryset=Project.objects.none(), empty_label=None)
    session = SessionField(label=_("Session"), among="upload", empty=_("the session in this upload"))
    files = FilesField(label=_("Files"), required=False, allow_empty_file=True)  # type: ignore[assignment]  # a field
    text = forms.CharField(label=_("or paste a text"), required=False, strip=False)
    format = forms.ChoiceField(label=_("Read as"), choices=[("", _("as recognised")), *FORMATS], required=False)

    def __init__(self, *args: Any, user: Person, draft: UploadDraft | None, session: str = "", **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        known = {} if draft is None else {"project": draft.project_id, "session": draft.session_id}
        self.initial = {"session": session, **known}
        self.draft = draft
        self.is_too_large = False
        querysets = {"project": uploadable_projects(user), "session": uploadable_sessions(user)}
        for name, queryset in querysets.items():
            field = self.fields[name]
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = queryset

    def clean(self) -> dict[str, Any]:
        """Read the contents; report missing, too large or too many of them."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("session") is not None:
            cleaned["project"] = cleaned["session"].project
        cleaned["given"] = [*self._files(cleaned.get("files") or []), *self._pasted(cleaned.get("text", ""))]
        if not self.errors and not cleaned["given"] and self.draft is None:
            self.add_error(None, _("Choose a file, or paste a text."))
        kept = 0 if self.draft is None else self.draft.files.count()
        if len(cleaned["given"]) + kept > MAX_FILES:
            self.add_error("files", _("At most %(limit)s files at once.") % {"limit": MAX_FILES})
            cleaned["given"] = []
        return cleaned

    def _files(self, files: Sequence["File[bytes]"]) -> list[tuple[str, bytes]]:
        return [
            (escaped((file.name or "")[:MAX_SESSION_TITLE_CHARS]), file.read())
            for file in files
            if self._fits("files", file.size or 0)
        ]

    def _pasted(self, text: str) -> list[tuple[str, bytes]]:
        data = text.encode(errors="surrogatepass")
        return [(str(_("pasted text")), data)] if text.strip() and self._fits("text", len(data)) else []

    def _fits(self, field: str, size: int) -> bool:
        if size <= settings.REVIEW_MAX_FILE_BYTES:
            return True
        self.is_too_large = True
        problem = Problem("file_too_large", "", {"limit": settings.REVIEW_MAX_FILE_BYTES})
        self.add_error(field, problem_sentence(problem))
        return False


class FormatForm(forms.Form):
    """The format of a file as chosen by a person; empty for detecting it."""

    position = forms.TypedChoiceField(coerce=int)
    format = forms.ChoiceField(choices=[("", ""), *FORMATS], required=False)

    def __init__(self, *args: Any, draft: UploadDraft, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        position = self.fields["position"]
        if isinstance(position, forms.TypedChoiceField):
            position.choices = [(str(one), one) for one in draft.files.values_list("position", flat=True)]


class DraftForm(forms.Form):
    """A person's corrections to a session that is not stored yet: its title, and the numbering of its messages."""

    title = forms.CharField(required=False, max_length=MAX_SESSION_TITLE_CHARS)
    numbering = forms.ChoiceField(choices=[("", ""), *((one.value, one.value) for one in Numbering)], required=False)
