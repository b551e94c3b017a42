"""The question whether a claim is still true, in words."""

from django.utils.formats import date_format
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _

from review.presentation.hidden import spell_out
from review.selectors.promotion.claims import ClaimPanel


def question_sentence(panel: ClaimPanel) -> str:
    """Return why a claim is asked about: what the model wrote, and what the message says."""
    built = _("The claim was built on the words of the model.")
    return f"{_changed(panel)} {built}"


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
        "when": date_format(moment, "H:i" if is_today else "SHORT_DATETIME_FORMAT"),
    }
    if panel.is_corrected:
        return _("Claim corrected by %(who)s, %(when)s") % named
    return _("Claim confirmed by %(who)s, %(when)s") % named
