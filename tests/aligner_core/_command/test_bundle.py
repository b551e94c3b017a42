"""`bundle build` and `bundle verify`."""

import json
from pathlib import Path

import pytest

from aligner_core import verify_evidence
from aligner_core._command.main import main
from aligner_core.bundles import PRODUCT_POLICY

INPUTS = {"promotion": {"engine_version": "1.0", "engine_signature": "0" * 64, "granted": 3, "refused": 1}}


def written(path: Path, content: object) -> str:
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(path)


@pytest.fixture
def built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["bundle", "build", written(tmp_path / "inputs.json", INPUTS), "--policy", "product"]) == 0
    return capsys.readouterr().out


def test_bundle_build_prints_a_bundle_that_is_whole(built: str) -> None:
    verify_evidence(json.loads(built), policy=PRODUCT_POLICY)


def test_bundle_verify_says_that_a_bundle_is_whole(
    built: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "bundle.json", built)

    assert main(["bundle", "verify", path, "--policy", "product"]) == 0
    assert capsys.readouterr() == (f"{path}: the bundle is whole.\n", "")


def test_bundle_verify_says_what_was_changed(built: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "bundle.json", built.replace('"granted": 3', '"granted": 4'))

    assert main(["bundle", "verify", path, "--policy", "product"]) == 1
    assert capsys.readouterr() == ("", f"{path}: section_signature is not the digest of the section promotion\n")


def test_bundle_takes_the_policy_of_the_seed_by_default(built: str, tmp_path: Path) -> None:
    assert main(["bundle", "verify", written(tmp_path / "bundle.json", built)]) == 1


@pytest.mark.parametrize("action", ["build", "verify"])
@pytest.mark.parametrize(("content", "message"), [("{", "is not JSON"), ([], "expected a JSON object.")])
def test_bundle_says_what_cannot_be_read(
    action: str, content: object, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["bundle", action, written(tmp_path / "given.json", content)])

    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert message in err


def test_bundle_build_says_what_an_input_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["bundle", "build", written(tmp_path / "inputs.json", {}), "--policy", "product"])

    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
