"""Answer what people do to a quote: the changed part, or the whole page. Private to the views."""

from urllib.parse import urlsplit

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django_htmx.http import reswap, retarget, trigger_client_event

from review.forms import AttemptForm, ReaderForm, ReadForm
from review.models import Acknowledgement, Quote
from review.policy import Reason
from review.selectors.access import visible_entries
from review.selectors.answers import read_retrieval
from review.selectors.doctor import doctored
from review.selectors.entries import entry_page
from review.selectors.failures import failures, group_of
from review.selectors.quotes import QuoteRow, count_failed, quote_row, readable_quote
from review.selectors.rereading import reread
from review.services.quotes import Attempted, Declined
from review.services.splitting import Split
from review.views._requests import SignedInRequest, next_page, require_reviewer
from review.views.entries import CONFLICT, UNPROCESSABLE, show_entry
from review.wording import DECLINED, outcome_sentence

Outcome = Attempted | Declined | Quote | Acknowledgement | Split


def repairable(request: SignedInRequest, pk: int) -> QuoteRow:
    """Give a quote with what is wrong with it to somebody who may repair it."""
    quote = get_object_or_404(readable_quote(request.user, pk))
    require_reviewer(request, quote.entry.session.project_id)
    [row] = doctored([quote_row(quote)])
    return row


def invalid(request: SignedInRequest, row: QuoteRow, form: AttemptForm) -> HttpResponse:
    """Answer with what is wrong with the form, and what was typed."""
    return show(request, row, status=UNPROCESSABLE, form=form)


def answer(request: SignedInRequest, row: QuoteRow, outcome: Outcome) -> HttpResponse:
    """Answer with what was done to a quote, or why nothing was."""
    if isinstance(outcome, Declined):
        if outcome.reason is Reason.NOT_PERMITTED:
            raise PermissionDenied
        status = CONFLICT if outcome.reason is Reason.CONFLICT else UNPROCESSABLE
        return show(request, row, status=status, refusal=DECLINED[outcome.reason])
    done = outcome_sentence(outcome.alignment if isinstance(outcome, Attempted) else outcome)
    if not request.htmx:
        messages.success(request, done)
        return redirect(next_page(request, otherwise=_place_of(row, at=request.POST.get("at", ""))))
    if isinstance(outcome, Split) or row.state == "split":
        return _show_all(request, row, done=done)
    return show(request, row, done=done)


def _place_of(row: QuoteRow, *, at: str) -> str:
    """Give where the quote is seen: in its session for who reads there, else on the page of its entry."""
    if at == "reader":
        return f"{row.quote.entry.session.get_absolute_url()}?quote={row.quote.pk}#here"
    return f"{row.quote.entry.get_absolute_url()}#quote-{row.quote.pk}"


def show(request: SignedInRequest, row: QuoteRow, *, status: int = 200, **said: object) -> HttpResponse:
    """Answer with the changed part: a row of the failed list, a card with all that hangs on it, or the whole page."""
    entry = visible_entries(request.user).select_related("session__project", "extraction").get(pk=row.quote.entry_id)
    if not request.htmx:
        return show_entry(request, entry, status=status, acted_on=row.quote.pk, **said)
    context: dict[str, object] = {"entry": entry, "may_review": True, "acted_on": row.quote.pk, **said}
    if request.POST.get("at") == "reader":
        return _show_in_reader(request, row, context, status=status)
    if request.POST.get("at") == "row":
        return render(request, "review/_failed_answer.html", context | _listed(request, row), status=status)
    page = entry_page(entry, actor=request.user)
    card = next(card for card in page.cards if card.row.quote.pk == row.quote.pk)
    context |= {"card": card, "page": page, "failed": count_failed(request.user)}
    return render(request, "review/_quote_answer.html", context, status=status)


def _show_all(request: SignedInRequest, row: QuoteRow, *, done: str) -> HttpResponse:
    """Answer with every quote of the entry, since there are others now; lists of quotes have only their rows anew."""
    if request.POST.get("at") in {"row", "reader"}:
        return show(request, row, done=done)
    entry = visible_entries(request.user).select_related("session__project", "extraction").get(pk=row.quote.entry_id)
    answered = show_entry(request, entry, done=done, acted_on=row.quote.pk, failed=count_failed(request.user))
    return reswap(retarget(answered, "#entry"), "outerHTML")


def _show_in_reader(
    request: SignedInRequest, row: QuoteRow, context: dict[str, object], *, status: int
) -> HttpResponse:
    """Answer with the rows, messages and counters that a change shows in, each in its place; the map follows."""
    page = ReaderForm(QueryDict(urlsplit(request.htmx.current_url or "").query)).asked()
    again = reread(row, asked=page, read=ReadForm(request.POST).read(), user=request.user)
    context |= {"again": again, "asked": page, "session": again.session, "failed": count_failed(request.user)}
    context["retrieval"] = read_retrieval(again.session)
    fresh = quote_row(readable_quote(request.user, row.quote.pk).get())
    answered = render(request, "review/_reader_answer.html", context | {"row": fresh}, status=status)
    return trigger_client_event(
        answered, "evidence-changed", {"quote": row.quote.pk, "index": fresh.current.message_index}
    )


def _listed(request: SignedInRequest, row: QuoteRow) -> dict[str, object]:
    """Give what the failed list shows anew: the row, where it stood, and how much is left to repair."""
    [fresh] = doctored([quote_row(get_object_or_404(readable_quote(request.user, row.quote.pk)))])
    counts, group = failures(request.user, {}).counts, group_of(row)
    return {
        "row": fresh,
        "counts": counts,
        "group": group,
        "group_count": counts.by_group.get(group, 0),
        "next": next_page(request, otherwise=reverse("review:failed")),
    }
