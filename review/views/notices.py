"""The notifications of a person: mentions, replies, and decisions on their entries."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from review.selectors.keyset import read_cursor
from review.selectors.notices import notice_page
from review.services.notices import note_seen
from review.views._requests import SignedInRequest


@require_safe
def notice_list(request: SignedInRequest) -> HttpResponse:
    """List the notifications of a person, newest first; those listed and all older ones are then seen."""
    found = notice_page(request.user, read_cursor(request.GET))
    if found.rows:
        note_seen(newest=found.rows[0].notice.pk, person=request.user)
    return render(request, "review/notices/notice_list.html", {"found": found, "page": found.page})
