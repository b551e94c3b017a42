"""Where a quote may have been put together."""

from aligner_core.parts import longest_stretches


def test_no_more_stretches_are_cut_than_asked_for() -> None:
    quote, text = "we keep the raw events for a year", "the raw events. for a year, we keep"

    every = [quote[span.start : span.end] for span in longest_stretches(quote, text, most=5)]
    first = [quote[span.start : span.end] for span in longest_stretches(quote, text, most=2)]

    assert every == ["we keep", "the raw events", "for a year"]
    assert first == every[:2]
