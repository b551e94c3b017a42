"""What can be empty says what comes here and offers the next act, which whoever reads it may do."""

import re
from collections.abc import Callable, Mapping
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.models import Entry, Project, Role
from review.services.promotion.stages import reject_entry
from tests.factories import make_entry, make_project, make_retrieval, make_session, make_user

pytestmark = pytest.mark.django_db
AsPerson = Callable[[User], Client]
READERS, REVIEWERS = (Role.VIEWER, Role.AUDITOR), (Role.REVIEWER, Role.CERTIFIER, Role.MANAGER)
EVERYBODY, AUDITORS = (*READERS, *REVIEWERS), (Role.AUDITOR, Role.MANAGER)
UPLOAD, HELP = "/upload/", "/help/"
OTHERS_UPLOAD = "What the reviewers of your projects upload is shown here."
FAILED = "Quotes that were not found are listed here"
QUEUE = "The queue shows one entry at a time that waits for a person"
RUNS, QUALITY = "A run is one upload of what a model extracted", "Each upload of what a model extracted is counted here"
VIEWS = "None yet. Search or filter, then give it a name below."

EMPTY = [
    ("/", REVIEWERS, "Upload a conversation and what a model extracted from it.", UPLOAD),
    ("/", READERS, OTHERS_UPLOAD, HELP),
    ("/sessions/", REVIEWERS, "Upload a conversation, with or without", UPLOAD),
    ("/sessions/", READERS, OTHERS_UPLOAD, HELP),
    ("/entries/", REVIEWERS, "Upload an extraction to see them.", UPLOAD),
    ("/entries/", READERS, OTHERS_UPLOAD, HELP),
    ("/failed/", REVIEWERS, FAILED, UPLOAD),
    ("/failed/", READERS, FAILED, HELP),
    ("/queue/", REVIEWERS, QUEUE, UPLOAD),
    ("/queue/", READERS, QUEUE, HELP),
    ("/runs/", REVIEWERS, RUNS, UPLOAD),
    ("/runs/", READERS, RUNS, HELP),
    ("/quality/", REVIEWERS, QUALITY, UPLOAD),
    ("/quality/", READERS, QUALITY, HELP),
    ("/runs/entries/", EVERYBODY, "The number that led here counts none", "/runs/"),
    ("/runs/quotes/", EVERYBODY, "The number that led here counts none", "/runs/"),
    ("/bulk/", REVIEWERS, "Pick several entries in the list of entries", "/entries/"),
    ("/bulk/", READERS, "A batch decides on several entries at once. Only reviewers can do that;", "/entries/"),
    ("/projects/", EVERYBODY, "Ledger", "/projects/ledger/"),
    ("/search/", EVERYBODY, "are searched", ""),
    ("/search/", EVERYBODY, VIEWS, ""),
    ("/entries/", EVERYBODY, VIEWS, ""),
]
HIDING = {
    "/entries/?method=failed": ("No entry matches these filters", "/entries/"),
    "/entries/bundle/?method=failed": ("No entry matches these filters.", "/entries/"),
    "/failed/?diagnosis=wrong_message": ("No failed quote matches these filters", "/failed/"),
    "/queue/?method=failed": ("The queue was started from a filter: other entries may wait.", "/queue/"),
    "/quality/?weeks=4&project=other": ("Another project or a longer period may have some.", "/quality/"),
    "/search/?q=cache&kind=entries&stage=verified": (
        "Nothing of this kind has all of these words and matches the filters.",
        "?q=cache&kind=entries",
    ),
}
ROOMS = ("/", "/sessions/", "/entries/", "/failed/", "/queue/", "/runs/", "/quality/")


def read_page(client: Client, address: str) -> tuple[str, list[str]]:
    """Return the text of the main part of a page, and where its links lead."""
    main = client.get(address).content.decode().partition("<main ")[2].partition("</main>")[0]
    links = [unescape(link) for link in re.findall(r'<a [^>]*href="([^"#]+)"', main)]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split()), links


def broken(client: Client, pages: Mapping[str, tuple[str, list[str]]]) -> list[str]:
    """Return the links of some pages that do not answer 200, each asked for once."""
    targets = [
        link if link.startswith("/") else f"{address.partition('?')[0]}{link}"
        for address, (_, links) in pages.items()
        for link in links
    ]
    return [target for target in dict.fromkeys(targets) if client.get(target).status_code != 200]


def words_of(client: Client, address: str) -> tuple[str, list[str]]:
    """Return the text of the main part of a page, and where its links lead; each answers 200."""
    page = read_page(client, address)
    assert broken(client, {address: page}) == []
    return page


@pytest.mark.parametrize("role", EVERYBODY)
def test_an_empty_page_says_what_comes_here(as_person: AsPerson, role: Role) -> None:
    client = as_person(make_user("newcomer", project=make_project(), role=role))
    expected = [(address, sentence, act) for address, roles, sentence, act in EMPTY if role in roles]
    forbidden = set() if role in REVIEWERS else {UPLOAD}

    pages = {address: read_page(client, address) for address, _, _ in expected}

    wrong = {
        "missing": [(address, sentence) for address, sentence, _ in expected if sentence not in pages[address][0]],
        "not offered": [(address, act) for address, _, act in expected if act and act not in pages[address][1]],
        "offered": [address for address, (_, links) in pages.items() if forbidden.intersection(links)],
        "broken": broken(client, pages),
    }
    assert {what: found for what, found in wrong.items() if found} == {}


def test_an_empty_page_speaks_to_whoever_is_in_no_project(as_person: AsPerson) -> None:
    client = as_person(make_user("newcomer"))

    pages = {address: read_page(client, address) for address in ROOMS}

    shown = {
        address: (
            "Ask a manager of a project to invite you" in text,
            OTHERS_UPLOAD in text,
            UPLOAD in links,
            HELP in links,
        )
        for address, (text, links) in pages.items()
    }
    assert {address: found for address, found in shown.items() if found != (True, False, False, True)} == {}
    assert broken(client, pages) == []


def test_the_list_of_no_projects_leads_on(as_person: AsPerson) -> None:
    text, links = words_of(as_person(make_user("newcomer")), "/projects/")

    assert "Ask a manager of a project to invite you" in text
    assert HELP in links


@pytest.mark.parametrize("role", EVERYBODY)
def test_the_empty_home_lets_only_a_manager_invite_people(as_person: AsPerson, role: Role) -> None:
    text, _ = read_page(as_person(make_user("newcomer", project=make_project(), role=role)), "/")

    assert ("Invite people" in text) == (role == Role.MANAGER)


def test_checkpoints_say_what_they_are_for(as_person: AsPerson) -> None:
    auditor = as_person(make_user("sora", project=make_project(), role=Role.AUDITOR))

    assert "Make one and keep it elsewhere" in words_of(auditor, "/audit/verify/")[0]


@pytest.fixture
def entry(project: Project) -> Entry:
    return make_entry(make_session(["The cache lives for one hour."], project=project), ["cache lives"])


def test_a_filter_that_hides_everything_says_so_and_is_cleared(mina: Client, reviewer: User, entry: Entry) -> None:
    make_project("other", reviewer=reviewer)

    pages = {address: read_page(mina, address) for address in HIDING}

    wrong = {
        "missing": [(address, one) for address, (one, _) in HIDING.items() if one not in pages[address][0]],
        "not cleared": [(address, whole) for address, (_, whole) in HIDING.items() if whole not in pages[address][1]],
        "broken": broken(mina, pages),
    }
    assert {what: found for what, found in wrong.items() if found} == {}


def test_an_audit_without_a_match_is_cleared(as_person: AsPerson, project: Project, entry: Entry) -> None:
    auditor = as_person(make_user("sora", project=project, role=Role.AUDITOR))

    text, links = words_of(auditor, "/audit/?type=entry_promoted")

    assert "No event matches these filters" in text
    assert "/audit/" in links


def test_rejected_entries_are_a_click_away_where_nothing_else_is(mina: Client, reviewer: User, entry: Entry) -> None:
    reject_entry(entry_id=entry.pk, reason="a joke", seen_version=entry.version, actor=reviewer)

    text, links = words_of(mina, "/entries/")

    assert "Every entry is rejected" in text
    assert "No entries yet" not in text
    assert "Entry 1" in words_of(mina, f"/entries/{links[links.index('?rejected=on')]}")[0]


def test_an_empty_queue_shows_readers_who_gets_entries(guest: Client, entry: Entry) -> None:
    text, links = words_of(guest, "/queue/")

    assert "Only those who review get entries here" in text
    assert "/entries/" in links


def test_a_retrieval_without_an_answer_offers_to_add_one(mina: Client, guest: Client, project: Project) -> None:
    session = make_retrieval([{"content": "The cache lives for one hour."}], project=project)

    pages = [words_of(client, f"/sessions/{session.pk}/") for client in (mina, guest)]

    assert ["No answer came with this retrieval." in text for text, _ in pages] == [True, True]
    assert ["chunks are below" in text for text, _ in pages] == [False, True]
    assert [f"/upload/?session={session.pk}" in links for _, links in pages] == [True, False]
