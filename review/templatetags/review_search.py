"""Template tags of the search: words for kinds, facets and orders, and addresses that keep the rest of a view."""

from django import template
from django.template.context import RequestContext

from review import wording
from review.selectors.search.saved_views import ListedViews, saved_views

register = template.Library()
register.simple_tag(wording.facet_value)
DROPPED = ("after", "page")
"""The parameters for the place in a list; another view begins at its start."""


@register.filter
def kind_name(code: str) -> str:
    """Return the name of a kind of things."""
    return str(wording.KINDS[code])


@register.filter
def facet_name(code: str) -> str:
    """Return the name of a facet."""
    return str(wording.FACETS[code])


@register.filter
def sort_name(code: str) -> str:
    """Return the name of an order."""
    return str(wording.SORTS[code])


@register.simple_tag(takes_context=True)
def view_with(context: RequestContext, name: str, value: str) -> str:
    """Return the address of this view with one parameter changed, from its beginning."""
    query = context["request"].GET.copy()
    for dropped in DROPPED:
        query.pop(dropped, None)
    query[name] = value
    return f"?{query.urlencode()}"


@register.simple_tag(takes_context=True)
def views_of(context: RequestContext, page: str) -> ListedViews:
    """Return the saved views of a page that the signed-in person has."""
    return saved_views(context["request"].user, page)
