"""The question whether a claim is still true, in words."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from aligner_core import Unjudged
from review.presentation.hidden import spell_out
from review.selectors.promotion.claims import ClaimPanel

FACT_KINDS = {
    "number": gettext_lazy("number"),
    "amount": gettext_lazy("amount"),
    "unit": gettext_lazy("unit"),
    "date": gettext_lazy("date"),
    "time": gettext_lazy("time"),
    "identifier": gettext_lazy("identifier"),
    "name": gettext_lazy("name"),
    "speaker": gettext_lazy("who said it"),
    "negation": gettext_lazy("negation"),
    "opposite": gettext_lazy("opposite"),
    "comparison": gettext_lazy("comparison"),
    "rate": gettext_lazy("how often"),
    "quantifier": gettext_lazy("quantity"),
    "modality": gettext_lazy("must, may, will"),
}
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


def question_sentence(panel: ClaimPanel) -> str:
    """Return why a claim needs an answer: the words of the model and of the message, missing and unjudged facts."""
    sentences = list(_of_words(panel)) if panel.replaced else []
    if panel.facts is not None and panel.waits_for_facts:
        words = ", ".join(f"“{spell_out(one.fact.text)}”" for one in panel.facts.missing[:MAX_NAMED_FACTS])
        if words:
            sentences.append(_("Not in the evidence: %(facts)s.") % {"facts": words})
        if panel.facts.report.reason is not None:
            sentences.append(str(NOT_JUDGED[panel.facts.report.reason]))
    return " ".join(sentences)


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
