"""The parameters of the session reader, as read from the address; invalid values are ignored."""

from collections.abc import Iterable

from django import forms

from review.domain.limits import MAX_SEARCH_CHARS
from review.selectors.reader.session_page import ReaderQuery

SHOWN_STATES = ("exact", "normalized", "fuzzy", "failed", "ambiguous", "differences", "withdrawn")


PLACES = {"from", "quote", "show", "full", "find", "later", "add"}
"""The parameters that say what the reader shows; without one it begins where a quote waits for a person."""


class ReaderForm(forms.Form):
    """The parameters of the session reader; invalid values are ignored."""

    quote = forms.IntegerField(required=False, min_value=0)
    later = forms.IntegerField(required=False, min_value=0)
    add = forms.IntegerField(required=False, min_value=0)
    find = forms.CharField(required=False, max_length=MAX_SEARCH_CHARS)
    show = forms.ChoiceField(required=False, choices=[(state, state) for state in SHOWN_STATES])

    def reader_query(self) -> ReaderQuery:
        """Return the parameters of the reader."""
        self.is_valid()
        full = self.data.getlist("full") if hasattr(self.data, "getlist") else []
        firsts = list(_whole_numbers([self.data.get("from", "")]))
        return ReaderQuery(
            first=firsts[0] if firsts else 0,
            quote=self.cleaned_data.get("quote"),
            names_place=not PLACES.isdisjoint(self.data),
            show=self.cleaned_data.get("show", ""),
            full=frozenset(_whole_numbers(full)),
            find=self.cleaned_data.get("find", ""),
            later=self.cleaned_data.get("later"),
            add=self.cleaned_data.get("add"),
        )


class LoadedWindowsForm(forms.Form):
    """The windows of a session that the page has loaded."""

    def first_indexes(self) -> frozenset[int]:
        """Return the indexes of the first messages of those windows."""
        return frozenset(_whole_numbers(self.data.get("read", "").split(",")))


def _whole_numbers(texts: Iterable[str]) -> Iterable[int]:
    return (int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 10)  # noqa: PLR2004
