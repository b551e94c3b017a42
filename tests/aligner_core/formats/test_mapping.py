"""Rows of an unknown shape are read by a mapping: JSON, JSON in lines, tables, and texts without any keys."""

import io
import json
import zipfile
from typing import Any

import pytest

from aligner_core.errors import InvalidTypeError, InvalidValueError
from aligner_core.formats import Counting, FieldMapping, FormatError, mapping_from, read, read_sample, read_stream
from aligner_core.formats.unknown_rows import MAX_ROWS_LOOKED_AT
from tests.aligner_core.formats.files import noted, quoted, turns

FACTS = [
    {"fact": "We ship on Friday", "said": "ship on Friday", "msg": 1, "from": "Ben", "kind": "plan", "score": 0.9},
    {"fact": "QA needs two days", "said": "two more days", "msg": "2", "from": "Ana", "kind": "fact", "score": 0.8},
    {"fact": "We ship on Friday", "said": ["on Friday", ""], "msg": 1, "from": "Ben", "kind": "plan", "score": 0.7},
]
OF_FACTS = FieldMapping(claim="fact", quote="said", message="msg", speaker="from", type="kind")
CHAT = [
    {"conv": "a", "who": {"name": "Ana"}, "role": "user", "utterance": "We move to May.", "at": 1772442001},
    {"conv": "b", "who": {"name": "Bo"}, "role": "user", "utterance": "Fine.", "at": "2026-03-02 09:00"},
    {"conv": "a", "who": {"name": "Bo"}, "role": "user", "utterance": "", "at": None},
]
OF_CHAT = FieldMapping(words="utterance", speaker="who.name", role="role", time="at", session="conv")


def test_read_takes_claims_and_quotes_by_a_mapping() -> None:
    reading = read(json.dumps(FACTS), mapping=OF_FACTS)

    entries = reading.extractions[0].entries
    assert [(one.title, one.type, one.body, len(one.quotes)) for one in entries] == [
        ("We ship on Friday", "plan", "speaker: Ben", 2),
        ("QA needs two days", "fact", "speaker: Ana", 1),
    ]
    assert quoted(reading) == [(1, "ship on Friday"), (1, "on Friday"), (2, "two more days")]
    assert (reading.format, reading.counting) == ("mapped", Counting.MESSAGES)
    assert reading.rule == (
        "By a mapping: claim from `fact`, quote from `said`, message from `msg`, speaker from `from`, type from `kind`"
    )


def test_read_lists_what_a_mapping_does_not_use_with_its_values() -> None:
    [note] = [note for note in read(json.dumps(FACTS), mapping=OF_FACTS).notes if note.code == "key_unused"]

    assert note.params == {"kind": "score", "count": 3, "value": "0.9 | 0.8 | 0.7"}
    assert note.is_left_out
    assert not note.loses_text


def test_read_counts_the_values_of_unused_keys_and_no_empty_ones() -> None:
    [note] = read('{"q": "one", "x": " ", "y": ""}\n{"q": "two", "x": "kept"}', mapping=mapping_from("quote=q")).notes

    assert note.params == {"kind": "x", "count": 1, "value": "kept"}


def test_read_takes_messages_by_a_mapping_one_session_each() -> None:
    reading = read(json.dumps(CHAT), name="talk.json", mapping=OF_CHAT)

    assert [session.session_id for session in reading.sessions] == ["a", "b"]
    assert [(one.name, one.role, one.content) for one in reading.sessions[0].messages] == [
        ("Ana", "user", "We move to May."),
        ("Bo", "user", ""),
    ]
    assert reading.sessions[0].messages[0].timestamp == "2026-03-02T09:00:01+00:00"
    assert reading.sessions[1].messages[0].timestamp == "2026-03-02 09:00"
    assert ("no_words", "[1]") in [(code, where) for code, where, _ in noted(reading)]


def test_read_takes_messages_and_quotes_that_stand_in_one_row() -> None:
    rows = [
        {"text": "The cache lives for one hour.", "quote": "one hour", "claim": "Short"},
        {"text": "The cache lives for one hour.", "quote": "The cache", "claim": "Cache"},
        {"text": "", "quote": "on Monday", "claim": "Monday"},
    ]

    reading = read(json.dumps(rows), mapping=mapping_from("words=text,quote=quote,claim=claim"))

    assert turns(reading) == [[("", "The cache lives for one hour.")]]
    assert [(quote.text, quote.raw_index) for entry in reading.extractions[0].entries for quote in entry.quotes] == [
        ("one hour", 0),
        ("The cache", 0),
        ("on Monday", None),
    ]
    assert reading.extractions[0].index == "none"


def test_read_takes_rows_below_keys_each_list_a_session() -> None:
    value = [
        {"id": 1, "turns": [{"spk": "A", "said": "One."}, {"spk": "B", "said": "Two."}]},
        {"id": 2, "turns": [{"spk": "A", "said": "Three."}]},
    ]
    mapping = FieldMapping(rows="turns", words="said", speaker="spk")

    reading = read(json.dumps(value), mapping=mapping)

    assert turns(reading) == [[("A", "One."), ("B", "Two.")], [("A", "Three.")]]
    assert [part.where for part in reading.parts] == ["[0].turns", "[1].turns"]
    held = read(json.dumps({"data": {"items": value}}), mapping=FieldMapping(rows="data.items.turns", words="said"))
    assert len(held.sessions) == 2


def test_read_keeps_what_says_which_message_where_that_is_no_number() -> None:
    table = "fact;said;msg;conv\nA fact;words of it;m-17;c9\n"

    reading = read(table, mapping=mapping_from("claim=fact,quote=said,message=msg,session=conv"))

    [entry] = reading.extractions[0].entries
    assert (entry.body, reading.extractions[0].index) == ("message: m-17\nsession: c9", "none")


def test_read_notes_that_numbers_may_count_from_one() -> None:
    reading = read('{"q": "one", "m": 1}\n{"q": "two", "m": 2}', mapping=mapping_from("quote=q,message=m"))

    assert [note.code for note in reading.notes] == ["counted_from_one"]


def test_read_notes_rows_that_cannot_be_read() -> None:
    text = '{"q": "one"}\n{broken\n{"other": 1}\n[1]'

    reading = read(text, mapping=FieldMapping(quote="q"))

    assert quoted(reading) == [(None, "one")]
    assert [(note.code, note.where) for note in reading.notes] == [
        ("unreadable_line", "line 2"),
        ("unreadable_item", "line 3"),
        ("unreadable_item", "line 4"),
    ]


def test_read_takes_a_text_as_one_message_or_a_message_a_line() -> None:
    text = "Ana: We move to May.\nhttp://example.org is the page\n\nFine with me\n"

    assert turns(read(text, mapping=mapping_from("as=text"))) == [[("", text)]]
    assert turns(read(text, mapping=mapping_from("as=lines"))) == [
        [("Ana", "We move to May."), ("", "http://example.org is the page"), ("", "Fine with me")]
    ]


def test_read_takes_the_file_of_an_archive_by_a_mapping() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("facts.json", json.dumps(FACTS))
        archive.writestr("picture.png", b"\x89PNG")

    reading = read(packed.getvalue(), mapping=OF_FACTS)

    assert len(reading.extractions[0].entries) == 2
    assert ("left_out", "") in [(note.code, note.where) for note in reading.notes]


def test_read_sample_takes_the_beginning_of_a_file() -> None:
    rows = "\n".join(f'{{"said": "words {number}"}}' for number in range(2 * MAX_ROWS_LOOKED_AT))
    lines = "\n".join(f"Ana: words {number}" for number in range(2 * MAX_ROWS_LOOKED_AT))

    assert len(quoted(read_sample(rows, FieldMapping(quote="said")))) == MAX_ROWS_LOOKED_AT
    assert len(turns(read_sample(lines, FieldMapping(layout="lines")))[0]) == MAX_ROWS_LOOKED_AT
    with pytest.raises(FormatError) as caught:
        read_sample("prose alone.", FieldMapping(quote="said"))
    assert caught.value.code == "no_rows"


@pytest.mark.parametrize(
    ("data", "mapping"),
    [
        pytest.param(json.dumps(FACTS), OF_FACTS, id="an array"),
        pytest.param("\n".join(map(json.dumps, FACTS)), OF_FACTS, id="lines"),
        pytest.param(json.dumps({"rows": FACTS}), FieldMapping(rows="rows", quote="said"), id="an object"),
        pytest.param("fact,said\nA,b c\nB,d e\n", FieldMapping(claim="fact", quote="said"), id="a table"),
        pytest.param("Ana: Yes.\nBo: No.", FieldMapping(layout="lines"), id="a text"),
        pytest.param("[]text", FieldMapping(layout="text"), id="a text like an array"),
    ],
)
def test_read_stream_takes_the_same_by_a_mapping(data: str, mapping: FieldMapping) -> None:
    reading = read(data, name="a.txt", mapping=mapping)
    stream = read_stream(io.BytesIO(data.encode()), name="a.txt", mapping=mapping)

    assert (stream.format, stream.rule, stream.counting) == (reading.format, reading.rule, reading.counting)
    assert [part for part in stream.parts if part.upload] == list(reading.parts)


def test_read_stream_keeps_the_rows_before_what_is_broken() -> None:
    stream = read_stream(io.BytesIO(b'[{"q": "one"}, {"q": '), mapping=FieldMapping(quote="q"))

    assert [note.code for part in stream.parts for note in part.notes] == ["unreadable_rest"]


@pytest.mark.parametrize(
    ("data", "mapping", "code"),
    [
        ("", FieldMapping(quote="q"), "empty_file"),
        ("prose alone.", FieldMapping(quote="q"), "no_rows"),
        ('{"a": ', FieldMapping(quote="q"), "not_json"),
        ('[{"a": 1}]', FieldMapping(quote="q"), "mapping_fits_nothing"),
        ("[]", FieldMapping(quote="q"), "mapping_fits_nothing"),
    ],
)
def test_read_refuses_what_a_mapping_does_not_fit(data: str, mapping: FieldMapping, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(data, mapping=mapping)

    assert caught.value.code == code


def test_read_refuses_more_rows_than_a_part_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aligner_core.formats.mapped.MAX_ITEMS", 2)

    with pytest.raises(FormatError) as caught:
        read('{"q": "a"}\n{"q": "b"}\n{"q": "c"}', mapping=FieldMapping(quote="q"))

    assert (caught.value.code, caught.value.where) == ("too_many_items", "line 3")


def test_read_notes_where_a_table_cannot_be_read_any_further() -> None:
    table = "said,by\none two,A\nthree four,B\n" + "five six,C\n" * 5 + "x" * 200_000 + ",D\n"

    reading = read(table, mapping=FieldMapping(quote="said"))

    assert [note.code for note in reading.notes] == ["key_unused", "unreadable_rest"]


def test_read_takes_cells_beyond_the_columns_for_unused_ones() -> None:
    rows = "".join(f"words {number},x\n" for number in range(6))

    reading = read(f"said,by\n{rows}more,y,z\n", mapping=mapping_from("quote=said,speaker=by"))

    assert [note.params["kind"] for note in reading.notes] == ["(3)"]


def test_read_refuses_a_mapping_of_another_type() -> None:
    for door in (lambda: read("[]", mapping={"quote": "q"}), lambda: read_stream(io.BytesIO(), mapping=3)):  # type: ignore[arg-type]
        with pytest.raises(InvalidTypeError):
            door()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "needs a claim, a quote or words"),
        ({"speaker": "who", "message": "n"}, "needs a claim, a quote or words"),
        ({"quote": "a", "claim": "a"}, "a key is for one thing"),
        ({"layout": "text", "quote": "a"}, "a text has no keys"),
        ({"layout": "lines", "rows": "a"}, "a text has no keys"),
        ({"quote": "q" * 201}, "at most 200"),
        ({"quotation": "q"}, "quotation"),
    ],
)
def test_mapping_refuses_what_is_of_no_use(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidValueError, match=sentence):
        FieldMapping(**fields)


def test_mapping_comes_back_from_its_wire_form() -> None:
    assert FieldMapping.from_wire(OF_FACTS.wire) == OF_FACTS
    assert OF_FACTS.wire == {"claim": "fact", "quote": "said", "message": "msg", "speaker": "from", "type": "kind"}


@pytest.mark.parametrize("text", ["quote=", "quotation=q", "quote=a,quote=b", "quote", "as=rows", "as=page", ","])
def test_mapping_from_refuses_what_is_no_mapping(text: str) -> None:
    with pytest.raises(InvalidValueError):
        mapping_from(text)


def test_mapping_from_takes_rows_and_spaces() -> None:
    assert mapping_from(" rows = data , quote = a b ") == FieldMapping(rows="data", quote="a b")
