"""Add an entry to a session, from selected or typed words."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from review.domain.policy import Reason
from review.forms import NewEntryForm, PlacesForm
from review.models import Entry, ReviewSession
from review.payloads import ANSWER
from review.selectors.access import require_review, visible_sessions
from review.selectors.repair.selection import Selection
from review.services.repair.new_entries import AlreadyStated, Declined, EntryMade, add_entry
from review.views._requests import CONFLICT, UNPROCESSABLE, SignedInRequest
from review.wording import DECLINED, ENTRY_TYPES, already_stated_sentence, entry_added_sentence

TYPE_NAMES = tuple(name for code, name in ENTRY_TYPES.items() if code != ANSWER)


@require_http_methods(["GET", "HEAD", "POST"])
def new_entry(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the form of a new entry, or add it."""
    session = get_object_or_404(visible_sessions(request.user).select_related("project"), pk=pk)
    require_review(request.user, session.project_id)
    if request.method == "POST":
        return _add(request, session)
    found = PlacesForm(request.GET).selections(session)
    return _form(request, NewEntryForm(session=session), chosen=found[0] if found else None)


def _add(request: SignedInRequest, session: ReviewSession) -> HttpResponse:
    form = NewEntryForm(request.POST, session=session)
    if not form.is_valid():
        return _form(request, form, chosen=form.selection, status=UNPROCESSABLE)
    if form.selection is None:
        return _refused(request, form, DECLINED[Reason.CONFLICT], status=CONFLICT)
    match add_entry(session_id=session.pk, claim=form.claim(), selection=form.selection, actor=request.user):
        case EntryMade(entry):
            return _added(request, entry)
        case AlreadyStated(entry):
            return _refused(request, form, already_stated_sentence(entry), status=UNPROCESSABLE)
        case Declined(Reason.NOT_PERMITTED):
            raise PermissionDenied
        case Declined(reason):
            status = CONFLICT if reason is Reason.CONFLICT else UNPROCESSABLE
            return _refused(request, form, DECLINED[reason], status=status)


def _added(request: SignedInRequest, entry: Entry) -> HttpResponse:
    """Redirect to the words in their session, where reading continues."""
    messages.success(request, entry_added_sentence(entry))
    address = f"{entry.session.get_absolute_url()}?quote={entry.quotes.get().pk}#here"
    return HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)


def _refused(request: SignedInRequest, form: NewEntryForm, sentence: object, *, status: int) -> HttpResponse:
    return _form(request, form, chosen=form.selection, refusal=sentence, status=status)


def _form(
    request: SignedInRequest,
    form: NewEntryForm,
    *,
    chosen: Selection | None = None,
    refusal: object = "",
    status: int = 200,
) -> HttpResponse:
    context = {"session": form.session, "form": form, "chosen": chosen, "refusal": refusal, "types": TYPE_NAMES}
    template = "review/repair/_new_entry_form.html" if request.htmx else "review/repair/new_entry.html"
    return render(request, template, context, status=status)
