"""Exports say where quotes are as their readers count, and hide, run and break nothing, whatever the texts hold."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aligner_core import EvidenceAligner, FailedEvidence, digest
from aligner_core.exports import (
    MessageRow,
    QuoteRow,
    annotation_page,
    bundle_statement,
    harmless_cell,
    html_page,
    json_line,
    json_list,
    label_studio_config,
    label_studio_task,
    langextract_document,
    offsets_of,
    table_lines,
    web_annotation,
)
from aligner_core.exports.page import KOREAN, WORDS
from aligner_core.exports.table import TABLE_COLUMNS
from aligner_core.formats import read

ALIGNER = EvidenceAligner()
MESSAGES = (
    "앞🙂 결정 완료 뒤 — the fee is 12 euros.",
    '=HYPERLINK("http://x") </script><img src=x onerror=alert(1)> we keep it\u2028 for 90 days',
    "nothing",
)
TEXTS = st.text(max_size=40) | st.sampled_from(
    [*MESSAGES, "\u2028", "\r\n", "']]>", "</script><b>", "\u202e evil", "🙂"]
)
DANGEROUS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "\0")


def row_of(
    quote: str, *, index: int = 0, source: str | None = None, title: str = "a fact", kind: str = "fact"
) -> QuoteRow:
    text = MESSAGES[index] if source is None else source
    outcome = ALIGNER.align(
        [text] if source is not None else list(MESSAGES), {"evidence": [{"messageIndex": index, "quote": quote}]}
    ).outcomes[0]
    return QuoteRow(
        project="demo",
        session="s/1",
        entry="e:1",
        position=0,
        title=title,
        type=kind,
        stage="candidate",
        outcome=outcome.without_entry(),
        source=text,
    )


@st.composite
def found_rows(draw: st.DrawFn) -> QuoteRow:
    before, words, after = (
        draw(TEXTS),
        draw(st.text(min_size=1, max_size=20).filter(lambda one: one.strip() != "")),
        draw(TEXTS),
    )
    return row_of(words, source=f"{before}{words}{after}", title=draw(TEXTS))


@given(found_rows())
def test_offsets_count_code_points_and_utf16_units_of_the_same_words(row: QuoteRow) -> None:
    if row.words is None or row.source is None:
        assert offsets_of(row) == {}
        return
    places = json.loads(json_line(offsets_of(row)))
    first, last = places["utf16"]
    encoded = row.source.encode("utf-16-le", "surrogatepass")

    assert row.source[places["spanStart"] : places["spanEnd"]] == row.words
    assert encoded[2 * first : 2 * last].decode("utf-16-le", "surrogatepass") == row.words


@given(st.lists(found_rows(), max_size=4))
def test_an_annotation_selects_the_words_of_the_source_whoever_slices(rows: Sequence[QuoteRow]) -> None:
    whole = json.loads("".join(annotation_page(rows, name="urn:x")))
    anchored = [row for row in rows if row.words is not None]

    assert whole["type"] == "AnnotationCollection"
    assert "code points" in whole["label"]
    assert len(whole["first"]["items"]) == len(anchored)
    for row, one in zip(anchored, whole["first"]["items"], strict=True):
        quote, place = one["target"]["selector"]
        assert row.source is not None
        assert row.source[place["start"] : place["end"]] == quote["exact"] == row.words
        assert quote["prefix"] + quote["exact"] + quote["suffix"] in row.source
        assert [body["value"] for body in one["body"] if body["purpose"] == "assessing"] == [row.outcome.quote]


def test_a_failed_quote_has_no_annotation() -> None:
    row = row_of("never said here by anyone")

    with pytest.raises(ValueError, match="not found"):
        web_annotation(row)

    assert json.loads("".join(annotation_page([row], name="urn:x")))["first"]["items"] == []


@given(st.text(alphabet=st.sampled_from([*" \u00a0\u3000\u200b\ufeff\u2060=+-@\t\r\n＝－a1'🙂"]), max_size=8))
def test_no_cell_begins_with_a_formula_behind_blanks_either(text: str) -> None:
    written = harmless_cell(text)
    bare = written.lstrip(" \u00a0\u3000\u200b\ufeff\u2060")

    assert not written.startswith(DANGEROUS)
    assert not bare.startswith(DANGEROUS)
    assert written in {text, f"'{text}"}


def test_numbers_of_a_cell_stay_numbers_and_nothing_is_empty() -> None:
    assert [harmless_cell(value) for value in (-0.5, 3, True, None, "")] == ["-0.5", "3", "true", "", ""]


@given(st.lists(found_rows(), max_size=4))
def test_a_table_has_a_row_for_each_quote_under_a_byte_order_mark(rows: Sequence[QuoteRow]) -> None:
    text = "".join(table_lines(rows))
    read_back = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))

    assert text.startswith("\ufeff" + ",".join(TABLE_COLUMNS))
    assert [one["quote"].removeprefix("'") for one in read_back] == [
        row.outcome.quote.removeprefix("'") for row in rows
    ]
    assert all(one["method"] == row.outcome.match_method for one, row in zip(read_back, rows, strict=True))


@given(st.recursive(TEXTS | st.integers() | st.none(), lambda inner: st.lists(inner, max_size=3)))
def test_a_line_of_json_is_one_line_for_every_reader_of_lines(value: object) -> None:
    line = json_line({"value": value})

    assert line.splitlines() == [line[:-1]]
    assert json.loads(line) == {"value": value}


@given(st.lists(TEXTS, max_size=4))
def test_a_streamed_list_is_the_list(values: Sequence[str]) -> None:
    assert json.loads("".join(json_list(values))) == values


def test_langextract_documents_count_in_their_message_and_keep_failed_quotes() -> None:
    found, failed = row_of("결정 완료"), row_of("never said here by anyone")
    document = langextract_document(MessageRow(session="s1", index=0, text=MESSAGES[0], quotes=(found, failed)))
    [first, second] = document["extractions"]
    interval = first["char_interval"]

    assert document["document_id"] == "s1#0"
    assert document["text"][interval["start_pos"] : interval["end_pos"]] == "결정 완료"
    assert (second["char_interval"], second["alignment_status"]) == (None, None)


def test_our_own_reader_takes_langextract_documents_without_a_wrong_offset() -> None:
    document = langextract_document(MessageRow(session="s1", index=0, text=MESSAGES[0], quotes=(row_of("결정 완료"),)))
    reading = read(json_line(document).encode(), name="documents.jsonl")

    assert reading.format == "langextract"
    assert [note.code for part in reading.parts for note in part.notes] == []


def test_a_task_of_label_studio_counts_utf16_in_paragraphs_named_by_strings() -> None:
    rows = (row_of("결정 완료", kind="decision"), row_of("never said here by anyone"))
    messages = [
        MessageRow(session="s1", index=place, text=text, quotes=rows if place == 0 else ())
        for place, text in enumerate(MESSAGES)
    ]
    task = label_studio_task("s1", messages, model="m")
    [region] = task["predictions"][0]["result"]
    value = region["value"]
    units = task["data"]["dialogue"][0]["text"].encode("utf-16-le")

    assert (value["start"], value["end"]) == ("0", "0")
    assert units[2 * value["startOffset"] : 2 * value["endOffset"]].decode("utf-16-le") == value["text"] == "결정 완료"
    assert value["paragraphlabels"][0] in label_studio_config(["decision", ""])
    assert label_studio_task("s1", messages[1:], model="m")["predictions"] == []


def test_labels_of_the_config_are_only_text() -> None:
    config = ET.fromstring(label_studio_config(['<b>"', "fact", ""]))  # noqa: S314 - our own

    assert [label.attrib["value"] for label in config.iter("Label")] == ['<b>"', "fact", "quote"]


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}


SHOWN = {"html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "article", "header", "section"}
SHOWN |= {"b", "blockquote", "mark", "del", "span", "footer"}
SAID = {"lang", "charset", "name", "content", "http-equiv", "class", "dir", "data-m"}


@given(st.lists(found_rows(), max_size=3))
def test_a_page_is_inert_whatever_the_texts_hold(rows: Sequence[QuoteRow]) -> None:
    tags = _Tags()
    tags.feed("".join(html_page(rows)))

    assert tags.seen <= SHOWN
    assert tags.attributes <= SAID


def test_a_page_shows_the_words_in_their_place_and_what_the_model_quoted() -> None:
    page = "".join(html_page([row_of("the fee is 12 Euro."), row_of("</script><img src=x onerror=alert(1)>", index=1)]))

    assert "default-src 'none'" in page
    assert "<img" not in page
    assert "<mark>the fee is 12 euros" in page
    assert "<del>" in page


def test_a_page_shows_the_closest_words_to_a_quote_that_was_not_found() -> None:
    row = row_of("We keep the raw text of most days.", source="We keep the raw text of every event for 90 days.")

    page = "".join(html_page([row]))

    assert isinstance(row.outcome, FailedEvidence)
    assert "<del>We keep the raw text of most days.</del>" in page
    assert "We keep the raw text of every</blockquote>" in page


def test_a_page_shows_a_quote_that_names_no_message() -> None:
    [outcome] = ALIGNER.align(list(MESSAGES), {"evidence": [{"quote": "the fee is 12 euros"}]}).outcomes
    row = replace(row_of("the fee is 12 euros"), outcome=outcome.without_entry(), source=None)

    page = "".join(html_page([row]))

    assert outcome.message_index is None
    assert "<del>the fee is 12 euros</del>" in page


def test_a_page_says_who_decided_and_shows_the_conversation_once() -> None:
    row = replace(row_of("the fee is 12 euros"), stage="verified", verdict="mina, 2026-11-26")
    source = str(row.source)
    message = MessageRow(session="s/1", index=0, text=source, speaker="<Anna>", quotes=[row, row])
    other = MessageRow(session="s/1", index=1, text="nothing")

    page = "".join(html_page([row], messages=[message, other]))

    assert "<span class=stage>verified</span> mina, 2026-11-26</p>" in page
    talk = page.partition("<h2>Conversation</h2>")[2]
    assert (talk.count("<mark>the fee is 12 euros</mark>"), talk.count("<blockquote")) == (1, 2)
    assert "#0 &lt;Anna&gt;" in talk


def test_a_page_in_korean_says_all_that_one_in_english_does() -> None:
    assert KOREAN.keys() == WORDS.keys()
    assert '<html lang="ko">' in "".join(html_page([], language="ko"))


def test_a_page_of_nothing_says_so() -> None:
    assert "Nothing was exported." in "".join(html_page([]))


def test_a_statement_names_the_bytes_and_says_something() -> None:
    statement = bundle_statement("bundle.zip", digest(b"zip"), {"entries": 3})

    assert statement["subject"] == [{"name": "bundle.zip", "digest": {"sha256": digest(b"zip")}}]
    assert statement["predicate"] == {"entries": 3}
    with pytest.raises(ValueError, match="says something"):
        bundle_statement("bundle.zip", digest(b""), {})


def test_names_are_unique_for_a_newer_version_of_a_message() -> None:
    row = row_of("결정 완료")

    assert row.urn == "urn:evidence-review:demo:s%2F1:entries:e%3A1:quotes:0"
    assert row.source_urn == "urn:evidence-review:demo:s%2F1:messages:0"
