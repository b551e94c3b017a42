"""Names of codes from uploads and people; codes without a name are shown as they are."""

from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from review.domain.policy import PolicyItem, Reason
from review.domain.roles import Role
from review.models import Event, Extraction
from review.models.sessions import speaker_of
from review.wording.codes import (
    ENTRY_TYPES,
    EVENTS,
    FAILURES,
    MEMBER_ROLES,
    METHODS,
    MISSING,
    POLICY_REQUIREMENTS,
    SPEAKER_ROLES,
    VERDICTS,
)


class Made(Protocol):
    """What names its maker: a run, or the maker of several."""

    @property
    def extractor(self) -> str:
        """The program, empty if it is not stated."""

    @property
    def model(self) -> str:
        """The model, empty if it is not stated."""

    @property
    def prompt_version(self) -> str:
        """The version of the prompt, empty if it is not stated."""


def type_name(code: str) -> str:
    """Return the name of an entry's type."""
    return str(ENTRY_TYPES.get(code, code))


def type_code(name: str) -> str:
    """Return the code of the type with a name in the language of the reader; other names are their own code."""
    codes = {str(known).casefold(): code for code, known in ENTRY_TYPES.items()}
    return codes.get(name.casefold(), name)


def speaker_name(code: str) -> str:
    """Return the name of a speaker's role."""
    return str(SPEAKER_ROLES.get(speaker_of(code), code))


def member_role(code: str) -> str:
    """Return the name of a member's role."""
    return str(MEMBER_ROLES[Role(code)]) if code in set(Role) else code


def actor_name(name: str) -> str:
    """Return the actor of an event: a person by name, or the system."""
    return pgettext("actor", "system") if name == Event.SYSTEM else name


def event_name(code: str) -> str:
    """Return the name of a kind of event."""
    return str(EVENTS.get(code, code))


def failure_name(code: str) -> str:
    """Return the name of a reason for failing."""
    return str(FAILURES[code][0]) if code in FAILURES else code


def verdict_name(code: str) -> str:
    """Return the name of a verdict."""
    return str(VERDICTS.get(code, code))


def method_name(code: str) -> str:
    """Return the name of a method, or of the state of a quote that has none."""
    if code in FAILURES:
        return failure_name(code)
    return str(METHODS.get("none" if code == "failed" else code, code))


def missing_name(code: str) -> str:
    """Return the name of a missing requirement."""
    return str(MISSING[Reason(code)]) if code in set(Reason) else code


def missed_names(codes: str) -> str:
    """Return the requirements of a policy, given with commas between, one after the other."""
    return ", ".join(str(POLICY_REQUIREMENTS[PolicyItem(code)]) for code in codes.split(","))


def made_by(made: Made) -> str:
    """Return the extractor, the model and the version of the prompt, as far as they are stated; empty if none is."""
    prompt = made.prompt_version and _("prompt %(version)s") % {"version": made.prompt_version}
    return " · ".join(part for part in (made.extractor, made.model, prompt) if part)


def maker_name(made: Made) -> str:
    """Return who made something, "unnamed" if nothing is stated."""
    return made_by(made) or pgettext("extractor", "unnamed")


def run_title(extraction: Extraction) -> str:
    """Return who made a run, or the beginning of its digest if nothing is stated."""
    return made_by(extraction) or extraction.digest[:8]
