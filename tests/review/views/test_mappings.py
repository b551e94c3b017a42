"""The screen on which the columns of a file are named: with their values, a proposal, and what it makes at once."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from review.models import Entry, Project, Role, UploadDraft
from tests.factories import make_user
from tests.review.views.test_ingest import SESSION, upload

TABLE = "fact,said,msg,kind_of\nRaw bytes stay,keep the raw bytes,0,plan\nAll is well,Fine.,1,plan\n"
ROWS = {"items": [{"fact": "Raw bytes stay", "said": "keep the raw bytes"}], "people": [{"name": "Ana"}]}
HTMX = {"HX-Request": "true"}


def dropped_table(client: Client, project: Project) -> str:
    _, page, address = upload(client, project, first=SESSION, second=SimpleUploadedFile("facts.csv", TABLE.encode()))
    here = f"{address}1/mapping/"
    assert f'href="{here}"' in page
    return here


def test_a_file_with_columns_of_its_own_is_asked_about(mina: Client, project: Project) -> None:
    here = dropped_table(mina, project)

    page = mina.get(here).content.decode()

    assert "What is in these columns?" in page
    for words in ("keep the raw bytes", "2 rows were looked at. 4 fields are recognised: check them.", "kind_of"):
        assert words in page
    assert '<option value="claim" selected>Claim</option>' in page
    assert "The first three entries, as they would be" in page
    assert "<q" in page


def test_what_is_chosen_is_shown_at_once(mina: Client, project: Project) -> None:
    here = dropped_table(mina, project)

    shown = mina.get(here, {"sent": "1", "use-1": "words", "use-0": "speaker"}, headers=HTMX).content.decode()

    assert shown.lstrip().startswith('<section id="mapped"')
    assert "The first three messages, as they would be" in shown
    assert "2 fields are not used." in shown
    assert "plan · plan" in shown


@pytest.mark.parametrize("chosen", [{}, {"use-0": "quote", "use-1": "quote"}, {"use-2": "message"}, {"use-0": "page"}])
def test_what_is_of_no_use_is_not_taken(chosen: dict[str, str], mina: Client, project: Project) -> None:
    here = dropped_table(mina, project)

    looked = mina.get(here, {"sent": "1", **chosen}, headers=HTMX)
    taken = mina.post(here, {"sent": "1", **chosen})

    assert (looked.status_code, taken.status_code) == (200, 422)
    assert "Name what is quoted, stated or said" in taken.content.decode()


def test_the_file_is_read_as_chosen_and_the_choice_kept(mina: Client, project: Project) -> None:
    here = dropped_table(mina, project)
    chosen = {"sent": "1", "use-0": "claim", "use-1": "quote", "use-2": "message", "keep": "on"}

    page = mina.post(here, chosen, follow=True).content.decode()
    draft = UploadDraft.objects.get()
    mina.post(f"/upload/{draft.pk}/files/", {"conversation": "0-0"})
    mina.post(f"/upload/{UploadDraft.objects.latest('pk').pk}/", {"seen": "/0"})

    assert "Read by a mapping" in page
    assert "Not used: kind_of (2 values, such as plan)." in page
    assert [one["name"] for one in Project.objects.get(pk=project.pk).mappings] == ["facts.csv"]
    _, again, _ = upload(mina, project, second=SimpleUploadedFile("more.csv", TABLE.encode()))
    assert "because the project keeps the mapping “facts.csv”" in again


def test_rows_below_another_key_are_chosen(mina: Client, project: Project) -> None:
    _, _, address = upload(mina, project, first=json.dumps(ROWS))
    here = f"{address}0/mapping/"

    likely = mina.get(here).content.decode()
    other = mina.get(here, {"rows": "people"}).content.decode()

    assert '<option value="items" selected>items</option>' in likely
    assert '<option value="people" selected>people</option>' in other
    assert "Ana" in other


@pytest.mark.parametrize(("layout", "messages"), [("text", 1), ("lines", 2)])
def test_prose_is_read_as_one_message_or_a_message_a_line(
    layout: str, messages: int, mina: Client, project: Project
) -> None:
    _, page, address = upload(mina, project, text="We ship on Friday, all of us.\nQA needs two more days.")
    assert "A text in which nobody is seen to speak" in page
    here = f"{address}0/mapping/"

    asked = mina.get(here).content.decode()
    mina.post(here, {"sent": "1", "layout": layout})

    assert "How is this text read?" in asked
    page = mina.get(address).content.decode()
    assert f"{messages} message{'s' if messages > 1 else ''}" in " ".join(page.split())
    assert Project.objects.get(pk=project.pk).mappings == []


def test_a_mapping_that_fits_no_row_is_told(mina: Client, project: Project) -> None:
    _, _, address = upload(mina, project, text="said,by\nyes we do,\nand again,\n")

    answer = mina.post(f"{address}0/mapping/", {"sent": "1", "use-1": "quote"})

    assert answer.status_code == 422
    assert "No row has what the mapping names: by." in answer.content.decode()


def test_there_is_no_screen_for_a_file_that_is_not_there(mina: Client, project: Project) -> None:
    here = dropped_table(mina, project)

    assert mina.get(here.replace("/1/mapping", "/7/mapping")).status_code == 404
    make_user("stranger")
    other = Client()
    other.force_login(make_user("stranger"))
    assert other.get(here).status_code == 404


def test_managers_see_and_delete_what_a_project_keeps(mina: Client, project: Project) -> None:
    here = dropped_table(mina, project)
    mina.post(here, {"sent": "1", "use-1": "quote", "keep": "on", "name": "Facts"})
    dana = Client()
    dana.force_login(make_user("dana", project=project, role=Role.MANAGER))
    address, delete = project.get_absolute_url(), f"/projects/{project.slug}/mappings/delete/"

    listed = dana.get(address).content.decode()
    deleted = dana.post(delete, {"name": "Facts"}, follow=True).content.decode()
    again = dana.post(delete, {"name": "Facts"}, follow=True).content.decode()

    assert "Mappings of files" in listed
    assert "<code" in listed
    assert "Deleted. Files that were read by it stay as they are." in deleted
    assert "Somebody else has deleted it meanwhile." in again
    assert Entry.objects.count() == 0


def test_a_project_that_keeps_no_more_mappings_says_so(
    mina: Client, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("review.services.ingest.mappings.MAX_MAPPINGS", 0)
    here = dropped_table(mina, project)

    page = mina.post(here, {"sent": "1", "use-1": "quote", "keep": "on"}, follow=True).content.decode()

    assert "the project keeps no more mappings: delete one first." in page
