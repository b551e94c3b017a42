"""The command that serves tools to agents, where it cannot; `make agents` runs it with the SDK."""

from importlib.util import find_spec

import pytest

from aligner_core._command.main import main


@pytest.mark.skipif(find_spec("mcp") is not None, reason="the SDK is installed")
@pytest.mark.parametrize("options", [[], ["--http", "8765"]])
def test_without_the_sdk_the_error_names_what_to_install(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", *options]) == 2
    assert capsys.readouterr().err == "evidence-review: mcp is not installed: pip install 'evidence-review[mcp]'\n"


def test_an_address_without_a_scheme_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVIDENCE_REVIEW_URL", "review.example")

    assert main(["mcp"]) == 2
    assert "has to begin with http:// or https://" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "70000", "x"])
def test_a_port_is_a_number_that_there_is(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["mcp", "--http", port])

    assert port in capsys.readouterr().err
