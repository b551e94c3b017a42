"""What the readers of other programs' files do with what is broken, empty or written otherwise in them."""

import io
import json
import zipfile

import pytest

from aligner_core.formats import FormatError, read, read_stream
from aligner_core.formats.event_streams import answer_in
from aligner_core.formats.mending import mended_json
from aligner_core.formats.moments import iso_moment
from aligner_core.formats.offsets import BYTES, UTF16, Offsets
from aligner_core.formats.slack import shown
from tests.aligner_core.formats.files import EN, KO, noted, quoted, read_json, read_lines, turns

ANSWER = {"role": "assistant", "content": EN}


def test_codex_reads_rollouts_without_envelopes() -> None:
    call = {"type": "function_call", "name": "shell", "call_id": "c", "arguments": "{}"}
    reading = read_lines(
        {"id": "old", "timestamp": "2025-05-01T09:00:00Z", "instructions": None},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "How long?"}]},
        {"record_type": "state"},
        call,
        {"type": "function_call_output", "call_id": "c", "output": "{broken"},
        {"type": "function_call_output", "call_id": "c", "output": [{"type": "input_text", "text": "3600"}]},
        {"type": "function_call_output", "call_id": "c", "output": "{}"},
        {"type": "message", "role": "assistant", "content": []},
    )

    assert reading.sessions[0].session_id == "old"
    assert turns(reading) == [[("user", "How long?"), ("tool", "{broken"), ("tool", "3600"), ("tool", "{}")]]
    assert [kind for _, _, kind in noted(reading)] == [("state", 1), ("function_call", 1)]


@pytest.mark.parametrize(
    ("rows", "kinds"),
    [
        pytest.param(
            [{"role": "user", "message": {"content": [{"type": "text", "text": EN}]}}, {"type": "status"}],
            [("status", 1)],
            id="cursor",
        ),
        pytest.param([{"role": "user", "content": EN}, {"other": 1}], [("row without a role", 1)], id="OpenAI"),
    ],
)
def test_rows_of_another_kind_are_counted(rows: list[object], kinds: list[tuple[str, int]]) -> None:
    reading = read_lines(*rows)

    assert turns(reading) == [[("user", EN)]]
    assert [kind for _, _, kind in noted(reading)] == kinds


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        pytest.param([{"author": {"username": "ines"}, "content": EN}], [("ines", EN)], id="messages of Discord"),
        pytest.param([{"source_id": 1, "source_info": EN}], [("document", EN)], id="a source of RAGTruth"),
        pytest.param(
            {"conversations": [{"from": "Dana", "value": EN}, 3]}, [("Dana", EN), ("", "")], id="turns of ShareGPT"
        ),
        pytest.param(
            {
                "messages": [
                    {"type": "message", "date": "d", "from": "Ines", "text": ""},
                    {"type": "message", "date": "d", "from": "Omar", "text": EN},
                ]
            },
            [("Omar", EN)],
            id="messages of Telegram",
        ),
        pytest.param(
            {
                "value": [
                    {"messageType": "message", "body": {"contentType": "text", "content": t}, "from": None}
                    for t in ("", EN)
                ]
            },
            [("", EN)],
            id="messages of Teams",
        ),
        pytest.param(
            {"core_memory": [{"label": "human", "value": "Kim"}], "messages": [{"role": "user", "content": "{broken"}]},
            [("user", "{broken")],
            id="an older agent of Letta",
        ),
        pytest.param(
            {"agents": [{"messages": [{"role": "user", "content": EN}]}, 3], "blocks": []}, [("user", EN)], id="Letta"
        ),
        pytest.param(
            {"chats": {"list": [3, {"messages": [{"type": "message", "date": "d", "text": EN, "from": "A"}]}]}},
            [("A", EN)],
            id="Telegram",
        ),
        pytest.param(
            {
                "request": {"contents": [{"role": "user", "parts": [{"text": "How long?"}]}]},
                "response": {"candidates": [{"content": {"role": "model", "parts": [{"text": EN}]}}]},
            },
            [("user", "How long?"), ("assistant", EN)],
            id="an exchange with Gemini",
        ),
        pytest.param(
            {
                "request": {"input": "How long?"},
                "response": {
                    "object": "response",
                    "output": [
                        {
                            "type": "message",
                            "role": "assistant",
                            "content": [{"type": "output_text", "text": EN, "annotations": []}],
                        }
                    ],
                },
            },
            [("assistant", EN)],
            id="an exchange with Responses",
        ),
    ],
)
def test_readers_take_other_forms(value: object, messages: list[tuple[str, str]]) -> None:
    assert turns(read_json(value)) == [messages]


def test_exchange_of_no_known_api_is_refused() -> None:
    with pytest.raises(FormatError):
        read_json({"request": {"messages": []}, "response": {"content": [3]}})


def test_label_studio_counts_a_task_without_a_text() -> None:
    region = {"type": "labels", "value": {"start": 0, "end": 3, "text": "one"}}
    reading = read_json([{"data": {"image": "u"}, "annotations": [{"result": [3, region]}]}])

    assert [kind for _, _, kind in noted(reading)] == [("labels", 1), ("task without a text", 1)]


def test_argilla_counts_a_record_without_a_text() -> None:
    reading = read_json([{"fields": {"chat": ["turn"]}, "responses": {}, "suggestions": {}}])

    assert ("left_out", "[0]", ("record without a text", 1)) in noted(reading)


def test_doccano_reads_rows_without_labels_and_counts_relations() -> None:
    reading = read_lines(
        {"text": "one hour", "entities": [{"start_offset": 0, "end_offset": 3, "label": "N"}, 3], "relations": [{}]},
        {"text": "two", "entities": []},
        {"text": "three", "label": [["a", 1, "N"], {"start": "x"}]},
    )

    assert quoted(reading) == [(0, "one")]
    assert [kind for _, _, kind in noted(reading)] == [
        *(("label outside of the text", 1), ("relations", 1), ("label outside of the text", 2)),
    ]  # fmt: skip


def test_claude_mem_takes_facts_as_a_list_and_as_a_text() -> None:
    rows = [{"title": "A", "memory_session_id": "m", "facts": facts} for facts in (["one", 2], "broken [", "3", None)]
    reading = read_json({"observations": rows})

    bodies = [entry.body for extraction in reading.extractions for entry in extraction.entries]
    assert bodies == ["one", "broken [", "", ""]


def test_locomo_passes_over_observations_that_are_none() -> None:
    turn = {"speaker": "Ana", "dia_id": "D1:1", "text": EN}
    held = {"session_1_observation": {"Ana": ["no list", [], [3], ["Fact", "D9:9", 4]], "Ben": "none"}, "other": 3}
    reading = read_json({"conversation": {"session_1": [turn, "no turn"]}, "observation": held})

    assert [entry.title for entry in reading.claims] == ["Fact"]


def test_slack_shows_what_it_shows() -> None:
    text = "<!here> <@U9|ines> <#C1> <mailto:a@b.c|a@b.c> <https://x.y> <!subteam^S1|@ops>"

    assert shown(text, {}) == "@here @ines #C1 a@b.c https://x.y @ops"


def test_slack_reads_what_of_an_archive_can_be_read() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("users.json", "[broken")
        archive.writestr("ops/2026-03-02.json", "{broken")
        archive.writestr("ops/2026-03-03.json", json.dumps([{"type": "message", "user": "U1", "text": EN, "ts": "x"}]))
    reading = read(made.getvalue())

    assert [[one.name for one in session.messages] for session in reading.sessions] == [["U1"]]
    assert [note.code for note in reading.notes] == ["unreadable_item"]
    assert list(read_stream(io.BytesIO(made.getvalue())).parts) == list(reading.parts)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param(
            'data: {"type": "response.completed", "response": {"object": "response"}}',
            {"object": "response"},
            id="Responses",
        ),
        pytest.param(
            'data: {"candidates": [{"content": {"parts": [{"text": "One"}]}}]}\r\n\r\n'
            'data: {"candidates": [{"content": '
            '{"parts": [{"text": " hour", "thought": false}, {"functionCall": {}}]}, "groundingMetadata": {}}]}\r\n',
            {
                "candidates": [
                    {
                        "groundingMetadata": {},
                        "content": {"role": "model", "parts": [{"functionCall": {}}, {"text": "One hour"}]},
                    }
                ]
            },
            id="Gemini",
        ),
        pytest.param('data: {"a": 1}\n\ndata: {"b": {"c": [}}\n', None, id="no answer"),
        pytest.param('data: {"choices": [{"delta": 3}]}', None, id="no words"),
        pytest.param("data are here", None, id="prose"),
    ],
)
def test_answer_in_puts_events_together(text: str, value: object) -> None:
    found = answer_in(text)

    assert (None if found is None else found.value) == value


@pytest.mark.parametrize("text", ['{"a": [1,, 2,]}', '{"entries": [], "b": }'])
def test_read_refuses_json_that_cannot_be_mended(text: str) -> None:
    with pytest.raises(FormatError) as refused:
        read(text)

    assert refused.value.code == "not_json"


def test_mended_json_changes_no_text() -> None:
    assert mended_json('{"a": "1,] // two /* three */"}') is None


def test_read_keeps_a_transcript_with_a_code_block() -> None:
    reading = read('User: Give me JSON.\nAssistant: Here:\n```json\n{"entries": []}\n```\n')

    assert reading.format == "transcript"


def test_read_takes_no_code_block_out_of_a_long_text() -> None:
    with pytest.raises(FormatError):
        read("prose\n" * 30 + '```json\n{"entries": []}\n```\n')


def test_stream_tells_first_how_it_was_put_together() -> None:
    parts = list(read_stream(io.BytesIO(b'{"entries": [],} // all')).parts)

    assert [note.code for note in parts[0].notes] == ["json_mended"]


@pytest.mark.parametrize("moment", [True, None, "x", -1, 10**400, float("inf")])
def test_iso_moment_of_no_moment_is_empty(moment: object) -> None:
    assert iso_moment(moment) == ""


@pytest.mark.parametrize(
    ("unit", "start", "end", "words"),
    [
        (UTF16, 3, 6, "one"),
        (UTF16, 3, 99, None),
        (BYTES, 5, 8, "one"),
        (BYTES, 1, 8, None),
        (UTF16, "3", "6", "one"),
        (UTF16, None, 6, None),
    ],
)
def test_offsets_hold_words_or_nothing(unit: str, start: object, end: object, words: str | None) -> None:
    assert Offsets("🙂 one", unit).words(start, end) == words


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("WEBVTT\n\nNOTE nothing", id="captions without cues"),
        pytest.param("1\n00:00:01,000 --> 00:00:02,000\n\n", id="SubRip without words"),
        pytest.param("[14.08.2025, 21:00:10] Notice", id="WhatsApp without messages"),
        pytest.param("팀 님과 카카오톡 대화\n저장한 날짜 : 2026-03-02\n", id="KakaoTalk without messages"),
        pytest.param("[LINE] Chat history with Ken\nSaved on: 2026/03/02\n", id="LINE without messages"),
        pytest.param("2026/03/02(Mon)\n15:15\tMina\t[Photo]\n", id="LINE with pictures alone"),
        pytest.param("Ines Roth  0:03\n\n", id="Otter without words"),
        pytest.param("09:00:01\t From  Ines : \n", id="Zoom without words"),
        pytest.param("speaker,text\nInes,\n", id="a table without words"),
        pytest.param("# Cache\n_Exported on 3/2/2026 from Cursor (2)_\n\nNothing.\n", id="Cursor without turns"),
    ],
)
def test_texts_in_which_nobody_says_anything_are_refused(text: str) -> None:
    with pytest.raises(FormatError) as refused:
        read(text)

    assert refused.value.code in {"nearest_format", "unknown_prose", "unknown_table"}


def test_chat_table_counts_what_cannot_be_read() -> None:
    reading = read(f'\nspeaker,text\nInes,{EN}\n,,,\nOmar,"{"x" * 140_000}"\n')

    assert turns(reading) == [[("Ines", EN)]]
    assert noted(reading)[0][2][0].startswith("rest of the table")


def test_chat_table_is_no_table_with_an_endless_header() -> None:
    with pytest.raises(FormatError):
        read("speaker," + "x" * 200_000)


def test_chat_keeps_words_before_the_first_speaker_apart() -> None:
    reading = read(f"팀 님과 카카오톡 대화\n\n머리말\n2026년 3월 2일 오후 7:03, 김민수 : {KO}\n")

    assert turns(reading) == [[("김민수", KO)]]
    assert ("left_out", "line 3", ("line without a speaker", 1)) in noted(reading)


def test_brat_keeps_a_remark_on_nothing_apart() -> None:
    reading = read("T1\tTIME 0 8\tone hour\n\n#1\tAnnotatorNotes T9\tno such\n")

    assert quoted(reading) == [(None, "one hour")]
    assert [kind for _, _, kind in noted(reading)] == [("#", 1)]
