"""Where a quote may have been put together of parts."""

from aligner_core._repair.splitting import longest_literal_spans


def test_longest_literal_spans_are_no_more_than_asked_for() -> None:
    quote, text = "we keep the raw events for a year", "the raw events. for a year, we keep"

    every = [quote[span.start : span.end] for span in longest_literal_spans(quote, text, limit=5)]
    first = [quote[span.start : span.end] for span in longest_literal_spans(quote, text, limit=2)]

    assert every == ["we keep", "the raw events", "for a year"]
    assert first == every[:2]
