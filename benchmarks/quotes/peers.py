"""The tools compared: each decides whether a quote is in a source, called in its own way and with its defaults.

A tool that is not installed is left out. ragas brings 41 distributions beyond those of the others, so the rule of its
package is stated here; all others are called.
"""

import re
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.util import find_spec
from io import StringIO

from aligner_core import AlignedEvidence, EvidenceAligner, check

Accepts = Callable[[str, str], bool]
ALIGNER = EvidenceAligner()


@dataclass(frozen=True, slots=True)
class Checker:
    """A tool by name; *accepts* is whether it finds a quote in a source."""

    name: str
    accepts: Accepts
    rule: str
    """The rule by which it accepts."""


def ours(quote: str, source: str) -> bool:
    """Return whether the report is ok."""
    return check(quote, source).ok


def aligned(quote: str, source: str) -> bool:
    """Return whether words that are similar enough were found, whatever differs in them."""
    return isinstance(ALIGNER.align_quote(quote, source), AlignedEvidence)


def by_substring(quote: str, source: str) -> bool:
    """Return what most people write first."""
    return quote in source


def by_verbatimeter(quote: str, source: str) -> bool:
    """Return whether every word is verbatim."""
    from verbatimeter import check as matched  # noqa: PLC0415 - a peer may be missing

    return bool(matched(quote, source, count_tokens=len).matched_ratio == 1)


def by_proof_citations(quote: str, source: str) -> bool:
    """Return whether the quote is verified on the page, given as a snapshot."""
    from proof_citations import verify_citation  # noqa: PLC0415 - a peer may be missing

    with redirect_stdout(StringIO()):
        found = verify_citation(
            "https://example.org/", quote, "case", snapshot=source, skip_live_fetch=True, oa_lookup=False
        )
    return bool(found["status"] == "verified")


def by_citations(quote: str, source: str) -> bool:
    """Return whether the passage is found, once or more often."""
    from citations.verify import resolve_in  # noqa: PLC0415 - a peer may be missing

    return resolve_in(quote, source).state in {"found", "ambiguous"}


def by_quotecheck(quote: str, source: str) -> bool:
    """Return its own `ok`."""
    from quotecheck.find import check as searched  # noqa: PLC0415 - a peer may be missing

    return bool(searched(quote, source).ok)


def by_juricode(quote: str, source: str) -> bool:
    """Return whether the quote can be snapped, being its own anchor."""
    from juricode_verifier import snap_quote  # noqa: PLC0415 - a peer may be missing

    return snap_quote(quote, source) is not None


def by_instructor(quote: str, source: str) -> bool:
    """Return whether the validator keeps the quote."""
    from instructor import CitationMixin  # noqa: PLC0415 - a peer may be missing

    kept = CitationMixin.model_validate({"substring_quotes": [quote]}, context={"context": source})
    return bool(kept.substring_quotes)


def by_langextract(quote: str, source: str) -> bool:
    """Return whether the aligner gives the extraction an interval."""
    from langextract.core.data import Extraction  # noqa: PLC0415 - a peer may be missing
    from langextract.resolver import WordAligner  # noqa: PLC0415

    wanted = Extraction(extraction_class="quote", extraction_text=quote)
    return WordAligner().align_extractions([[wanted]], source)[0][0].char_interval is not None


def by_ragas_rule(quote: str, source: str) -> bool:
    """Return whether `QuotedSpansAlignment` 0.4.3 counts a span: white space collapsed, in lower case, contained."""
    return _plain(quote) in _plain(source)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().lower()


EVERY = (
    ("aligner_core", Checker("ours", ours, "`check`: `ok`")),
    ("aligner_core", Checker("ours, evidenceAligned", aligned, "similar words were found")),
    ("re", Checker("quote in source", by_substring, "contained")),
    ("re", Checker("ragas' rule", by_ragas_rule, "contained in lower case, white space collapsed (0.4.3, stated)")),
    ("verbatimeter", Checker("verbatimeter", by_verbatimeter, "`check`: `matched_ratio` is 1")),
    ("proof_citations", Checker("proof-citations", by_proof_citations, "`verify_citation` on a snapshot: verified")),
    ("citations", Checker("citations", by_citations, "`resolve_in`: found or ambiguous")),
    ("quotecheck", Checker("quotecheck", by_quotecheck, "`check`: `ok`")),
    ("juricode_verifier", Checker("juricode", by_juricode, "`snap_quote` with the quote as anchor: not None")),
    ("instructor", Checker("instructor", by_instructor, "`CitationMixin` keeps the quote")),
    ("langextract", Checker("langextract", by_langextract, "`WordAligner` gives an interval")),
)


def checkers() -> list[Checker]:
    """Return the installed tools, this project first."""
    return [checker for module, checker in EVERY if find_spec(module)]
