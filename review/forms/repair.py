"""Changes of a quote: fix, retry, select words, choose an occurrence; each is made on the attempt that was seen."""

from typing import Any

import regex
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from review.domain.limits import MAX_REASON_CHARS, MAX_SEARCH_CHARS
from review.domain.policy import Reason
from review.forms.acts import ActForm
from review.selectors.quotes.quote_rows import OfferedFix, QuoteRow
from review.selectors.repair.diagnoses import with_diagnoses
from review.selectors.repair.panes import Look, PaneQuery
from review.selectors.repair.selection import selections_of


class AttemptForm(ActForm):
    """A change of a quote, made on the attempt that was seen."""

    seen_attempt = forms.IntegerField(min_value=0)

    def __init__(self, data: QueryDict, *, row: QuoteRow) -> None:
        super().__init__(data, entry=row.quote.entry)
        self.row = row

    @property
    def is_stale(self) -> bool:
        """Whether the quote has a newer attempt than the one that was seen."""
        return bool(self.cleaned_data.get("seen_attempt") != self.row.current.attempt)


class FixForm(AttemptForm):
    """One of the fixes that were offered for a quote; its values are the parts of a split, or words and a message."""

    fix = forms.CharField(max_length=20)

    def __init__(self, data: QueryDict, *, row: QuoteRow) -> None:
        [diagnosed] = with_diagnoses([row])
        super().__init__(data, row=diagnosed)

    def clean_fix(self) -> OfferedFix | None:
        """Return the fix with that name; None if the form is stale."""
        name = self.cleaned_data["fix"]
        offer = next((fix for fix in self.row.fixes if fix.name == name), None)
        if offer is None and not self.is_stale:
            raise forms.ValidationError(_("This fix is no longer offered; please look again."))
        return offer

    def clean(self) -> dict[str, Any]:
        """Return what the fix does in place of its name; the name of a fix that is no longer offered stays."""
        given: dict[str, Any] = super().clean() or {}
        offer: OfferedFix | None = given.pop("fix", None)
        if offer is None:
            return given
        if offer.kind == "split":
            return {**given, "parts": offer.resulting_quotes}
        return {**given, "text": offer.text, "message_index": offer.message_index}

    @property
    def obstacle(self) -> Reason | None:
        """A fix of an older attempt is a conflict."""
        return Reason.CONFLICT if self.is_stale else None


class RetryForm(AttemptForm):
    """Other words or another message to search for a quote."""

    text = forms.CharField(required=False)
    message_index = forms.IntegerField(
        required=False, min_value=0, error_messages={"invalid": _("The message is a whole number, 0 or more.")}
    )

    @property
    def obstacle(self) -> Reason | None:
        """Words for an older attempt are a conflict, and are not searched."""
        return Reason.CONFLICT if self.is_stale else None

    def clean_text(self) -> str:
        """Return the words as typed; unchanged ones exactly as they are in the quote."""
        text = unwrapped(self.cleaned_data["text"])
        if not text:
            raise forms.ValidationError(_("Write the words to look for, as they are in the message."))
        return self.row.text if text == unwrapped(self.row.text.strip()) else text

    def clean_message_index(self) -> int:
        """Return the message to search, which must exist."""
        index: int | None = self.cleaned_data["message_index"]
        last = self.entry.session.messages.filter(version=1).count() - 1
        if index is None or index > last:
            message = _("Choose a message from 0 to %(last)s.")
            raise forms.ValidationError(message, params={"last": last})
        return index


def unwrapped(text: str) -> str:
    """Return text with the line ends that a browser sends in forms turned into line feeds."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class RestoreForm(AttemptForm):
    """The earlier attempt with the words to search again."""

    attempt = forms.IntegerField(min_value=1)


class ConfirmForm(AttemptForm):
    """The version of the message in which a person saw the new place."""

    seen_version = forms.IntegerField(min_value=1)


class ChoiceForm(AttemptForm):
    """The occurrence that an ambiguous quote refers to."""

    start = forms.IntegerField(min_value=0)


class QuoteReasonForm(AttemptForm):
    """The reason why a quote no longer counts, or why its differences do not matter."""

    reason = forms.CharField(
        max_length=MAX_REASON_CHARS,
        error_messages={"required": _("Say why in a few words; the reason is kept with the quote.")},
    )


LOOKS: tuple[Look, ...] = ("message", "all", "search")


class PaneForm(forms.Form):
    """The tab, the message and the search of a pane."""

    look = forms.ChoiceField(required=False, choices=[(look, look) for look in LOOKS])
    index = forms.IntegerField(required=False, min_value=0)
    query = forms.CharField(required=False, max_length=MAX_SEARCH_CHARS)
    whole = forms.BooleanField(required=False)

    def pane_query(self) -> PaneQuery:
        """Return the parameters of the pane."""
        self.is_valid()
        given = self.cleaned_data
        return PaneQuery(
            given.get("look") or "message", given.get("index"), given.get("query", ""), given.get("whole", False)
        )


class TrialForm(forms.Form):
    """Words and the message to try them in."""

    text = forms.CharField(required=False)
    message_index = forms.IntegerField(required=False, min_value=0)

    def words_and_index(self) -> tuple[str, int]:
        """Return the words and the index of the message; -1 for none."""
        self.is_valid()
        index = self.cleaned_data.get("message_index")
        return unwrapped(self.cleaned_data.get("text", "")), -1 if index is None else index


_PLACES = regex.compile(r"\d{1,9}:\d{1,9}:\d{1,9}(?:,\d{1,9}:\d{1,9}:\d{1,9})*")
MAX_PLACES = 20
MessageRange = tuple[int, int, int]


class PlacesField(forms.CharField):
    """Ranges as `message:start:end`, in code points, separated by commas."""

    def clean(self, value: Any) -> list[MessageRange]:  # noqa: ANN401 - Django's signature
        """Return the ranges; none if the field is optional and empty."""
        text = super().clean(value)
        if not text and not self.required:
            return []
        if not _PLACES.fullmatch(text) or text.count(",") >= MAX_PLACES:
            raise forms.ValidationError(self.error_messages["required"])
        return [(int(index), int(start), int(end)) for index, start, end in (one.split(":") for one in text.split(","))]


class SelectionForm(forms.Form):
    """The current selection and its purpose: for a quote, an entry, or a new entry of a session."""

    quote = forms.IntegerField(min_value=0, required=False)
    entry = forms.IntegerField(min_value=0, required=False)
    session = forms.IntegerField(min_value=0, required=False)
    places = PlacesField()
    at = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        """Return the values, which must name exactly one purpose."""
        given = super().clean() or {}
        if [given.get(name) is None for name in ("quote", "entry", "session")].count(False) != 1:
            raise forms.ValidationError(_("Name a quote or an entry."))
        return given


class AnchorForm(AttemptForm):
    """The selection that a person chose for a quote: its ranges, and the words as they were shown.

    Its values are the selection, or one part for each of several messages.
    """

    places = PlacesField()

    def clean(self) -> dict[str, Any]:
        """Return the words at the ranges in place of these."""
        given: dict[str, Any] = super().clean() or {}
        self.selections = selections_of(self.entry.session, given.pop("places")) if "places" in given else []
        if len(self.selections) == 1:
            return {**given, "selection": self.selections[0]}
        return {**given, "parts": [(one.words, one.message_index) for one in self.selections]}

    @property
    def obstacle(self) -> Reason | None:
        """A selection for an older attempt, or with other words than were shown, is a conflict."""
        return Reason.CONFLICT if self.is_stale or not self._are_shown() else None

    def _are_shown(self) -> bool:
        given = self.data.getlist("words") if isinstance(self.data, QueryDict) else []
        shown = [unwrapped(words) for words in given]
        return bool(self.selections) and shown == [unwrapped(one.words) for one in self.selections]
