"""The home page and the help page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from review.selectors.access import own_projects
from review.selectors.home import home
from review.selectors.tokens import ending_tokens
from review.views._requests import SignedInRequest

HIDDEN_EXAMPLE = "pay\u200b \u202e100"
"""An example for the help page, with both kinds of hidden characters."""


@require_safe
def home_page(request: SignedInRequest) -> HttpResponse:
    """Show the work that waits for the person."""
    context = {
        "home": home(request.user),
        "projects": own_projects(request.user),
        "ending_tokens": ending_tokens(request.user),
    }
    return render(request, "review/home/home.html", context)


@require_safe
def help_page(request: SignedInRequest) -> HttpResponse:
    """Explain methods, colours, keys and rules briefly."""
    return render(request, "review/home/help.html", {"hidden": HIDDEN_EXAMPLE})
