"""Webhooks in words: what is wrong with an address, what became of a delivery, and what was done."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from review.domain.addresses import Fault
from review.domain.webhooks import DeliveryState, Silence
from review.models import Webhook
from review.presentation.hidden import spell_out
from review.wording.names import event_name

URL_FAULTS: dict[str, object] = {
    Fault.NO_URL: gettext_lazy("This is no address of a server, such as https://example.com/hook."),
    Fault.NOT_HTTPS: gettext_lazy(
        "The address begins with https://. Who runs this server may allow a host inside by REVIEW_WEBHOOK_HOSTS."
    ),
    Fault.INSIDE: gettext_lazy(
        "This address is inside a network. Who runs this server may allow it by REVIEW_WEBHOOK_HOSTS."
    ),
}
ANSWERS: dict[str, object] = {
    **URL_FAULTS,
    "unresolved": gettext_lazy("The name of the host is not known."),
    "unreachable": gettext_lazy("Nobody answers there."),
    "late": gettext_lazy("It took too long."),
    "not_trusted": gettext_lazy("The certificate is not one for this host."),
    "broken_off": gettext_lazy("The connection broke off without an answer."),
    "sealed_otherwise": gettext_lazy("The server has another secret key by now: change the secret of the webhook."),
    "event_gone": gettext_lazy("The event is gone."),
}
SILENCES: dict[str, object] = {
    Silence.PERSON: gettext_lazy("switched off"),
    Silence.GONE: gettext_lazy("switched off: its receiver answered that it is gone"),
}
STATES: dict[str, object] = {
    DeliveryState.WAITING: pgettext_lazy("delivery", "waiting"),
    DeliveryState.DELIVERED: pgettext_lazy("delivery", "delivered"),
    DeliveryState.DEAD: pgettext_lazy("delivery", "dead"),
}


def delivery_state(code: str) -> str:
    """Return the name of the state of a delivery."""
    return str(STATES.get(code, code))


def answer_text(answer: str) -> str:
    """Return what came of a try: a sentence of ours, or what the receiver answered."""
    return str(ANSWERS[answer]) if answer in ANSWERS else spell_out(answer)


def silence_name(code: str) -> str:
    """Return why a webhook is not told."""
    return str(SILENCES.get(code, code))


def silence_text(webhook: Webhook) -> str:
    """Return whether a webhook is told, in a word or two."""
    return silence_name(webhook.silence) if webhook.silence else _("is told")


def types_text(webhook: Webhook) -> str:
    """Return of which events a webhook is told."""
    if not webhook.types:
        return _("all events")
    return " · ".join(map(event_name, webhook.types))


def sent_again_sentence(count: int) -> str:
    """Return how many deliveries are sent again."""
    return ngettext("%(count)s delivery is sent again.", "%(count)s deliveries are sent again.", count) % {
        "count": count
    }


DONE: dict[str, object] = {
    "off": gettext_lazy("Switched off. When it is on again, it is told what it missed."),
    "on": gettext_lazy("Switched on. What it missed is sent now."),
    "delete": gettext_lazy("The webhook is deleted with its deliveries."),
}
"""What is said after each act on a webhook."""
