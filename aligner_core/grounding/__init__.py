"""Checks whether quotes are grounded: whether they are in their sources, with no fact changed.

>>> report = check(["The cache lives for one hour.", "It is emptied daily."], "The cache lives for two hours.")
>>> report.ok, dict(report.counts)["differs"], dict(report.counts)["missing"], report.ok_share
(False, 1, 1, 0.0)
>>> if not report:
...     print(explain(report).splitlines()[0])
2 of 2 quotes are not in the sources as quoted.
"""

from aligner_core.errors import Ungrounded
from aligner_core.evidence.models import Verdict
from aligner_core.grounding.check import Quotes, Sources, check
from aligner_core.grounding.explain import explain, require_ok
from aligner_core.grounding.html import to_html
from aligner_core.grounding.json import to_json
from aligner_core.grounding.report import Report, Row
from aligner_core.grounding.sources import Source

__all__ = [
    "Quotes",
    "Report",
    "Row",
    "Source",
    "Sources",
    "Ungrounded",
    "Verdict",
    "check",
    "explain",
    "require_ok",
    "to_html",
    "to_json",
]
