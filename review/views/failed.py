"""The failed quotes of all sessions."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from review.forms import FailedFilterForm
from review.selectors.access import visible_quotes
from review.selectors.failures import failures, grouped
from review.selectors.mixes import mix_of
from review.selectors.uploads import reviewed_projects
from review.views._requests import PAGE_SIZE, SignedInRequest, signed_in


@signed_in
@require_safe
def failed_page(request: SignedInRequest) -> HttpResponse:
    """List every failed quote with what is wrong with it and the click that repairs it."""
    form = FailedFilterForm(request.GET, user=request.user)
    filters = form.chosen()
    found = failures(request.user, filters)
    page = Paginator(found.rows, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "filters": filters,
        "counts": found.counts,
        "is_cut": found.is_cut,
        "page": page,
        "groups": grouped(list(page.object_list), counts=found.counts),
        "mix": None if page.object_list else mix_of(visible_quotes(request.user)),
        "reviewed": reviewed_projects(request.user),
    }
    return render(request, "review/failed.html", context)
