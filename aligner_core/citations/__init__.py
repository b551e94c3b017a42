r"""The source line of an answer: ask a model for it, and check what it names.

>>> chunks = [{"title": "a.md", "score": 0.9}]
>>> "출처" in build_citation_trace_block(chunks)
True
>>> check_citation_line("Remove the label.\n\n*Sources:* `a.md`", chunks).ok
True
"""

from aligner_core.citations.chunks import CitableChunk, CitationTraceOptions
from aligner_core.citations.javascript import to_fixed
from aligner_core.citations.numbered import numbered_chunk
from aligner_core.citations.source_line import admits_age
from aligner_core.citations.trace import (
    CitationLineCheck,
    LabelCheck,
    NumberedLabelCheck,
    build_citation_trace_block,
    check_citation_line,
)

__all__ = [
    "CitableChunk",
    "CitationLineCheck",
    "CitationTraceOptions",
    "LabelCheck",
    "NumberedLabelCheck",
    "admits_age",
    "build_citation_trace_block",
    "check_citation_line",
    "numbered_chunk",
    "to_fixed",
]
