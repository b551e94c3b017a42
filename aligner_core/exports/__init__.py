"""Evidence in the formats of other tools: one record a quote, a message or a session, made without reading anything.

>>> from aligner_core import EvidenceAligner
>>> source = "🙂 The cache lives for one hour."
>>> outcome = EvidenceAligner().align_quote("one hour", source)
>>> row = QuoteRow(project="demo", session="s1", entry="e1", position=0, title="Cache", outcome=outcome, source=source)
>>> web_annotation(row)["target"]["selector"][1]
{'type': 'TextPositionSelector', 'start': 22, 'end': 30}
>>> offsets_of(row)
{'spanStart': 22, 'spanEnd': 30, 'utf16': [23, 31]}
"""

from aligner_core.exports.annotations import annotation_page, web_annotation
from aligner_core.exports.label_studio import label_studio_config, label_studio_task
from aligner_core.exports.langextract import langextract_document
from aligner_core.exports.page import html_page
from aligner_core.exports.rows import MessageRow, QuoteRow, offsets_of
from aligner_core.exports.statement import bundle_statement
from aligner_core.exports.table import harmless_cell, table_lines
from aligner_core.exports.written import json_line, json_list

__all__ = [
    "MessageRow",
    "QuoteRow",
    "annotation_page",
    "bundle_statement",
    "harmless_cell",
    "html_page",
    "json_line",
    "json_list",
    "label_studio_config",
    "label_studio_task",
    "langextract_document",
    "offsets_of",
    "table_lines",
    "web_annotation",
]
