"""What a file is that no reader takes: each has a code, and a sentence that says what to do."""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from aligner_core.formats.shapes import ANYTHING, LIST, OBJECT, TEXT, Having, Shape, Some, SomeValue

PICTURE, OFFICE, SHEET, PDF, MEDIA, PACKED, OTHER = (
    *("picture_file", "office_file", "sheet_file", "pdf_file", "media_file", "packed_file"),
    "no_text_file",
)
_BEGINNINGS: tuple[tuple[bytes, str, str], ...] = (
    (b"%PDF-", PDF, "PDF"),
    (b"\x89PNG", PICTURE, "PNG"),
    (b"\xff\xd8\xff", PICTURE, "JPEG"),
    (b"GIF8", PICTURE, "GIF"),
    (b"BM", PICTURE, "BMP"),
    (b"II*\x00", PICTURE, "TIFF"),
    (b"MM\x00*", PICTURE, "TIFF"),
    (b"ID3", MEDIA, "MP3"),
    (b"\xff\xfb", MEDIA, "MP3"),
    (b"OggS", MEDIA, "Ogg"),
    (b"fLaC", MEDIA, "FLAC"),
    (b"\x1aE\xdf\xa3", MEDIA, "Matroska"),
    (b"\x1f\x8b", PACKED, "gzip"),
    (b"BZh", PACKED, "bzip2"),
    (b"\xfd7zXZ", PACKED, "xz"),
    (b"7z\xbc\xaf\x27\x1c", PACKED, "7z"),
    (b"Rar!", PACKED, "RAR"),
    (b"\x28\xb5\x2f\xfd", PACKED, "Zstandard"),
    (b"\xd0\xcf\x11\xe0", OFFICE, "Office"),
    (b"SQLite format 3", OTHER, "SQLite"),
    (b"PAR1", OTHER, "Parquet"),
    (b"\x89HDF", OTHER, "HDF5"),
    (b"\x7fELF", OTHER, "ELF"),
)
"""The beginnings of common files that are no text, with what to do and what they are."""
_BOXES = {b"ftyp": (MEDIA, "MP4"), b"WAVE": (MEDIA, "WAV"), b"AVI ": (MEDIA, "AVI"), b"WEBP": (PICTURE, "WebP")}
"""What stands behind the size at the beginning of other files."""
_BOX_PLACES = (4, 8)
_LETTERS = re.compile(rb"[A-Z7f]")
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_HEAD_BYTES = 64
"""Among how many bytes something stands that no text has, where a file begins with letters as a text may."""


class Sight(NamedTuple):
    """What a file is seen to be: the code of its sentence, and its kind where the code is of several."""

    code: str
    kind: str = ""


def sight_of_bytes(given: bytes) -> Sight | None:
    """Return what the first bytes of a file that is no text say it is.

    >>> sight_of_bytes(b"%PDF-1.7 ...").kind, sight_of_bytes(b"BMW is a car maker.") is None
    ('PDF', True)
    """
    for start, code, kind in _BEGINNINGS:
        if given.startswith(start) and (not _LETTERS.match(start) or _NO_TEXT.search(given[:_HEAD_BYTES])):
            return Sight(code, kind)
    boxes = (_BOXES.get(given[place : place + 4]) for place in _BOX_PLACES if b"\x00" in given[:8])
    found = next((box for box in boxes if box is not None), None)
    return None if found is None else Sight(*found)


def sight_of_archive(names: Iterable[str]) -> Sight | None:
    """Return what the names of the files of an archive say that it is."""
    held = set(names)
    if "[Content_Types].xml" in held:
        return Sight(SHEET, "Excel") if any(name.startswith("xl/") for name in held) else Sight(OFFICE, "Office")
    if "mimetype" in held and "content.xml" in held:
        return Sight(OFFICE, "OpenDocument")
    if any(name.startswith("Contents/section") for name in held):
        return Sight(OFFICE, "HWPX")
    last = {name.rpartition("/")[2] for name in held}
    if {"users.json", "channels.json"} <= last:
        return Sight("slack_without_channels")
    if {"chat.html", "user.json"} <= last:
        return Sight("chatgpt_without_conversations")
    if "users.json" in last and "projects.json" in last:
        return Sight("claude_without_conversations")
    if any(name.startswith("word/") for name in held):
        return Sight(OFFICE, "Office")
    return None


def sight_of_value(value: object) -> Sight | None:
    """Return what a JSON value is that holds neither a conversation nor quotes.

    >>> sight_of_value({"nbformat": 4, "cells": []}).code
    'notebook'
    """
    return next((Sight(code) for code, shape in _SHAPES if shape.fits(value)), None)


def sight_of_text(text: str) -> Sight | None:
    r"""Return what a text is that is neither JSON nor a conversation.

    >>> sight_of_text("<!doctype html><html>").code, sight_of_text("From: a@b.org\nSubject: Hi\n\nHello.").code
    ('web_page', 'e_mail')
    """
    start = text[:_LOOKED_AT].lstrip()
    return next((Sight(code) for code, fits in _TEXTS if fits(start)), None)


_LOOKED_AT = 4000
_PEOPLE = Having({"id": TEXT, "team_id": TEXT, "profile": OBJECT})
_CHANNEL = Having({"id": TEXT, "name": TEXT, "creator": TEXT, "members": LIST})
_SHAPES: tuple[tuple[str, Shape], ...] = (
    ("slack_people", Some(_PEOPLE)),
    ("slack_channels", Some(_CHANNEL)),
    ("chatgpt_user", Having({"id": TEXT, "email": TEXT, "chatgpt_plus_user": ANYTHING})),
    ("chatgpt_feedback", Some(Having({"conversation_id": TEXT, "rating": TEXT}))),
    ("chatgpt_shared", Some(Having({"conversation_id": TEXT, "is_anonymous": ANYTHING}))),
    ("claude_people", Some(Having({"uuid": TEXT, "full_name": TEXT, "email_address": TEXT}))),
    ("claude_projects", Some(Having({"uuid": TEXT, "prompt_template": ANYTHING, "docs": LIST}))),
    ("notebook", Having({"nbformat": ANYTHING, "cells": LIST})),
    ("json_schema", Having({"$schema": TEXT, "properties|definitions|$defs": OBJECT})),
    ("openapi", Having({"openapi|swagger": TEXT, "paths": OBJECT})),
    ("geojson", Having({"type": TEXT, "features": LIST})),
    ("web_traffic", Having({"log": Having({"entries": LIST})})),
    ("package_file", Having({"name": TEXT, "version": TEXT, "dependencies|devDependencies|scripts": OBJECT})),
    ("traces", Having({"resourceSpans|resource_spans": LIST})),
    ("coverage", Having({"totals": OBJECT, "files": SomeValue(Having({"executed_lines": LIST}))})),
)
_HEADERS = re.compile(
    r"(?:^(?:From|To|Subject|Date|Received|Return-Path|Message-ID|MIME-Version): .*\n){2}", re.MULTILINE | re.IGNORECASE
)
_LOG = re.compile(
    r"(?:^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S* +\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR)\b.*\n?){2}", re.MULTILINE
)
_TEXTS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("web_page", lambda start: re.match(r"<!doctype html|<html", start, re.IGNORECASE)),
    ("xml_file", lambda start: start.startswith("<?xml")),
    ("rich_text", lambda start: start.startswith("{\\rtf")),
    ("calendar", lambda start: start.startswith(("BEGIN:VCALENDAR", "BEGIN:VCARD"))),
    ("mail_box", lambda start: re.match(r"From \S+ .*\d{4}\n", start)),
    ("e_mail", _HEADERS.match),
    ("program_log", _LOG.match),
)
