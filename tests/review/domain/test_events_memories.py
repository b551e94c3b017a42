"""Programs are told of every event after which a memory may be verified and was not, or the other way round."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, get_args, get_origin

import pytest

from review.domain.entry_state import EntryState
from review.domain.events import MEMORY_MOVES, PAYLOADS, DecisionReverted, EntryEvent, Payload, Recorded

NOW = datetime(2026, 10, 1, tzinfo=UTC)
OF_ENTRIES = [one for one in PAYLOADS if issubclass(one, EntryEvent)]
STAGES = {"from_stage": "verified", "to_stage": "candidate", "stage": "raw"}


class Whatever(dict[str, Any]):
    """An object that has every key."""

    def __missing__(self, key: str) -> str:
        return "x"


def sample(annotation: Any) -> Any:  # noqa: ANN401 - of any field
    """Return a value of the type of a field."""
    if annotation is bool:
        return True
    if annotation is int:
        return 7
    kind = get_origin(annotation) or annotation
    if kind in {list, tuple}:
        return []
    if kind is dict:
        return Whatever()
    if type(None) in get_args(annotation):
        return None
    return "x"


def body_of(payload: type[Payload]) -> dict[str, Any]:
    return {name: STAGES.get(name, sample(field.annotation)) for name, field in payload.model_fields.items()}


def states() -> Iterator[EntryState]:
    """Yield a memory that is verified, and one that was rejected then."""
    yield EntryState(stage="verified", verifier=("mina",), verified_at=NOW)
    yield EntryState(stage="verified", verifier=("mina",), rejection=("mina", "wrong"), rejected_at=NOW)


def memory(state: EntryState) -> tuple[object, ...]:
    """Return what programs know of a memory: whether it holds, at which stage, with which claim."""
    return state.stage, state.rejection is None, state.claim_version, tuple(state.claims)


def moves(payload: type[EntryEvent]) -> bool:
    """Return whether an event of a type changes what programs know, in any state."""
    changed = False
    for state in states():
        before = memory(state)
        payload.apply(state, Recorded("e-1", payload.event_type, body_of(payload), "mina", NOW, session=1))
        changed = changed or memory(state) != before
    return changed


@pytest.mark.parametrize("payload", OF_ENTRIES, ids={one: one.event_type for one in OF_ENTRIES}.get)
def test_an_event_that_changes_a_memory_says_so(payload: type[EntryEvent]) -> None:
    is_first = payload.event_type == "entry_added"  # it makes its entry, which nobody was told of

    assert payload.moves_memory is ((moves(payload) and not is_first) or payload is DecisionReverted)


def test_the_list_is_made_of_what_the_events_say() -> None:
    assert set(MEMORY_MOVES) == {
        "entry_promoted",
        "entry_demoted",
        "entry_rejected",
        "entry_reopened",
        "claim_corrected",
        "decision_reverted",
    }
