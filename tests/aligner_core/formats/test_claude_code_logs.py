"""Logs of a coding agent, on one day and on the next: every said word once, and nothing moves."""

import pytest

from aligner_core.formats import MessageUpload, read
from tests.aligner_core.formats.agent_logs import Log, logs, long_logs
from tests.aligner_core.formats.files import read_lines, turns

LOGS = [pytest.param(log, id=log.name) for log in (*logs(), *long_logs())]
PEOPLE = frozenset({"user", "assistant"})


def messages_of(data: bytes) -> list[MessageUpload]:
    return [message for session in read(data).sessions for message in session.messages]


@pytest.mark.parametrize("log", LOGS)
def test_claude_code_keeps_every_said_word_once_and_in_order(log: Log) -> None:
    said = [(message.role, message.content) for message in messages_of(log.on_day(2))]

    assert [one for one in said if one[0] in PEOPLE or one in log.said] == log.said


@pytest.mark.parametrize("log", LOGS)
def test_claude_code_keeps_what_a_program_put_in_from_the_words_of_the_person(log: Log) -> None:
    others = [one for one in messages_of(log.on_day(2)) if (one.role, one.content) not in log.said]

    assert {one.role for one in others} <= {"system", "tool", "summary"}


@pytest.mark.parametrize("log", LOGS)
def test_claude_code_only_appends_on_the_second_day(log: Log) -> None:
    first, second = messages_of(log.on_day(1)), messages_of(log.on_day(2))

    assert 0 < len(first) < len(second)
    assert second[: len(first)] == first


@pytest.mark.parametrize("log", LOGS)
def test_claude_code_reads_what_is_whole_while_the_last_line_is_written(log: Log) -> None:
    reading = read(log.while_written())

    assert messages_of(log.while_written()) == messages_of(log.on_day(1))
    assert [note.where for note in reading.notes if note.code == "unreadable_line"] == [f"line {log.first_day + 1}"]


@pytest.mark.parametrize("log", [pytest.param(log, id=log.name) for log in logs()])
def test_claude_code_moves_nothing_wherever_the_log_ended(log: Log) -> None:
    """A message that is being written is there in part; one that is written again may be taken for new."""
    whole = messages_of(log.on_day(2))
    lines = log.on_day(2).splitlines(keepends=True)
    for end in range(1, len(lines)):
        before = messages_of(b"".join(lines[:end])) if any(b'"message"' in line for line in lines[:end]) else []
        shared = [one for one, later in zip(before, whole, strict=False) if one == later]
        grown = [
            later.content.startswith(one.content) for one, later in zip(before, whole, strict=False) if one != later
        ]

        assert shared == before[: len(shared)]
        assert grown in ([], [True]) or log.name == "written_again"
        assert len(before) - len(shared) <= 1


def test_claude_code_notes_what_was_written_more_than_once() -> None:
    kinds = {log.name: _kept_once(log) for log in logs()}

    assert {name: given for name, given in kinds.items() if given} == {
        "growing": {"growing message": 6},
        "written_again": {"history": 6},
        "resumed": {"row": 4},
        "beside": {"row": 1},
    }


def _kept_once(log: Log) -> dict[str, int]:
    notes = [note for note in read(log.on_day(2)).notes if note.code == "kept_once"]
    assert not any(note.is_left_out for note in notes)
    return {note.params["kind"]: note.params["count"] for note in notes}


def asked(uuid: str, words: str, parent: str | None = None) -> dict[str, object]:
    message = {"role": "user", "content": words}
    return {"type": "user", "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message}


def answered(uuid: str, words: str, name: str = "") -> dict[str, object]:
    message = {"role": "assistant", "id": name, "content": [{"type": "text", "text": words}]}
    return {"type": "assistant", "uuid": uuid, "parentUuid": None, "sessionId": "s", "message": message}


def test_claude_code_keeps_what_a_person_says_twice() -> None:
    reading = read_lines(
        asked("a", "yes"),
        answered("b", "Done.", "m1"),
        asked("c", "yes"),
        answered("d", "Done.", "m2"),
        asked("e", "yes"),
    )

    assert [words for _, words in turns(reading)[0]] == ["yes", "Done.", "yes", "Done.", "yes"]


def test_claude_code_takes_the_longest_of_a_growing_message_whatever_comes_last() -> None:
    reading = read_lines(
        *(answered(str(n), words, "m") for n, words in enumerate(["the", "the lease", "the lea", "Two."]))
    )

    assert turns(reading) == [[("assistant", "the lease\nTwo.")]]


def test_claude_code_history_without_names_of_messages_is_told_by_what_is_around_it() -> None:
    """Answers without a name are history where one with a name beside them is."""
    talk = [("user", "One?", ""), ("assistant", "One.", ""), ("user", "Two?", ""), ("assistant", "Two.", "m2")]
    rows = [
        (asked if role == "user" else answered)(f"{turn}-{place}", words, *([name] if name else []))
        for turn in range(2)
        for place, (role, words, name) in enumerate(talk)
    ]

    assert turns(read_lines(*rows)) == [[(role, words) for role, words, _ in talk]]
