"""Quotes to check, read from what people have."""

import pytest

from aligner_core import EvidenceAligner, ExtractorOutput, InvalidTypeError, parse_extraction, quotes_in
from aligner_core.formats.quotes import read_quote
from aligner_core.grounding.quotes import GivenQuote, read_quotes_given

PLAIN = {"messageIndex": 1, "quote": "words"}
EXTRACTION = {"entries": [{"entryId": "e", "type": "fact", "title": "t", "evidence": [PLAIN, {"quote": "more"}]}]}
MODEL = {"entries": [{"entryId": "e", "type": "fact", "title": "t", "evidence": [PLAIN]}]}
TWO = [("words", 1, "e"), ("more", None, "e")]


def given_quotes(given: object) -> list[tuple[str, int | str | None, str | None]]:
    return [(one.quote.text, one.claimed, one.entry_id) for one in read_quotes_given(given)]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param("words", [("words", None, None)], id="one text"),
        pytest.param(["words", "more"], [("words", None, None), ("more", None, None)], id="texts"),
        pytest.param(PLAIN, [("words", 1, None)], id="one quote"),
        pytest.param([PLAIN, "more"], [("words", 1, None), ("more", None, None)], id="quotes and texts"),
        pytest.param(EXTRACTION, TWO, id="an extraction"),
        pytest.param(parse_extraction(EXTRACTION), TWO, id="a parsed extraction"),
        pytest.param(ExtractorOutput.model_validate(MODEL), TWO[:1], id="an extraction as a model"),
        pytest.param({"messages": ["a"], "extraction": EXTRACTION}, TWO, id="a session with its extraction"),
        pytest.param({"messages": ["a"], "extractedJson": EXTRACTION}, TWO, id="by its older name"),
        pytest.param(EXTRACTION["entries"], TWO, id="entries"),
        pytest.param({"evidence": [PLAIN]}, [("words", 1, None)], id="evidence alone"),
        pytest.param(read_quote(PLAIN), [("words", 1, None)], id="a quote that was read"),
        pytest.param(EvidenceAligner().align_quote("words", "words"), [("words", 0, None)], id="an outcome"),
        pytest.param([EvidenceAligner().align_quote("words", "none")], [("words", 0, None)], id="outcomes"),
        pytest.param([GivenQuote(read_quote(PLAIN), "e")], TWO[:1], id="what a reader gave"),
        pytest.param(
            quotes_in('It says "words" or "more".'), [("words", None, None), ("more", None, None)], id="prose"
        ),
        pytest.param(quotes_in('It says "words".')[0], [("words", None, None)], id="one passage of prose"),
        pytest.param([], [], id="none"),
        pytest.param([None, 7], [("", None, None), ("7", None, None)], id="no texts"),
        pytest.param([{"quote": "words", "messageIndex": "3"}], [("words", "3", None)], id="an index as a text"),
        pytest.param([{"quote": "words", "messageIndex": True}], [("words", "true", None)], id="no index"),
        pytest.param([{"quote": "words", "messageIndex": -1}], [("words", -1, None)], id="a negative index"),
    ],
)
def test_read_quotes_given_reads(given: object, expected: object) -> None:
    assert given_quotes(given) == expected


@pytest.mark.parametrize(
    ("given", "claims"),
    [("words", False), ({"quote": "words", "messageIndex": None}, False), (PLAIN, True)]
    + [({"quote": "words", "messageIndex": index}, True) for index in ("3", -1, True, 1.0)],
)
def test_a_quote_claims_a_source_when_it_gives_an_index_of_any_kind(given: object, *, claims: bool) -> None:
    assert [one.claims_a_source for one in read_quotes_given(given)] == [claims]


@pytest.mark.parametrize("wrong", [7, None, b"bytes", {"messages": ["a"]}, {"text": "words"}])
def test_read_quotes_given_says_what_quotes_are(wrong: object) -> None:
    with pytest.raises(InvalidTypeError, match="quotes"):
        read_quotes_given(wrong)
