"""The selection in a message as the server reads it, and the possible actions."""

from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from review.forms import SelectionForm
from review.selectors.access import require_review, visible_sessions
from review.selectors.repair.selection import selections_of
from review.views._requests import SignedInRequest
from review.views.entries import decidable_or_404
from review.views.repair import repairable_row


@require_safe
def selection(request: SignedInRequest) -> HttpResponse:
    """Show the selection as the server reads it: whole characters, and one quote per message."""
    form = SelectionForm(request.GET)
    if not form.is_valid():
        return HttpResponseBadRequest()
    given = form.cleaned_data
    if given["entry"] is not None:
        entry = decidable_or_404(request, given["entry"])
        context = {"entry": entry, "selections": selections_of(entry.session, given["places"])}
        return render(request, "review/repair/_selection_to_add.html", context)
    if given["session"] is not None:
        session = get_object_or_404(visible_sessions(request.user), pk=given["session"])
        require_review(request.user, session.project_id)
        context = {"session": session, "selections": selections_of(session, given["places"])}
        return render(request, "review/repair/_selection_for_entry.html", context)
    row = repairable_row(request, given["quote"])
    selections = selections_of(row.quote.entry.session, given["places"])
    context = {"row": row, "quote": row.quote, "selections": selections, "at": given["at"]}
    return render(request, "review/repair/_selection.html", context)
