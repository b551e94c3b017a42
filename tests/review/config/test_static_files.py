"""Static files are compressed, few, and named by their digests; pages are compressed too."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings

from review.models import Role
from tests.factories import make_entry, make_project, make_session, make_user

pytestmark = pytest.mark.django_db
HEAD = 450
"""About how many bytes the head of a response has."""


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    with override_settings(**digested(folder)):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def digested(folder: Path) -> dict[str, object]:
    storage = {"BACKEND": "review.config.static_files.DigestedFilesStorage"}
    default = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    return {"STATIC_ROOT": folder, "STORAGES": {"default": default, "staticfiles": storage}, "DEBUG": False}


def with_imports(gathered: Path, names: list[str]) -> list[str]:
    """Return the files that a page names, and those that these import, each once."""
    found = list(dict.fromkeys(names))
    for name in found:  # grows while it is walked
        if name.endswith(".js") and "vendor" not in name:
            imported = re.findall(r'(?:from|import)\s*"\./([^"]+)"', (gathered / name).read_text(encoding="utf-8"))
            found += [one for one in dict.fromkeys(imported) if one not in found]
    return found


def test_the_first_load_of_a_page_is_small(client: Client, gathered: Path) -> None:
    project = make_project()
    for number in range(60):
        make_entry(make_session([f"The cache {number} lives for one hour."], project=project), ["cache"])
    client.force_login(make_user("mina", project=project, role=Role.REVIEWER))
    loads = {}

    for address in ("/", "/entries/", "/search/"):
        with override_settings(**digested(gathered)):
            response = client.get(address, headers={"accept-encoding": "gzip"})
        page = gzip.decompress(response.content).decode()
        names = with_imports(gathered, re.findall(r'(?:href|src)="/static/([^"]+\.(?:css|js|svg))"', page))
        sizes = [(gathered / f"{name}.gz").stat().st_size for name in names]
        undigested = [name for name in names if not re.search(r"\.[0-9a-f]{12}\.", name)]
        loads[address] = undigested, len(sizes), len(response.content) + sum(sizes) + HEAD * (1 + len(sizes))

    assert {address: load for address, load in loads.items() if load[0] or load[1] > 9 or load[2] > 45_000} == {}


def test_what_is_gathered_is_there_in_fewer_bytes_by_brotli(gathered: Path) -> None:
    texts = [path for path in gathered.rglob("*") if path.suffix in {".css", ".js"} and path.stat().st_size > 2_000]

    sizes = [[path.with_name(path.name + end).stat().st_size for end in (".br", ".gz")] for path in texts]

    assert len(sizes) > 20
    assert all(brotli < gzipped for brotli, gzipped in sizes)


def test_modules_import_each_other_by_digest(gathered: Path) -> None:
    [reader] = (path for path in gathered.glob("reader.*.js") if path.name.count(".") == 2)

    imported = re.findall(r'from "\./([^"]+)"', reader.read_text(encoding="utf-8"))

    assert imported
    assert all(re.fullmatch(r"\w+\.[0-9a-f]{12}\.js", name) and (gathered / name).exists() for name in imported)


def test_comments_and_types_are_left_out_of_scripts_and_nothing_else(gathered: Path) -> None:
    [served] = (path for path in gathered.glob("windows.*.js") if path.name.count(".") == 2)
    source = Path(settings.STATICFILES_DIRS[0], "windows.js").read_text(encoding="utf-8")

    text = served.read_text(encoding="utf-8")

    assert "@type" in source
    assert not re.search(r"@type|@param|^ *//|^ ", text, re.MULTILINE)
    assert "read((target)).catch(alreadyTold);" in text
    assert text.count(";") == re.sub(r"//.*|/\*.*?\*/", "", source).count(";")


def test_what_is_no_text_is_sent_as_it_is(client: Client) -> None:
    entry = make_entry(make_session(["The cache lives for one hour."]), ["cache lives"])
    client.force_login(make_user("mina", project=make_project(), role=Role.REVIEWER))

    archive = client.post(f"/entries/{entry.pk}/bundle/", headers={"accept-encoding": "gzip"})
    page = client.get("/", headers={"accept-encoding": "gzip"})

    assert (page.headers["Content-Encoding"], "Accept-Encoding" in page.headers["Vary"]) == ("gzip", True)
    assert (archive.headers["Content-Type"], archive.headers.get("Content-Encoding")) == ("application/zip", None)
