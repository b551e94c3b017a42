"""The home page and the help page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from review.selectors.access import visible_projects
from review.selectors.home import home
from review.views._requests import SignedInRequest, signed_in

HIDDEN_EXAMPLE = "pay\u200b \u202e100"
"""Words for the help page with a character of either kind that is drawn."""


@signed_in
@require_safe
def home_page(request: SignedInRequest) -> HttpResponse:
    """Show what waits."""
    context = {"home": home(request.user), "projects": list(visible_projects(request.user))}
    return render(request, "review/home.html", context)


@signed_in
@require_safe
def help_page(request: SignedInRequest) -> HttpResponse:
    """Explain methods, colours, keys and rules in short."""
    return render(request, "review/help.html", {"hidden": HIDDEN_EXAMPLE})
