import os
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from review.config.environment import Environment, beside_database, local_secret_key
from review.databases import database_from_url, share_connections

URL = "postgresql://me@db.example/review"
ROOT = Path(__file__).parents[3]
LONG_KEY = "k" * 50


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("REVIEW_")]:
        monkeypatch.delenv(name)


def test_environment_without_variables_serves_this_machine_only() -> None:
    environment = Environment()

    assert (environment.debug, environment.is_exposed, environment.is_https) == (False, False, False)
    assert environment.max_file_bytes == 20_000_000


def test_environment_reads_hosts_between_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVIEW_ALLOWED_HOSTS", "review.example, .example.org,")
    monkeypatch.setenv("REVIEW_SECRET_KEY", LONG_KEY)

    environment = Environment()

    assert environment.allowed_hosts == ("review.example", ".example.org")
    assert environment.is_https


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        pytest.param({}, "REVIEW_SECRET_KEY", id="no key"),
        pytest.param({"REVIEW_SECRET_KEY": "short"}, "REVIEW_SECRET_KEY", id="a short key"),
        pytest.param({"REVIEW_SECRET_KEY": LONG_KEY, "REVIEW_DEBUG": "1"}, "REVIEW_DEBUG", id="debug"),
        pytest.param({"REVIEW_SECRET_KEY": LONG_KEY, "REVIEW_DEMO": "1"}, "REVIEW_DEMO", id="demo"),
        pytest.param(
            {"REVIEW_SECRET_KEY": LONG_KEY, "REVIEW_ALLOWED_HOSTS": "*"}, "REVIEW_ALLOWED_HOSTS", id="any host"
        ),
    ],
)
def test_environment_refuses_to_be_exposed_with(
    variables: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"REVIEW_ALLOWED_HOSTS": "review.example", **variables}.items():
        monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError, match=sentence):
        Environment()


def test_environment_never_prints_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVIEW_SECRET_KEY", LONG_KEY)

    assert LONG_KEY not in repr(Environment())


def test_local_secret_key_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret-key"

    first, second = local_secret_key(path), local_secret_key(path)

    assert first == second
    assert len(first) >= 50
    assert path.stat().st_mode & 0o777 == 0o600


def test_database_from_url_reads_postgresql() -> None:
    assert database_from_url("postgresql://me:a%40b@db.example:5433/review?sslmode=require") == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "review",
        "USER": "me",
        "PASSWORD": "a@b",
        "HOST": "db.example",
        "PORT": "5433",
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"sslmode": "require"},
    }


def test_threads_share_connections_of_postgresql_where_a_pool_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, shared, file = (database_from_url(url) for url in [URL, URL, "sqlite:///file"])
    kept = {**file, "OPTIONS": {**file["OPTIONS"]}}
    monkeypatch.setattr("review.databases.find_spec", lambda _name: None)
    share_connections(alone, most=4)
    monkeypatch.setattr("review.databases.find_spec", lambda _name: "found")
    share_connections(shared, most=4)
    share_connections(file, most=4)

    assert alone == database_from_url(URL)
    assert (shared["CONN_MAX_AGE"], shared["OPTIONS"]["pool"]["max_size"]) == (0, 4)
    assert file == kept


@pytest.mark.parametrize(("url", "name"), [("sqlite:///some/file", "some/file"), ("sqlite:////file", "/file")])
def test_database_from_url_reads_sqlite(url: str, name: str) -> None:
    assert database_from_url(url)["NAME"] == name


@pytest.mark.parametrize("url", ["", "mysql://me@db/review", "postgresql://db.example", "sqlite://", "review.sqlite3"])
def test_database_from_url_refuses(url: str) -> None:
    with pytest.raises(ValueError, match="REVIEW_DATABASE_URL"):
        database_from_url(url)


def test_settings_mark_cookies_secure_when_served_to_others() -> None:
    script = "from review.config import settings as s; print(s.SESSION_COOKIE_SECURE, s.CSRF_TRUSTED_ORIGINS)"
    variables = {**os.environ, "REVIEW_ALLOWED_HOSTS": "a.example,.b.example", "REVIEW_SECRET_KEY": LONG_KEY}

    answer = subprocess.run(
        [sys.executable, "-c", script], env=variables, capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert answer.stdout == "True ['https://a.example', 'https://*.b.example']\n"


def test_hosts_that_webhooks_may_go_to_are_listed_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVIEW_WEBHOOK_HOSTS", "hooks.internal, 10.0.0.5:8080,")

    assert Environment().webhook_hosts == ("hooks.internal", "10.0.0.5:8080")


@pytest.mark.parametrize(
    ("url", "folder"), [("sqlite:////srv/one/review.sqlite3", "/srv/one"), ("postgresql://host/name", "/else")]
)
def test_checkpoints_lie_beside_a_database_that_is_a_file(url: str, folder: str) -> None:
    assert beside_database(database_from_url(url), otherwise=Path("/else")) == Path(folder)


@pytest.mark.parametrize(
    ("variables", "state", "folder"),
    [
        ({"REVIEW_DATABASE_URL": "sqlite:////srv/one/review.sqlite3"}, "files", "True /srv/one/checkpoints"),
        ({"REVIEW_DATABASE_URL": URL}, "database", f"False {ROOT}/var/checkpoints"),
        ({"REVIEW_DATABASE_URL": URL, "REVIEW_CHECKPOINT_DIR": "/mnt/other"}, "database", "True /mnt/other"),
        ({"REVIEW_DATABASE_URL": URL, "REVIEW_SHARED_STATE": "files"}, "files", f"True {ROOT}/var/checkpoints"),
    ],
)
def test_hosts_share_keys_where_they_share_a_database(variables: dict[str, str], state: str, folder: str) -> None:
    names = "s.REVIEW_SHARED_STATE, s.REVIEW_CHECKPOINT_FILE, s.REVIEW_CHECKPOINT_DIR"
    script = f"from review.config import settings as s; print({names})"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("REVIEW_")}

    answer = subprocess.run(
        [sys.executable, "-c", script], env={**kept, **variables}, capture_output=True, text=True, check=True, cwd=ROOT
    )

    assert answer.stdout == f"{state} {folder}\n"
