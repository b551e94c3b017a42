"""The citation of a quote: on its card, in the reader and by its own address."""

from django.test import Client
from django.urls import reverse

from review.models import Project, Quote
from tests.factories import make_project, make_quote

SAID = "The cache lives for 300 seconds."


def address(quote: Quote) -> str:
    return reverse("review:quote_citation", args=[quote.pk])


def test_citation_is_given_in_three_forms(mina: Client, project: Project) -> None:
    quote = make_quote(SAID, quote=SAID, project=project)

    page = mina.get(address(quote)).content.decode()

    link = f"http://testserver/quotes/{quote.pk}/"
    assert f"“{SAID}” — user, " in page
    assert f"\n&gt; {SAID}\n" in page
    assert f"](&lt;{link}&gt;)" in page
    assert f"\n{link}</textarea>" in page


def test_citation_stands_on_the_card_and_at_the_current_quote_of_the_reader(mina: Client, project: Project) -> None:
    quote = make_quote(SAID, quote=SAID, project=project)
    session = quote.entry.session

    card = mina.get(quote.entry.get_absolute_url())
    reader = mina.get(f"{session.get_absolute_url()}?quote={quote.pk}")

    assert [page.content.decode().count('class="cite"') for page in (card, reader)] == [1, 1]


def test_citation_of_a_failed_quote_is_empty(mina: Client, project: Project) -> None:
    quote = make_quote(SAID, quote="Nothing of the kind was ever said here.", project=project)

    response = mina.get(address(quote))

    assert (response.status_code, response.content.decode().strip()) == (200, "")
    assert b'class="cite"' not in mina.get(quote.entry.get_absolute_url()).content


def test_citation_of_another_project_is_not_found(mina: Client, project: Project) -> None:
    quote = make_quote(SAID, quote=SAID, project=make_project("elsewhere"))

    assert mina.get(address(quote)).status_code == 404
