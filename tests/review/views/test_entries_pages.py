"""The pages of the list of entries: their links go on and back, and keep the filter."""

import re

from django.test import Client

from review.domain.limits import PAGE_SIZE
from review.models import Project
from tests.factories import make_entries, make_session


def titles(page: str) -> list[str]:
    return re.findall(r'<a class="claim"[^>]*>(.*?)</a>', page)


def beside(page: str, way: str) -> str:
    found = re.search(rf'rel="{way}" href="([^"]+)"', page)
    assert found is not None
    return "/entries/" + found[1].replace("&amp;", "&")


def test_links_lead_to_the_next_page_and_back(mina: Client, project: Project) -> None:
    numbered = [{"title": f"Decision {number:03}", "stage": "raw"} for number in range(2 * PAGE_SIZE + 1)]
    make_entries(make_session(["One message."], project=project), numbered)
    make_entries(make_session(["Another one."], project=project), [{"title": "Filtered out", "stage": "working"}])

    first = mina.get("/entries/?stage=raw").content.decode()
    second = mina.get(beside(first, "next")).content.decode()
    third = mina.get(beside(second, "next")).content.decode()
    back = mina.get(beside(third, "prev")).content.decode()

    assert [*titles(first), *titles(second), *titles(third)] == [entry["title"] for entry in numbered]
    assert titles(back) == titles(second)
    assert titles(mina.get(beside(back, "prev")).content.decode()) == titles(first)
