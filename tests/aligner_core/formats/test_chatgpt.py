"""ChatGPT's export: a tree with abandoned branches, parts that are objects, times that are fractions or null."""

from typing import Any

import pytest

from tests.aligner_core.formats.files import EN, case, noted, read_json, turns


def node(
    words: object, parent: str | None = None, children: tuple[object, ...] = (), **message: object
) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [words]} if isinstance(words, str) else words
    return {
        "parent": parent,
        "children": list(children),
        "message": {"author": {"role": "user"}, "content": content, "create_time": None, **message},
    }


def conversation(**nodes: object) -> dict[str, Any]:
    return {"conversation_id": "c", "title": "T", "mapping": nodes, "current_node": list(nodes)[-1]}


def test_chatgpt_reads_the_current_branch() -> None:
    reading = case("chatgpt--alone.json")

    assert turns(reading) == [
        [
            ("user", "How long?"),
            ("assistant", EN),
            ("user", "And this picture?"),
            ("assistant", "print(3600)"),
            ("assistant", "Done. 됐어요."),
        ]
    ]
    assert (reading.sessions[0].session_id, reading.sessions[0].title) == ("conv-1", "Cache lifetime")


def test_chatgpt_offers_the_other_branches() -> None:
    reading = case("chatgpt--alone.json")

    assert [(one.session_id, [m.content for m in one.messages]) for one in reading.alternates] == [
        ("conv-1#conv-1-a1", ["How long?", "Two hours."])
    ]
    assert noted(reading) == [
        ("other_branches", "mapping", (None, 1)),
        ("left_out", "mapping.conv-1-sys.message", ("hidden message", 1)),
        ("left_out", "mapping.conv-1-u2.message.content.parts[0]", ("image_asset_pointer", 1)),
    ]


def test_chatgpt_reads_times_in_seconds() -> None:
    messages = case("chatgpt--alone.json").sessions[0].messages

    assert [message.timestamp for message in messages[:3]] == [
        "2025-10-09T08:53:21.250000+00:00",
        "2025-10-09T08:53:23.750000+00:00",
        "",
    ]


@pytest.mark.parametrize("moment", [None, True, "1760000000", 10**12, -5, [1]])
def test_chatgpt_ignores_what_is_no_time(moment: object) -> None:
    reading = read_json(conversation(a=node("One.", create_time=moment)))

    assert [message.timestamp for message in reading.sessions[0].messages] == [""]


def test_chatgpt_reads_every_file_of_an_archive_and_never_the_user() -> None:
    reading = case("chatgpt--split.zip")

    assert [session.session_id for session in reading.sessions] == ["conv-1", "conv-2"]
    assert reading.rule == (
        "ChatGPT export: `mapping` of nodes, in `conversations-000.json`, `conversations-001.json` of the archive"
    )
    assert noted(reading)[:2] == [
        ("left_out", "", ("file of the archive", 1)),
        ("other_branches", "conversations-000.json: [0].mapping", (None, 1)),
    ]


@pytest.mark.parametrize("current", [None, 3, "gone"])
def test_chatgpt_takes_the_newest_end_where_none_is_current(current: object) -> None:
    given = conversation(
        root={"message": None, "parent": None, "children": ["a", "b"]},
        a=node("Newer.", "root", create_time=20.5),
        b=node("Older.", "root", create_time=10),
    )
    reading = read_json({**given, "current_node": current})

    assert turns(reading) == [[("user", "Newer.")]]
    assert noted(reading)[0] == ("branch_guessed", "current_node", (None, None))


def test_chatgpt_ends_on_parents_in_a_circle() -> None:
    given = conversation(a=node("One.", "b", ("b",)), b=node("Two.", "a", ("a", "c", 3)), c=node("Three.", "b"))

    assert turns(read_json(given)) == [[("user", "One."), ("user", "Two."), ("user", "Three.")]]


def test_chatgpt_without_any_message_is_no_session() -> None:
    reading = read_json([{"mapping": {"a": {"children": []}}}, conversation(a=node("One."))])

    assert turns(reading) == [[("user", "One.")]]
    assert [(note.code, note.where) for note in reading.notes if note.code == "empty_session"] == [
        ("empty_session", "[0]")
    ]


@pytest.mark.parametrize(
    ("content", "words", "kinds"),
    [
        ({"content_type": "execution_output", "text": "3600"}, ["3600"], []),
        ({"content_type": "tether_browsing_display", "result": "Found."}, ["Found."], []),
        ({"content_type": "thoughts", "thoughts": [{"content": "Hm."}]}, [], ["thoughts"]),
        ({"content_type": "reasoning_recap", "content": "Thought."}, [], ["reasoning_recap"]),
        ({"content_type": "text", "parts": [{"content_type": "audio_transcription", "text": "Hi."}]}, ["Hi."], []),
        ({"content_type": "text", "parts": [""]}, [], []),
        (None, [], ["content"]),
    ],
)  # fmt: skip
def test_chatgpt_reads_every_kind_of_content(content: object, words: list[str], kinds: list[str]) -> None:
    given = conversation(a={**node(""), "message": {"author": None, "content": content}})
    reading = read_json(given)

    assert [message.content for session in reading.sessions for message in session.messages] == words
    assert [note.params["kind"] for note in reading.notes if note.code == "left_out"] == kinds
    assert [note.code for note in reading.notes if note.code != "left_out"] == ([] if words else ["empty_session"])


def test_chatgpt_passes_over_nodes_that_are_none() -> None:
    given = conversation(a=node("One."), b=3, c={"message": {"content": None}, "parent": "b", "children": []})

    assert turns(read_json({**given, "current_node": "a"})) == [[("user", "One.")]]


def test_chatgpt_offers_branches_within_a_bound() -> None:
    nodes: dict[str, Any] = {"root": {"message": None, "parent": None, "children": []}}
    for number in range(300):
        nodes[f"n{number}"] = node("One.", f"n{number - 1}" if number else "root", (f"n{number + 1}", f"l{number}"))
        nodes[f"l{number}"] = node("Leaf.", f"n{number}")
    reading = read_json({**conversation(**nodes), "current_node": "n299"})

    assert noted(reading)[0] == ("other_branches", "mapping", (None, 300))
    assert 0 < len(reading.alternates) < 300
    assert sum(len(branch.messages) for branch in reading.alternates) <= 20_000
