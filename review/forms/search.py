"""The parameters of the search page."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from review.domain.limits import MAX_SEARCH_CHARS, MAX_VIEW_NAME_CHARS
from review.domain.row_keys import MAX_KEY
from review.models import Project, ViewOf
from review.selectors.access import Person, visible_projects
from review.selectors.search.facets import CONDITIONS
from review.selectors.search.search_page import KINDS, NEWEST, SORTS, SearchQuery

MAX_CHOSEN, MAX_VALUE_CHARS = 20, 200
MAX_QUERY_CHARS = 1_500
PLACES = ("after", "at", "page")


class SearchForm(forms.Form):
    """Words, a kind, an order and a place in it; invalid values and unknown facets are ignored."""

    q = forms.CharField(label=_("Search"), required=False, max_length=MAX_SEARCH_CHARS)
    kind = forms.ChoiceField(required=False, choices=[(kind, kind) for kind in KINDS])
    sort = forms.ChoiceField(required=False, choices=[(sort, sort) for sort in SORTS])
    after = forms.IntegerField(required=False, min_value=0, max_value=MAX_KEY)

    def search_query(self) -> SearchQuery:
        """Return the search."""
        self.is_valid()
        given = getattr(self, "cleaned_data", {})
        return SearchQuery(
            words=given.get("q", ""),
            kind=given.get("kind", ""),
            sort=given.get("sort") or NEWEST,
            after=given.get("after"),
            chosen=_chosen(self.data) if isinstance(self.data, QueryDict) else {},
        )


def _chosen(data: QueryDict) -> dict[str, tuple[str, ...]]:
    """Return the chosen values of facets."""
    given = {name: data.getlist(name)[:MAX_CHOSEN] for name in CONDITIONS}
    valid = {name: tuple(one for one in values if _is_valid(one)) for name, values in given.items()}
    return {name: values for name, values in valid.items() if values}


def _is_valid(value: str) -> bool:
    return 0 < len(value) <= MAX_VALUE_CHARS and "\0" not in value


class SavedViewForm(forms.Form):
    """A name for the address of a page, and the project that shares it, if any."""

    name = forms.CharField(label=_("Name"), max_length=MAX_VIEW_NAME_CHARS)
    page = forms.ChoiceField(choices=ViewOf.choices)
    query = forms.CharField(required=False, max_length=MAX_QUERY_CHARS)
    project = forms.ModelChoiceField(queryset=Project.objects.none(), required=False, to_field_name="slug")

    def __init__(self, *args: Any, user: Person, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        super().__init__(*args, **kwargs)
        field = self.fields["project"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = visible_projects(user)

    def clean_query(self) -> str:
        """Return the parameters without the place in the list: a view begins at its start."""
        query = QueryDict(self.cleaned_data["query"], mutable=True)
        for name in PLACES:
            query.pop(name, None)
        return query.urlencode()
