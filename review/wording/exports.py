"""The formats of exports in words: what each is called, whom it is for, and how it counts; and why there is none."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from review.services.exports.export import NotExported


class FormatWords(NamedTuple):
    """A format in words."""

    title: object
    for_whom: object
    offsets: object


CODE_POINTS = _("Offsets: code points")
UTF16 = format_lazy(_("Offsets: {unit}"), unit="UTF-16")
BOTH = format_lazy(_("Offsets: code points and {unit}"), unit="UTF-16")
NO_OFFSETS = _("No offsets")
EXPORT_FORMATS: Mapping[str, FormatWords] = {
    "jsonl": FormatWords(
        "JSONL",
        _("Everything of these sessions, to import into another store, or for your own programs, duckdb and polars."),
        BOTH,
    ),
    "csv": FormatWords("CSV", _("A row a quote, to read in a spreadsheet. Not for import."), BOTH),
    "html": FormatWords(
        "HTML", _("A page to read, print and hand on. It runs nothing and asks for nothing."), CODE_POINTS
    ),
    "annotations": FormatWords(
        "W3C Web Annotation",
        _("An annotation a quote, for annotation tools. Only quotes that were found."),
        CODE_POINTS,
    ),
    "langextract": FormatWords(
        "LangExtract",
        _("A document a message. Its viewer runs what texts contain: use the HTML page instead."),
        CODE_POINTS,
    ),
    "label-studio": FormatWords(
        "Label Studio",
        _("A task a session, with the quotes as predictions. Set up its project with the file below."),
        UTF16,
    ),
    "label-studio-config": FormatWords(
        _("Label Studio, setup"), _("The labelling interface with the types of these entries as labels."), NO_OFFSETS
    ),
}
"""Every format by its name, in display order."""
NOT_EXPORTED = {
    NotExported.NOT_PERMITTED: _("You may not read all of this."),
    NotExported.EMPTY: _("No entry matches these filters."),
}
