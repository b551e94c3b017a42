"""What is in deploy/ is of the form that its programs read, and names settings that exist."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from review.config.environment import Environment

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
PROGRAM = "/opt/evidence-review/bin/evidence-review"


def test_every_setting_that_is_named_exists() -> None:
    named = {
        name
        for path in [DEPLOY / "review.env.example", DEPLOY / "compose.yaml", DEPLOY / "Dockerfile"]
        for name in re.findall(r"^\s*(?:ENV |RUN )?REVIEW_([A-Z_]+)[:=]", path.read_text("utf-8"), re.MULTILINE)
    }

    assert {name.lower() for name in named} - Environment.model_fields.keys() == set()
    assert len(named) > 5


def test_the_example_is_an_environment_of_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for line in (DEPLOY / "review.env.example").read_text("utf-8").splitlines():
        name, found, value = line.partition("=")
        if found and not line.startswith("#"):
            monkeypatch.setenv(name, "x" * 60 if name == "REVIEW_SECRET_KEY" else value)

    environment = Environment()

    assert (environment.is_https, environment.log, len(environment.trusted_proxies)) == (True, "json", 1)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_the_units_are_what_systemd_reads(tmp_path: Path) -> None:
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text("utf-8").replace(PROGRAM, "/bin/true"), "utf-8")

    answer = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *sorted(map(str, tmp_path.iterdir()))],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )

    own = [line for line in answer.stderr.splitlines() if "evidence-review" in line]
    assert (answer.returncode, own) == (0, []), answer.stderr


@pytest.mark.skipif(shutil.which("nginx") is None, reason="there is no nginx")
def test_the_configuration_is_what_nginx_reads(tmp_path: Path) -> None:
    text = (DEPLOY / "nginx" / "evidence-review.conf").read_text("utf-8")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=review.example"),
            *("-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")),
        ],
        capture_output=True,
        check=True,
    )
    own = text.replace("/etc/evidence-review/tls", str(tmp_path)).replace("/var/log/nginx", str(tmp_path))
    (tmp_path / "site.conf").write_text(own, "utf-8")
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ include {tmp_path}/site.conf; }}", "utf-8"
    )

    answer = subprocess.run(
        ["nginx", "-t", "-c", str(tmp_path / "nginx.conf")],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )

    assert answer.returncode == 0, answer.stderr
    assert "[warn]" not in answer.stderr


def test_the_compose_file_is_of_its_form() -> None:
    yaml = pytest.importorskip("yaml")
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))

    assert set(composed["services"]) == {"database", "migrate", "web", "jobs", "proxy"}
    assert {name for one in composed["services"].values() for name in one.get("depends_on", {})} <= set(
        composed["services"]
    )
