"""An act: one thing that a person does to an entry, a quote, a comment or a source, as a row of a table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from review.acts.keys import Key
from review.domain.events import EntryEvent
from review.domain.policy import Granted
from review.domain.roles import Capability
from review.forms import ActForm
from review.models import ABOVE_CANDIDATE
from review.selectors.entries.entry_page import EntryPage
from review.wording import STAGES

Given = Mapping[str, Any]
"""The checked values of a form."""


class Part(StrEnum):
    """A part of the page of an entry that only some acts change.

    Every act changes the version of the entry, and so all parts with a form that sends it, and the history.
    """

    FACTS = "facts"
    CLAIM = "claim"
    QUOTES = "quotes"
    LATER = "later"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What a person sends, which service takes it, who may, and what is said afterwards.

    The service is called with the values of the form, the key of what the act is done to and the `actor`. `path` is the
    end of the address, if that is not the name; `key` presses its control.
    """

    name: str
    form: Callable[..., ActForm]
    service: Callable[..., Any]
    capability: Capability = Capability.REVIEW
    path: str = ""
    key: Key | None = None

    @property
    def ending(self) -> str:
        """The end of the address."""
        return self.path or self.name.replace("_", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Act):
    """A decision on an entry, which the gate or its service may refuse; `event` is what records it.

    `wanted` names it for who wanted it too late, `done` is what is said once it is made; both may name the stage that
    it leads to. `changes` are the parts of the page that it changes beside those that every act changes. `texts` are
    the fields that a person writes: they are shown again when the decision comes too late. `hands_to` is the field that
    names who is to decide instead. `claim_key` presses its control where it answers the question about the claim.
    """

    event: type[EntryEvent]
    wanted: object
    done: object
    changes: frozenset[Part] = frozenset()
    may_repeat: Callable[[EntryPage, str], bool] = lambda page, _to: not page.is_settled
    """Whether it is still possible on an entry that has changed, given the stage that was wanted."""
    texts: tuple[str, ...] = ()
    hands_to: str = ""
    open_form: str = ""
    claim_key: Key | None = None
    asks_password: bool = False
    without: tuple[tuple[str, "Decision"], ...] = ()
    """The decision that it is when a field is empty."""

    def as_sent(self, given: Given) -> "Decision":
        """Return the decision that the values of the form make of it."""
        return next((other for name, other in self.without if name not in given), self)

    def said(self, decision: Granted) -> str:
        """Return the sentence for the decision once it is made."""
        return _of_stage(self.done, decision.to)

    def wanted_at(self, to: str) -> str:
        """Return the decision in words, for who wanted it; *to* is the stage that was wanted."""
        return _of_stage(self.wanted, to)

    def ended_as(self, decision: Granted, given: Given, *, actor: AbstractBaseUser) -> str | None:
        """Return the kind under which the sitting counts the decision; None if the turn of the entry goes on."""
        if self.hands_to and given[self.hands_to] == actor:
            return None
        return self.event.ends_turn_as or (str(decision.to) if decision.to in ABOVE_CANDIDATE else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Act):
    """An act whose sentence follows from what its service returns."""

    said: Callable[[Any], str]


def _of_stage(sentence: object, stage: str) -> str:
    return str(sentence) % {"stage": STAGES.get(stage, "")}


def by_name(*acts: Act) -> Mapping[str, Any]:
    """Return a table of acts, in their order."""
    return {act.name: act for act in acts}
