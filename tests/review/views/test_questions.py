"""Ten questions of newcomers, each answered where it arises or one click away, as the tutorial shows them."""

import re
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.domain.policy import Stage
from review.models import Project, Role
from review.payloads import check_extraction
from review.services.ingest.receive import receive_extraction
from review.services.promotion.stages import promote_entry
from tests.factories import make_entries, make_session, make_user

pytestmark = pytest.mark.django_db
Pages = Mapping[str, str]
"""Addresses by what is on them."""

WORDS = ["We keep the raw text of every event.", "Fine.", "The cache lives for 30 minutes, no longer than that."]
QUOTES = {
    "ready": (0, "keep the raw text"),
    "normalized": (0, "we KEEP the raw  text"),
    "elsewhere": (0, "The cache lives for 30 minutes"),
    "differing": (2, "The cache lives for 90 minutes, no longer than that."),
    "raw": (0, "raw text of every event"),
    "verified": (0, "raw text"),
}
DOCS = Path(__file__).parents[3] / "docs"
DOCUMENTS = {"en": DOCS / "tutorial.md", "ko": DOCS / "tutorial.ko.md"}


@pytest.fixture
def pages(project: Project, reviewer: User) -> Pages:
    """Return the pages of a session with one entry of each kind, and one item that the upload left out."""
    session = make_session(WORDS, project=project, session_id="talk")
    given = [
        {"evidence": [{"messageIndex": index, "quote": quote}], "stage": "raw" if kind == "raw" else "candidate"}
        for kind, (index, quote) in QUOTES.items()
    ]
    entries = dict(zip(QUOTES, make_entries(session, given), strict=True))
    promote_entry(entry_id=entries["verified"].pk, to=Stage.VERIFIED, seen_version=1, actor=reviewer)
    second = check_extraction({"entries": [{"title": "Kept", "evidence": given[0]["evidence"]}, "the lost one"]})
    run = receive_extraction(session=session, checked=second, actor=None).extraction
    return {
        "session": session.get_absolute_url(),
        "entries": "/entries/",
        "run": run.get_absolute_url(),
        "bundle": f"{entries['ready'].get_absolute_url()}bundle/",
        "upload": "/upload/",
        "help": "/help/",
        **{kind: entry.get_absolute_url() for kind, entry in entries.items()},
    }


def shown(client: Client, address: str, language: str = "en") -> str:
    """Return the main part of a page."""
    page = client.get(address, headers={"accept-language": language}).content.decode()
    return page.partition("<main ")[2].partition("</main>")[0]


def text_of(main: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


ANSWERS = [
    (1, "session", "exact", "정확"),
    (1, "session", "What the badges mean", "배지의 뜻"),
    (1, "entries", "What the badges mean", "배지의 뜻"),
    (1, "help", "Failed: not found where the model says it is.", "실패: 모델이 말한 곳에서 찾지 못했습니다."),
    (2, "elsewhere", "1 requirement is open.", "요건 1개가 남았습니다."),
    (2, "elsewhere", "Before it can be verified", "검증하기 전에"),
    (2, "elsewhere", "quote 1: Found in another message", "인용 1: 다른 메시지에 있음"),
    (2, "raw", "New: nobody has decided on it yet.", "새 항목: 아직 아무도 결정하지 않았습니다."),
    (3, "entries", "An entry is missing?", "찾는 항목이 없나요?"),
    (3, "entries", "Rejected entries are hidden.", "거절된 항목은 숨겨져 있습니다."),
    (3, "entries", "What an upload left out is noted with the reason", "업로드할 때 빠진 것은"),
    (3, "entries", "shown to their members only.", "그 프로젝트 참여자에게만 보입니다."),
    (3, "run", "entries[1]", "entries[1]"),
    (4, "differing", "the message says 30", "메시지에 있는 것은 30"),
    (4, "differing", "What makes it critical", "중요한 차이의 기준"),
    (4, "help", "A critical difference: a number, a unit, a negation", "중요한 차이: "),
    (5, "elsewhere", "claimed in #0, is in #2", "표시된 위치 #0, 실제 위치 #2"),
    (5, "elsewhere", "Why, when I can see the words?", "말이 보이는데 왜 실패했나요?"),
    (5, "help", "All of it has to be in one message.", "인용 전체가 한 메시지에 그대로 있지 않습니다."),
    (6, "normalized", "confidence 0.950", "신뢰도 0.950"),
    (6, "normalized", "Confidence and similarity", "신뢰도와 유사도"),
    (6, "differing", "Confidence and similarity", "신뢰도와 유사도"),
    (6, "help", "0.950 when normalized, the similarity when fuzzy", "정규화는 0.950"),
    (7, "ready", "Verifying locks its quotes and claim.", "검증하면 인용과 주장이 고정됩니다."),
    (7, "ready", "It can be undone for", "안에는 되돌릴 수 있고, 그 뒤에는 후보로 내릴 수 있습니다."),
    (8, "verified", "A certifier certifies it.", "인증은 인증자가 합니다."),
    (8, "verified", "See the members", "참여자 보기"),
    (8, "help", "Certified is verified by two people", "인증됨은 두 사람이 확인했다는 뜻입니다."),
    (9, "ready", "Audit bundle", "감사 번들"),
    (9, "bundle", "Others check it offline, without this server.", "이 서버 없이 오프라인에서 확인할 수 있습니다."),
    (10, "upload", "Drop files here, or paste text", "파일을 여기에 놓거나 글을 붙여 넣으세요"),
    (10, "upload", "All formats and their examples", "모든 형식과 예"),
    (10, "upload", "Prompt for your model", "모델에 줄 프롬프트"),
    (10, "upload", "Nothing is stored before you import.", "가져오기 전에는 아무것도 저장하지 않습니다."),
]


def test_a_question_is_answered_in_both_languages(mina: Client, pages: Pages) -> None:
    names = {name for _, name, _, _ in ANSWERS}
    texts = {(name, language): text_of(shown(mina, pages[name], language)) for name in names for language in DOCUMENTS}

    unanswered = [
        (number, name, language, answer)
        for number, name, english, korean in ANSWERS
        for language, answer in (("en", english), ("ko", korean))
        if answer not in texts[name, language]
    ]

    assert unanswered == [], unanswered


def test_every_question_has_an_answer() -> None:
    assert {number for number, *_ in ANSWERS} == set(range(1, 11))


def test_a_click_leads_to_the_answer_in_the_help(mina: Client, pages: Pages) -> None:
    anchors = [
        ("session", "methods"),
        ("entries", "methods"),
        ("elsewhere", "unfound"),
        ("differing", "differing"),
        ("normalized", "sureness"),
        ("differing", "sureness"),
    ]
    guide = shown(mina, pages["help"])

    unlinked = [one for one in anchors if f'href="/help/#{one[1]}"' not in shown(mina, pages[one[0]])]
    unanswered = [anchor for _, anchor in anchors if f'id="{anchor}"' not in guide]

    assert (unlinked, unanswered) == ([], [])


def test_the_list_of_entries_leads_to_what_is_missing(mina: Client, pages: Pages) -> None:
    fold = shown(mina, pages["entries"]).partition('<details class="more" id="missing">')[2].partition("</details>")[0]
    addresses = {"?rejected=on": f"{pages['entries']}?rejected=on", "/runs/": "/runs/", "/projects/": "/projects/"}

    assert [link for link in addresses if f'href="{link}"' not in fold] == []
    assert [address for address in addresses.values() if mina.get(address).status_code != 200] == []


def test_an_empty_list_of_entries_asks_for_no_missing_one(mina: Client) -> None:
    assert 'id="missing"' not in shown(mina, "/entries/")
    assert 'id="missing"' in shown(mina, "/entries/?method=failed")
    assert "Rejected entries are hidden." not in shown(mina, "/entries/?rejected=on")


def test_who_may_certify_is_a_click_away(mina: Client, project: Project, pages: Pages) -> None:
    make_user("hana", project=project, role=Role.CERTIFIER)

    assert f'href="{project.get_absolute_url()}"' in shown(mina, pages["verified"])
    assert "hana" in shown(mina, project.get_absolute_url())


def test_who_only_reads_is_shown_nothing_of_verifying(guest: Client, pages: Pages) -> None:
    page = text_of(shown(guest, pages["ready"]))

    assert "You may read this project; its reviewers decide." in page
    assert "Verifying locks" not in page


def test_who_may_not_upload_is_shown_who_may(
    as_person: Callable[[User], Client], project: Project, pages: Pages
) -> None:
    readers = {role: as_person(make_user(role, project=project, role=role)) for role in (Role.VIEWER, Role.AUDITOR)}

    explained = {
        role: "Only reviewers can upload." in text_of(shown(one, pages["upload"])) for role, one in readers.items()
    }

    assert explained == dict.fromkeys(readers, True)


@pytest.mark.parametrize("language", DOCUMENTS)
def test_the_document_quotes_the_pages(language: str) -> None:
    """What it quotes in “…” is an answer tested above; each question has its picture."""
    document = DOCUMENTS[language].read_text(encoding="utf-8")
    sections = re.split(r"^### ", document, flags=re.MULTILINE)[1:]

    assert [section.partition(".")[0] for section in sections] == [str(number) for number in range(1, 11)]
    for number, section in enumerate(sections, start=1):
        quoted = re.findall(r"“([^”]+)”", " ".join(section.partition("\n")[2].split()))
        answers = [{"en": english, "ko": korean}[language] for about, _, english, korean in ANSWERS if about == number]
        assert quoted
        assert [text for text in quoted if not any(text in answer or answer in text for answer in answers)] == []
        assert f"(screenshots/question-{number:02}-{language}.png)" in section
