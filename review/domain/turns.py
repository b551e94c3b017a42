"""The turns of the review queue, and the order that the weights of projects give them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

DEFAULT_WEIGHTS: Mapping[str, int] = MappingProxyType(
    {
        "certifiable": 80,
        "approvable": 70,
        "claim": 60,
        "differences": 50,
        "ambiguous": 40,
        "drifted": 30,
        "below_bar": 25,
        "failed": 20,
        "ready": 10,
    }
)
"""The kinds of turns with their default weights: work for other people first, then possible changes of meaning."""
TURNS = tuple(DEFAULT_WEIGHTS)
"""The turns that a project weights, in the order that breaks ties."""
ASSIGNED = "assigned"
"""The turn before all others: entries assigned to the owner of the queue."""


@dataclass(frozen=True, slots=True)
class Step:
    """One kind of turn, of the projects that give it the same weight; `name` stands for it in URLs."""

    turn: str
    projects: frozenset[int]
    name: str


def weights_of(stored: Mapping[str, int]) -> dict[str, int]:
    """Return the weight of every turn; a turn that the project has not set has its default weight.

    >>> weights_of({"ready": 90})["ready"], weights_of({"ready": 90})["failed"]
    (90, 20)
    """
    return {turn: stored.get(turn, weight) for turn, weight in DEFAULT_WEIGHTS.items()}


def steps_of(stored: Mapping[int, Mapping[str, int]]) -> tuple[Step, ...]:
    """Return the steps of a queue over projects from their stored weights: the heaviest first, none without weight.

    Projects that agree on a weight are one step, so that a queue over many equal ones needs no more queries.

    >>> [step.name for step in steps_of({1: {}, 2: {"ready": 90, "failed": 0}})][:3]
    ['ready.90', 'certifiable', 'approvable']
    """
    found = defaultdict[tuple[str, int], set[int]](set)
    for project, given in stored.items():
        for turn, weight in weights_of(given).items():
            found[turn, weight].add(project)
    weighed = [(turn, weight) for turn, weight in found if weight]
    kinds = [turn for turn, _ in weighed]
    weighed.sort(key=lambda one: (-one[1], TURNS.index(one[0])))
    return tuple(
        Step(turn, frozenset(found[turn, weight]), turn if kinds.count(turn) == 1 else f"{turn}.{weight}")
        for turn, weight in weighed
    )


def unoffered(stored: Mapping[int, Mapping[str, int]]) -> Mapping[str, frozenset[int]]:
    """Return the turns that some projects leave out of the queue, with these projects."""
    weightless = {
        turn: frozenset(project for project, given in stored.items() if not weights_of(given)[turn]) for turn in TURNS
    }
    return {turn: projects for turn, projects in weightless.items() if projects}
