"""Comments and notifications over HTTP: with htmx the comments alone are answered, without it a page."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.domain.limits import MAX_COMMENT_CHARS
from review.domain.policy import Stage
from review.models import Comment, Entry, Notice, Project, Role
from review.payloads import check_session
from review.services.comments import make_comment, resolve_comment
from review.services.ingest.receive import receive_session
from review.services.promotion.stages import demote_entry, promote_entry
from tests.factories import make_entry, make_session, make_user

HTMX = {"HX-Request": "true"}
MESSAGE = "We keep the raw text."


@pytest.fixture
def entry(project: Project) -> Entry:
    return make_entry(make_session([MESSAGE], project=project), [MESSAGE], title="The raw text stays")


def say(entry: Entry, actor: User, text: str = "Is that so?", reply_to: int | None = None) -> Comment:
    made = make_comment(entry_id=entry.pk, text=text, reply_to=reply_to, actor=actor)
    assert isinstance(made, Comment), made
    return made


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_an_entry_without_comments_has_them_folded(mina: Client, entry: Entry) -> None:
    page = page_of(mina, f"/entries/{entry.pk}/")

    assert '<details class="comments" id="comments" tabindex="-1">' in page
    assert 'id="comment-text"' in page
    assert '<p class="quiet" id="comments-note"></p>' in page


def test_an_entry_with_open_comments_shows_them_and_says_what_each_button_is_for(
    mina: Client, entry: Entry, reviewer: User, project: Project
) -> None:
    head = say(entry, reviewer)
    before = page_of(mina, f"/entries/{entry.pk}/")
    resolve_comment(comment_id=head.pk, actor=make_user("jun", project=project))
    after = page_of(mina, f"/entries/{entry.pk}/")

    assert '<details class="comments" id="comments" tabindex="-1" open>' in before
    assert f'name="reply_to" value="{head.number}"' in before
    assert re.search(r'Resolve<span class="visually-hidden">\s*comment 1</span>', before)
    assert "Resolved by jun, " in after


def test_who_only_reads_sees_comments_and_no_form(guest: Client, entry: Entry, reviewer: User) -> None:
    nothing = page_of(guest, f"/entries/{entry.pk}/")
    say(entry, reviewer, "Is that so?\nReally?")
    page = page_of(guest, f"/entries/{entry.pk}/")

    assert "Nobody has commented on this entry." in nothing
    assert "Is that so?\nReally?</p>" in page
    assert "comment-text" not in nothing + page
    assert "/resolve/" not in page


def test_a_comment_is_made_without_scripts(mina: Client, entry: Entry) -> None:
    response = mina.post(f"/entries/{entry.pk}/comments/", {"text": "one\r\ntwo\r\n"}, follow=True)

    assert response.redirect_chain == [(f"/entries/{entry.pk}/#comments", 302)]
    assert Comment.objects.get().text == "one\ntwo"
    assert "Your comment is kept." in response.content.decode()


def test_a_comment_in_the_queue_leads_back_to_the_queue(mina: Client, entry: Entry) -> None:
    headers = {"Referer": "http://testserver/queue/?method=ready"}

    response = mina.post(f"/entries/{entry.pk}/comments/", {"text": "one"}, headers=headers)

    assert response.headers["Location"] == "/queue/?method=ready#comments"


def test_htmx_gets_the_comments_alone(mina: Client, entry: Entry) -> None:
    response = mina.post(f"/entries/{entry.pk}/comments/", {"text": "one"}, headers=HTMX)
    page = response.content.decode()

    assert response.status_code == 200
    assert '<details class="comments" id="comments" tabindex="-1" open>' in page
    assert 'id="comments-note" hx-swap-oob="outerHTML"><a href="#comments">1 open comment</a>' in page
    assert 'id="live" hx-swap-oob="innerHTML">Your comment is kept.' in page
    assert "<h1" not in page


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (" \n", "Write what you want to say."),
        ("x" * (MAX_COMMENT_CHARS + 1), f"{MAX_COMMENT_CHARS:,} characters at most"),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_is_no_comment_is_kept_in_its_field(
    mina: Client, entry: Entry, text: str, error: str, headers: dict[str, str]
) -> None:
    response = mina.post(f"/entries/{entry.pk}/comments/", {"text": text}, headers=headers)
    page = response.content.decode()

    assert response.status_code == 422
    assert error in page
    field = f'id="comment-text" name="text" rows="2" maxlength="{MAX_COMMENT_CHARS}" required dir="auto"'
    assert f"{field}>{text}</textarea>" in page
    assert not Comment.objects.exists()


def test_a_refused_reply_is_kept_in_its_own_field(mina: Client, entry: Entry, reviewer: User) -> None:
    say(entry, reviewer)

    page = mina.post(
        f"/entries/{entry.pk}/comments/", {"text": "x" * 2001, "reply_to": 1}, headers=HTMX
    ).content.decode()

    assert '<details class="reply" open>' in page
    assert page.count("x" * 2001) == 1
    assert re.search(r'id="comment-text-1"[^>]*>xxx', page)


def test_two_thousand_characters_in_lines_are_a_comment(mina: Client, entry: Entry) -> None:
    mina.post(f"/entries/{entry.pk}/comments/", {"text": "x\r\n" * 999 + "xx"})

    assert len(Comment.objects.get().text) == 2000


def test_a_reply_to_a_reply_is_a_conflict(mina: Client, entry: Entry, reviewer: User) -> None:
    say(entry, reviewer)
    say(entry, reviewer, reply_to=1)

    response = mina.post(f"/entries/{entry.pk}/comments/", {"text": "so", "reply_to": 2}, headers=HTMX)

    assert response.status_code == 409
    assert "Somebody changed this a moment ago." in response.content.decode()


def test_a_comment_is_resolved_and_reopened(mina: Client, entry: Entry, reviewer: User) -> None:
    comment = say(entry, reviewer)

    resolved = mina.post(f"/comments/{comment.pk}/resolve/", headers=HTMX).content.decode()
    late = mina.post(f"/comments/{comment.pk}/resolve/", headers=HTMX)
    reopened = mina.post(f"/comments/{comment.pk}/reopen/", headers=HTMX).content.decode()

    assert "The comment is resolved." in resolved
    assert "1 resolved comment" in resolved
    assert "Resolved by mina," in resolved
    assert late.status_code == 409
    assert "The comment is open again." in reopened
    assert "resolved comment" not in reopened


def test_comments_are_text_with_members_as_links(mina: Client, entry: Entry, reviewer: User, project: Project) -> None:
    say(entry, reviewer, "<b>@mina</b> @nobody pay\u202e100")

    page = page_of(mina, f"/entries/{entry.pk}/")

    link = f'<a class="at-name" href="/projects/{project.slug}/#members">@mina</a>'
    assert f"&lt;b&gt;{link}&lt;/b&gt; @nobody pay" in page
    assert 'data-inv="RLO"' in page


def test_the_bell_counts_what_is_new_and_the_list_says_what_happened(
    mina: Client, entry: Entry, reviewer: User, project: Project
) -> None:
    jun = make_user("jun", project=project)
    say(entry, reviewer)
    say(entry, jun, "It is.", reply_to=1)
    resolve_comment(comment_id=say(entry, jun, "Well, @mina").pk, actor=jun)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=reviewer)
    demote_entry(entry_id=entry.pk, reason="too soon", seen_version=2, actor=jun)
    before = page_of(mina, "/")

    page = page_of(mina, "/waiting/")

    assert 'Notifications: 3 new</span><span class="n" aria-hidden="true">3</span>' in before
    assert re.findall(r'<a href="([^"]+)">([^<]+)</a>', page[page.index('<ol class="told">') :]) == [
        (f"/entries/{entry.pk}/", "jun returned to candidate what you vouched for"),
        (f"/entries/{entry.pk}/#comment-3", "jun mentioned you"),
        (f"/entries/{entry.pk}/#comment-2", "jun replied where you wrote"),
    ]
    assert page.count("is-new") == 3
    assert page.count('<span class="tag">resolved</span>') == 1
    assert "too soon</p>" in page
    assert "Notifications</span>\n</a>" in page
    assert "is-new" not in page_of(mina, "/waiting/")


def test_what_a_changed_message_demoted_is_shown_without_a_code(mina: Client, entry: Entry, reviewer: User) -> None:
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=1, actor=reviewer)
    upload = check_session({"sessionId": entry.session.session_id, "messages": ["Other words."]})
    jun = make_user("jun", project=entry.session.project)
    receive_session(project=entry.session.project, upload=upload, actor=jun, accept_changes=True)

    notifications = page_of(mina, "/waiting/").partition('<ol class="told">')[2].partition("</ol>")[0]

    assert "A message changed, so what you vouched for is a candidate again" in notifications
    assert '<p class="words"' not in notifications


def test_a_later_page_marks_nothing_as_seen(mina: Client, entry: Entry, reviewer: User, project: Project) -> None:
    jun = make_user("jun", project=project)
    for number in range(51):
        say(entry, jun, f"@mina {number}")
    first = page_of(mina, "/waiting/")
    say(entry, jun, "@mina late")
    after = re.search(r'rel="next" href="([^"]+)"', first)
    assert after is not None

    second = page_of(mina, f"/waiting/{after[1]}")

    assert "@mina 0</p>" in second
    assert Notice.objects.get(is_new=True).event.body["text"] == "@mina late"


def test_who_has_no_notifications_is_shown_what_comes_there(guest: Client) -> None:
    page = page_of(guest, "/waiting/")

    assert "No notifications yet" in page
    assert 'aria-hidden="true">0' not in page


def test_lists_offer_the_filter_of_open_comments(mina: Client, entry: Entry, reviewer: User) -> None:
    say(entry, reviewer)

    page = page_of(mina, "/entries/?method=comments")

    assert '<option value="comments" selected>open comments</option>' in page
    assert "The raw text stays" in page


def test_the_audit_shows_the_words_of_a_comment(
    entry: Entry, reviewer: User, project: Project, as_person: Callable[[User], Client]
) -> None:
    make_user("sora", project=project, role=Role.AUDITOR)
    resolve_comment(comment_id=say(entry, reviewer).pk, actor=reviewer)

    page = page_of(as_person(User.objects.get(username="sora")), "/audit/")

    assert "Is that so?" in page
    assert "comment 1" in page
