"""Places that a claim may come from, in messages that an agent has."""

import pytest

from aligner_core._mcp.faults import ToolFailedError
from aligner_core._mcp.places import FoundPlaces, find_evidence

MESSAGES = ["금요일에 볼까요?", "좋아요. 저는 5월에 부산으로 이사했어요. KTX로 오세요.", "Is Busan far?"]


def nowhere() -> None:
    """Stand for a server that nobody may ask."""
    message = "the server was asked"
    raise AssertionError(message)


def found(claim: str, limit: int = 3) -> FoundPlaces:
    return find_evidence(nowhere, claim, messages=MESSAGES, limit=limit)  # type: ignore[arg-type]


@pytest.mark.parametrize("claim", ["User moved to Busan in May", "사용자는 5월에 부산으로 이사했다"])
def test_words_are_found_across_languages_without_a_server(claim: str) -> None:
    best = found(claim).items[0]

    assert (best.quote, best.message_index) == ("저는 5월에 부산으로 이사했어요.", 1)
    assert 0 < best.score <= 1


def test_as_many_places_come_as_are_asked_for() -> None:
    assert [len(found("User moved to Busan in May", limit).items) for limit in (1, 3)] == [1, 2]
    assert found("quarterly revenue").items == []


@pytest.mark.parametrize("given", [{}, {"messages": ["a"], "session": 1}])
def test_it_takes_either_messages_or_a_session(given: dict[str, object]) -> None:
    with pytest.raises(ToolFailedError, match="invalid_request: Either"):
        find_evidence(nowhere, "a", **given)  # type: ignore[arg-type]
