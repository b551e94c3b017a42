"""The report as one HTML file."""

import re
from html.parser import HTMLParser

import pytest

from aligner_core import Source, check
from aligner_core.grounding import html as module
from aligner_core.grounding import to_html
from tests.aligner_core.grounding.worked_check import QUOTES, SOURCES

INERT = {
    *(
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "main",
        "h1",
        "h2",
        "h3",
        "p",
        "b",
        "code",
        "dl",
        "div",
        "dt",
        "dd",
    ),
    *(
        "article",
        "header",
        "span",
        "mark",
        "del",
        "ins",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "small",
        "details",
    ),
    *("summary", "footer"),
}
KNOWN = {"lang", "charset", "name", "content", "http-equiv", "class", "id", "scope", "data-sign", "data-m"}
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>\"'><style>*{display:none}</style></main></dd></p>"
    "&lt;b&gt; $title ${title} <!-- ]]> javascript: https://evil.example/ \x1b[31m \u202e \ud800 \0"
)


class Reader(HTMLParser):
    """The elements, attributes and text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def body(page: str) -> str:
    return page[page.index("<body>") :]


def test_page_shows_what_is_not_ok_first_each_with_its_fix() -> None:
    page = body(to_html(check(QUOTES, SOURCES), name="answer.json"))

    assert "check of <code>answer.json</code> against 3 sources" in page
    assert "<h1>4 of 8 quotes are not in the sources as quoted</h1>" in page
    assert "Not ok: 2 say something else, 1 is in no source, 1 is in another one." in page
    assert "<div><dt>ok share</dt><dd>0.50</dd></div><div><dt>differs</dt><dd>2</dd></div>" in page
    assert "<div class=z><dt>unchecked</dt><dd>0</dd></div>" in page
    assert re.findall(r'<article class="row bad" id="(\w+)">', page) == ["quote1", "quote2", "quote3", "quote4"]
    assert page.index('id="quote4"') < page.index("<table>") < page.index("<h2>Sources")
    assert re.findall(r'<p class="fix"><b>Fix</b><span>(.*?)</span><span class="then">(.*?)</span>', page) == [
        (
            "Use the source text: “You can return the item within 90 days of delivery.” (changes number)",
            "then verbatim",
        ),
        ("Use the closest words: “Contact support before you send anything back” (changes word)", "then verbatim"),
        ("Drop it, nobody said it", ""),
        ("Point it at returns.md: line 1, characters 52–79", "then verbatim"),
    ]


def test_page_shows_the_words_in_their_place_with_what_differs_marked() -> None:
    page = body(to_html(check(QUOTES, SOURCES)))

    assert "<dd>You can return the item within <del>30</del> days of delivery.</dd>" in page
    assert (
        '<dd><mark data-m="fuzzy">You can return the item within <ins>90</ins> days of delivery.</mark>'
        '<span class="c"> Opened software is excluded.</span></dd>'
    ) in page
    assert (
        '<dt>Closest</dt><dd><span class="c">Thanks! </span><span class="g">Contact support before <ins>you send</ins>'
        ' anything back</span><span class="c">, they will mail you a label.</span></dd>'
    ) in page
    assert '<span class="c">Nothing in the sources is similar.</span>' in page
    assert re.findall(r"similarity [^<]+", page) == [
        "similarity 0.980 = 1 − 1/51 · confidence 0.949",
        "similarity 0.844 = 1 − 7/45",
        "similarity 1.000",
    ]
    assert "the closest words are in returns.md, line 2, 0.006 below the bar" in page
    assert "usually within five <del>workin</del><ins>working</ins> days<small>quote 8</small>" in page


def test_page_shows_method_and_verdict_in_words_too() -> None:
    page = body(to_html(check(QUOTES, SOURCES)))

    assert '<span class="b" data-m="fuzzy">F~.94<span class="vh"> fuzzy</span></span>' in page
    assert '<span class="b" data-m="failed">✗.84<span class="vh"> failed</span></span>' in page
    assert '<span class="b" data-m="failed">✗<span class="vh"> failed</span></span>' in page
    assert '<span class="v" data-sign="↪">elsewhere</span>' in page
    assert "<td data-m=exact>exact" in page
    assert "<td data-m=normalized>normalized" in page
    assert re.search(r"<td data-m=fuzzy>fuzzy 0\.949, slip; fails with strict", page)


@pytest.mark.parametrize(
    ("quotes", "strict", "expected"),
    [
        (["within 90 days"], False, ["The quote is in the sources", "Every quote stands in its source", "not strict"]),
        ([], False, ["There is nothing to check", "A check of nothing is not ok.", "check of 0 quotes against"]),
        (["five workin days"], True, ["1 of 1 quote is", "Not ok: 1 is misspelled.", "bar 0.850 · strict", "F~.9"]),
        ([7], False, ["1 could not be checked", "not checked", "the quote is not a text", "Give the quote as a text"]),
        (["days of delivery not"], False, ["differs"]),
    ],
)
def test_page_of_other_ends(quotes: list[object], *, strict: bool, expected: list[str]) -> None:
    page = body(to_html(check(quotes, SOURCES, strict=strict)))

    assert [one for one in expected if one not in page] == []


def test_page_measures_words_that_end_with_a_space() -> None:
    page = body(to_html(check("It was one of the 30 in the seris.", "It was one of the 90 in the series now.")))

    assert "similarity 0.914 = 1 − 3/35" in page


def test_page_marks_no_white_space() -> None:
    page = body(to_html(check("It  costs 30 euros,  they say", "It costs 90 euros, they say")))

    assert "<dd>It  costs <del>30</del> euros,  they say</dd>" in page


def test_page_shows_where_else_the_words_stand() -> None:
    sources = ["We pay 90 dollars, we think. We pay 90 dollars", "We pay 90 dollars"]
    page = body(to_html(check(["We pay 90 dollars", "We pay 30 dollars"], sources)))

    assert "<td data-m=exact>exact, also in 1 more place there, source 1" in page
    assert '<dt>Also in</dt><dd class="s">1 more place there, source 1</dd>' in page


def test_page_shows_the_hearsay_before_a_quote() -> None:
    sources = ["According to Kim, the roof was done in May of that year."]
    page = body(to_html(check(["the roof was done in May", "the roof was done in June of that year"], sources)))

    assert "hedged: “according to” stands before it" in page
    assert '<dt>Hedged</dt><dd class="s">“according to” stands before it</dd>' in page


def test_page_cuts_what_surrounds_the_words_between_words() -> None:
    text = "word " * 40 + "It costs 90 euros. " + "more " * 40
    page = body(to_html(check("It costs 30 euros.", text)))

    shown = re.findall(r'<span class="c">(.*?)</span>', page)
    assert [set(one.split()) for one in shown[1:3]] == [{"word"}, {"more"}]
    assert all(0 < len(one) <= module.CONTEXT_CHARS for one in shown[1:3])


def test_page_is_inert_whatever_quotes_and_sources_hold() -> None:
    """Hostile text in every place where text can come from: it stays text."""
    quotes = {
        "entries": [
            {
                "entryId": HOSTILE,
                "evidence": [
                    {"quote": f"{HOSTILE} within 30 days"},
                    {"quote": f"{HOSTILE} within 90 days", "messageIndex": HOSTILE},
                    {"quote": f"{HOSTILE} within 90 days"},
                    {"quote": f"never said: {HOSTILE}{HOSTILE}"},
                ],
            }
        ]
    }
    sources = [Source(HOSTILE, f"{HOSTILE} within 90 days"), Source(HOSTILE, HOSTILE)]
    page = to_html(check(quotes, sources), name=HOSTILE)

    read = Reader(page)
    assert set(read.tags) - INERT == set()
    assert {name for name, _ in read.attributes} - KNOWN == set()
    assert read.tags.count("style") == read.tags.count("main") == 1
    assert "<script>alert(1)</script><img src=x" in read.text
    assert re.findall("[\0\x1b\u202e\ud800]", page) == []
    page.encode()


def test_page_forbids_what_it_does_not_need() -> None:
    page = to_html(check(QUOTES, SOURCES))

    assert "content=\"default-src 'none'; style-src 'unsafe-inline'\"" in page
    assert re.findall(r"url\(|@import|https?:|<link|<script| src=| href=", page) == []


def test_page_does_not_depend_on_time() -> None:
    assert to_html(check(QUOTES, SOURCES)) == to_html(check(QUOTES, SOURCES))


def test_page_shows_many_that_are_not_ok_in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CARDS", 1)
    long = "very long words " * 20
    page = body(to_html(check([*QUOTES, long], SOURCES)))

    assert page.count("<article") == 1
    assert '<h2>Not ok, in short <span class="c">4</span></h2>' in page
    short = "Contact support before <del>sending</del><ins>you send</ins> anything back<small>"
    assert f"<th scope=row class=v data-sign=≠>differs<td>{short}" in page
    assert "<td>no source<td>use the closest words (changes word), then verbatim" in page
    assert "<td>no source<td>drop it, nobody said it" in page
    assert f"<td>{long[: module.MAX_CELL_CHARS]}…<small>quote 9</small>" in page


def test_page_leaves_large_sources_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_SOURCE_BYTES", 10)
    monkeypatch.setattr(module, "MAX_CARDS", 2)
    page = body(to_html(check(QUOTES, SOURCES)))

    assert "<details>" not in page
    assert "<p>Too large to be shown here: returns.md, refunds.md, …</p>" in page
    assert "Too large to be shown here: a</p>" in to_html(check("x", [Source("a", "long " * 9)]))


def test_page_of_9000_long_quotes_that_nobody_said_is_small() -> None:
    """A Korean character takes three bytes: cells are cut by bytes too, between characters."""
    long = "우리는 다음 주 월요일까지 보고서 초안을 모두 모아서 정리하기로 했다 " * 6
    report = check([long], ["아무도 그런 말을 하지 않았다."])
    many = type(report)(rows=report.rows * 9_000, sources=report.sources)

    page = to_html(many)

    assert len(page.encode()) <= 2_500_000
    assert "\ufffd" not in page


def test_page_of_9000_quotes_is_small() -> None:
    """Half of them differ; one text of each kind is checked, and the rows are repeated."""
    ok, bad = "The refund is sent to the original payment method in {} days.", "It is sent in {} days to the old card."
    report = check([ok.format(7), bad.format(30)], [f"{ok.format(7)}\n{bad.format(90)}"])
    many = type(report)(rows=report.rows * 4_500, sources=report.sources * 1_000)

    page = to_html(many)

    assert page.count("<tr>") + page.count("<article") == 9_000 + 2
    assert len(page.encode()) <= 2_500_000
