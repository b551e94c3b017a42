"""The decisions that the gate would make on promoting many entries by one stage, before anybody promotes them."""

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
"""The next stage of each; the last stage maps to itself, which the gate refuses."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The entries that the gate lets a person promote by one stage, and the others with the reasons against it."""

    granted: tuple[tuple[Entry, Stage], ...]
    refused: tuple[tuple[Entry, Refused], ...]

    @property
    def steps(self) -> list[tuple[str, Stage, int]]:
        """The steps from stage to stage, with their numbers of entries."""
        counted = Counter((entry.stage, to) for entry, to in self.granted)
        return [(*step, count) for step, count in counted.most_common()]

    @property
    def reasons(self) -> list[tuple[Reason, int]]:
        """The reasons for refusals, with their numbers of entries: one entry may have several."""
        return Counter(reason for _, refused in self.refused for reason in refused.reasons).most_common()


def forecast(entries: Sequence[Entry], *, actor: Person, to: Stage | None = None) -> Forecast:
    """Return the decision of the gate on each entry for a person without a password check; proofs are re-checked.

    Each entry moves to the given stage, or else to its own next stage.
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
