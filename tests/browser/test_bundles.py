"""The offline verifier in a browser without a network, and the page that a bundle is downloaded from."""

import io
import json
import random
import unicodedata
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from aligner_core import ProofError, canonical_json, fold, text_hash
from aligner_core import verify as verify_proof
from review import verifier
from review.models import Entry, Event
from review.selectors.bundles.contents import session_scope
from review.selectors.repair.selection import Selection
from review.services._checkpoints import make
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.services.promotion.undo import undo_decision
from review.services.repair.adding import add_quote
from review.services.repair.new_entries import EntryMade, NewClaim, add_entry
from review.verifier import verify
from tests.behind import rewrite
from tests.browser.waiting import assert_soon
from tests.factories import make_entry, make_project, make_session, make_user
from tests.forging import Files, forged
from tests.rewritten import PIECES, rewritten, tampered
from tests.saying import KINDS
from tests.undone import newest

pytestmark = pytest.mark.django_db(transaction=True)

VERIFIER = Path(verifier.__file__).with_name("verifier.html")
WORDS = ["We keep the raw text of every event. 🙂 캐시는 한 시간.", "Nobody quotes this."]


@pytest.fixture
def mina() -> User:
    return make_user("mina", project=make_project())


@pytest.fixture
def entry(mina: User) -> Entry:
    session = make_session(WORDS, session_id="talk-1")
    return make_entry(session, ["raw text of every event. 🙂", "캐시는  한 시간.", "never said by anybody"])


@pytest.fixture
def offline(page: Page, context: BrowserContext) -> Page:
    """Open the verifier from the disk, without a network."""
    asked: list[str] = []
    context.route("**/*", lambda route: route.continue_() if route.request.url.startswith("file:") else route.abort())
    context.set_offline(offline=True)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(VERIFIER.as_uri())
    assert asked == [VERIFIER.as_uri()]
    return page


def sealed(entry: Entry, *withheld: str) -> SealedBundle:
    bundle = seal_bundle(scope=session_scope(entry.session), withheld=withheld, actor=None)
    assert isinstance(bundle, SealedBundle)
    return bundle


def choose(page: Page, folder: Path, content: bytes) -> None:
    """Choose a bundle in the verifier, and wait for its result."""
    page.locator("#result").evaluate("(one) => { one.dataset.is = ''; }")
    file = folder / f"bundle-{len(list(folder.iterdir()))}.zip"  # the same file again is no change to a browser
    file.write_bytes(content)
    page.set_input_files("#zip", file)
    expect(page.locator("#result[data-is]:not([data-is='']) h2")).to_be_visible()


@pytest.mark.parametrize("name", KINDS)
def test_a_bundle_with_what_was_taken_back_is_green(name: str, mina: User, offline: Page, tmp_path: Path) -> None:
    entry = KINDS[name].prepare(mina)
    KINDS[name].make(entry, mina)
    undo_decision(entry_id=entry.pk, event_id=newest(entry).pk, actor=mina)
    assert newest(entry).event_type == "decision_reverted"

    choose(offline, tmp_path, sealed(entry).content)

    expect(offline.locator("#result")).to_have_attribute("data-is", "good")


@pytest.mark.smoke
def test_a_good_bundle_is_green_without_a_network(entry: Entry, offline: Page, tmp_path: Path) -> None:
    bundle = sealed(entry)

    choose(offline, tmp_path, bundle.content)

    expect(offline.get_by_role("heading", name="All hashes match")).to_be_visible()
    expect(offline.locator("#result")).to_have_attribute("data-is", "good")
    expect(offline.locator("#result li")).to_have_count(0)
    expect(offline.locator("#result code")).to_have_text(bundle.key_id)
    expect(offline.locator("#result dd").nth(2)).to_have_text(
        "1 entries, 3 events, 3 evidence, 1 extractions, 2 messages"
    )


def test_the_verifier_folds_as_the_core_does(offline: Page) -> None:
    chance = random.Random(5)  # noqa: S311 - no secret
    texts = ["".join(chance.choices(PIECES, k=6)) for _ in range(2_000)]
    every = [
        f"a{chr(code)}b" for code in range(0x20, 0x20000) if unicodedata.category(chr(code)) not in {"Cn", "Co", "Cs"}
    ]

    found = offline.evaluate("(texts) => texts.map(fold)", [*texts, *every])

    assert [text for text, one in zip([*texts, *every], found, strict=True) if one != fold(text)] == []


def test_the_verifier_takes_no_rewrites_that_the_core_refuses(offline: Page) -> None:
    chance, outcomes = random.Random(7), rewritten()  # noqa: S311 - no secret
    given = [*outcomes, *((tampered(one, chance), text) for one, text in chance.choices(outcomes, k=5_000))]
    ask = """(given) => given.map(([outcome, text]) => {
      try { return foldedProblems(outcome, fold(withoutEndEllipses(outcome.quote)), [...text]).length === 0; }
      catch { return false; }
    })"""

    found = offline.evaluate(ask, [[outcome, text] for outcome, text in given])

    assert found[: len(outcomes)] == [True] * len(outcomes)
    assert [outcome for (outcome, text), one in zip(given, found, strict=True) if one != is_proven(outcome, text)] == []


def is_proven(outcome: dict[str, Any], text: str) -> bool:
    try:
        verify_proof(outcome, text)
    except ProofError:
        return False
    return True


def test_a_quote_without_the_ellipses_at_its_ends_is_the_words_at_its_span(offline: Page, tmp_path: Path) -> None:
    entry = make_entry(make_session(WORDS, session_id="talk-2"), ["… text of every event. 🙂 ..."])
    content = sealed(entry).content
    choose(offline, tmp_path, content)
    expect(offline.locator("#result")).to_have_attribute("data-is", "good")

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    lie = {"quote": "text…of every event. 🙂", "quoteHash": text_hash("text…of every event. 🙂")}
    choose(offline, tmp_path, verify.pack(forged(files, "evidence.jsonl", lambda all_: all_[0]["outcome"].update(lie))))

    findings = [one.split("\n")[-1] for one in offline.locator("#result li").all_inner_texts()]
    assert findings == ["the words at its span are not the quote"]


def test_an_added_quote_without_its_event_is_found(entry: Entry, mina: User, offline: Page, tmp_path: Path) -> None:
    selected = Selection(1, 0, 6, "Nobody")
    add_quote(entry_id=entry.pk, selection=selected, seen_version=entry.version, actor=mina)
    content = sealed(entry).content
    choose(offline, tmp_path, content)
    expect(offline.locator("#result")).to_have_attribute("data-is", "good")

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    made = forged(files, "evidence.jsonl", lambda records: records[-1].update(added_by="jun"))
    choose(offline, tmp_path, verify.pack(made))

    findings = [one.split("\n")[-1] for one in offline.locator("#result li").all_inner_texts()]
    assert findings == ["its quote was added by hand, and no event says so"]


def test_an_added_entry_without_its_event_is_found(entry: Entry, mina: User, offline: Page, tmp_path: Path) -> None:
    selected, claim = Selection(1, 0, 6, "Nobody"), NewClaim("Nobody asked", "", "fact")
    made = add_entry(session_id=entry.session_id, claim=claim, selection=selected, actor=mina)
    assert isinstance(made, EntryMade)
    content = sealed(made.entry).content
    choose(offline, tmp_path, content)
    expect(offline.locator("#result")).to_have_attribute("data-is", "good")

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    forgery = forged(files, "entries.jsonl", lambda records: records[-1].update(type="task"))
    choose(offline, tmp_path, verify.pack(forgery))

    findings = [one.split("\n")[-1] for one in offline.locator("#result li").all_inner_texts()]
    assert findings == ["it was added by hand, and no event says so"]


@pytest.mark.smoke
def test_one_flipped_byte_in_the_evidence_is_reported_with_its_record(
    entry: Entry, offline: Page, tmp_path: Path
) -> None:
    content = sealed(entry).content
    at = content.index(b"never said by anybody", content.index(b"evidence.jsonl"))

    choose(offline, tmp_path, content[:at] + b"N" + content[at + 1 :])

    expect(offline.get_by_role("heading", name="This is not what was sealed")).to_be_visible()
    assert [
        one.split(" · ")[0] for one in offline.locator("#result li").all_inner_texts()
    ] == [  # settled: the state is shown last
        "evidence.jsonl, record 3 (entry e-1, quote 2, attempt 1)",
        "evidence.jsonl, record 3 (entry e-1, quote 2, attempt 1)",
    ]


def test_a_flipped_byte_in_48_places_is_found_48_times(entry: Entry, offline: Page, tmp_path: Path) -> None:
    content = sealed(entry).content
    key, signature = content.index(b"BEGIN PUBLIC KEY"), content.index(b'"signatures"')
    places = [round(len(content) * (number + 0.5) / 40) for number in range(40)]
    unfound = []

    for at in (*places, *range(key, key + 60, 15), *range(signature + 100, signature + 180, 20)):
        choose(offline, tmp_path, content[:at] + bytes([content[at] ^ (1 << at % 8)]) + content[at + 1 :])
        if offline.locator("#result").get_attribute("data-is") != "bad":
            unfound.append(at)

    assert unfound == []


def repeated_event(files: Files) -> Files:
    section = json.loads(files["sections/journal.json"])
    section["payload"]["heads"] *= 2
    made = {**files, "sections/journal.json": canonical_json(section)}
    return forged(made, "events.jsonl", lambda records: records.extend(records))


@pytest.mark.parametrize(
    ("lie", "message"),
    [
        pytest.param(repeated_event, "names a chain twice", id="a chain named twice"),
        pytest.param(
            lambda files: forged(files, "events.jsonl", lambda records: records[1].pop("payload")),
            "its hash does not match its content",
            id="an event that says nothing, and not that it is withheld",
        ),
        pytest.param(
            lambda files: forged(files, "messages.jsonl", lambda records: records[1].update(role="boss")),
            "its text, speaker or time is not the one in the journal",
            id="a message in another name",
        ),
        pytest.param(
            lambda files: forged(files, "messages.jsonl", lambda records: records[1].pop("content")),
            "the text is not the one that was hashed",
            id="a message without words, and not that they are withheld",
        ),
    ],
)
def test_carefully_sealed_lies_are_found(
    entry: Entry, offline: Page, tmp_path: Path, lie: Callable[[Files], Files], message: str
) -> None:
    with zipfile.ZipFile(io.BytesIO(sealed(entry).content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}

    choose(offline, tmp_path, verify.pack(lie(files)))

    expect(offline.get_by_role("heading", name="This is not what was sealed")).to_be_visible()
    expect(offline.locator("#result li")).to_contain_text([message])


def test_a_chain_without_a_checkpoint_is_reported_as_unchecked(entry: Entry, offline: Page, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_text(make().sealed + "\n")
    other = make_entry(make_session(["Said later."], session_id="talk-2"), ["Said later."])

    offline.set_input_files("#points", kept)
    choose(offline, tmp_path, sealed(other).content)

    expect(offline.get_by_role("heading", name="What could be checked holds")).to_be_visible()
    expect(offline.locator("#result li")).to_contain_text(f"none covers: session:{other.session_id}")


def test_withheld_words_are_reported_as_withheld(entry: Entry, offline: Page, tmp_path: Path) -> None:
    choose(offline, tmp_path, sealed(entry, "messages").content)

    expect(offline.get_by_role("heading", name="All hashes match")).to_be_visible()
    expect(offline.locator("#result li").first).to_contain_text("messages.jsonl · withheld")


def test_another_key_than_the_owner_s_is_refused(entry: Entry, offline: Page, tmp_path: Path) -> None:
    bundle = sealed(entry)
    choose(offline, tmp_path, bundle.content)

    offline.get_by_label("Key id").fill("0" * 64)
    offline.get_by_label("Key id").blur()

    expect(offline.get_by_role("heading", name="This is not what was sealed")).to_be_visible()
    expect(offline.locator("#result li")).to_contain_text("not the key that should have signed")
    offline.get_by_label("Key id").fill(bundle.key_id.upper())
    offline.get_by_label("Key id").blur()
    expect(offline.get_by_role("heading", name="All hashes match")).to_be_visible()


def test_an_unpacked_bundle_is_checked_as_a_folder(entry: Entry, offline: Page, tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_bytes(sealed(entry).content)
    with zipfile.ZipFile(tmp_path / "bundle.zip") as archive:
        archive.extractall(tmp_path / "bundle")

    offline.set_input_files("#folder", tmp_path / "bundle")

    expect(offline.get_by_role("heading", name="All hashes match")).to_be_visible()


def test_a_file_that_is_not_a_bundle_is_reported_as_such(offline: Page, tmp_path: Path) -> None:
    choose(offline, tmp_path, b"no archive")

    expect(offline.locator("#result li").first).to_contain_text("manifest.json · wrong")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_verifier_is_accessible_and_fits_the_screen(
    scheme: str, entry: Entry, offline: Page, tmp_path: Path, assert_accessible: Callable[[Page], None]
) -> None:
    offline.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    offline.set_viewport_size({"width": 390, "height": 844})
    content = sealed(entry).content

    for bundle in (content, content[:-1] + b"x"):
        choose(offline, tmp_path, bundle)
        assert_accessible(offline)
        assert_soon(offline, "document.documentElement.scrollWidth - innerWidth", 0)


@pytest.mark.browser_context_args(locale="ko-KR")
def test_the_verifier_is_translated_into_korean(entry: Entry, offline: Page, tmp_path: Path) -> None:
    choose(offline, tmp_path, sealed(entry).content)

    expect(offline.get_by_role("heading", name="모든 해시가 일치합니다")).to_be_visible()


@pytest.mark.smoke
def test_a_bundle_is_downloaded_from_the_page_of_an_entry(
    entry: Entry, mina: User, page: Page, sign_in: Callable[[User], None], tmp_path: Path
) -> None:
    sign_in(mina)
    page.goto(entry.get_absolute_url())
    page.get_by_role("link", name="Audit bundle").click()

    with page.expect_download() as taken:
        page.get_by_role("button", name="Download").click()

    taken.value.save_as(tmp_path / "bundle.zip")
    assert verify.main([str(tmp_path / "bundle.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "bundle.zip") as archive:
        assert json.loads(archive.read("manifest.json"))["scope"]["entry_id"] == "e-1"


def test_checkpoints_kept_elsewhere_are_compared_with_the_journal(entry: Entry, offline: Page, tmp_path: Path) -> None:
    sealed_checkpoint = make().sealed
    content = sealed(entry).content
    kept = tmp_path / "kept.jsonl"
    kept.write_text(sealed_checkpoint + "\n")

    offline.set_input_files("#points", kept)
    choose(offline, tmp_path, content)

    expect(offline.get_by_role("heading", name="All hashes match")).to_be_visible()
    expect(offline.locator("#result dl")).to_contain_text("1 heads agree")
    rewrite("review_chain", "head_seq", 2, where=f"session_id = {entry.session_id}")
    last = Event.objects.get(session=entry.session, seq=2)
    rewrite("review_chain", "head_hash", last.hash, where=f"session_id = {entry.session_id}")
    choose(offline, tmp_path, sealed(entry).content)
    expect(offline.get_by_role("heading", name="This is not what was sealed")).to_be_visible()
    expect(offline.locator("#result li")).to_contain_text("the journal of this bundle is not the one it recorded")
