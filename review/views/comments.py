"""Comment on an entry, and resolve or reopen a comment."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from review.acts.act import Said
from review.domain.policy import Refused
from review.models import Comment, Entry
from review.selectors.comments import comments_on
from review.views._requests import CONFLICT, UNPROCESSABLE, SignedInRequest, queue_of
from review.views.entries import entry_response, permitted_or_404, readable_or_404
from review.wording import refusal_sentences


@require_POST
def comment(request: SignedInRequest, pk: int, act: Said) -> HttpResponse:
    """Comment on an entry, or reply to a comment."""
    entry = permitted_or_404(request, pk, act.capability)
    form = act.form(request.POST, entry=entry)
    if not form.is_valid():
        if not request.htmx:
            shown = readable_or_404(request, entry.pk)
            return entry_response(request, shown, comment_form=form, status=UNPROCESSABLE)
        return _comments_response(request, entry, comment_form=form, status=UNPROCESSABLE)
    made = act.service(entry_id=entry.pk, actor=request.user, **form.cleaned_data)
    return _outcome_response(request, entry, made, act=act)


@require_POST
def comment_act(request: SignedInRequest, pk: int, act: Said) -> HttpResponse:
    """Resolve a comment, as its request is done or not needed; or reopen it."""
    asked = get_object_or_404(Comment, pk=pk)
    entry = permitted_or_404(request, asked.entry_id, act.capability)
    outcome = act.service(comment_id=asked.pk, actor=request.user)
    return _outcome_response(request, entry, outcome, act=act)


def _outcome_response(request: SignedInRequest, entry: Entry, outcome: Comment | Refused, *, act: Said) -> HttpResponse:
    is_refused = isinstance(outcome, Refused)
    sentence = " ".join(refusal_sentences(outcome)) if isinstance(outcome, Refused) else act.said(outcome)
    if request.htmx:
        status = CONFLICT if is_refused else 200
        return _comments_response(request, entry, status=status, said=sentence, is_refused=is_refused)
    messages.add_message(request, messages.ERROR if is_refused else messages.SUCCESS, sentence)
    query = queue_of(request)
    page = entry.get_absolute_url() if query is None else f"{reverse('review:queue')}?{query.urlencode()}"
    return redirect(f"{page}#comments")


def _comments_response(request: SignedInRequest, entry: Entry, *, status: int, **extra: object) -> HttpResponse:
    """Respond with the comments alone: the rest of the page keeps its input and its scroll position."""
    context = {"entry": entry, "comments": comments_on(entry), "may_review": True, "is_open": True, **extra}
    return render(request, "review/comments/_comments_response.html", context, status=status)
