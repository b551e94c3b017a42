"""The page of answers over time: by week, by run, and one by one."""

from typing import Any

import pytest
from django.test import Client

from review.domain.limits import MAX_EVALUATED_ANSWERS
from review.models import Project
from review.selectors.runs import answers
from tests.factories import make_project, make_retrieval

CHUNKS: list[dict[str, Any]] = [{"title": "Cache", "content": "The cache lives for one hour.", "relevance": "high"}]


def answered(project: Project, body: str, model: str = "") -> None:
    entry = {"type": "answer", "title": "How long?", "body": body, "evidence": []}
    make_retrieval(CHUNKS, project=project, query=body, extraction={"entries": [entry], "run": {"model": model}})


def page_of(client: Client, query: str = "") -> str:
    return " ".join(client.get(f"/quality/answers/{query}").content.decode().split())


def test_page_of_answers_shows_their_sums_and_each_of_them(mina: Client, project: Project) -> None:
    answered(project, "It lives for one hour.", "haru")
    answered(project, "I do not know [S9].")

    page = page_of(mina)

    sums = '<td class="num">1</td> <td class="num">1</td> <td class="num">1.00</td> <td class="num">0</td>'
    assert f'<th scope="row"><bdi hx-ignore>haru</bdi></th> {sums}' in page
    whole = '<td class="num">2</td> <td class="num">1</td> <td class="num">0.50</td> <td class="num">1</td>'
    assert page.count(f'<tfoot><tr><th scope="row">all</th>{whole}') == 2
    assert '<code dir="auto" hx-ignore>S9</code>' in page


def test_page_of_answers_is_of_the_projects_of_a_person(mina: Client, project: Project) -> None:
    answered(make_project("elsewhere"), "It lives for one hour.")

    assert "No answers in this period" in page_of(mina)
    answered(project, "It lives for one hour.")
    assert "No answers in this period" not in page_of(mina)


def test_page_of_answers_says_that_it_counted_the_newest(
    mina: Client, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "MAX_EVALUATED_ANSWERS", 1)
    for body in ("One hour.", "Two hours."):
        answered(project, body)

    assert f"Counted are the newest {MAX_EVALUATED_ANSWERS} answers." in page_of(mina)


def test_quality_leads_to_the_answers(mina: Client) -> None:
    for address in ("/runs/", "/quality/"):
        assert '<a href="/quality/answers/">Answers</a>' in mina.get(address).content.decode()
