"""For tests: fail where what a model quotes is not in its sources.

>>> assert_grounded("within 90 days", "You can return it within 90 days.")
<Report: 1 verbatim>
>>> assert_grounded("within 30 days", "You can return it within 90 days.")
Traceback (most recent call last):
AssertionError: 1 of 1 quote is not in the sources as quoted.
<BLANKLINE>
✗ differs    quote 1 in the source, fuzzy 0.928
    quote    within [30] days
    source   within [90] days
    differs  number: 30 days in the quote, 90 days in the source
    fix      use the source text (changes number), it becomes verbatim
<BLANKLINE>
ok share 0.00  0 of 1
"""

from aligner_core.grounding import Quotes, Report, Sources, check, explain


def assert_grounded(quotes: Quotes, sources: Sources = None, *, strict: bool = False) -> Report:
    """Return the report of `check` if every quote is ok; else the test fails with what differs and how to mend it.

    It fails, too, when there is no quote: a test of nothing shows nothing.

    Raises:
        AssertionError: a quote is not ok, or there is none.
        InvalidTypeError: *quotes* or *sources* cannot be read, as in `check`.

    """
    __tracebackhide__ = True  # pytest shows the line of the test
    report = check(quotes, sources, strict=strict)
    if not report.ok:
        raise AssertionError(explain(report))
    return report
