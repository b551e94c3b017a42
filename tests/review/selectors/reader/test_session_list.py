"""Which sessions the list shows by their sources, however many retrievals there are."""

import pytest

from review.selectors.reader import session_list
from review.selectors.reader.session_list import session_pages
from tests.factories import make_project, make_retrieval, make_session, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("few", [500, 1])
def test_session_pages_lists_the_retrievals_of_a_person_whether_they_are_few_or_many(
    monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(session_list, "MAX_FEW", few)
    mina = make_user("mina", project=make_project())
    retrievals = [make_retrieval([{"content": f"The cache lives for {time}."}]) for time in ("one hour", "two hours")]
    talk = make_session(["The cache lives for one hour."], session_id="three")
    make_retrieval([{"content": "A day."}], project=make_project("other"))

    def listed(sources: str) -> list[int]:
        return [row.session.pk for row in session_pages(mina, {"sources": sources}, None).rows]

    assert listed("retrieval") == [one.pk for one in reversed(retrievals)]
    assert listed("conversation") == [talk.pk]
