"""The files that people have: sessions and extractions, and what to ask a model for.

>>> from aligner_core.formats import parse_extraction, parse_session
>>> parse_session({"messages": ["The cache lives for one hour."]}).messages[0].content
'The cache lives for one hour.'
>>> [note.code for note in parse_extraction({"entries": [{"title": "Cache", "colour": "red"}]}).notes]
['unknown_field', 'no_evidence']
"""

from typing import TYPE_CHECKING

from aligner_core._lazy import lazy_names

if TYPE_CHECKING:
    from aligner_core._language.quotation_marks import MarkKind
    from aligner_core.errors import ExtractionError, FormatError
    from aligner_core.formats.decoding import json_value
    from aligner_core.formats.extraction import ExtractedEntry, ParsedExtraction, Stage, parse_extraction
    from aligner_core.formats.found_fields import FoundField, FoundFields, fields_of
    from aligner_core.formats.mapped import read_sample
    from aligner_core.formats.mapping import PURPOSES, FieldMapping, mapping_from
    from aligner_core.formats.notes import LOST_TEXTS, Note
    from aligner_core.formats.prompts import ExtractorOutput, Language, extractor_prompt, extractor_schema
    from aligner_core.formats.quoted_passages import QuotedPassage, quotes_in
    from aligner_core.formats.quotes import UNPLACED, ExtractedQuote, first_unstorable
    from aligner_core.formats.reading import Counting, Part, Reading
    from aligner_core.formats.registry import KnownFormat, known_formats
    from aligner_core.formats.row_streams import Stream
    from aligner_core.formats.run import Run
    from aligner_core.formats.session import MessageUpload, SessionUpload, parse_session
    from aligner_core.formats.streams import read, read_stream
    from aligner_core.formats.synonyms import unified
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "aligner_core._language.quotation_marks": "MarkKind",
            "aligner_core.errors": "ExtractionError FormatError",
            "aligner_core.formats.decoding": "json_value",
            "aligner_core.formats.extraction": "ExtractedEntry ParsedExtraction Stage parse_extraction",
            "aligner_core.formats.found_fields": "FoundField FoundFields fields_of",
            "aligner_core.formats.mapped": "read_sample",
            "aligner_core.formats.mapping": "PURPOSES FieldMapping mapping_from",
            "aligner_core.formats.notes": "LOST_TEXTS Note",
            "aligner_core.formats.prompts": "ExtractorOutput Language extractor_prompt extractor_schema",
            "aligner_core.formats.quoted_passages": "QuotedPassage quotes_in",
            "aligner_core.formats.quotes": "UNPLACED ExtractedQuote first_unstorable",
            "aligner_core.formats.reading": "Counting Part Reading",
            "aligner_core.formats.registry": "KnownFormat known_formats",
            "aligner_core.formats.row_streams": "Stream",
            "aligner_core.formats.run": "Run",
            "aligner_core.formats.session": "MessageUpload SessionUpload parse_session",
            "aligner_core.formats.streams": "read read_stream",
            "aligner_core.formats.synonyms": "unified",
        },
    )

__all__ = [
    "LOST_TEXTS",
    "PURPOSES",
    "UNPLACED",
    "Counting",
    "ExtractedEntry",
    "ExtractedQuote",
    "ExtractionError",
    "ExtractorOutput",
    "FieldMapping",
    "FormatError",
    "FoundField",
    "FoundFields",
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
    "fields_of",
    "first_unstorable",
    "json_value",
    "known_formats",
    "mapping_from",
    "parse_extraction",
    "parse_session",
    "quotes_in",
    "read",
    "read_sample",
    "read_stream",
    "unified",
]
