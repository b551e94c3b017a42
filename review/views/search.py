"""The search page, and the palette of every page."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from review.forms import SavedViewForm, SearchForm
from review.selectors.people import project_rights
from review.selectors.search.saved_views import deletable_views
from review.selectors.search.search_page import palette_hits, search_page
from review.services.search.saved_views import delete_view, save_view
from review.views._requests import SignedInRequest
from review.wording import PAGES, view_sentence

Link = tuple[str, str, str]


@require_safe
def search(request: SignedInRequest) -> HttpResponse:
    """Show the results of a search: the hits of one kind, the counts of all, and the facets of entries."""
    page = search_page(request.user, SearchForm(request.GET).search_query())
    template = "review/search/_found.html" if request.htmx else "review/search/search.html"
    return render(request, template, {"page": page, "query": page.query})


@require_safe
def palette(request: SignedInRequest) -> HttpResponse:
    """Respond with the pages and the newest hits that match some words."""
    words = SearchForm(request.GET).search_query().words
    links = tuple(link for link in _pages(request) if words.strip().lower() in link[2].lower())
    context = {"words": words, "links": links, "tabs": palette_hits(request.user, words)}
    return render(request, "review/search/_palette_found.html", context)


@require_POST
def keep_view(request: SignedInRequest) -> HttpResponse:
    """Save the view of a page under a name, and return to it."""
    form = SavedViewForm(request.POST, user=request.user)
    if not form.is_valid():
        messages.error(request, view_sentence(None))
        return redirect("review:search")
    outcome = save_view(owner=request.user, **form.cleaned_data)
    messages.success(request, view_sentence(outcome))
    return redirect(f"{_address_of(form.cleaned_data['page'])}?{form.cleaned_data['query']}")


@require_POST
def forget_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete a view that is the person's own, or shared in a project that the person manages."""
    view = get_object_or_404(deletable_views(request.user), pk=pk)
    delete_view(view_id=view.pk)
    return redirect(f"{_address_of(view.page)}")


def _address_of(page: str) -> str:
    return reverse(f"review:{page}")


def _pages(request: SignedInRequest) -> Iterator[Link]:
    """Yield the name, the address and the title of every page in the navigation of a person."""
    rights = project_rights(request.user)
    hidden = {"upload": not rights.may_upload, "audit": not rights.audits}
    for name, title in PAGES.items():
        if not hidden.get(name):
            yield name, reverse(f"review:{name}"), str(title)
