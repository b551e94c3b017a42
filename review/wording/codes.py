"""Codes of methods, stages, reasons and events, in words; the codes themselves are never translated."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy, pgettext_lazy

from review.domain.events import BY_TYPE
from review.domain.policy import PolicyItem, Reason
from review.domain.roles import Role
from review.models import Provenance, choices

METHODS = {
    "exact": pgettext_lazy("method", "exact"),
    "normalized": pgettext_lazy("method", "normalized"),
    "fuzzy": pgettext_lazy("method", "fuzzy"),
    "none": pgettext_lazy("method", "failed"),
}
PROVENANCES = dict(choices.PROVENANCES)
CHOICES = {
    Provenance.EDITED_QUOTE: gettext_lazy("rewritten by %(who)s"),
    Provenance.SELECTED_BY_HAND: gettext_lazy("selected by %(who)s"),
    Provenance.SOURCE_TEXT: gettext_lazy("source text taken by %(who)s"),
    Provenance.SPLIT_PART: gettext_lazy("split by %(who)s"),
    Provenance.RESTORED: gettext_lazy("restored by %(who)s"),
    Provenance.MOVED_MESSAGE: gettext_lazy("moved by %(who)s"),
    Provenance.OCCURRENCE_CHOSEN: gettext_lazy("place chosen by %(who)s"),
    Provenance.PLACE_CONFIRMED: gettext_lazy("place confirmed by %(who)s"),
}

STAGES = dict(choices.STAGES)
ENTRY_TYPES = {
    "fact": pgettext_lazy("type", "fact"),
    "decision": pgettext_lazy("type", "decision"),
    "task": pgettext_lazy("type", "task"),
    "insight": pgettext_lazy("type", "insight"),
    "preference": pgettext_lazy("type", "preference"),
    "answer": pgettext_lazy("type", "answer"),
    "memory": pgettext_lazy("type", "memory"),
    "citation": pgettext_lazy("type", "citation"),
    "question": pgettext_lazy("type", "question"),
    "plan": pgettext_lazy("type", "plan"),
    "goal": pgettext_lazy("type", "goal"),
    "event": pgettext_lazy("type", "event"),
    "opinion": pgettext_lazy("type", "opinion"),
    "requirement": pgettext_lazy("type", "requirement"),
    "constraint": pgettext_lazy("type", "constraint"),
}
"""The types that extractors usually give; any other text is a type too, and its own name."""
SPEAKER_ROLES = {
    "user": pgettext_lazy("role", "user"),
    "assistant": pgettext_lazy("role", "assistant"),
    "system": pgettext_lazy("role", "system"),
    "tool": pgettext_lazy("role", "tool output"),
    "sub_agent": pgettext_lazy("role", "sub-agent"),
    "summary": pgettext_lazy("role", "summary"),
    "document": pgettext_lazy("role", "document"),
}
MEMBER_ROLES = {Role(code): name for code, name in choices.ROLES}
VERDICTS = {
    "verbatim": pgettext_lazy("verdict", "word for word"),
    "equal": pgettext_lazy("verdict", "the same, written otherwise"),
    "slip": pgettext_lazy("verdict", "a slip of spelling"),
    "differs": pgettext_lazy("verdict", "says something else"),
    "elsewhere": pgettext_lazy("verdict", "in another message"),
    "missing": pgettext_lazy("verdict", "not in the source"),
    "unchecked": pgettext_lazy("verdict", "not judged"),
}
FAILURES = {
    "below_threshold": (
        gettext_lazy("Near miss"),
        gettext_lazy("Similar words are there, but they stay below the bar."),
    ),
    "wrong_message": (
        gettext_lazy("Found in another message"),
        gettext_lazy("The message number is wrong. Nothing is moved until you say so."),
    ),
    "index_out_of_range": (
        gettext_lazy("No such message"),
        gettext_lazy("The message number is beyond the end of the session."),
    ),
    "unknown_source": (
        gettext_lazy("No such chunk"),
        gettext_lazy("The model named a chunk that was not retrieved here."),
    ),
    "invalid_index": (
        gettext_lazy("Not a message number"),
        gettext_lazy("The model gave no whole number, 0 or more, as the message."),
    ),
    "offsets_not_allowed": (
        gettext_lazy("Came with offsets"),
        gettext_lazy("Offsets from a model are ignored. One click looks for the words instead."),
    ),
    "quote_too_long": (
        gettext_lazy("Too long"),
        gettext_lazy("Quotes this long are only matched verbatim. Cut it to the part that matters."),
    ),
    "budget_exceeded": (
        gettext_lazy("Search took too long"),
        gettext_lazy("The search was stopped at its limit. Look for it again, or try a shorter quote."),
    ),
    "not_found": (
        gettext_lazy("No trace"),
        gettext_lazy("No message holds similar words. The model may have invented them."),
    ),
    "empty_quote": (
        gettext_lazy("Empty"),
        gettext_lazy("There are no words to look for."),
    ),
    "invalid_quote": (
        gettext_lazy("Not a text"),
        gettext_lazy("The model gave something other than words, or characters that cannot be stored."),
    ),
    "withdrawn": (
        gettext_lazy("Withdrawn"),
        gettext_lazy("A person said that the model invented these. They stay listed and no longer count."),
    ),
    "split": (
        gettext_lazy("Split"),
        gettext_lazy("A person split these into parts. The parts count in their place."),
    ),
    "undone": (
        gettext_lazy("Split undone"),
        gettext_lazy("These are parts of a split that was undone. The whole quote counts in their place."),
    ),
}
REQUIREMENTS = {
    Reason.NO_EVIDENCE: gettext_lazy("At least one valid quote"),
    Reason.EVIDENCE_NOT_ALIGNED: gettext_lazy("Every quote is aligned"),
    Reason.PROOF_FAILED: gettext_lazy("Every proof holds"),
    Reason.AMBIGUOUS_EVIDENCE: gettext_lazy("Each quote has one place"),
    Reason.DRIFTED_EVIDENCE: gettext_lazy("No source has changed"),
    Reason.UNACKNOWLEDGED_DIFFERENCES: gettext_lazy("Critical differences are resolved"),
    Reason.BELOW_PROJECT_BAR: gettext_lazy("None is below the bar of the project"),
    Reason.CLAIM_UNCONFIRMED: gettext_lazy("The claim still holds"),
    Reason.INVENTED_SOURCE: gettext_lazy("Every source it names is one of the chunks"),
    Reason.STALE_SOURCE_UNACKNOWLEDGED: gettext_lazy("No source is stale, or it is said"),
}
POLICY_REQUIREMENTS = {
    PolicyItem.EXPLAIN_SOURCES: gettext_lazy("The user said it, or a reason is given"),
    PolicyItem.TWO_REVIEWERS: gettext_lazy("Another reviewer has approved it"),
    PolicyItem.SEPARATE_SPAN_AUTHOR: gettext_lazy("Whoever verifies it neither chose its words nor wrote its claim"),
}
MISSING = {
    Reason.NO_EVIDENCE: pgettext_lazy("missing", "no quotes"),
    Reason.EVIDENCE_NOT_ALIGNED: pgettext_lazy("missing", "failed quote"),
    Reason.AMBIGUOUS_EVIDENCE: pgettext_lazy("missing", "several places"),
    Reason.DRIFTED_EVIDENCE: pgettext_lazy("missing", "message changed"),
    Reason.UNACKNOWLEDGED_DIFFERENCES: pgettext_lazy("missing", "critical difference"),
    Reason.BELOW_PROJECT_BAR: pgettext_lazy("missing", "below the bar"),
    Reason.CLAIM_UNCONFIRMED: pgettext_lazy("missing", "claim to confirm"),
    Reason.INVENTED_SOURCE: pgettext_lazy("missing", "invented source"),
    Reason.PROOF_FAILED: pgettext_lazy("missing", "broken proof"),
    Reason.STALE_SOURCE_UNACKNOWLEDGED: pgettext_lazy("missing", "stale source"),
    Reason.SOURCE_ROLE_UNEXPLAINED: pgettext_lazy("missing", "not said by the user"),
    Reason.SAME_REVIEWER: pgettext_lazy("missing", "another reviewer"),
}
"""The missing requirements of an entry in a word or two, for lists."""
REFUSALS = {
    Reason.NO_EVIDENCE: gettext_lazy("There is no valid quote."),
    Reason.EVIDENCE_NOT_ALIGNED: gettext_lazy("Evidence alignment failed. Cannot promote to Verified."),
    Reason.AMBIGUOUS_EVIDENCE: gettext_lazy("A quote is in more than one place: choose which one is meant."),
    Reason.UNACKNOWLEDGED_DIFFERENCES: gettext_lazy("A critical difference is open."),
    Reason.DRIFTED_EVIDENCE: gettext_lazy("The message behind a quote has changed since."),
    Reason.BELOW_PROJECT_BAR: gettext_lazy(
        "A quote is less similar to its message than the project asks for now: use the words of the message, or others."
    ),
    Reason.CLAIM_UNCONFIRMED: gettext_lazy(
        "The words under the claim changed, or lack facts of it: say whether it is true."
    ),
    Reason.INVENTED_SOURCE: gettext_lazy("The answer names a source that no chunk is: correct it."),
    Reason.STALE_SOURCE_UNACKNOWLEDGED: gettext_lazy(
        "The answer rests on a stale source and does not say so: give a reason why it will do."
    ),
    Reason.PROOF_FAILED: gettext_lazy("A proof does not hold against the stored message."),
    Reason.SAME_REVIEWER: gettext_lazy(
        "This project asks for a second person. Accounts that invited one another count as one until staff confirm "
        "them."
    ),
    Reason.NOT_PERMITTED: gettext_lazy("You may read this project, but not decide in it."),
    Reason.NEEDS_PERSON: gettext_lazy(
        "A person has to do this: the project lets no program verify, approve, give reasons or answer for a claim."
    ),
    Reason.WRONG_STAGE: gettext_lazy("That is not possible at this stage."),
    Reason.CONFLICT: gettext_lazy("Somebody changed this a moment ago. This is how it is now; please look again."),
    Reason.SOURCE_ROLE_UNEXPLAINED: gettext_lazy("The user did not say it, and no reason of yours is given."),
}
NOT_CERTIFIED = {
    Reason.SAME_REVIEWER: gettext_lazy(
        "Somebody other than the person who verified it has to certify. Accounts that invited one another count as one "
        "until staff confirm them."
    ),
    Reason.NOT_PERMITTED: gettext_lazy("Only a certifier certifies, with the password given again."),
}
DECLINED = {
    **REFUSALS,
    Reason.EVIDENCE_NOT_ALIGNED: gettext_lazy("These words do not align there, so nothing was stored."),
}
RELEVANCES = {
    "high": gettext_lazy("high"),
    "medium": gettext_lazy("medium"),
    "low": gettext_lazy("low"),
}
SEARCHES = {
    "classification": gettext_lazy("by classification"),
    "contextual": gettext_lazy("by context"),
    "keyword": gettext_lazy("by keyword"),
}
SEARCH_OUTCOMES = {
    "started": gettext_lazy("started"),
    "success": gettext_lazy("found chunks"),
    "no_result": gettext_lazy("found nothing"),
    "skipped": gettext_lazy("skipped"),
    "failed": gettext_lazy("Every search failed"),
}
DIFFERENCES = {
    "number": gettext_lazy("number differs"),
    "unit": gettext_lazy("unit differs"),
    "negation": gettext_lazy("negation differs"),
    "role": gettext_lazy("role in the sentence differs"),
    "operator": gettext_lazy("operator differs"),
    "identifier": gettext_lazy("identifier differs"),
    "name": gettext_lazy("name differs"),
    "speaker": gettext_lazy("somebody else said it"),
    "word": gettext_lazy("another word"),
    "unjudged": gettext_lazy("words of a language that is not judged"),
    "spelling": gettext_lazy("spelling"),
    "spacing": gettext_lazy("spacing"),
    "punctuation": gettext_lazy("punctuation"),
}
WARNINGS = {
    "short_quote": gettext_lazy("short quote"),
    "long_quote": gettext_lazy("long quote"),
    "cut_word": gettext_lazy("cuts a word"),
    "hidden_characters": gettext_lazy("hidden characters"),
    "confusable_letters": gettext_lazy("look-alike letters"),
    "hedged": gettext_lazy("hedged"),
}
EVENTS: Mapping[str, object] = {code: payload.event_title for code, payload in BY_TYPE.items()}
