import pytest

from review.models.sessions import KNOWN_ROLES, OTHER, ROLE_SPELLINGS, speaker_of


@pytest.mark.parametrize(("speaker", "spellings"), ROLE_SPELLINGS.items())
def test_speaker_of_knows_every_spelling_in_any_case(speaker: str, spellings: tuple[str, ...]) -> None:
    assert {speaker_of(f" {spelling.upper()} ") for spelling in spellings} == {speaker}


def test_speaker_of_calls_nobody_else_by_name() -> None:
    assert speaker_of("narrator") == OTHER
    assert len(KNOWN_ROLES) == len(set(KNOWN_ROLES))
