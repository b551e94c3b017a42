"""What the reader counts beside a message and in the rail."""

from django.test import Client

from review.models import Project
from tests.factories import make_entry, make_session


def test_reader_says_with_a_message_how_many_of_its_quotes_were_found(mina: Client, project: Project) -> None:
    session = make_session(["배포 완료. 배포 완료. Then we went home early.", "And so on."], project=project)
    make_entry(session, ["배포 완료.", "Then we went home early", "never said in any message"])

    page = mina.get(session.get_absolute_url()).content.decode()

    assert page.count("<span>2 quotes here</span>") == page.count('<span class="x-text">1 failed</span>') == 1
    assert "in 2 places" in page
