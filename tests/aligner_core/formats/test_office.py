"""PDF and Word documents are texts of one message: without what is on every page, with parted words as one."""

import io
import zipfile
import zlib

import docx
import pytest

from aligner_core._lazy import lazy_module
from aligner_core.formats import FormatError, read, read_stream
from aligner_core.formats.office import MAX_PAGES, rejoined, without_running_lines

LINES = (("Plan of the release", "We ship the docu-", "ment on Friday."), ("Plan of the release", "QA needs two days."))


def pdf(*pages: tuple[str, ...]) -> bytes:
    """Return a PDF with these lines on its pages."""
    streams = [_page(lines) for lines in pages]
    kids = " ".join(f"{4 + 2 * place} 0 R" for place in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for place, stream in enumerate(streams):
        content = 5 + 2 * place
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {content} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode(),
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream),
        ]
    return _written(objects)


def _page(lines: tuple[str, ...]) -> bytes:
    shown = "".join(f"({line}) Tj 0 -20 Td " for line in lines)
    return zlib.compress(f"BT /F1 12 Tf 50 700 Td {shown} ET".encode())


def _written(objects: list[bytes]) -> bytes:
    out, places = b"%PDF-1.4\n", list[int]()
    for number, held in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, held)
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
    )
    return out + f"{end}startxref\n{len(out)}\n%%EOF\n".encode()


def word(*paragraphs: str) -> bytes:
    """Return a Word document of paragraphs, and a table."""
    document = docx.Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Friday", "release"
    packed = io.BytesIO()
    document.save(packed)
    return packed.getvalue()


def test_read_takes_the_text_of_a_pdf() -> None:
    pages = (
        ("Plan", "We ship the docu-", "ment on Friday.", "1"),
        ("Plan", "QA waits.", "2"),
        ("Plan", "All of us.", "3"),
    )

    reading = read(pdf(*pages), name="plan.pdf")
    stream = read_stream(io.BytesIO(pdf(*pages)), name="plan.pdf")

    [message] = reading.sessions[0].messages
    assert message.content == "We ship the document on Friday.\nQA waits.\nAll of us."
    assert (message.role, message.name, reading.format) == ("document", "plan", "document_text")
    assert [(note.code, note.params) for note in reading.notes] == [
        ("page_lines_left", {"value": "Plan | #"}),
        ("words_rejoined", {"count": 1}),
    ]
    assert not any(note.is_left_out for note in reading.notes)
    assert [part for part in stream.parts if part.upload] == list(reading.parts)


def test_read_takes_the_text_of_a_word_document() -> None:
    data = word("We ship on Friday.", "", "금요일에 출시해요.")

    reading = read(data, name="plan.docx")
    stream = read_stream(io.BytesIO(data), name="plan.docx")

    assert reading.sessions[0].messages[0].content == "We ship on Friday.\n\n금요일에 출시해요.\nFriday\trelease"
    assert [part for part in stream.parts if part.upload] == list(reading.parts)


def test_read_refuses_documents_without_text_and_broken_ones() -> None:
    for data, code in ((pdf(()), "document_without_text"), (b"%PDF-1.7\nnothing", "document_unreadable")):
        with pytest.raises(FormatError) as caught:
            read(data)
        assert caught.value.code == code


def test_read_refuses_documents_that_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aligner_core.formats.office.MAX_PAGES", 1)
    with pytest.raises(FormatError) as caught:
        read(pdf(*LINES))
    assert (caught.value.code, MAX_PAGES > 1) == ("too_many_items", True)
    monkeypatch.setattr("aligner_core.formats.office.MAX_FILE_BYTES", 10)
    for data in (pdf(("a",)), word("We ship on Friday.")):
        with pytest.raises(FormatError) as caught:
            read(data)
        assert caught.value.code == "file_too_large"


@pytest.mark.parametrize("kind", ["pdf", "word"])
def test_read_refuses_documents_that_are_too_large_unpacked(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = {"pdf": pdf(("We ship on Friday. " * 1_000,)), "word": word("We ship on Friday. " * 1_000)}[kind]
    monkeypatch.setattr("aligner_core.formats.office.MAX_FILE_BYTES", max(len(data), 15_000))

    with pytest.raises(FormatError) as caught:
        read(data)

    assert (caught.value.code, caught.value.params) == ("file_too_large", {"limit": max(len(data), 15_000)})


def test_read_takes_an_archive_that_names_a_document_for_no_more_than_that() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("word/document.xml", "no document")
    for door in (read, lambda data: read_stream(io.BytesIO(data))):
        with pytest.raises(FormatError) as caught:
            door(packed.getvalue())
        assert caught.value.code in {"document_unreadable", "office_file"}


@pytest.mark.parametrize("reader", ["pypdf", "docx"])
def test_read_names_a_document_that_nothing_is_installed_for(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data, code, kind = {
        "pypdf": (pdf(("We ship.",)), "pdf_file", "PDF"),
        "docx": (word("We ship."), "office_file", "DOCX"),
    }[reader]
    monkeypatch.setattr(f"aligner_core.formats.office.{reader}", lazy_module("not_installed", extra="documents"))

    for door in (read, lambda data: read_stream(io.BytesIO(data))):
        with pytest.raises(FormatError) as caught:
            door(data)
        assert (caught.value.code, caught.value.params["kind"]) == (code, kind)


def test_running_lines_are_those_of_most_pages() -> None:
    assert without_running_lines(["Plan\nOne.", "Plan\nTwo."])[1] == []
    kept, running = without_running_lines(["Plan 1\nOne.", "Plan 2\nTwo.", "Plan 3\nThree.", "Other\nFour."])
    assert (kept, running) == (["One.", "Two.", "Three.", "Other\nFour."], ["Plan #"])


@pytest.mark.parametrize(
    ("text", "joined", "count"),
    [
        ("docu-\nment", "document", 1),
        ("Anna-\nLena", "Anna-\nLena", 0),
        ("2-\n3 days", "2-\n3 days", 0),
        ("docu\u00ad\nment and so\u00adft", "document and soft", 1),
        ("well-known", "well-known", 0),
    ],
)
def test_words_that_a_line_end_has_parted_are_one(text: str, joined: str, count: int) -> None:
    assert rejoined(text) == (joined, count)
