"""The files that people have: sessions and extractions, and what to ask a model for.

>>> parse_session({"messages": ["The cache lives for one hour."]}).messages[0].content
'The cache lives for one hour.'
>>> [note.code for note in parse_extraction({"entries": [{"title": "Cache", "colour": "red"}]}).notes]
['unknown_field', 'no_evidence']
"""

from aligner_core._language.quotation_marks import MarkKind
from aligner_core._text.printing import printable
from aligner_core.errors import ExtractionError, FormatError
from aligner_core.formats.decoding import json_value
from aligner_core.formats.extraction import ExtractedEntry, ParsedExtraction, Stage, parse_extraction
from aligner_core.formats.notes import Note
from aligner_core.formats.prompts import ExtractorOutput, Language, extractor_prompt, extractor_schema
from aligner_core.formats.quoted_passages import QuotedPassage, quotes_in
from aligner_core.formats.quotes import ExtractedQuote, first_unstorable
from aligner_core.formats.reading import Counting, Part, Reading
from aligner_core.formats.registry import KnownFormat, known_formats
from aligner_core.formats.row_streams import Stream
from aligner_core.formats.run import Run
from aligner_core.formats.session import MessageUpload, SessionUpload, parse_session
from aligner_core.formats.streams import read, read_stream
from aligner_core.formats.synonyms import unified

__all__ = [
    "Counting",
    "ExtractedEntry",
    "ExtractedQuote",
    "ExtractionError",
    "ExtractorOutput",
    "FormatError",
    "KnownFormat",
    "Language",
    "MarkKind",
    "MessageUpload",
    "Note",
    "ParsedExtraction",
    "Part",
    "QuotedPassage",
    "Reading",
    "Run",
    "SessionUpload",
    "Stage",
    "Stream",
    "extractor_prompt",
    "extractor_schema",
    "first_unstorable",
    "json_value",
    "known_formats",
    "parse_extraction",
    "parse_session",
    "printable",
    "quotes_in",
    "read",
    "read_stream",
    "unified",
]
