"""The registers of the admin: everything can be read, filtered and re-checked; nothing can be written."""

import re
from collections import Counter

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import Permission, User
from django.db.models import Count, Model
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from review.domain.policy import Stage
from review.models import Alignment, Entry, Event, Extraction, Message, Quote, ReviewSession
from review.services.promotion.stages import promote_entry, reject_entry
from review.services.repair.quotes import choose_occurrence, retry_quote, withdraw_quote
from tests.behind import rewrite
from tests.factories import make_entries, make_project, make_session, make_user, quotes_of

pytestmark = pytest.mark.django_db

WORDS = ["We keep the raw text of every event.", "The cache lives for one hour. The cache lives for one hour."]
QUOTES = [
    {"messageIndex": 0, "quote": "keep the raw text of every event"},
    {"messageIndex": 0, "quote": "keep  the raw text"},
    {"messageIndex": 0, "quote": "keep the raw texts of every event"},
    {"messageIndex": 1, "quote": "The cache lives for one hour."},
    {"messageIndex": 0, "quote": "nobody has ever said <b>this</b>"},
    {"messageIndex": 0, "quote": None},
]
REGISTERS: tuple[type[Model], ...] = (ReviewSession, Message, Extraction, Entry, Quote, Alignment, Event)
NAMES = [model._meta.model_name for model in REGISTERS]


@pytest.fixture(scope="module", autouse=True)
def _store(standing: None) -> None:
    mina = make_user("mina", project=make_project())
    session = make_session(WORDS, session_id="talk", title="A talk")
    make_session(WORDS, session_id="other", project=make_project("other"))
    one, two, _ = make_entries(session, [{"evidence": QUOTES[:1]}, {"evidence": QUOTES}, {"evidence": []}])
    promote_entry(entry_id=one.pk, to=Stage.VERIFIED, seen_version=1, actor=mina)
    quotes = quotes_of(two)
    retry_quote(quote_id=quotes[0].pk, text="raw text", message_index=0, seen_attempt=1, actor=mina)
    choose_occurrence(quote_id=quotes[3].pk, start=30, seen_attempt=1, actor=mina)
    withdraw_quote(quote_id=quotes[4].pk, reason="invented", seen_attempt=1, actor=mina)
    reject_entry(entry_id=two.pk, reason="no", seen_version=4, actor=mina)


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


def staff(client: Client, *codenames: str) -> Client:
    person = User.objects.create(username="staff", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client.force_login(person)
    return client


def address(name: str | None, page: str, *args: object) -> str:
    return reverse(f"admin:review_{name}_{page}", args=args)


def shown(client: Client, name: str, **filters: str | int) -> int:
    response = client.get(address(name, "changelist"), filters)
    assert response.status_code == 200
    return int(response.context["cl"].result_count)


def first(model: type[Model]) -> Model:
    return model._default_manager.order_by("pk")[0]


@pytest.mark.parametrize("model", REGISTERS, ids=NAMES)
def test_register_shows_every_row_and_each_one(root: Client, model: type[Model]) -> None:
    name = str(model._meta.model_name)

    assert shown(root, name) == model._default_manager.count()
    assert root.get(address(name, "change", first(model).pk)).status_code == 200
    assert root.get(address(name, "history", first(model).pk)).status_code == 200


def column(client: Client, name: str, field: str) -> list[str]:
    page = client.get(address(name, "changelist"), {"all": ""}).content.decode()
    return re.findall(rf'<td class="field-{field}">([^<]*)</td>', page)


def test_registers_show_the_confidence_beside_the_method(root: Client) -> None:
    attempts = dict(Alignment.objects.values_list("method").annotate(count=Count("pk")))

    shown_attempts, shown_quotes = column(root, "alignment", "confidence"), column(root, "quote", "confidence")

    assert Counter(shown_attempts) == {
        "1.000": attempts["exact"],
        "0.950": attempts["normalized"],
        "0.949": attempts["fuzzy"],
        "0.000": attempts["none"],
    }
    assert Counter(shown_quotes) == {"1.000": 3, "0.950": 1, "0.949": 1, "0.000": 2}


def test_register_of_quotes_shows_what_people_chose(
    root: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(15):
        chosen = column(root, "quote", "chosen")

    assert sorted(chosen) == ["-"] * 5 + ["place chosen by mina", "rewritten by mina"]
    assert shown(root, "quote", provenance="edited_quote") == 1


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("model", REGISTERS, ids=NAMES)
def test_register_has_no_way_to_write(root: Client, model: type[Model], method: str) -> None:
    name, before = model._meta.model_name, list(model._default_manager.order_by("pk").values())
    pk = first(model).pk
    ask = getattr(root, method)

    assert ask(address(name, "add"), {"title": "x"}).status_code == 403
    assert ask(address(name, "delete", pk), {"post": "yes"}).status_code == 403
    assert root.post(address(name, "change", pk), {"title": "x", "stage": "verified"}).status_code == 403
    assert list(model._default_manager.order_by("pk").values()) == before


@pytest.mark.parametrize("model", REGISTERS, ids=NAMES)
def test_register_has_no_action_that_deletes(root: Client, model: type[Model]) -> None:
    pk = first(model).pk

    root.post(
        address(model._meta.model_name, "changelist"),
        {"action": "delete_selected", "_selected_action": pk, "post": "yes"},
    )

    assert model._default_manager.filter(pk=pk).exists()


@pytest.mark.parametrize("model", REGISTERS, ids=NAMES)
def test_register_is_for_staff_with_the_permission(client: Client, model: type[Model]) -> None:
    name = model._meta.model_name
    assert client.get(address(name, "changelist")).status_code == 302
    client.force_login(make_user("mina"))
    assert client.get(address(name, "changelist")).status_code == 302

    assert staff(client).get(address(name, "changelist")).status_code == 403

    User.objects.get(username="staff").user_permissions.add(Permission.objects.get(codename=f"view_{name}"))
    assert client.get(address(name, "changelist")).status_code == 200


@pytest.mark.parametrize(
    ("name", "filters", "count"),
    [
        pytest.param("alignment", {"method": "exact"}, 5, id="by method"),
        pytest.param("alignment", {"confidence": "1"}, 5, id="confidence 1"),
        pytest.param("alignment", {"confidence": "0.95"}, 1, id="confidence 0.95"),
        pytest.param("alignment", {"confidence": "0.90"}, 1, id="confidence from 0.90"),
        pytest.param("alignment", {"confidence": "0.85"}, 0, id="confidence below 0.90"),
        pytest.param("alignment", {"confidence": "0"}, 2, id="confidence 0"),
        pytest.param("alignment", {"confidence": "7"}, 9, id="a band nobody offers"),
        pytest.param("alignment", {"reason": "empty_quote"}, 1, id="by reason"),
        pytest.param("alignment", {"ambiguous__exact": "1"}, 1, id="ambiguous"),
        pytest.param("alignment", {"quote__entry__stage": "verified"}, 1, id="alignments by stage"),
        pytest.param("alignment", {"actor__username": "mina"}, 2, id="by reviewer"),
        pytest.param("quote", {"method": "none"}, 1, id="quotes by method"),
        pytest.param("quote", {"reason": "not_found"}, 0, id="quotes by reason, a withdrawn one not counted"),
        pytest.param(
            "quote", {"reason": "not_found", "standing__exact": "withdrawn"}, 1, id="withdrawn quotes by reason"
        ),
        pytest.param("quote", {"entry__stage": "verified"}, 1, id="quotes by stage"),
        pytest.param("quote", {"q": "nobody"}, 1, id="quotes by words"),
        pytest.param("message", {"q": "cache"}, 2, id="messages by words"),
        pytest.param("event", {"event_type": "quote_retried"}, 1, id="events by type"),
        pytest.param("event", {"actor": "mina"}, 5, id="events by actor"),
        pytest.param("event", {"entry__stage": "verified"}, 2, id="events by stage"),
        pytest.param("reviewsession", {"q": "A talk"}, 1, id="sessions by title"),
        pytest.param("entry", {"stage": "verified"}, 1, id="entries by stage"),
        pytest.param("entry", {"evidence_aligned__exact": "1"}, 1, id="entries by flag"),
        pytest.param("entry", {"method": "fuzzy"}, 1, id="entries by method"),
        pytest.param("entry", {"reason": "empty_quote"}, 1, id="entries by reason"),
        pytest.param("entry", {"reason": "not_found"}, 0, id="entries by the reason of a withdrawn quote"),
        pytest.param("event", {"refused": "no_evidence"}, 0, id="refusals by a reason that none has"),
        pytest.param("event", {"refused": "nonsense"}, 14, id="refusals by no reason"),
    ],
)
def test_register_filters(root: Client, name: str, filters: dict[str, str], count: int) -> None:
    if "actor__username" in filters:
        filters = {"actor__id__exact": str(make_user("mina").pk)}

    assert shown(root, name, **filters) == count


def test_register_filters_entries_by_who_verified(root: Client) -> None:
    assert shown(root, "entry", verified_by__id__exact=make_user("mina").pk) == 1
    assert shown(root, "entry", verified_by__id__exact=make_user("jun").pk) == 0


def test_register_filters_by_project(root: Client) -> None:
    assert shown(root, "reviewsession", project__id__exact=make_project("other").pk) == 1
    assert shown(root, "message", session__project__id__exact=make_project("other").pk) == 2


def test_register_shows_what_people_wrote_as_text(root: Client) -> None:
    page = root.get(address("quote", "changelist")).content.decode()

    assert "nobody has ever said &lt;b&gt;this&lt;/b&gt;" in page
    assert "<b>this</b>" not in page


def test_register_of_quotes_shows_a_dash_for_an_empty_one_and_nothing_without_an_attempt(root: Client) -> None:
    Quote.objects.filter(entry__stage="candidate", text="").update(current=None)
    quotes = site.get_model_admin(Quote)
    quote = Quote.objects.get(text="")

    page = root.get(address("quote", "changelist")).content.decode()

    assert "–" in page
    assert (quotes.method(quote), quotes.reason(quote)) == ("", "")  # type: ignore[attr-defined]


def recheck(client: Client, model: type[Model], action: str = "recheck") -> list[str]:
    keys = [str(pk) for pk in model._default_manager.values_list("pk", flat=True)]
    where = address(model._meta.model_name, "changelist")
    response = client.post(where, {"action": action, "_selected_action": keys}, follow=True)
    return [str(message) for message in response.context["messages"]]


CHECKED = [(Alignment, "recheck"), (Quote, "recheck"), (Entry, "recheck_evidence")]


@pytest.mark.parametrize(("model", "action"), CHECKED)
def test_recheck_reads_the_proofs_again(root: Client, model: type[Model], action: str) -> None:
    assert recheck(root, model, action) == ["9 attempts were checked · findings: 0"]


@pytest.mark.parametrize(("model", "action"), CHECKED)
def test_recheck_reports_what_does_not_agree(root: Client, model: type[Model], action: str) -> None:
    pk = Alignment.objects.order_by("pk")[0].pk
    rewrite("review_alignment", "span_end", 30, where=f"id = {pk}")

    assert recheck(root, model, action) == [
        f"Attempt with the key {pk}: Words are not in the message where their proof says they are.",
        "9 attempts were checked · findings: 1",
    ]


def test_recheck_changes_nothing(root: Client) -> None:
    before = list(Alignment.objects.order_by("pk").values()), Event.objects.count()

    recheck(root, Alignment)

    assert (list(Alignment.objects.order_by("pk").values()), Event.objects.count()) == before
