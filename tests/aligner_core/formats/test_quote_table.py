"""Tables of quotes: byte order marks, semicolons, formulas, ragged rows."""

import pytest

from aligner_core.formats import Counting, FormatError, read
from tests.aligner_core.formats.files import EN, KO, case, noted, quoted, turns


def test_quote_table_reads_cells_as_they_are() -> None:
    reading = case("quote_table--commas.csv")

    assert quoted(reading) == [(0, "keep the cache\nfor one hour"), (1, "=SUM(A1:A3)"), (1, '캐시는 "한 시간"')]
    assert [entry.title for entry in reading.extractions[0].entries] == ["The cache, for now", "Sums"]
    assert noted(reading) == [("left_out", "line 1", ("column colour", 1))]


def test_quote_table_reads_semicolons_and_says_that_numbers_may_count_from_one() -> None:
    reading = case("quote_table--semicolons.csv")

    assert quoted(reading) == [(1, "캐시는 한 시간 동안 유지"), (2, "월요일에 다시 측정")]
    assert noted(reading) == [("counted_from_one", "line 2", (None, None))]
    assert reading.rule == "Table of quotes (CSV): a column called `quote`, with semicolons between columns"


def test_quote_table_makes_messages_of_a_column_of_texts() -> None:
    reading = case("quote_table--texts.tsv")

    assert turns(reading) == [[("", EN), ("", KO)]]
    assert [index for index, _ in quoted(reading)] == [0, 1, 0]
    assert reading.extractions[0].entries[0].body == "source: cache.md"


@pytest.mark.parametrize(
    ("text", "quotes", "counting"),
    [
        pytest.param("quote\nOne.\n\nTwo.", [(None, "One."), (None, "Two.")], Counting.NO_NUMBERS, id="quotes alone"),
        pytest.param("quote,message\nOne.,a\n", [(None, "One.")], Counting.NO_NUMBERS, id="names"),
        pytest.param("quote,message\nOne.,a\nTwo.,0\n", [("a", "One."), (0, "Two.")], Counting.MESSAGES, id="one name"),
        pytest.param("quote,message\nOne.,\nTwo.,0\n", [(None, "One."), (0, "Two.")], Counting.MESSAGES, id="none"),
        pytest.param("quote,message\nOne.,²\n", [(None, "One.")], Counting.NO_NUMBERS, id="a superscript"),
        pytest.param(f"quote,message\nOne.,{'9' * 5000}\n", [(None, "One.")], Counting.NO_NUMBERS, id="a long number"),
        pytest.param("quote,message\nOne.\n", [(None, "One.")], Counting.NO_NUMBERS, id="a short row"),
        pytest.param("quote,quote,claim\nOne.,Two.,c\n", [(None, "One.")], Counting.NO_NUMBERS, id="a column twice"),
        pytest.param("quote,원문\n1,\n2,Two.\n", [(None, "1"), (0, "2")], Counting.MESSAGES, id="no text"),
        pytest.param("Quoted Text|Entry-ID\n1|a\n2|a", [(None, "1"), (None, "2")], Counting.NO_NUMBERS, id="bars"),
    ],
)  # fmt: skip
def test_quote_table_reads_every_row(text: str, quotes: list[object], counting: Counting) -> None:
    reading = read(text)

    assert (reading.format, quoted(reading), reading.counting) == ("quote_table", quotes, counting)


def test_quote_table_counts_cells_without_a_column() -> None:
    assert noted(read("quote,claim\nOne.,a,b,c")) == [("left_out", "line 2", ("cell without a column", 2))]


def test_quote_table_notes_where_it_cannot_be_read_further() -> None:
    reading = read("quote,claim\nOne.,a\n" + "x" * 200_000 + ",b\n")

    assert quoted(reading) == [(None, "One.")]
    assert [(note.code, note.where) for note in reading.notes] == [("left_out", "line 3")]


def test_quote_table_without_quotes_is_refused_with_what_is_wanted() -> None:
    with pytest.raises(FormatError, match="A table with the columns claim, message, source"):
        read("claim,message,source\na,0,b")
