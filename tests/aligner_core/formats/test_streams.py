"""Every file is read by its own reader, or refused with what is known; nothing else is ever raised."""

import io
import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from aligner_core import AlignerError, InvalidTypeError, check
from aligner_core.formats import Counting, FormatError, known_formats, read, read_stream
from aligner_core.formats.decoding import MAX_FILE_BYTES
from tests.aligner_core.formats import mutations, rewritings
from tests.aligner_core.formats.files import CASES, EN, Pipe, case, noted, quoted, read_json, read_lines, turns

# sessions, messages in each, alternates, quotes, claims without quotes
COUNTS = {
    "anthropic--answer.json": (1, [1], 0, 4, 0),
    "anthropic--conversation.json": (2, [4, 3], 0, 4, 0),
    "anthropic--lines.jsonl": (2, [1, 1], 0, 8, 0),
    "anthropic--list.json": (2, [2, 3], 0, 4, 0),
    "chatgpt--alone.json": (1, [5], 1, 0, 0),
    "chatgpt--conversations.json": (2, [5, 5], 2, 0, 0),
    "chatgpt--export.zip": (2, [5, 5], 2, 0, 0),
    "chatgpt--split.zip": (2, [5, 5], 2, 0, 0),
    "claude--conversations.json": (2, [3, 3], 0, 0, 0),
    "claude--export.zip": (2, [3, 3], 0, 0, 0),
    "claude_code--session.jsonl": (1, [7], 0, 0, 0),
    "documents--answer.json": (1, [2], 0, 0, 0),
    "documents--langchain.json": (1, [2], 0, 0, 0),
    "documents--langchain.jsonl": (1, [2], 0, 0, 0),
    "documents--langchain_dumped.json": (1, [2], 0, 0, 0),
    "documents--llamaindex.json": (1, [2], 0, 0, 0),
    "extraction--entries.json": (0, [], 0, 2, 0),
    "extraction--evidence.json": (0, [], 0, 2, 0),
    "graphiti--edges.json": (0, [], 0, 0, 2),
    "graphiti--edges.jsonl": (0, [], 0, 0, 2),
    "graphiti--episodes.json": (1, [2], 0, 0, 0),
    "graphiti--graph.json": (1, [2], 0, 0, 2),
    "langextract--document.json": (1, [1], 0, 3, 0),
    "langextract--documents.jsonl": (2, [1, 1], 0, 4, 0),
    "mem0--lines.jsonl": (0, [], 0, 0, 2),
    "mem0--list.json": (0, [], 0, 0, 2),
    "mem0--results.json": (0, [], 0, 0, 2),
    "openai_chat--completion.json": (1, [1], 0, 0, 0),
    "openai_chat--fine_tuning.jsonl": (3, [3, 5, 2], 0, 0, 0),
    "openai_chat--list.json": (1, [5], 0, 0, 0),
    "openai_chat--messages.json": (1, [5], 0, 0, 0),
    "openai_responses--file_search.json": (2, [1, 2], 0, 0, 2),
    "openai_responses--wrong_places.json": (1, [1], 0, 0, 1),
    "quote_table--commas.csv": (0, [], 0, 3, 0),
    "quote_table--semicolons.csv": (0, [], 0, 2, 0),
    "quote_table--texts.tsv": (1, [2], 0, 3, 0),
    "retrieval--chunks.json": (1, [2], 0, 0, 0),
    "retrieved_evidence--lines.jsonl": (0, [], 0, 2, 0),
    "retrieved_evidence--list.json": (0, [], 0, 2, 0),
    "retrieved_evidence--search.json": (0, [], 0, 2, 0),
    "session--claims.json": (1, [1], 0, 2, 0),
    "session--extracted.json": (1, [2], 0, 1, 0),
    "session--extracted_lines.jsonl": (3, [2, 2, 2], 0, 3, 0),
    "session--lines.jsonl": (3, [2, 2, 2], 0, 0, 0),
    "session--named.json": (1, [3], 0, 0, 0),
    "session--texts.json": (1, [3], 0, 0, 0),
    "transcript--headings.md": (1, [3], 0, 0, 0),
    "transcript--korean.txt": (1, [3], 0, 0, 0),
    "transcript--markdown.md": (1, [3], 0, 0, 0),
    "transcript--speakers.txt": (1, [3], 0, 0, 0),
}


SAID = {path.stem for path in (CASES.parent / "said").iterdir()}
"""The cases of which more than the numbers is known."""


def test_read_confuses_no_format_with_another() -> None:
    matrix = Counter((mutations.format_of(path.name), case(path.name).format) for path in CASES.iterdir())

    assert {wanted for wanted, _ in matrix} == {known.name for known in known_formats()}
    assert [pair for pair in matrix if pair[0] != pair[1]] == []


@pytest.mark.parametrize("path", sorted(CASES.iterdir()), ids=lambda path: path.name)
def test_read_loses_nothing_and_stream_reads_the_same(path: Path) -> None:
    reading = case(path.name)
    stream = read_stream(io.BytesIO((CASES / path.name).read_bytes()), name=path.name)
    quotes = sum(len(entry.quotes) for extraction in reading.extractions for entry in extraction.entries)
    lengths = [len(session.messages) for session in reading.sessions]

    counts = (len(lengths), lengths, len(reading.alternates), quotes, len(reading.claims))
    assert path.name in SAID or counts == COUNTS[path.name]
    assert (stream.format, stream.rule, stream.counting) == (reading.format, reading.rule, reading.counting)
    assert [part for part in stream.parts if part.upload] == list(reading.parts)
    assert reading.counting.sentence


def test_read_says_rules_that_are_listed() -> None:
    listed = {f"{known.title}: {rule}" for known in known_formats() for rule in known.rules}
    given_rules = {case(path.name).rule.split(", in `")[0] for path in CASES.iterdir() if path.suffix.startswith(".j")}

    assert given_rules - listed == set()


WITHIN = {"mem0--with_messages.json": {"openai_chat"}}
"""What a file is of when it has lost what it holds beside its messages."""
SEEDS = [
    pytest.param(number, count, marks=marks)
    for number, count, marks in (
        (1, 150, ()),
        (2, 1000, pytest.mark.exhaustive),
    )
]


@pytest.mark.parametrize(("seed", "count"), SEEDS)
def test_read_knows_a_file_however_it_is_written(seed: int, count: int) -> None:
    """Keys in another order, unknown ones, left out ones, white space and marks: the same format, and nothing lost."""
    for name, data, is_whole in rewritings.rewritten(count, seed):
        reading, original = read(data, name=name), case(name)

        assert (name, reading.format) == (name, original.format)
        assert [one.format for one in (read_stream(io.BytesIO(data), name=name),)] == [original.format]
        if is_whole:
            assert (name, turns(reading), quoted(reading)) == (name, turns(original), quoted(original))


@pytest.mark.parametrize(("seed", "count"), SEEDS)
def test_read_takes_no_mutated_file_for_another_format(seed: int, count: int) -> None:
    """Keys renamed or lost, values changed, items lost or repeated: the format it was, or nothing is read.

    A text without the line by which it is known may be a transcript, which is a guess and noted as one.
    """
    for name, data in mutations.mutated(count, seed):
        try:
            reading = read(data, name=name)
        except AlignerError:
            continue
        if not (reading.sessions or reading.extractions):
            continue
        found = reading.format
        is_guess = found == "transcript" and name.endswith(mutations.TEXTS)
        assert is_guess or found in {mutations.format_of(name), *WITHIN.get(name, ())}


@pytest.mark.parametrize(("seed", "count"), [(1, 300), pytest.param(2, 5000, marks=pytest.mark.exhaustive)])
def test_read_raises_nothing_but_its_own_errors(seed: int, count: int) -> None:
    """Cut off, bytes flipped, types swapped: a reading or an `AlignerError`, by each door, and of a check of it too."""
    for name, data in mutations.damaged(count, seed):
        for door in (_read, _streamed, _checked):
            with suppress(AlignerError):
                door(data, name)


def _read(data: bytes, name: str) -> None:
    read(data, name=name)


def _streamed(data: bytes, name: str) -> None:
    list(read_stream(io.BytesIO(data), name=name).parts)


def _checked(data: bytes, name: str) -> None:
    reading = read(data, name=name)
    check(reading, ["one", "two"])
    check(reading)


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        pytest.param("", "empty_file", "", id="nothing"),
        pytest.param(" \n ", "empty_file", "", id="white space"),
        pytest.param("plain prose.", "unknown_prose", "", id="prose"),
        pytest.param("42", "unknown_prose", "", id="a number"),
        pytest.param("{}", "unknown_format", "", id="an empty object"),
        pytest.param("[]", "unknown_format", "", id="an empty list"),
        pytest.param('{"messages": [', "not_json", "line 1, column 15", id="cut JSON"),
        pytest.param('{"a": NaN}', "not_a_number", "", id="NaN"),
        pytest.param('{"a": 1e999}', "not_a_number", "", id="a number beyond all"),
        pytest.param('{"a": ' + "9" * 5000 + "}", "number_too_long", "", id="too many digits"),
        pytest.param('{"a": ' * 40 + "1" + "}" * 40, "json_too_deep", "", id="too deep"),
        pytest.param("[[" * 100_000, "json_too_deep", "", id="far too deep"),
        pytest.param('[{"mapping": {"n1": {"childs": []}}}]', "nearest_format", "[0].mapping.n1.children", id="a node"),
        pytest.param('{"chat_messages": 3}', "nearest_format", "chat_messages", id="messages that are no list"),
        pytest.param('{"a": 1}\n{"mapping": 3}', "nearest_format", "line 2: mapping", id="lines of nothing known"),
        pytest.param('{"a": 1}]', "not_json", "line 1, column 9", id="JSON and more"),
        pytest.param("claim,message\na,0", "unknown_table", "line 1", id="a table without quotes"),
        pytest.param("text,quote\na,b", "unknown_table", "line 1", id="a table with quotes alone"),
        pytest.param("quote," + "x" * 200_000, "unknown_prose", "", id="a header without end"),
        pytest.param("Once: a\nprose", "unknown_prose", "", id="one turn"),
        pytest.param('[{"role": "user", "content": ""}, {"role": 1}]', "unknown_rows", "", id="a message"),
    ],
)  # fmt: skip
def test_read_refuses_with_the_place_and_what_is_known(text: str, code: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)

    error = caught.value
    assert (error.code, error.where) == (code, where)
    assert list(error.known) == [known.title for known in known_formats()]
    assert all(error.known.values())
    assert str(error).startswith(where)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - its own


def test_read_names_what_is_known_in_the_sentence() -> None:
    with pytest.raises(FormatError, match=r"Known are: ChatGPT export, Claude export, .*, Transcript"):
        read("[]")


def test_read_refuses_what_is_broken_in_our_own_form_by_its_place() -> None:
    data = json.dumps({"messages": ["a", {"content": None}]})
    for door in (lambda: read(data), lambda: list(read_stream(io.BytesIO(data.encode())).parts)):
        with pytest.raises(FormatError) as caught:
            door()

        assert (caught.value.code, caught.value.where) == ("no_content", "messages[1].content")
        assert caught.value.known


def test_read_refuses_a_session_without_messages() -> None:
    with pytest.raises(FormatError) as caught:
        read_json({"messages": [], "extraction": {"entries": []}})

    assert (caught.value.code, caught.value.where) == ("empty_session", "messages")


def test_read_refuses_what_is_too_large() -> None:
    with pytest.raises(FormatError) as caught:
        read(b" " * (MAX_FILE_BYTES + 1))

    assert (caught.value.code, caught.value.params) == ("file_too_large", {"limit": MAX_FILE_BYTES})


@pytest.mark.parametrize(
    ("door", "data", "name"), [(read, 3, None), (read, "[]", 3), (read_stream, io.StringIO("a"), None)]
)
def test_read_refuses_arguments_of_other_types(door: Callable[..., object], data: object, name: object) -> None:
    with pytest.raises(InvalidTypeError):
        door(data, name=name)


def test_read_keeps_the_lines_that_can_be_read() -> None:
    good = {"sessionId": "a", "messages": ["One."]}
    reading = read("\n".join([json.dumps(good), "{broken", "", "[1]", json.dumps({"messages": [{"content": 3}, "b"]})]))

    assert turns(reading) == [[("", "One.")]]
    assert noted(reading) == [
        ("unreadable_line", "line 2", "line 1, column 2: Not JSON from here on."),
        ("unreadable_item", "line 4", "line 4: expected an object."),
        ("unreadable_item", "line 5", 'line 5: messages[0].content: The message has no string "content".'),
    ]


def test_read_keeps_the_rows_that_can_be_read() -> None:
    reading = read('{"id": "m", "memory": "One."}\n{broken\n{"id": 3}')

    assert [claim.title for claim in reading.claims] == ["One."]
    assert [note.where for note in reading.notes] == ["line 3", "line 2"]


def test_read_takes_lines_after_a_broken_first_one() -> None:
    assert turns(read('{broken\n{"sessionId": "a", "messages": ["One."]}')) == [[("", "One.")]]


def test_read_keeps_the_items_that_can_be_read() -> None:
    reading = read_json([{"uuid": "a", "chat_messages": [{"sender": "human", "text": "One."}]}, {"uuid": "b"}])

    assert turns(reading) == [[("user", "One.")]]
    assert noted(reading) == [("unreadable_item", "[1]", "[1].chat_messages: expected a list.")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_read_decodes_what_a_byte_order_mark_says(encoding: str) -> None:
    assert turns(read('["가나다"]'.encode(encoding))) == [[("", "가나다")]]


def test_read_takes_text_with_a_byte_order_mark_and_lone_surrogates() -> None:
    assert turns(read('\ufeff["\\ud800"]')) == [[("", "\ud800")]]


def test_read_names_the_place_of_bytes_that_are_no_text() -> None:
    with pytest.raises(FormatError) as caught:
        read(b'["a\xff"]')

    assert (caught.value.code, caught.value.params) == ("not_utf8", {"position": 3})


def test_read_stream_holds_one_line_at_a_time() -> None:
    pulled = 0

    def lines() -> Iterator[bytes]:
        nonlocal pulled
        for number in range(4000):
            pulled = number
            yield json.dumps({"sessionId": str(number), "messages": [EN]}).encode() + b"\n"

    parts = read_stream(io.BufferedReader(_Lines(lines())), name="a.jsonl").parts
    first = next(parts)

    assert first.session is not None
    assert first.session.session_id == "0"
    assert pulled < 2000
    assert sum(1 for _ in parts) == 3999


def test_read_stream_takes_an_array_item_by_item() -> None:
    """The first part is there before a quarter of the file is read."""
    talks = [{"uuid": str(n), "chat_messages": [{"sender": "human", "text": EN}]} for n in range(4000)]
    data = json.dumps(talks).encode()
    file = Pipe(data)

    parts = read_stream(file).parts
    first = next(parts)

    assert first == read_json(talks[:1]).parts[0]
    assert file.bytes_read < len(data) / 4
    assert [part.where for part in parts] == [f"[{n}]" for n in range(1, 4000)]


def test_read_stream_of_a_broken_array_keeps_what_was_read() -> None:
    talks = [{"uuid": str(n), "chat_messages": [{"sender": "human", "text": EN}]} for n in range(300)]
    data = json.dumps(talks).encode()[:-20]

    parts = list(read_stream(io.BytesIO(data)).parts)

    assert [part.session is not None for part in parts] == [True] * 299 + [False]
    assert [(note.code, note.where, note.is_left_out) for note in parts[-1].notes] == [
        ("unreadable_rest", "[299]", True)
    ]


@pytest.mark.parametrize("count", [3, 300])
def test_read_stream_takes_a_list_of_messages_for_one_conversation(count: int) -> None:
    data = json.dumps([{"role": "user", "content": EN}] * count).encode()

    [part] = read_stream(Pipe(data)).parts

    assert part.session is not None
    assert len(part.session.messages) == count


def test_read_stream_refuses_one_conversation_that_is_too_large() -> None:
    data = json.dumps([{"role": "user", "content": "a" * 1000}] * (MAX_FILE_BYTES // 1000)).encode()

    with pytest.raises(FormatError) as caught:
        read_stream(io.BytesIO(data))

    assert caught.value.code == "file_too_large"


@pytest.mark.parametrize("values", [[], [3] * 300, [{"a": 1}] * 300], ids=["empty", "numbers", "objects"])
def test_read_stream_refuses_an_array_of_nothing_known(values: list[object]) -> None:
    with pytest.raises(FormatError) as caught:
        read_stream(io.BytesIO(json.dumps(values).encode()))

    code = "unknown_rows" if {"a": 1} in values else "unknown_format"
    assert (caught.value.code, len(caught.value.known)) == (code, len(known_formats()))


def test_read_stream_reads_a_pipe() -> None:
    for path in sorted(CASES.iterdir()):
        piped = read_stream(Pipe(path.read_bytes(), 100), name=path.name)

        assert [part for part in piped.parts if part.upload] == list(case(path.name).parts)


class _Lines(io.RawIOBase):
    """A file that makes its lines as they are read."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        line = next(self._lines, b"")
        buffer[: len(line)] = line
        return len(line)


def test_read_stream_leaves_out_a_line_that_is_too_long() -> None:
    line = b'{"sessionId": "a", "messages": ["One."]}\n'
    data = line + line + b'{"messages": ["' + b"a" * (2 * MAX_FILE_BYTES) + b'"]}\n' + line
    parts = list(read_stream(io.BytesIO(data)).parts)

    assert [part.session is not None for part in parts] == [True, True, False, True]
    assert [(note.code, note.where) for note in parts[2].notes] == [("unreadable_line", "line 3")]


def test_read_stream_refuses_with_what_is_known() -> None:
    with pytest.raises(FormatError) as caught:
        read_stream(io.BytesIO(b'{"a": 1}\n{"mapping": 2}\n'))

    assert (caught.value.where, len(caught.value.known)) == ("line 2: mapping", len(known_formats()))


def test_read_stream_notes_what_is_left_of_an_archive() -> None:
    parts = list(read_stream(io.BytesIO((CASES / "claude--export.zip").read_bytes())).parts)

    assert [note.params for note in parts[-1].notes] == [{"kind": "file of the archive", "count": 2}]


def test_name_of_a_file_decides_nothing_but_a_title() -> None:
    reading = read("Dana: a\nKim: b\nDana: c", name="talks/planning.csv")

    assert (reading.format, reading.sessions[0].title) == ("transcript", "planning")


def test_counting_says_itself() -> None:
    assert len({one.sentence for one in Counting}) == len(Counting)


def test_read_lines_of_values_are_one_session_each() -> None:
    assert turns(read_lines({"messages": ["a"]}, {"messages": ["b"]})) == [[("", "a")], [("", "b")]]


def test_read_stream_reads_what_is_in_utf_16() -> None:
    stream = read_stream(io.BytesIO("quote,claim\n한,b\n".encode("utf-16")))

    assert stream.format == "quote_table"
