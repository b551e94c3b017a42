"""`manage.py export_records` and `import_records`: from one store to another by a file."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from review.domain.policy import Stage
from review.domain.roles import Role
from review.models import Entry, Event
from review.selectors.bundles.contents import session_scope
from review.services.audit.audit_store import audit_store
from review.services.bundles.seal import SealedBundle, seal_bundle
from review.services.promotion.stages import promote_entry
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
OTHER = "archive"


@pytest.fixture
def entry() -> Entry:
    mina = make_user("mina", project=make_project())
    entry = make_entry(make_session(["We keep the raw text."], session_id="talk"), ["keep the raw text"])
    promote_entry(entry_id=entry.pk, to=Stage.VERIFIED, seen_version=entry.version, actor=mina)
    make_project(OTHER)
    return entry


def there() -> Entry:
    return Entry.objects.get(session__project=make_project(OTHER))


@pytest.mark.parametrize("name", ["demo.jsonl", "demo.jsonl.gz"])
def test_what_one_command_exports_the_other_imports(entry: Entry, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    call_command("export_records", project="ledger", out=str(file))

    call_command("import_records", str(file), project=OTHER)

    assert there().stage == "verified"
    assert [one for one in audit_store() if not one.is_note] == []
    assert Event.objects.get(event_type="exported").actor == "system"


def test_a_bundle_of_a_session_is_imported_with_the_key_that_signed_it(entry: Entry, tmp_path: Path) -> None:
    bundle = seal_bundle(scope=session_scope(entry.session), withheld=(), actor=None)
    assert isinstance(bundle, SealedBundle)
    file = tmp_path / "bundle.zip"
    file.write_bytes(bundle.content)
    dana = make_user("dana", project=make_project(OTHER), role=Role.MANAGER)

    call_command("import_records", str(file), project=OTHER, person="dana", key_id=bundle.key_id)

    told = Event.objects.get(event_type="entry_imported")
    assert (there().stage, told.actor) == ("verified", dana.username)
    assert (told.body["key_id"], told.body["file"]) == (bundle.key_id, bundle.digest)


def test_a_bundle_with_a_changed_byte_is_refused(entry: Entry, tmp_path: Path) -> None:
    bundle = seal_bundle(scope=session_scope(entry.session), withheld=(), actor=None)
    assert isinstance(bundle, SealedBundle)
    file = tmp_path / "bundle.zip"
    file.write_bytes(bundle.content.replace(b"keep the raw", b"lose the raw"))

    with pytest.raises(CommandError, match="does not agree"):
        call_command("import_records", str(file), project=OTHER)

    assert not Entry.objects.filter(session__project=make_project(OTHER)).exists()


def test_the_filters_and_the_format_are_those_of_the_options(entry: Entry, tmp_path: Path) -> None:
    make_entry(make_session(["Another."], session_id="other"), ["Another."], stage="raw")
    file = tmp_path / "verified.csv"

    call_command("export_records", project="ledger", format="csv", stage="verified", out=str(file))

    assert len(file.read_text(encoding="utf-8-sig").splitlines()) == 2


def test_refusals_are_listed_with_their_place_and_the_exit_is_1(
    entry: Entry, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "demo.jsonl"
    call_command("export_records", project="ledger", out=str(file))
    make_session(["We keep nothing."], session_id="talk", project=make_project(OTHER))

    with pytest.raises(CommandError, match="Refused: 1") as refused:
        call_command("import_records", str(file), project=OTHER)

    assert refused.value.returncode == 1
    assert "talk messages[0]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"project": "nobody's"}, "no project"),
        ({"project": "ledger", "stage": "certified"}, "Nothing passes"),
    ],
)
def test_an_export_of_nothing_says_so(entry: Entry, tmp_path: Path, given: dict[str, str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("export_records", out=str(tmp_path / "x"), **given)


def test_a_file_that_is_there_is_never_overwritten(entry: Entry, tmp_path: Path) -> None:
    file = tmp_path / "there.jsonl"
    file.write_text("mine")

    with pytest.raises(CommandError, match="already exists"):
        call_command("export_records", project="ledger", out=str(file))

    assert file.read_text() == "mine"


@pytest.mark.parametrize("content", [b"", b"PK", b"no export\n", b"\x1f\x8bno gzip"])
def test_another_file_is_refused_with_a_sentence(entry: Entry, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "other"
    file.write_bytes(content)

    with pytest.raises(CommandError):
        call_command("import_records", str(file), project=OTHER)


def test_an_import_needs_its_project_its_file_and_its_person(entry: Entry, tmp_path: Path) -> None:
    file = tmp_path / "demo.jsonl"
    call_command("export_records", project="ledger", out=str(file))

    for path, given in (
        (file, {"project": "x"}),
        (tmp_path / "gone", {"project": OTHER}),
        (file, {"project": OTHER, "person": "x"}),
    ):
        with pytest.raises(CommandError):
            call_command("import_records", str(path), **given)
    make_user("jun", project=make_project(OTHER))
    with pytest.raises(CommandError, match="managers"):
        call_command("import_records", str(file), project=OTHER, person="jun")
