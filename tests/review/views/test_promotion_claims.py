"""The question whether a claim is still true: on the entry page, in lists, in its history."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from review.domain.policy import Granted, Stage
from review.models import Entry, Project
from review.selectors.home import home
from review.services.derived.refresh import refresh
from review.services.promotion.stages import demote_entry, promote_entry, reject_entry
from review.services.repair.quotes import retry_quote, withdraw_quote
from review.services.repair.splitting import split_quote
from tests.behind import lifted
from tests.factories import confirm, make_entry, make_session, quotes_of

HTMX = {"HX-Request": "true"}
LEASE = "The lease ends on 30 April 2027, and we have to give notice 90 days before it ends."
MAY = LEASE.replace("April", "May")
SOUND = "Nobody will remind us of it in spring."
AsPerson = Callable[[User], Client]


@pytest.fixture
def entry(project: Project, reviewer: User) -> Entry:
    """Return a candidate whose only open requirement is the question."""
    session = make_session([f"I read the contract. {LEASE}", SOUND], project=project, session_id="lease")
    entry = make_entry(session, [(0, MAY), (1, SOUND)], title="The lease ends in May", body="May it is.")
    retry_quote(quote_id=quotes_of(entry)[0].pk, text=LEASE, message_index=0, seen_attempt=1, actor=reviewer)
    return entry


def page_of(client: Client, entry: Entry) -> str:
    return client.get(entry.get_absolute_url()).content.decode()


def question(page: str) -> str:
    found = re.search(r'<(section|p|div)[^>]* id="claim-question".*?</\1>', page, re.DOTALL)
    assert found is not None
    return found[0]


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


def version(entry: Entry) -> int:
    return Entry.objects.get(pk=entry.pk).version


def post(client: Client, entry: Entry, what: str, *, htmx: bool = False, **fields: object) -> tuple[int, str]:
    sent = {"seen_version": version(entry), **fields}
    response = client.post(f"/entries/{entry.pk}/{what}/", sent, headers=HTMX if htmx else None)
    return response.status_code, response.content.decode()


def test_page_asks_and_shows_what_the_model_wrote_beside_what_the_message_says(mina: Client, entry: Entry) -> None:
    page = page_of(mina, entry)

    asked = question(page)
    assert "Is the claim still true?" in asked
    assert "The model wrote “May”, the message says “April”. The claim was built on" in text_of(asked)
    card = page[page.index('class="q-say"') : page.index('id="claim-question"')]
    assert ('<del class="crit">May</del>' in card, '<ins class="crit">April</ins>' in card) == (True, True)
    assert "<del" not in asked
    assert [word in asked for word in ("Still true", "Correct the claim", "Reject")] == [True] * 3
    assert page.index('class="q"') < page.index('id="claim-question"')
    assert "The claim still holds" in page
    assert "claim_unconfirmed" in post(mina, entry, "promote", to="verified")[1]


def test_page_starts_a_correction_from_the_words_of_the_message(mina: Client, entry: Entry) -> None:
    asked = question(page_of(mina, entry))

    assert "The lease ends in April</textarea>" in asked
    assert "April it is.</textarea>" in asked


def test_the_difference_stays_on_the_card_for_good(mina: Client, reviewer: User, entry: Entry) -> None:
    confirm(entry, reviewer)
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version(entry), actor=reviewer)

    page = page_of(mina, entry)

    start = page.index(f'id="quote-{quotes_of(entry)[0].pk}"')
    card = page[start : page.index("</article>", start)]
    found = re.search(r"As the model wrote it fuzzy, similarity 0\.9\d\d = 1 − 5/\d+, number differs", text_of(card))
    assert found is not None
    assert "The model wrote May, the message says April." in text_of(card)


def test_the_failure_stays_on_the_card_for_good(mina: Client, project: Project, reviewer: User) -> None:
    near = "Nobody at all will remind you of this in autumn."
    entry = make_entry(make_session([SOUND], project=project), [near, "no such words anywhere, ever"])
    for quote in quotes_of(entry):
        retry_quote(quote_id=quote.pk, text=SOUND, message_index=0, seen_attempt=1, actor=reviewer)

    page = text_of(page_of(mina, entry))

    assert re.search(r"As the model wrote it Near miss, closest words 0\.\d{3}, 0\.\d{3} below the bar", page)
    assert "As the model wrote it No trace" in page


def test_an_exact_quote_with_a_negation_beside_it_is_shown_too(mina: Client, project: Project, reviewer: User) -> None:
    sentence = "We will not deploy the service on Friday."
    entry = make_entry(make_session([sentence], project=project), ["deploy the service on Friday"])
    retry_quote(quote_id=quotes_of(entry)[0].pk, text=sentence, message_index=0, seen_attempt=1, actor=reviewer)

    page = page_of(mina, entry)

    assert "As the model wrote it exact, negation differs" in text_of(page)
    assert re.search(r'<ins class="crit">We.{0,200}will.{0,200}not', page)


def test_confirm_folds_the_question_to_one_line(mina: Client, entry: Entry) -> None:
    status, _ = post(mina, entry, "confirm")

    folded = question(page_of(mina, entry))
    assert status == 302
    assert re.match(r"Claim confirmed by mina, \d\d:\d\d$", text_of(folded))
    assert "data-claim-choices" not in folded
    assert post(mina, entry, "promote", to="verified")[0] == 302


def test_confirm_responds_to_htmx_with_what_changed_and_says_so(mina: Client, entry: Entry) -> None:
    status, page = post(mina, entry, "confirm", htmx=True)

    assert status == 200
    assert 'id="claim-question" tabindex="-1" hx-swap-oob="outerHTML"' in page
    assert '<article class="q"' not in page
    assert '<p id="live" hx-swap-oob="innerHTML">Confirmed: the claim still holds' in page


def test_an_older_answer_names_its_day(mina: Client, reviewer: User, entry: Entry) -> None:
    confirm(entry, reviewer)
    with lifted("review_claimconfirmation"):
        entry.claimconfirmations.update(created_at="2026-01-31T09:44:00Z")

    assert re.match(r"Claim confirmed by mina, 2026-01-31 09:44", text_of(question(page_of(mina, entry))))


def test_correct_shows_the_new_claim_and_keeps_the_model_s(mina: Client, entry: Entry) -> None:
    status, _ = post(mina, entry, "correct", title="The lease ends in April", body="May it is.\r\n")

    page = page_of(mina, entry)
    assert status == 302
    assert re.search(r'<h1 id="claim" dir="auto" lang="en" hx-ignore>The lease ends in <a [^>]+>April</a></h1>', page)
    assert "Version 2, corrected by mina" in page
    assert "The lease ends in May</p>" in page
    assert text_of(question(page)).startswith("Claim corrected by mina, ")
    event = entry.events.get(event_type="claim_corrected")
    past = mina.get(f"{entry.get_absolute_url()}?at={event.seq - 1}").content.decode()
    assert ">The lease ends in May</h1>" in past
    now = mina.get(f"{entry.get_absolute_url()}?at={event.seq}").content.decode()
    assert ">The lease ends in April</h1>" in now
    assert "Version 2, corrected by mina" in now


@pytest.mark.parametrize(
    ("title", "body", "error"),
    [
        ("The lease ends in May", "May it is.", "This is the claim as it was"),
        ("", " ", "Write what the entry states."),
        ("x" * 2001, "", "at most 2000 characters"),
    ],
)
def test_correct_needs_other_words(mina: Client, entry: Entry, title: str, body: str, error: str) -> None:
    status, page = post(mina, entry, "correct", title=title, body=body)

    asked = question(page)
    assert (status, Entry.objects.get(pk=entry.pk).claim_version) == (422, 1)
    assert error in text_of(asked)
    assert f">\n{title}</textarea>" in asked
    assert "<details open><summary" in asked


def test_correct_keeps_what_a_browser_would_change(mina: Client, project: Project) -> None:
    entry = make_entry(make_session([SOUND], project=project), [SOUND], title=" Two\nlines ", body="Body")

    post(mina, entry, "correct", title="Two\r\nlines", body="Other")

    assert Entry.objects.get(pk=entry.pk).claim_title == " Two\nlines "


@pytest.mark.parametrize("what", ["confirm", "correct"])
def test_answers_need_a_version_and_the_one_that_was_seen(mina: Client, entry: Entry, what: str) -> None:
    assert post(mina, entry, what, seen_version="", title="x")[0] == 422
    assert post(mina, entry, what, seen_version=1, title="x")[0] == 409


def test_reject_answers_too(mina: Client, entry: Entry) -> None:
    status, _ = post(mina, entry, "reject", reason="it ends in April")

    page = page_of(mina, entry)
    assert status == 302
    assert "data-claim-choices" not in page
    assert "verified before this was asked" not in page


def test_readers_see_the_question_and_cannot_answer(guest: Client, entry: Entry) -> None:
    asked = question(page_of(guest, entry))

    assert "its reviewers decide" in asked
    assert "data-claim-choices" not in asked
    assert 'id="correct"' not in page_of(guest, entry)


def test_page_says_that_quotes_which_still_fail_will_ask_again(mina: Client, project: Project, reviewer: User) -> None:
    entry = make_entry(make_session([LEASE], project=project), [MAY, "nobody ever said this"])
    retry_quote(quote_id=quotes_of(entry)[0].pk, text=LEASE, message_index=0, seen_attempt=1, actor=reviewer)

    assert "Repair them first" in question(page_of(mina, entry))


def test_page_shows_what_was_withdrawn_and_what_was_split(mina: Client, project: Project, reviewer: User) -> None:
    entry = make_entry(make_session([LEASE, SOUND], project=project), [f"{LEASE} {SOUND}", SOUND, SOUND])
    whole, second, _ = quotes_of(entry)
    withdraw_quote(quote_id=second.pk, reason="said twice", seen_attempt=1, actor=reviewer)
    assert "Words that the model wrote were withdrawn." in question(page_of(mina, entry))

    split_quote(quote_id=whole.pk, parts=[(LEASE, 0), (SOUND, 1)], seen_attempt=1, actor=reviewer)
    [part, _] = whole.parts.order_by("position")
    split_quote(quote_id=part.pk, parts=[(LEASE[:31], 0), (LEASE[33:], 0)], seen_attempt=1, actor=reviewer)

    page = page_of(mina, entry)
    assert "The message does not say what the model wrote." in question(page)
    assert "<q hx-ignore>said twice</q>" in page
    assert page.count("Split into ") >= 2


def test_a_change_of_a_card_brings_the_question_along(mina: Client, project: Project) -> None:
    entry = make_entry(make_session([LEASE], project=project), [MAY])
    [quote] = quotes_of(entry)
    assert 'id="claim-question" tabindex="-1" hidden' in page_of(mina, entry)

    fields = {"fix": "use_words-0", "seen_attempt": 1}
    page = mina.post(f"/quotes/{quote.pk}/fix/", fields, headers=HTMX).content.decode()

    assert 'id="claim-question" tabindex="-1" hx-swap-oob="outerHTML"' in page
    assert 'id="claim-text" hx-swap-oob="outerHTML"' in page


def test_lists_count_and_filter_what_waits_for_an_answer(mina: Client, reviewer: User, entry: Entry) -> None:
    sound = make_entry(entry.session, [(1, SOUND)], title="Nobody reminds us", entryId="other")
    asked, ready = "/entries/?method=claim", "/entries/?method=ready"

    def counted() -> tuple[str, str]:
        counts = home(reviewer).waiting
        return counts["claim"], counts["ready"]

    def listed(url: str) -> list[bool]:
        page = mina.get(url).content.decode()
        return [f'href="{one.get_absolute_url()}"' in page for one in (entry, sound)]

    assert (listed(asked), listed(ready)) == ([True, False], [False, True])
    assert '<span class="miss" data-is="no">claim to confirm</span>' in mina.get("/entries/").content.decode()
    assert counted() == ("1", "1")
    assert "Claims to confirm" in mina.get("/").content.decode()

    confirm(entry, reviewer)

    assert (listed(asked), listed(ready)) == ([False, False], [True, True])
    assert counted() == ("0", "2")
    assert "Claims to confirm" not in mina.get("/").content.decode()
    reject_entry(entry_id=entry.pk, reason="no", seen_version=version(entry), actor=reviewer)
    assert counted()[0] == "0"


def test_what_was_verified_before_this_was_asked_is_marked_and_listed(
    mina: Client, reviewer: User, entry: Entry
) -> None:
    confirm(entry, reviewer)
    decision = promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=version(entry), actor=reviewer)
    assert decision == Granted(Stage.VERIFIED)
    with lifted("review_claimconfirmation"), lifted("review_entry"):
        entry.claimconfirmations.all().delete()
        Entry.objects.update(claim_open=True)
        refresh(Entry.objects.all())

    page = page_of(mina, entry)

    assert "verified under older rules" in page
    assert "It was verified before this was asked. Demote it to answer." in question(page)
    assert entry.get_absolute_url() in mina.get("/entries/?method=claim&stage=verified").content.decode()
    demote_entry(entry_id=entry.pk, reason="to answer", seen_version=version(entry), actor=reviewer)
    assert "data-claim-choices" in page_of(mina, entry)


def test_korean_asks_in_its_own_words(mina: Client, entry: Entry) -> None:
    page = mina.get(entry.get_absolute_url(), headers={"accept-language": "ko"}).content.decode()

    asked = text_of(question(page))
    assert "이 주장은 여전히 맞나요?" in asked
    assert "모델이 쓴 말은 “May”, 메시지의 말은 “April”입니다." in asked
    assert [word in asked for word in ("그대로 맞음", "주장 고치기", "거절")] == [True] * 3
