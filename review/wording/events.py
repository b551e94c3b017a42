"""Decisions, attempts, uploads and the events of the journal, in words."""

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from aligner_core.evidence import three_digits
from review.domain.events import BY_TYPE, Words
from review.domain.policy import Reason, Refused, Stage
from review.domain.switches import SWITCHES, switch_named
from review.domain.tokens import Scope
from review.models import Acknowledgement, Alignment, Entry, Event, Quote, SourceCorrection, Standing
from review.presentation.hidden import spell_out
from review.selectors.quotes.quote_rows import HumanChoice
from review.services.repair.quotes import Attempted
from review.services.repair.restoring import Restored
from review.services.repair.splitting import Split
from review.wording.codes import (
    CHOICES,
    FAILURES,
    METHODS,
    MISSING,
    NOT_CERTIFIED,
    REFUSALS,
    STAGES,
)
from review.wording.lineage import kinship_sentences
from review.wording.names import event_name, failure_name, member_role, missed_names
from review.wording.people import POLICY_SWITCHES, SCOPES
from review.wording.queue import CHANGE_REASONS, TURN_NAMES

MAX_NAME_CHARS, MAX_TITLE_CHARS = 30, 80


def refusal_sentences(refused: Refused) -> list[str]:
    """Return a sentence for each reason of a refusal."""
    sentences = REFUSALS | NOT_CERTIFIED if refused.to == Stage.CERTIFIED else REFUSALS
    return [str(sentences[reason]) for reason in refused.reasons]


def own_change_sentence(*, is_done: bool) -> str:
    """Return the sentence for a decision that came after another one of the same person, or that was made already."""
    if is_done:
        return _("You have done this already.")
    return _("You changed this a moment ago, in another window. This is how it is now; please look again.")


def refusal_words(reason: Reason) -> str:
    """Return a reason of a refusal in a word or two for tables, if it has such a name; else its sentence."""
    return str(MISSING.get(reason) or REFUSALS[reason])


def outcome_sentence(outcome: Attempted | Quote | Acknowledgement | Split | Restored) -> str:
    """Return the sentence for a change of a quote: an attempt or a person's decision."""
    match outcome:
        case Attempted(alignment):
            return _attempt_sentence(alignment)
        case Split():
            count = len(outcome.parts)
            return ngettext("Split into %(count)s quote.", "Split into %(count)s quotes.", count) % {"count": count}
        case Quote(standing=Standing.COUNTS):
            return _("The split is undone: the quote counts again, its parts do not.")
        case Quote():
            return _("Withdrawn. The quote stays listed and no longer counts.")
        case Restored():
            return _("Restored. The quote counts again.")
        case Acknowledgement():
            return _("Acknowledged. A new attempt at the quote makes this void.")


def addition_sentence(quote: Quote) -> str:
    """Return the sentence for a quote that was added."""
    index = None if quote.current is None else quote.current.message_index
    return _("Added, word for word from #%(index)s. Does the claim hold for these words?") % {"index": index}


def entry_added_sentence(entry: Entry) -> str:
    """Return the sentence for an entry that was added."""
    return _("Added to the entries as %(stage)s: “%(title)s”") % {
        "stage": STAGES[entry.stage],
        "title": spell_out(Truncator(entry.title).chars(MAX_TITLE_CHARS)),
    }


def already_stated_sentence(entry: Entry) -> str:
    """Return why an entry is not added again."""
    return _("Entry %(number)s already states this with the same words.") % {"number": entry.pk}


def already_quoted_sentence(quote: Quote) -> str:
    """Return why words are not added again."""
    return _("Quote %(number)s already has this place.") % {"number": quote.position + 1}


def choice_sentence(choice: HumanChoice) -> str:
    """Return the sentence for a person's choice, with their name."""
    return str(CHOICES[choice.provenance]) % {"who": Truncator(choice.person).chars(MAX_NAME_CHARS)}


def correction_sentence(correction: SourceCorrection) -> str:
    """Return the sentence for the correction of an invented source."""
    if correction.replacement:
        return _("Corrected. The answer itself stays as it is.")
    return _("Struck. The answer itself stays as it is.")


def _attempt_sentence(alignment: Alignment) -> str:
    if not alignment.aligned:
        return _("Looked for again: %(reason)s.") % {"reason": FAILURES[alignment.reason][0]}
    params: dict[str, object] = {"method": METHODS[alignment.method], "index": alignment.message_index}
    if alignment.ambiguous:
        return _("Found in #%(index)s (%(method)s), in more than one place: choose one.") % params
    if alignment.method == "fuzzy":
        params["confidence"] = three_digits(alignment.confidence)
        return _("Found in #%(index)s (%(method)s, confidence %(confidence)s).") % params
    return _("Found in #%(index)s (%(method)s).") % params


def event_title(event: Event) -> str:
    """Return the title of an event; that of its type where its payload cannot be read."""
    declared = BY_TYPE.get(event.event_type)
    if declared is None:
        return event.event_type
    try:
        body = event.body
    except ValueError:
        return str(declared.event_title)
    return declared.title_of(body)


BATCH_CHARS = 8
"""The number of characters of its name that identify a batch, as on its own page."""


def event_details(event: Event) -> str:
    """Return the details of an event in one line, with its batch and its token, if any."""
    declared, recorded = BY_TYPE.get(event.event_type), event.recorded
    details = () if declared is None else declared.details(recorded, WORDS)
    batch = recorded.body.get("batch")
    batch_name = "" if batch is None else _("batch %(name)s") % {"name": batch[:BATCH_CHARS]}
    token_name = _("with the token %(name)s") % {"name": recorded.with_token} if recorded.with_token else ""
    return " · ".join(filter(None, (*details, batch_name, token_name)))


def _refusal(code: str) -> str:
    return str(REFUSALS[Reason(code)]) if code in set(Reason) else code


def _switch(code: str) -> str:
    return str(POLICY_SWITCHES[switch_named(code)][0]) if code in set(SWITCHES) else code


def _scope(code: str) -> str:
    return str(SCOPES[Scope(code)][0]) if code in set(Scope) else code


WORDS = Words(
    stage=lambda code: str(STAGES.get(code, code)),
    method=lambda code: str(METHODS[code]),
    failure=failure_name,
    refusal=_refusal,
    requirement=missed_names,
    switch=_switch,
    role=member_role,
    turn=lambda code: str(TURN_NAMES[code]),
    change=lambda code: str(CHANGE_REASONS[code]),
    event=event_name,
    scope=_scope,
    kinship=lambda person, beside: kinship_sentences(person, beside=beside),
)
"""The names that the details of events are put in."""
