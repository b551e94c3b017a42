"""The text of a PDF or a Word document, as a session of one message: by pypdf and python-docx, the extra `documents`.

What is on every page is no part of the text, and a word that the end of a line has parted is one word. Offsets count in
the text as it is taken here, and a note says what was left and joined.
"""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from aligner_core._lazy import lazy_module
from aligner_core.errors import FormatError, MissingExtraError
from aligner_core.formats.decoding import MAX_FILE_BYTES, refuse_file
from aligner_core.formats.notes import MAX_SHOWN_TEXT, Note
from aligner_core.formats.reading import DOCUMENT, Counting, part_of
from aligner_core.formats.row_streams import Stream

if TYPE_CHECKING:
    import docx
    import pypdf
else:
    pypdf = lazy_module("pypdf", extra="documents")
    docx = lazy_module("docx", extra="documents")

TEXT_OF_A_DOCUMENT = "document_text"
"""The name of what is read so, among the formats."""
MAX_PAGES = 5000
_PDF = b"%PDF-"
WORD = "word/document.xml"
_EDGE_LINES = 2
"""How many lines at the top and at the bottom of a page may be on every page."""
_PAGES_THAT_SHOW = 3
"""On how many pages a line must be, and on how many of three of them, so that it is no part of the text."""
_NUMBERS = re.compile(r"\d+")
_PARTED = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]\n(?=[^\W\d_])")
_SOFT = re.compile("\u00ad\n?")


def document_stream(data: bytes, title: str) -> Stream | None:
    """Return the stream of a PDF or a Word document; None for another file.

    Raises:
        FormatError: it cannot be read, has no text, or the extra `documents` is not installed.

    """
    is_pdf = data.startswith(_PDF)
    if not is_pdf and not _is_word(data):
        return None
    if len(data) > MAX_FILE_BYTES:
        refuse_file("file_too_large", params={"limit": MAX_FILE_BYTES})
    try:
        pages = list(_pdf_pages(data) if is_pdf else _word_text(data))
    except (FormatError, MemoryError):
        raise
    except MissingExtraError:
        refuse_file("pdf_file" if is_pdf else "office_file", params={"kind": "PDF" if is_pdf else "DOCX"})
    except Exception as error:  # noqa: BLE001 - the packages raise what they meet, of any kind
        refuse_file("document_unreadable", params={"value": str(error)[:MAX_SHOWN_TEXT] or type(error).__name__})
    kept, repeated = without_running_lines(pages)
    text, joined = rejoined("\n".join(kept).strip("\n"))
    if not text.strip():
        refuse_file("document_without_text")
    part = part_of({"title": title, "messages": [{"role": DOCUMENT, "name": title, "content": text}]})
    rule = "Text of a document: its beginning" if is_pdf else "Text of a document: `word/document.xml`"
    return Stream(TEXT_OF_A_DOCUMENT, rule, Counting.ONE_TEXT, iter((part,)), tuple(_notes(repeated, joined)))


def without_running_lines(pages: Sequence[str]) -> tuple[list[str], list[str]]:
    r"""Return pages without the lines at their edges that are on most of them, but for numbers, and these lines.

    >>> without_running_lines(["Plan\nWe ship.\n1", "Plan\nOn Friday.\n2", "Plan\nAll of us.\n3"])
    (['We ship.', 'On Friday.', 'All of us.'], ['Plan', '#'])
    """
    split = [page.split("\n") for page in pages]
    filled = [[place for place, line in enumerate(lines) if line.strip()] for lines in split]
    edges = [set(places[:_EDGE_LINES] + places[-_EDGE_LINES:]) for places in filled]
    counts = Counter(
        chain.from_iterable({_shape(lines[place]) for place in at} for lines, at in zip(split, edges, strict=True))
    )
    least = max(_PAGES_THAT_SHOW, -(-2 * len(pages) // 3))
    running = [shape for shape, count in counts.items() if count >= least]
    kept = [
        "\n".join(line for place, line in enumerate(lines) if place not in at or _shape(line) not in running).strip(
            "\n"
        )
        for lines, at in zip(split, edges, strict=True)
    ]
    return kept, sorted(running, key=lambda shape: (shape == "#", shape))


def rejoined(text: str) -> tuple[str, int]:
    r"""Return a text in which the words that ends of lines have parted are one, and how many there were.

    A hyphen is kept where what follows it begins with a capital: it is part of a name.

    >>> rejoined("the docu-\nment of Anna-\nLena")
    ('the document of Anna-\nLena', 1)
    """
    count = 0

    def joined(found: re.Match[str]) -> str:
        nonlocal count
        if text[found.end()].isupper():
            return found[0]
        count += 1
        return ""

    together = _PARTED.sub(joined, text)
    return _SOFT.sub("", together), count


def _shape(line: str) -> str:
    """Return a line with its numbers as one sign, as the number of a page differs."""
    return _NUMBERS.sub("#", " ".join(line.split()))


def _pdf_pages(data: bytes) -> Iterator[str]:
    reader = pypdf.PdfReader(io.BytesIO(data))
    if len(reader.pages) > MAX_PAGES:
        refuse_file("too_many_items", params={"limit": MAX_PAGES})
    size = 0
    for page in reader.pages:
        text = page.extract_text()
        size += len(text)
        if size > MAX_FILE_BYTES:
            refuse_file("file_too_large", params={"limit": MAX_FILE_BYTES})
        yield text


def _is_word(data: bytes) -> bool:
    if not data.startswith(b"PK"):
        return False
    try:
        return WORD in zipfile.ZipFile(io.BytesIO(data)).namelist()
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, LookupError):
        return False


def _word_text(data: bytes) -> Iterator[str]:
    """Yield the paragraphs and the rows of tables of a document, in their order, as one page."""
    unpacked = sum(member.file_size for member in zipfile.ZipFile(io.BytesIO(data)).infolist())
    if unpacked > MAX_FILE_BYTES:
        refuse_file("file_too_large", params={"limit": MAX_FILE_BYTES})
    yield "\n".join(_blocks(docx.Document(io.BytesIO(data))))


def _blocks(document: Any) -> Iterator[str]:  # noqa: ANN401 - of a package that may not be there
    for block in document.iter_inner_content():
        if hasattr(block, "rows"):
            yield from ("\t".join(cell.text for cell in row.cells) for row in block.rows)
        else:
            yield block.text


def _notes(repeated: Sequence[str], joined: int) -> Iterator[Note]:
    if repeated:
        yield Note(code="page_lines_left", where="", params={"value": " | ".join(repeated)[:MAX_SHOWN_TEXT]})
    if joined:
        yield Note(code="words_rejoined", where="", params={"count": joined})
