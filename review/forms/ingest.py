"""An upload: two texts, from files or pasted, for a project or a session."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.files import File
from django.utils.translation import gettext_lazy as _

from review.domain.errors import Problem
from review.forms.filters import SessionField
from review.models import Project, ReviewSession, UploadDraft
from review.payloads import escaped
from review.selectors.access import Person, uploadable_projects
from review.selectors.ingest import uploadable_sessions
from review.wording import problem_sentence

PARTS = ("session", "extraction")
MAX_SHOWN_CHARS = 200_000
"""The longest draft text that is put back into the form; a longer one is kept without being shown."""


class UploadForm(forms.Form):
    """What to upload and where; a long part that is not given again is taken from the draft."""

    project = forms.ModelChoiceField(label=_("Project"), queryset=Project.objects.none(), empty_label=None)
    session = SessionField(
        label=_("Session"),
        queryset=ReviewSession.objects.none(),
        required=False,
        empty_label=_("the session in this upload"),
    )
    session_file = forms.FileField(label=_("Session file"), required=False, allow_empty_file=True)
    extraction_file = forms.FileField(label=_("Extraction file"), required=False, allow_empty_file=True)
    session_text = forms.CharField(label=_("or paste the session"), required=False, strip=False)
    extraction_text = forms.CharField(label=_("or paste the extraction"), required=False, strip=False)

    def __init__(self, *args: Any, user: Person, draft: UploadDraft | None, session: str = "", **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.initial = {"session": session, **_initial(draft)}
        self.draft = draft
        self.is_too_large = False
        self.kept: dict[str, str] = {}
        querysets = {"project": uploadable_projects(user), "session": uploadable_sessions(user)}
        for name, queryset in querysets.items():
            field = self.fields[name]
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = queryset

    def clean(self) -> dict[str, Any]:
        """Read both parts and report what is missing."""
        cleaned = super().clean() or self.cleaned_data
        for part in PARTS:
            self.kept[part] = self._read(part, cleaned)
        session = cleaned.get("session")
        if session is not None:
            cleaned["project"] = session.project
        if session is not None and self.kept["session"].strip():
            self.add_error("session", _("Choose a known session or give a session file, not both."))
        if not self.errors and not any(text.strip() for text in self.kept.values()):
            self.add_error(None, _("Give a session file, an extraction file, or both."))
        elif not self.errors and session is None and not self.kept["session"].strip():
            self.add_error("session", _("An extraction needs its session: choose a known one or give a session file."))
        return cleaned

    def _read(self, part: str, cleaned: dict[str, Any]) -> str:
        file = cleaned.get(f"{part}_file")
        if isinstance(file, File):
            return self._read_file(part, file)
        text: str = cleaned.get(f"{part}_text", "")
        if not text.strip() and self.draft is not None and len(_kept(self.draft, part)) > MAX_SHOWN_CHARS:
            return _kept(self.draft, part)
        if len(text.encode(errors="surrogatepass")) > settings.REVIEW_MAX_FILE_BYTES:
            return self._refuse(
                f"{part}_text", Problem("file_too_large", "", {"limit": settings.REVIEW_MAX_FILE_BYTES})
            )
        return text

    def _read_file(self, part: str, file: "File[bytes]") -> str:
        name = f"{part}_file"
        if (file.size or 0) > settings.REVIEW_MAX_FILE_BYTES:
            return self._refuse(name, Problem("file_too_large", "", {"limit": settings.REVIEW_MAX_FILE_BYTES}))
        try:
            return escaped(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            return self._refuse(name, Problem("not_utf8", "", {"position": error.start}))

    def _refuse(self, field: str, problem: Problem) -> str:
        self.is_too_large = self.is_too_large or problem.code == "file_too_large"
        self.add_error(field, problem_sentence(problem))
        return ""


def _kept(draft: UploadDraft, part: str) -> str:
    return draft.session_json if part == "session" else draft.extraction_json


def _initial(draft: UploadDraft | None) -> dict[str, object]:
    if draft is None:
        return {}
    shown = {f"{part}_text": _kept(draft, part) for part in PARTS if len(_kept(draft, part)) <= MAX_SHOWN_CHARS}
    return {"project": draft.project_id, "session": draft.session_id, **shown}
