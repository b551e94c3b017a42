"""Mistakes in the views of the desk: what a decision is answered with, and where it leads."""

from tests.mutants.mutation import Mutation

SERVICES, VIEWS = "tests/review/services", "tests/review/views"

MUTATIONS = (
    Mutation(
        "a lease that was lost is answered like one that was kept",
        "review/views/queue.py",
        "status=CONFLICT)",
        "status=200)",
        (f"{VIEWS}/test_queue.py",),
    ),
    Mutation(
        "a key of any length is looked for",
        "review/views/queue.py",
        "skipped.isdecimal() and len(skipped) < MAX_KEY_CHARS",
        "skipped.isdecimal()",
        (f"{VIEWS}/test_queue.py",),
    ),
    Mutation(
        "the address of the queue stays behind what is shown",
        "review/views/queue.py",
        'response.headers["HX-Replace-Url"] = f"{reverse(\'review:queue\')}?{claimed.queue.here}"',
        "pass",
        (f"{VIEWS}/test_queue.py",),
    ),
    Mutation(
        "what is read in the queue is not noted",
        "review/views/queue.py",
        "note_read(entry, person=request.user)",
        "pass",
        (
            f"{VIEWS}/test_queue.py",
            f"{VIEWS}/test_bulk.py",
        ),
    ),
    Mutation(
        "a decision is said without what comes next",
        "review/views/queue.py",
        'next_sentence(done, str(entry or "")) if done else',
        "done if done else",
        (f"{VIEWS}/test_queue.py",),
    ),
    Mutation(
        "as many as one batch takes are too many",
        "review/views/bulk.py",
        "if count > MAX_ITEMS:",
        "if count >= MAX_ITEMS:",
        (f"{VIEWS}/test_bulk.py",),
    ),
    Mutation(
        "a batch goes on as soon as its page is opened",
        "review/views/bulk.py",
        '"goes_on": was_stepped and found.numbers.phase',
        '"goes_on": found.numbers.phase',
        (f"{VIEWS}/test_bulk.py",),
    ),
    Mutation(
        "repairs lead back to the list of entries",
        "review/views/bulk.py",
        "'review:failed' if is_repair else 'review:entry_list'",
        "'review:entry_list' if is_repair else 'review:entry_list'",
        (f"{VIEWS}/test_bulk.py",),
    ),
    Mutation(
        "entries of other projects are picked",
        "review/views/bulk.py",
        'visible_entries(request.user).filter(pk__in=form.cleaned_data["entry"])',
        'Entry.objects.filter(pk__in=form.cleaned_data["entry"])',
        (f"{VIEWS}/test_bulk.py",),
    ),
    Mutation(
        "what is not permitted in a batch is a page like any",
        "review/views/bulk.py",
        "if isinstance(outcome, Unchanged) and not outcome.is_permitted:",
        "if isinstance(outcome, Unchanged) and outcome.is_permitted:",
        (f"{VIEWS}/test_bulk.py",),
    ),
    Mutation(
        "a refused comment is answered as made",
        "review/views/comments.py",
        "status = CONFLICT if is_refused else 200",
        "status = 200",
        (f"{VIEWS}/test_comments.py",),
    ),
    Mutation(
        "a comment in the queue leads out of it",
        "review/views/comments.py",
        "entry.get_absolute_url() if query is None else",
        "entry.get_absolute_url() if query is not None else",
        (f"{VIEWS}/test_comments.py",),
    ),
    Mutation(
        "only the last notification of a page is seen",
        "review/views/notices.py",
        "found.rows[0].notice.pk",
        "found.rows[-1].notice.pk",
        (
            f"{VIEWS}/test_comments.py",
            f"{SERVICES}/test_notices.py",
        ),
    ),
    Mutation(
        "the queue goes on after a decision that could not be taken back",
        "review/views/undo.py",
        "if query is not None and not is_refused and event.event_type",
        "if query is not None and event.event_type",
        (
            f"{VIEWS}/test_undo.py",
            f"{VIEWS}/test_queue.py",
        ),
    ),
    Mutation(
        "a decision that could not be taken back is answered as taken back",
        "review/views/undo.py",
        "status=CONFLICT if is_refused else 200",
        "status=200",
        (f"{VIEWS}/test_undo.py",),
    ),
    Mutation(
        "what was taken back still counts in the sitting",
        "review/views/undo.py",
        'note_undone(request.session, event.body.get("to_stage") or ENDED_AS[event.event_type])',
        "pass",
        (
            f"{VIEWS}/test_undo.py",
            f"{VIEWS}/test_queue.py",
        ),
    ),
    Mutation(
        "the queue goes on after a change was called done and that was taken back",
        "review/views/undo.py",
        "(QuoteSplit, QuoteWithdrawn, QuoteRestored, ChangeResolved)",
        "(QuoteSplit, QuoteWithdrawn, QuoteRestored)",
        (
            f"{VIEWS}/test_undo.py",
            f"{VIEWS}/test_queue.py",
        ),
    ),
    Mutation(
        "too late is told as something else",
        "review/views/undo.py",
        "if is_over(event):",
        "if not is_over(event):",
        (f"{VIEWS}/test_undo.py",),
    ),
    Mutation(
        "a late decision skips again",
        "review/views/_late.py",
        'kept.pop("skipped", None)',
        "pass",
        (f"{VIEWS}/test_queue.py",),
    ),
    Mutation(
        "a blocked entry is offered to be verified again",
        "review/views/_late.py",
        "not (page.is_blocked and late.to == Stage.VERIFIED)",
        "True",
        (f"{VIEWS}/test_queue.py",),
    ),
    Mutation(
        "a rejected entry is offered to be demoted again",
        "review/views/_late.py",
        '"entry_demoted": is_above and not is_rejected',
        '"entry_demoted": is_above',
        (f"{VIEWS}/test_queue.py",),
    ),
    Mutation(
        "a password is written into the page of a late decision",
        "review/views/_late.py",
        'frozenset({"csrfmiddlewaretoken", "seen_version", "password"})',
        'frozenset({"csrfmiddlewaretoken", "seen_version"})',
        (
            f"{VIEWS}/test_queue.py",
            f"{VIEWS}/test_promotion.py",
        ),
    ),
    Mutation(
        "home shows projects of others",
        "review/views/home.py",
        "list(visible_projects(request.user))",
        "list(visible_projects(request.user).model.objects.all())",
        (f"{VIEWS}/test_home.py",),
    ),
)
