"""`prompt` and `schema`: what to ask an extractor for, and what a bundle looks like."""

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from aligner_core._command.files import show, show_json
from aligner_core.bundles import PRODUCT_POLICY, bundle_schema
from aligner_core.formats.prompts import extractor_prompt, extractor_schema

PROMPT_SUMMARY = "print the instruction for an extractor"
PROMPT_EXAMPLES = """\
examples:
  evidence-review prompt --language ko > instruction.txt
"""
SCHEMA_SUMMARY = "print a JSON schema"
SCHEMA_EXAMPLES = """\
examples:
  evidence-review schema > answer.schema.json
  evidence-review schema --of bundle
"""
_SCHEMAS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "answer": extractor_schema,
    "bundle": bundle_schema,
    "audit-bundle": partial(bundle_schema, PRODUCT_POLICY),
}


def add_prompt_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `prompt` takes."""
    parser.add_argument("--language", choices=("en", "ko"), default="en")


def add_schema_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `schema` takes."""
    parser.add_argument("--of", choices=tuple(_SCHEMAS), default="answer")


def run_prompt(options: argparse.Namespace) -> int:
    """Print the instruction."""
    show(extractor_prompt(options.language).rstrip())
    return 0


def run_schema(options: argparse.Namespace) -> int:
    """Print the schema."""
    show_json(_SCHEMAS[options.of]())
    return 0
