"""The question whether a claim is still true, in words."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from aligner_core import Unjudged
from review.presentation.hidden import spell_out
from review.selectors.promotion.claim_facts import Mark
from review.selectors.promotion.claims import ClaimPanel

NOT_JUDGED = {
    Unjudged.UNKNOWN_LANGUAGE: gettext_lazy(
        "Words are judged in Korean and English only. In the other language of the claim or its evidence, only "
        "numbers, dates and identifiers were compared."
    ),
    Unjudged.TOO_LONG: gettext_lazy(
        "The claim or its evidence is too long to be read to the end. The rest was not looked at."
    ),
    Unjudged.TOO_MANY_FACTS: gettext_lazy("The claim has more facts than are looked for. The rest was not looked at."),
    Unjudged.BUDGET: gettext_lazy("The comparison took too much work and was stopped. Not every fact was looked for."),
}
MAX_NAMED_FACTS = 3
"""The maximum number of missing facts in the question; all of them are listed under the claim."""
MAX_SHOWN = 120
"""How much is shown of the words of a claim or its evidence."""


def question_sentence(panel: ClaimPanel) -> str:
    """Return why a claim needs an answer: the words of the model and of the message, missing and unjudged facts."""
    sentences = list(_of_words(panel)) if panel.replaced else []
    if panel.facts is not None and panel.waits_for_facts:
        sentences += map(mark_sentence, panel.facts.missing[:MAX_NAMED_FACTS])
        if panel.facts.report.reason is not None:
            sentences.append(str(NOT_JUDGED[panel.facts.report.reason]))
    return " ".join(sentences)


def mark_sentence(mark: Mark) -> str:
    """Return what is wrong with a claim, in the words of the library: the claim's and those of the evidence."""
    is_korean = (get_language() or "").startswith("ko")
    return mark.reason.sentence("ko" if is_korean else "en", shown=_shown, at=mark.at)


def _shown(words: str) -> str:
    is_cut = len(words) > MAX_SHOWN
    return spell_out(words[:MAX_SHOWN]) + "…" * is_cut


def _of_words(panel: ClaimPanel) -> Iterator[str]:
    """Yield the changes of the words of the model, and the quotes that a person added."""
    if not all(one.is_added for one in panel.replaced):
        yield _changed(panel)
        yield _("The claim was built on the words of the model.")
    if any(one.is_added for one in panel.replaced):
        yield _("A person added words that the model did not quote.")


def _changed(panel: ClaimPanel) -> str:
    if panel.change is not None:
        model, message = map(spell_out, panel.change)
        return _("The model wrote “%(model)s”, the message says “%(message)s”.") % {"model": model, "message": message}
    if not any(one.words for one in panel.replaced):
        return _("Words that the model wrote were withdrawn.")
    return _("The message does not say what the model wrote.")


def answer_sentence(panel: ClaimPanel) -> str:
    """Return who answered for a claim, and when: today by the time of day."""
    if panel.answer is None:
        return ""
    moment = localtime(panel.answer.created_at)
    is_today = moment.date() == localtime(now()).date()
    named = {
        "who": panel.answer.actor.get_username(),
        "when": date_format(moment, "TIME_FORMAT" if is_today else "SHORT_DATETIME_FORMAT"),
    }
    if panel.is_corrected:
        return _("Claim corrected by %(who)s, %(when)s") % named
    return _("Claim confirmed by %(who)s, %(when)s") % named
