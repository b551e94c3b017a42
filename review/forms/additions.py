"""Words of a message that a person adds as a quote, of an entry or of a new one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from review.domain.limits import MAX_CLAIM_BODY_CHARS, MAX_CLAIM_TITLE_CHARS, MAX_TYPE_CHARS
from review.domain.policy import Reason
from review.forms.acts import ActForm
from review.forms.repair import MessageRange, PlacesField, unwrapped
from review.models import Entry, ReviewSession
from review.payloads import ANSWER, is_stated
from review.selectors.repair.selection import Selection, selections_of, selections_reading
from review.services.repair.new_entries import NewClaim
from review.wording import type_code


class WordsForm(forms.Form):
    """Words of a message: at a place, as they were shown, or typed, with the number of their message.

    `selection` is the resulting selection; None if the message does not have the shown words at that place.
    """

    places = PlacesField(required=False)
    words = forms.CharField(strip=False, error_messages={"required": _("Write the words as they are in the message.")})
    message_index = forms.IntegerField(
        required=False, min_value=0, error_messages={"invalid": _("The message is a whole number, 0 or more.")}
    )

    session: ReviewSession
    selection: Selection | None = None

    def clean(self) -> dict[str, Any]:
        """Look up the words in the message."""
        given = super().clean() or {}
        if self.errors.keys().isdisjoint({"places", "words", "message_index"}):
            words = unwrapped(given["words"])
            places = given["places"]
            self.selection = self._shown(places, words) if places else self._typed(given["message_index"], words)
        return given

    def _shown(self, places: Sequence[MessageRange], words: str) -> Selection | None:
        if len(places) > 1:
            raise forms.ValidationError(_("Select the words of one message: each quote has one."))
        found = selections_of(self.session, places)
        return found[0] if [unwrapped(one.words) for one in found] == [words] else None

    def _typed(self, index: int | None, words: str) -> Selection:
        if index is None:
            raise forms.ValidationError({"message_index": _("Say which message has the words.")})
        found = selections_reading(self.session, words, index)
        if len(found) != 1:
            several = _(
                "Message #%(index)s has these words in several places: take more of them, or select them there."
            )
            none = _("Message #%(index)s does not have these words.")
            raise forms.ValidationError(several if found else none, params={"index": index})
        return found[0]


class AdditionForm(WordsForm, ActForm):
    """Words to add to an entry as a quote; its values are the selection and the version that was seen."""

    seen_version = forms.IntegerField(min_value=1)

    def __init__(self, data: QueryDict, *, entry: Entry) -> None:
        super().__init__(data, entry=entry)
        self.session = entry.session

    def clean(self) -> dict[str, Any]:
        """Look up the words in the message."""
        given = super().clean()
        return {"selection": self.selection, **{name: given[name] for name in given if name == "seen_version"}}

    @property
    def obstacle(self) -> Reason | None:
        """Words that are no longer at their place are a conflict."""
        return Reason.CONFLICT if self.selection is None else None


class NewEntryForm(WordsForm):
    """The statement of a person about some words: the title and the body of a claim, and its type."""

    title = forms.CharField(
        max_length=MAX_CLAIM_TITLE_CHARS, error_messages={"required": _("Write what the entry states.")}
    )
    body = forms.CharField(required=False, max_length=MAX_CLAIM_BODY_CHARS)
    type = forms.CharField(required=False, max_length=MAX_TYPE_CHARS)

    def __init__(self, *args: Any, session: ReviewSession, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        self.session = session

    def clean_title(self) -> str:
        """Return the title; invisible characters alone do not count as one."""
        title: str = self.cleaned_data["title"]
        if not is_stated(title):
            raise forms.ValidationError(self.fields["title"].error_messages["required"], code="required")
        return title

    def clean_type(self) -> str:
        """Return the code of a known type entered by its name, or else the text as entered."""
        code = type_code(self.cleaned_data["type"])
        if code == ANSWER:
            raise forms.ValidationError(_("An answer comes with the sources that it names: upload it."))
        return code

    def claim(self) -> NewClaim:
        """Return the claim, with normalized line ends."""
        given = self.cleaned_data
        return NewClaim(given["title"], unwrapped(given["body"]), given["type"])


class PlacesForm(forms.Form):
    """The place of the words that a new entry is to quote, if they were selected."""

    places = PlacesField(required=False)

    def selections(self, session: ReviewSession) -> list[Selection]:
        """Return the words of the messages there; nothing for invalid places."""
        return selections_of(session, self.cleaned_data["places"]) if self.is_valid() else []
