"""What the gate would decide of many entries, each to move one stage up, before anybody moves them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from review.domain.policy import Granted, Reason, Refused, Stage, decide
from review.models import Entry
from review.selectors.access import Person
from review.selectors.promotion.gate_facts import actor_facts, facts_of

NEXT_STAGES: Mapping[str, Stage] = MappingProxyType(
    {
        Stage.RAW: Stage.WORKING,
        Stage.WORKING: Stage.CANDIDATE,
        Stage.CANDIDATE: Stage.VERIFIED,
        Stage.VERIFIED: Stage.CERTIFIED,
        Stage.CERTIFIED: Stage.CERTIFIED,
    }
)
"""One stage further; the last one leads nowhere, which the gate refuses."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The entries that the gate lets a person promote by one stage, and the others with what stops them."""

    granted: tuple[tuple[Entry, Stage], ...]
    refused: tuple[tuple[Entry, Refused], ...]

    @property
    def steps(self) -> list[tuple[str, Stage, int]]:
        """From which stage to which one, and how many entries."""
        counted = Counter((entry.stage, to) for entry, to in self.granted)
        return [(*step, count) for step, count in counted.most_common()]

    @property
    def reasons(self) -> list[tuple[Reason, int]]:
        """Why entries are refused, and how many for each reason: one entry may have several."""
        return Counter(reason for _, refused in self.refused for reason in refused.reasons).most_common()


def forecast(entries: Sequence[Entry], *, actor: Person, to: Stage | None = None) -> Forecast:
    """Return what the gate decides of each entry for a person who gives no password; every proof is checked again.

    Each moves to one stage, or without one to its own next stage.
    """
    facts, rights = facts_of(entries, actor=actor), {}
    granted: list[tuple[Entry, Stage]] = []
    refused: list[tuple[Entry, Refused]] = []
    for entry in entries:
        project = entry.session.project_id
        if project not in rights:
            rights[project] = actor_facts(actor, entry)
        person = replace(
            rights[project], is_verifier=entry.verified_by_id is not None and entry.verified_by_id == actor.pk
        )
        match decide(facts[entry.pk], to=to or NEXT_STAGES[entry.stage], actor=person):
            case Granted(stage):
                granted.append((entry, stage))
            case Refused() as no:
                refused.append((entry, no))
    return Forecast(tuple(granted), tuple(refused))
