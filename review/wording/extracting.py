"""The extractor in words: why it is off, what it has spent, and why nothing came of it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from review.domain.extracting import ExtractorOff
from review.models import ExtractorRun

EXTRACTOR_OFF: dict[str, object] = {
    ExtractorOff.NO_MODEL: gettext_lazy("No model is chosen for this project. Its managers choose one on its page."),
    ExtractorOff.NO_KEY: gettext_lazy(
        "This server has no key for the model. Who runs it sets REVIEW_OPENAI_KEY or REVIEW_ANTHROPIC_KEY in its "
        "environment; a key is never stored."
    ),
    ExtractorOff.OTHER_HOST: gettext_lazy(
        "The key may not be sent to the server that is chosen for this project. Who runs this server allows its host "
        "by REVIEW_LLM_HOSTS."
    ),
    ExtractorOff.SPENT: gettext_lazy(
        "The tokens that this project may spend in a day are spent. It goes on tomorrow, or its managers allow more."
    ),
    ExtractorOff.RETRIEVAL: gettext_lazy("A retrieval is no conversation: there is nothing to extract from it."),
    ExtractorOff.RUNNING: gettext_lazy("An extraction of this session is running already."),
}
NO_ANSWER: dict[str, object] = {
    "timeout": gettext_lazy("The model did not answer in time."),
    "unreachable": gettext_lazy("The server of the model cannot be reached."),
    "rate_limited": gettext_lazy("The server of the model is asked too often."),
    "server_error": gettext_lazy("The server of the model has an error."),
    "not_authorized": gettext_lazy("The server of the model refuses the key."),
    "refused": gettext_lazy("The server of the model refuses the question: is there such a model?"),
    "other_protocol": gettext_lazy("The server answers by another protocol."),
    "cut_off": gettext_lazy("The answers of the model were all cut off."),
    "budget": gettext_lazy("The tokens that are left of this day do not suffice."),
}


def spent_sentence(run: ExtractorRun, *, is_stored: bool) -> str:
    """Return what an extraction has taken so far, and why nothing came of it, or only a part of it is stored."""
    tokens = run.input_tokens + run.output_tokens
    parts = [ngettext("%(count)s token", "%(count)s tokens", tokens) % {"count": f"{tokens:,}"}]
    if run.repaired or run.given_up:
        parts.append(
            _("%(repaired)s repaired, %(given_up)s given up")
            % {
                "repaired": run.repaired,
                "given_up": run.given_up,
            }
        )
    why = str(NO_ANSWER.get(run.code, _("No answer could be read."))) if run.code else ""
    missing = _("A part of the session was not read, what was read is stored.") if why and is_stored else ""
    return " · ".join(filter(None, [*parts, missing, why]))
