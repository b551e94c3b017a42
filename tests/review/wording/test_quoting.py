"""Citations: exact words, one line about the source, and Markdown that stays inert whatever was said."""

import pytest
from django.utils import translation

from review.models import Quote
from review.wording.quoting import Citation, citation, escape_markdown, quote_block
from tests.factories import make_entry, make_session

LINK = "https://review.example/quotes/7/"


def cite(quote: Quote) -> Citation:
    assert quote.current is not None
    assert quote.current.message is not None
    return citation(quote.current, quote.current.message, link=LINK)


def quote_of(message: dict[str, str], words: str, *, title: str = "Cache talk") -> Quote:
    entry = make_entry(make_session([message], title=title), [words])
    return entry.quotes.select_related("current__message__session").get()


@pytest.mark.django_db
def test_citation_says_the_words_of_the_source_and_where_they_are() -> None:
    message = {"role": "user", "content": "We keep the  cache for 300 s.", "timestamp": "2026-05-01T10:00:00Z"}

    cited = cite(quote_of(message, "we keep the cache"))

    source = "user, Cache talk, message #0, 2026-05-01"
    assert cited == Citation(
        f"“We keep the  cache” — {source}",
        f"> We keep the  cache\n\n— [user, Cache talk, message \\#0, 2026-05-01](<{LINK}>)\n",
        LINK,
    )


@pytest.mark.django_db
def test_citation_is_in_the_language_of_the_reader() -> None:
    quote = quote_of({"role": "assistant", "content": "캐시는 300초 동안 둡니다."}, "캐시는 300초")

    with translation.override("ko"):
        cited = cite(quote)

    assert cited.text == "“캐시는 300초” — 어시스턴트, Cache talk, 메시지 #0"


@pytest.mark.django_db
def test_citation_keeps_hostile_names_in_one_inert_line() -> None:
    message = {"role": "user", "name": "x](http://evil)\n# a", "content": "Yes, on Friday.", "timestamp": "last\nweek"}

    cited = cite(quote_of(message, "Yes, on Friday.", title="<img src=x>\u202e"))

    assert cited.markdown.splitlines()[2] == (
        "— [x\\](http\\://evil) \\# a, \\<img src=x\\>[RLO], message \\#0, last week](<" + LINK + ">)"
    ).replace("[RLO]", "\\[RLO\\]")


@pytest.mark.parametrize(
    ("words", "block"),
    [
        ("one\ntwo", "> one\\\n> two"),
        ("one\n\ntwo", "> one\n>\n> two"),
        ("    code\r\n> quoted", "> code\\\n> \\> quoted"),
        ("- a\n+ b\n=== \n2) c\n3. d", "> \\- a\\\n> \\+ b\\\n> \\===\\\n> 2\\) c\\\n> 3\\. d"),
        ("```\n~~~\n***", "> \\`\\`\\`\\\n> \\~\\~\\~\\\n> \\*\\*\\*"),
        ("<script>x</script>", "> \\<script\\>x\\</script\\>"),
        ("&amp; ![i](x) @mina www.a.b", "> \\&amp; !\\[i\\](x) \\@mina www\\.a.b"),
    ],
)
def test_quote_block_shows_every_line_as_it_is(words: str, block: str) -> None:
    assert quote_block(words) == block


def test_escape_markdown_leaves_plain_words_alone() -> None:
    assert escape_markdown("300 s, 10% – 캐시 (v1.2)!") == "300 s, 10% – 캐시 (v1.2)!"
