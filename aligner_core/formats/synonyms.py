"""Other ways to write an upload, in the current form: `extractedJson`, a run beside messages, and V1 claims."""

from collections.abc import Mapping
from typing import Any

from aligner_core.formats.run import Run

SOURCE_KEYS = ("sourceContent", "source_content")
MESSAGE_KEYS = frozenset({"messages", "sessionMessages"})


def unified(payload: object) -> object:
    """Return an upload in the current form; what is no synonym stays where it is, to be noted as unknown.

    >>> unified({"sourceContent": "The cache lives.", "claims": ["cache lives"], "model": "m-1"})
    ... # doctest: +NORMALIZE_WHITESPACE
    {'messages': ['The cache lives.'],
     'extraction': {'evidence': [{'quote': 'cache lives', 'messageIndex': 0}], 'run': {'model': 'm-1'}}}

    """
    if not isinstance(payload, Mapping):
        return payload
    return unified_upload(payload)


def unified_upload(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return an upload that is an object in the current form."""
    return _with_run(_with_extraction(_with_messages(dict(given))))


def _with_messages(given: dict[str, Any]) -> dict[str, Any]:
    """Return V1's source as the one message of a session, where there are no messages."""
    key = next((key for key in SOURCE_KEYS if isinstance(given.get(key), str)), None)
    if key is None or MESSAGE_KEYS & given.keys() or "claims" not in given:
        return given
    return {"messages": [given[key]], **_without(given, key)}


def _with_extraction(given: dict[str, Any]) -> dict[str, Any]:
    """Return an upload with its extraction under that name: from `extractedJson`, or from V1's claims as quotes."""
    if given.get("extraction") is not None:
        return given
    if given.get("extractedJson") is not None:
        return {**_without(given, "extractedJson"), "extraction": given["extractedJson"]}
    if isinstance(given.get("claims"), list):
        messages = next((given[key] for key in MESSAGE_KEYS if key in given), None)
        place = {"messageIndex": 0} if isinstance(messages, list) and len(messages) == 1 else {}
        evidence = [{"quote": claim, **place} for claim in given["claims"]]
        return {**_without(given, "claims"), "extraction": {"evidence": evidence}}
    answer = given.get("answer")
    if "chunks" in given and isinstance(answer, str) and answer.strip() and given.keys() & {"run", *Run.TOP_LEVEL_KEYS}:
        return {**given, "extraction": {"evidence": []}}
    return given


def _with_run(given: dict[str, Any]) -> dict[str, Any]:
    """Return an upload with the fields of the run moved into its extraction."""
    extraction = given.get("extraction")
    if not isinstance(extraction, dict):
        return given
    own = extraction.get("run") or {}
    if not isinstance(own, dict):
        return given
    beside = given["run"] if isinstance(given.get("run"), dict) else {}
    beside = {**{key: given[key] for key in Run.TOP_LEVEL_KEYS if given.get(key) is not None}, **beside}
    taken = {key: value for key, value in beside.items() if key not in own and key not in extraction}
    if not taken:
        return given
    inner = _without(given["run"], *taken) if isinstance(given.get("run"), dict) else given.get("run")
    rest = {**_without(given, "run", *taken), **({"run": inner} if inner else {})}
    return {**rest, "extraction": {**extraction, "run": {**own, **taken}}}


def _without(given: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key not in names}
