r"""The sources of an answer: ask a model to name them, check what it names, and evaluate what answers rest on.

>>> chunks = [{"title": "a.md", "score": 0.9}]
>>> "출처" in build_citation_trace_block(chunks)
True
>>> check_citation_line("Remove the label.\n\n*Sources:* `a.md`", chunks).ok
True
"""

from aligner_core.citations.chunks import CitableChunk, CitationTraceOptions
from aligner_core.citations.evaluation import (
    AnswerEvaluation,
    EvaluationSum,
    evaluate_answer,
    evaluate_retrieval,
    sum_by_group,
    sum_evaluations,
)
from aligner_core.citations.javascript import to_fixed
from aligner_core.citations.numbered import numbered_chunk
from aligner_core.citations.source_line import admits_age
from aligner_core.citations.tables import columns_text, csv_text
from aligner_core.citations.trace import (
    CitationLineCheck,
    LabelCheck,
    NumberedLabelCheck,
    build_citation_trace_block,
    check_citation_line,
)

__all__ = [
    "AnswerEvaluation",
    "CitableChunk",
    "CitationLineCheck",
    "CitationTraceOptions",
    "EvaluationSum",
    "LabelCheck",
    "NumberedLabelCheck",
    "admits_age",
    "build_citation_trace_block",
    "check_citation_line",
    "columns_text",
    "csv_text",
    "evaluate_answer",
    "evaluate_retrieval",
    "numbered_chunk",
    "sum_by_group",
    "sum_evaluations",
    "to_fixed",
]
