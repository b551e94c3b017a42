"""Entries and quotes by programs: lists, positions as JavaScript counts, additions and repairs."""

import pytest

from review.api.app import api
from review.models import Comment, Entry, Quote, RememberedAnswer
from review.services.repair.quotes import withdraw_quote
from tests.factories import make_entries, make_entry, make_project, make_session, make_user, quotes_of
from tests.review.api.conftest import Program, Programs

pytestmark = pytest.mark.django_db

WORDS = "🙂 We ship the beta on 4 May. We ship the beta on 4 May, again."


@pytest.fixture
def bot(program: Programs) -> Program:
    return program(make_user("mina", project=make_project()))


def test_a_list_is_read_page_by_page_without_a_gap(bot: Program) -> None:
    session = make_session([WORDS], project=make_project())
    made = make_entries(session, [{"evidence": [{"messageIndex": 0, "quote": "the beta"}]} for _ in range(7)])

    found, path = list[int](), "entries?limit=3"
    while path:
        page = bot.get(path)
        found += [one["id"] for one in page.body["items"]]
        link = page.headers.get("Link", "")
        assert ("after=" in link) is (page.body["next"] is not None)
        path = link.partition("/api/v1/")[2].partition(">")[0]

    assert found == [entry.pk for entry in made]


def test_a_list_is_narrowed(bot: Program) -> None:
    session = make_session([WORDS], project=make_project())
    good, bad = make_entries(
        session,
        [
            {"type": "task", "evidence": [{"messageIndex": 0, "quote": "again."}]},
            {"type": "fact", "evidence": [{"messageIndex": 0, "quote": "nothing like that"}]},
        ],
    )

    def keys(query: str) -> list[int]:
        found = bot.get(f"entries?{query}")
        assert found.status == 200, found.body
        return [one["id"] for one in found.body["items"]]

    assert (keys("blocked=true"), keys("blocked=false")) == ([bad.pk], [good.pk])
    assert (keys("type=task"), keys("method=failed"), keys("reason=not_found")) == ([good.pk], [bad.pk], [bad.pk])
    assert (keys("verdict=verbatim"), keys("verdict=missing"), keys("verdict=slip")) == ([good.pk], [bad.pk], [])
    assert bot.get("exports/csv?verdict=slip").status == 404
    assert bot.get("exports/csv?verdict=missing").status == 200
    assert (keys(f"session={session.pk}"), keys("stage=verified")) == ([good.pk, bad.pk], [])
    for query in ("stage=nonsense", "method=nonsense", "session=999999", "missing=nonsense", "verdict=ok"):
        refused = bot.get(f"entries?{query}")
        assert (refused.status, refused.code) == (422, "invalid_request"), query


def test_positions_are_counted_as_the_caller_asks(bot: Program) -> None:
    entry = make_entry(
        make_session([WORDS], project=make_project()),
        ["We ship the beta on 4 May", "They shipped that beta on 4 July"],
    )

    for name in (f"entries/{entry.pk}?", f"entries?session={entry.session_id}&"):
        points, units = (bot.get(f"{name}offsets={kind}").body for kind in ("codepoints", "utf16"))
        points, units = (body["items"][0] if "items" in body else body for body in (points, units))
        first, failed = (one["outcome"] for one in points["evidence"])
        assert first["alternatives"]
        assert [units["evidence"][0]["outcome"][key] for key in ("spanStart", "spanEnd")] == [
            first[key] + 1 for key in ("spanStart", "spanEnd")
        ]
        assert (
            units["evidence"][0]["outcome"]["alternatives"][0]["spanStart"] == first["alternatives"][0]["spanStart"] + 1
        )
        assert units["evidence"][1]["outcome"]["closest"]["spanStart"] == failed["closest"]["spanStart"] + 1
        assert (units["evidence"][0]["offsets"], points["evidence"][0]["offsets"]) == ("utf16", "codepoints")


def test_an_ambiguous_quote_is_chosen_and_a_failed_one_fixed(bot: Program) -> None:
    entry = make_entry(
        make_session([WORDS], project=make_project()), ["We ship the beta on 4 May", "We ship the bta on 4 May, again"]
    )
    several, failed = Quote.objects.filter(entry=entry).order_by("position")
    shown = bot.get(f"quotes/{several.pk}")
    start = shown.body["outcome"]["alternatives"][0]["spanStart"]

    chosen = bot.post(f"quotes/{several.pk}/choose", {"start": start}, If_Match=shown.headers["ETag"])
    assert (chosen.status, chosen.body["outcome"]["ambiguous"], chosen.body["outcome"]["spanStart"]) == (
        200,
        False,
        start,
    )

    offered = bot.get(f"quotes/{failed.pk}")
    fix = offered.body["fixes"][0]
    fixed = bot.post(f"quotes/{failed.pk}/fix", {"fix": fix["name"]}, If_Match=offered.headers["ETag"])
    assert (fixed.status, fixed.body["outcome"]["quote"]) == (200, fix["quotes"][0]["quote"])
    late = bot.post(f"quotes/{failed.pk}/fix", {"fix": fix["name"]}, If_Match=offered.headers["ETag"])
    assert (late.status, late.body["current"]["attempt"]) == (412, 2)


def test_a_quote_is_split_withdrawn_and_restored(bot: Program) -> None:
    entry = make_entry(make_session(["We ship.", "On 4 May."], project=make_project()), ["We ship. On 4 May."])
    quote = Quote.objects.get(entry=entry)
    parts = {"parts": [{"quote": "We ship.", "messageIndex": 0}, {"quote": "On 4 May.", "messageIndex": 1}]}

    assert bot.post(f"quotes/{quote.pk}/split", parts, If_Match='"1"').body["standing"] == "split"
    assert bot.post(f"quotes/{quote.pk}/undo", None, If_Match='"1"').body["standing"] == "counts"
    withdrawn = bot.post(f"quotes/{quote.pk}/withdraw", {"reason": "Invented."}, If_Match='"1"')
    assert withdrawn.body["standing"] == "withdrawn"
    restored = bot.post(f"quotes/{quote.pk}/restore-withdrawn", {"reason": "It is there."}, If_Match='"1"')
    assert restored.body["standing"] == "counts"
    wrong = bot.post(
        f"quotes/{quote.pk}/split",
        {"parts": [*parts["parts"][:1], {"quote": "No.", "messageIndex": 1}]},
        If_Match='"1"',
    )
    assert (wrong.status, wrong.code) == (409, "evidence_not_aligned")


def test_statements_for_the_gate_take_a_person_unless_the_project_lets_programs_make_them(bot: Program) -> None:
    entry = make_entry(
        make_session(["The price is 12 euros a month."], project=make_project()), ["The price is 13 euros a month."]
    )
    quote = Quote.objects.get(entry=entry)

    refused = bot.post(f"quotes/{quote.pk}/acknowledge", {"reason": "The same."}, If_Match='"1"')

    assert (refused.status, refused.code) == (403, "needs_person")


def test_words_are_added_once_whatever_is_sent_again(bot: Program) -> None:
    entry = make_entry(make_session([WORDS], project=make_project()))
    tag = bot.get(f"entries/{entry.pk}").headers["ETag"]
    words = {"messageIndex": 0, "quote": "again."}

    first = bot.post(f"entries/{entry.pk}/quotes", words, If_Match=tag, Idempotency_Key="k-1")
    again = bot.post(f"entries/{entry.pk}/quotes", words, If_Match=tag, Idempotency_Key="k-1")
    other = bot.post(f"entries/{entry.pk}/quotes", {**words, "quote": "🙂"}, If_Match=tag, Idempotency_Key="k-1")
    known = bot.post(f"entries/{entry.pk}/quotes", words, If_Match=first.headers["ETag"])

    assert (first.status, again.status, again.headers["Idempotent-Replayed"]) == (201, 201, "true")
    assert again.body == first.body
    assert (other.status, other.code) == (422, "idempotency_key_reused")
    assert (known.status, known.code) == (409, "already_quoted")
    assert Quote.objects.filter(entry=entry).count() == 1


def test_a_refused_call_does_not_use_up_its_key(bot: Program) -> None:
    entry = make_entry(make_session([WORDS], project=make_project()))

    refused = bot.post(f"entries/{entry.pk}/comments", {"text": " "}, Idempotency_Key="k-1")
    made = bot.post(f"entries/{entry.pk}/comments", {"text": "Look."}, Idempotency_Key="k-1")

    assert (refused.status, made.status) == (422, 201)
    assert (Comment.objects.count(), RememberedAnswer.objects.count()) == (1, 1)


@pytest.mark.parametrize("key", ["", "two words", "\x7f", "k" * 201])
def test_a_key_that_the_document_does_not_allow_is_refused(bot: Program, key: str) -> None:
    entry = make_entry(make_session([WORDS], project=make_project()))

    refused = bot.post(f"entries/{entry.pk}/comments", {"text": "Look."}, Idempotency_Key=key)

    assert (refused.status, refused.code) == (400, "bad_idempotency_key")
    assert Comment.objects.count() == 0


def test_a_reply_to_no_comment_is_a_conflict_as_the_document_says(bot: Program) -> None:
    entry = make_entry(make_session([WORDS], project=make_project()))

    refused = bot.post(f"entries/{entry.pk}/comments", {"text": "Look.", "replyTo": 7})

    described = api.get_openapi_schema(path_prefix="/")["paths"]["/entries/{pk}/comments"]["post"]["responses"]
    assert (refused.status, refused.code) == (412, "conflict")
    assert {409, 412} <= described.keys()


def test_an_entry_that_is_there_already_is_not_added_again(bot: Program) -> None:
    session = make_session([WORDS], project=make_project())
    given = {"title": "It is said again.", "evidence": {"messageIndex": 0, "quote": "again."}}

    made = bot.post(f"sessions/{session.pk}/entries", given)
    again = bot.post(f"sessions/{session.pk}/entries", given)
    missing = bot.post(f"sessions/{session.pk}/entries", {**given, "evidence": {"messageIndex": 0, "quote": "never"}})

    assert (made.status, again.status, again.body["id"]) == (201, 200, made.body["id"])
    assert (missing.status, missing.code, missing.body["problems"][0]["where"]) == (422, "invalid_request", "")
    assert Entry.objects.count() == 1


def test_a_claim_is_confirmed_by_a_person(bot: Program) -> None:
    said = "The price is 12 euros a month."
    entry = make_entry(make_session([said], project=make_project()), [said, "Nobody has said anything like this."])
    withdraw_quote(quote_id=quotes_of(entry)[1].pk, reason="Invented.", seen_attempt=1, actor=bot.token.owner)
    entry.refresh_from_db()

    refused = bot.post(f"entries/{entry.pk}/claim/confirm", {}, If_Match=f'"{entry.version}"')

    assert entry.claim_open
    assert (refused.status, refused.code) == (403, "needs_person")


def test_a_quote_is_realigned_as_it_was_seen(bot: Program) -> None:
    [quote] = quotes_of(make_entry(make_session(["Hello."], project=make_project(), session_id="s"), [(1, "on 4 May")]))
    path = f"quotes/{quote.pk}/realign"
    same = bot.post(path, If_Match='"1"')
    make_session(["Hello.", WORDS], project=make_project(), session_id="s")

    found = bot.post(path, If_Match=same.headers["ETag"])
    late = bot.post(path, If_Match='"1"')

    assert (same.body["attempt"], same.body["verdict"]) == (1, "missing")
    assert (found.status, found.body["attempt"], found.body["verdict"]) == (200, 2, "verbatim")
    assert (late.status, late.body["current"]["attempt"]) == (412, 2)
    assert bot.post(path).status == 428
