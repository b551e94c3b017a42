"""What a person prefers: the theme."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.views.decorators.http import require_POST

from review.forms import ThemeForm
from review.views._requests import next_page

YEAR = 365 * 24 * 60 * 60


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the chosen theme in a cookie and return to the page it was chosen on."""
    answer = redirect(next_page(request, otherwise=resolve_url("review:home")))
    form = ThemeForm(request.POST)
    if form.is_valid():
        chosen = form.cleaned_data["theme"]
        answer.set_cookie("theme", chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True)
    return answer
