"""What a file is seen to be that no reader takes: named, never called the nearest of the known formats."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from aligner_core.formats import FormatError, read, read_stream
from aligner_core.formats.notes import SEEN
from aligner_core.formats.shapes import ANYTHING, LIST, TEXT, Both, Either, Every, Having, Some, SomeValue, keys_asked
from tests.aligner_core.formats.files import CASES

VALUES = {
    "slack_people": [{"id": "U1", "team_id": "T1", "name": "ana", "profile": {"real_name": "Ana"}}],
    "slack_channels": [{"id": "C1", "name": "general", "creator": "U1", "is_archived": False, "members": []}],
    "chatgpt_user": {"id": "user-1", "email": "ana@example.org", "chatgpt_plus_user": True},
    "chatgpt_feedback": [{"id": "1", "conversation_id": "c", "rating": "thumbsUp", "content": "{}"}],
    "chatgpt_shared": [{"id": "1", "conversation_id": "c", "title": "A talk", "is_anonymous": True}],
    "claude_people": [{"uuid": "1", "full_name": "Ana", "email_address": "ana@example.org"}],
    "claude_projects": [{"uuid": "1", "name": "Plans", "prompt_template": "", "docs": []}],
    "notebook": {"cells": [], "metadata": {}, "nbformat": 4},
    "json_schema": {"$schema": "https://json-schema.org/draft/2020-12/schema", "properties": {}},
    "openapi": {"openapi": "3.1.0", "info": {}, "paths": {}},
    "geojson": {"type": "FeatureCollection", "features": []},
    "web_traffic": {"log": {"version": "1.2", "entries": []}},
    "package_file": {"name": "app", "version": "1.0.0", "dependencies": {}},
    "traces": {"resourceSpans": []},
    "coverage": {"meta": {}, "files": {"a.py": {"executed_lines": [1]}}, "totals": {}},
}
TEXTS = {
    "web_page": "<!DOCTYPE html>\n<html><body>We ship on Friday.</body></html>",
    "xml_file": '<?xml version="1.0"?><chat><m>Yes.</m></chat>',
    "rich_text": "{\\rtf1\\ansi We ship on Friday.}",
    "calendar": "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR",
    "mail_box": "From ana@example.org Mon Mar  2 09:00:00 2026\nSubject: Hi\n\nYes.\n",
    "e_mail": "From: ana@example.org\nTo: bo@example.org\nSubject: Friday\n\nWe ship.\n",
    "program_log": "2026-03-02 09:00:00,123 INFO started\n2026-03-02 09:00:01,456 ERROR stopped\n",
}
BYTES = {
    b"\x89PNG\r\n": "picture_file",
    b"\xff\xd8\xff\xe0": "picture_file",
    b"BM\x00\x00\x01\x00": "picture_file",
    b"RIFF\x00\x00\x00\x00WEBPVP8 ": "picture_file",
    b"\x00\x00\x00\x18ftypmp42": "media_file",
    b"ID3\x04": "media_file",
    b"\x1f\x8b\x08": "packed_file",
    b"\xd0\xcf\x11\xe0": "office_file",
    b"SQLite format 3\x00": "no_text_file",
}
ARCHIVES = [
    ("slack_without_channels", ["users.json", "channels.json", "integration_logs.json"]),
    ("chatgpt_without_conversations", ["chat.html", "user.json"]),
    ("claude_without_conversations", ["users.json", "projects.json"]),
    ("office_file", ["[Content_Types].xml", "ppt/presentation.xml"]),
    ("office_file", ["word/header.xml", "word/styles.xml"]),
    ("office_file", ["mimetype", "content.xml"]),
    ("office_file", ["mimetype", "Contents/section0.xml"]),
    ("sheet_file", ["[Content_Types].xml", "xl/workbook.xml"]),
]


def refused(data: bytes | str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read(data)
    return caught.value


@pytest.mark.parametrize("code", VALUES)
def test_read_names_what_a_json_file_is(code: str) -> None:
    error = refused(json.dumps(VALUES[code]))

    assert error.code == code
    assert str(error) == SEEN[code]


@pytest.mark.parametrize("code", TEXTS)
def test_read_names_what_a_text_is(code: str) -> None:
    assert refused(TEXTS[code]).code == code


@pytest.mark.parametrize("data", BYTES)
def test_read_names_what_a_file_of_bytes_is(data: bytes) -> None:
    for door in (refused, _streamed):
        error = door(data)
        assert error.code == BYTES[data]
        assert error.params["kind"]


def _streamed(data: bytes) -> FormatError:
    with pytest.raises(FormatError) as caught:
        list(read_stream(io.BytesIO(data)).parts)
    return caught.value


@pytest.mark.parametrize(("code", "names"), ARCHIVES, ids=[names[0] for _, names in ARCHIVES])
def test_read_names_what_an_archive_is(code: str, names: list[str]) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(name, "[]")

    assert refused(packed.getvalue()).code == code


@pytest.mark.parametrize("path", sorted(CASES.iterdir()), ids=lambda path: path.name)
def test_no_file_that_is_read_is_seen_to_be_something_else(path: Path) -> None:
    assert read(path.read_bytes(), name=path.name).format


@pytest.mark.parametrize("text", ["BMW makes cars.", "ID3 tags: fine.", "Rar! Said Ben.", "GIF8 is no picture. 그림"])
def test_read_takes_a_text_that_begins_like_another_file(text: str) -> None:
    assert refused(text.encode()).code == "unknown_prose"


@pytest.mark.parametrize(
    ("data", "code", "keys"),
    [
        ('[{"id": "1", "text": "hello", "foo": "bar"}]', "unknown_rows", "id, text, foo"),
        ('{"data": [], "meta": {}}', "unknown_rows", "data, meta"),
        ("fact;words\nWe ship;we ship it\n", "unknown_table", "fact, words"),
    ],
)
def test_read_names_the_keys_of_what_it_does_not_know(data: str, code: str, keys: str) -> None:
    error = refused(data)

    assert (error.code, error.params["keys"]) == (code, keys)


def test_read_calls_a_format_the_nearest_only_by_a_key_of_its_own() -> None:
    assert refused('[{"mapping": {"n1": {"childs": []}}}]').params["title"] == "ChatGPT export"
    assert refused('[{"id": "1", "messages": 3, "title": "t"}]').code == "unknown_rows"


def test_keys_asked_are_those_at_any_depth() -> None:
    shape = Both(
        (Having({"a|b": Every(Having({"c": TEXT}))}), Either((SomeValue(Having({"d": ANYTHING})), Some(LIST))))
    )

    assert keys_asked(shape) == {"a", "b", "c", "d"}
