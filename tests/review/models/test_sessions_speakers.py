import pytest

from review.speakers import KNOWN, OTHER, SPELLINGS, speaker_of


@pytest.mark.parametrize(("speaker", "spellings"), SPELLINGS.items())
def test_speaker_of_knows_every_spelling_in_any_case(speaker: str, spellings: tuple[str, ...]) -> None:
    assert {speaker_of(f" {spelling.upper()} ") for spelling in spellings} == {speaker}


def test_speaker_of_calls_nobody_else_by_name() -> None:
    assert speaker_of("narrator") == OTHER
    assert len(KNOWN) == len(set(KNOWN))
