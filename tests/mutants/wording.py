"""Mistakes in wording: how a decision, an event and a notification are put into words."""

from tests.mutants.mutation import Mutation

SERVICES, VIEWS, WORDING = "tests/review/services", "tests/review/views", "tests/review/wording"

MUTATIONS = (
    Mutation(
        "the last decision in the queue is said to be followed by another",
        "review/wording/queue.py",
        "if not claim:",
        "if claim:",
        (f"{VIEWS}/test_queue.py::test_rejecting_goes_on_too_and_the_last_one_says_so",),
    ),
    Mutation(
        "a sitting tells of what was not done",
        "review/wording/queue.py",
        "for kind, text in SITTING.items() if done.get(kind)",
        "for kind, text in SITTING.items() if kind in done",
        (f"{VIEWS}/test_queue.py::test_rejecting_goes_on_too_and_the_last_one_says_so",),
    ),
    Mutation(
        "an entry that somebody else has is called assigned to the reader",
        "review/wording/queue.py",
        'if name == "assigned" and by:',
        "if by:",
        (f"{VIEWS}/test_queue.py::test_an_entry_is_assigned_in_the_queue_and_taken_back_on_its_page",),
    ),
    Mutation(
        "a late certification is called by the name of an event",
        "review/acts/act.py",
        '{"stage": STAGES.get(stage, "")}',
        '{"stage": stage}',
        (f"{VIEWS}/test_queue.py::test_a_late_decision_names_the_wanted_stage_in_korean",),
    ),
    Mutation(
        "what is open is called settled",
        "review/wording/notices.py",
        "if row.is_settled else",
        "if not row.is_settled else",
        (f"{VIEWS}/test_comments.py::test_the_bell_counts_what_is_new_and_the_list_says_what_happened",),
    ),
    Mutation(
        "what a message demoted is shown as a code",
        "review/wording/notices.py",
        'return "" if row.event.body["drifted"] else str(row.event.body["reason"])',
        'return str(row.event.body["reason"])',
        (
            f"{VIEWS}/test_comments.py",
            f"{SERVICES}/test_notices.py",
        ),
    ),
    Mutation(
        "a person is said to have demoted what a message did",
        "review/wording/notices.py",
        'case _ if row.event.body["drifted"]:',
        'case _ if not row.event.body["drifted"]:',
        (
            f"{VIEWS}/test_comments.py",
            f"{SERVICES}/test_notices.py",
        ),
    ),
    Mutation(
        "a withdrawn quote is named by the number before its own",
        "review/domain/events/quotes.py",
        'return _("quote %(number)s: %(reason)s") % {"number": event["quote"] + 1, "reason": reason}',
        'return _("quote %(number)s: %(reason)s") % {"number": event["quote"], "reason": reason}',
        (
            f"{WORDING}/test_events.py",
            f"{VIEWS}/test_undo.py",
        ),
    ),
    Mutation(
        "who gave an assignment back is said to have left",
        "review/domain/events/requests.py",
        'event.body.get("cause") == "left"',
        'event.body.get("cause") != "left"',
        (f"{WORDING}/test_events.py",),
    ),
    Mutation(
        "a refused certification reads like a refused verification",
        "review/wording/events.py",
        "if refused.to == Stage.CERTIFIED else",
        "if refused.to != Stage.CERTIFIED else",
        (f"{VIEWS}/test_promotion.py",),
    ),
    Mutation(
        "words that are quoted already are named by the number before",
        "review/wording/events.py",
        '{"number": quote.position + 1}',
        '{"number": quote.position}',
        (f"{VIEWS}/test_additions.py",),
    ),
    Mutation(
        "an event of a batch does not name it",
        "review/wording/events.py",
        "filter(None, (*details, batch_name, token_name))",
        "filter(None, (*details, token_name))",
        (f"{WORDING}/test_events.py",),
    ),
    Mutation(
        "a source that was struck is replaced by nothing that is seen",
        "review/domain/events/statements.py",
        "event['replacement'] or '∅'",
        "event['replacement']",
        (
            f"{VIEWS}/test_retrievals.py",
            f"{VIEWS}/test_audit.py",
        ),
    ),
    Mutation(
        "a type is found only as it is written",
        "review/wording/names.py",
        "codes.get(name.casefold(), name)",
        "codes.get(name, name)",
        (f"{WORDING}/test_names.py",),
    ),
    Mutation(
        "one hundred facts are named in the question",
        "review/wording/claims.py",
        "panel.facts.missing[:MAX_NAMED_FACTS]",
        "panel.facts.missing",
        (
            f"{VIEWS}/test_promotion_claims.py",
            f"{VIEWS}/test_entries_facts.py",
        ),
    ),
)
