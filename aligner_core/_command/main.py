"""All commands behind one parser, and their exit codes."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from aligner_core._command import (
    align,
    api,
    app,
    bulk,
    bundle,
    check,
    citations,
    convert,
    evaluation,
    extracting,
    extractor,
    hook,
    mcp,
    retrieval,
)
from aligner_core._command.files import Command, InputError, print_to_stderr
from aligner_core._text.printing import printable

BAD_INPUT = 2
OUTPUT_CLOSED = 141
"""The exit code that shells report when a reader such as `head` closed the pipe: 128 plus SIGPIPE."""


PASSED_ON = frozenset({"manage", "export", "import"})
"""The commands whose arguments the application reads."""


class _Parser(argparse.ArgumentParser):
    """A parser of arguments, whose errors may repeat the name of a file."""

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]  # noqa: ANN401 - as argparse has it
        """Parse what was given; what follows a command of the application is its own, even an option."""
        given = list(sys.argv[1:] if args is None else args)
        if given[:1] and given[0] in PASSED_ON and given[1:2] not in (["-h"], ["--help"]):
            given.insert(1, "--")
        return super().parse_args(given, namespace)


class _Subcommand(NamedTuple):
    """A command: what it is for, examples of its use, what it takes, and what it does."""

    name: str
    summary: str
    examples: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Command


_COMMANDS = (
    _Subcommand("check", check.SUMMARY, check.EXAMPLES, check.add_arguments, check.run),
    _Subcommand("align", align.SUMMARY, align.EXAMPLES, align.add_arguments, align.run),
    _Subcommand("convert", convert.SUMMARY, convert.EXAMPLES, convert.add_arguments, convert.run),
    _Subcommand("bulk", bulk.SUMMARY, bulk.EXAMPLES, bulk.add_arguments, bulk.run),
    _Subcommand(
        "search",
        retrieval.SEARCH_SUMMARY,
        retrieval.SEARCH_EXAMPLES,
        retrieval.add_search_arguments,
        retrieval.run_search,
    ),
    _Subcommand(
        "context",
        retrieval.CONTEXT_SUMMARY,
        retrieval.CONTEXT_EXAMPLES,
        retrieval.add_context_arguments,
        retrieval.run_context,
    ),
    _Subcommand(
        "trace",
        citations.TRACE_SUMMARY,
        citations.TRACE_EXAMPLES,
        citations.add_trace_arguments,
        citations.run_trace,
    ),
    _Subcommand(
        "check-citations",
        citations.CHECK_SUMMARY,
        citations.CHECK_EXAMPLES,
        citations.add_check_arguments,
        citations.run_check,
    ),
    _Subcommand("evaluate", evaluation.SUMMARY, evaluation.EXAMPLES, evaluation.add_arguments, evaluation.run),
    _Subcommand("bundle", bundle.SUMMARY, bundle.EXAMPLES, bundle.add_arguments, bundle.run),
    _Subcommand("extract", extracting.SUMMARY, extracting.EXAMPLES, extracting.add_arguments, extracting.run),
    _Subcommand(
        "prompt",
        extractor.PROMPT_SUMMARY,
        extractor.PROMPT_EXAMPLES,
        extractor.add_prompt_arguments,
        extractor.run_prompt,
    ),
    _Subcommand(
        "schema",
        extractor.SCHEMA_SUMMARY,
        extractor.SCHEMA_EXAMPLES,
        extractor.add_schema_arguments,
        extractor.run_schema,
    ),
    _Subcommand("hook", hook.SUMMARY, hook.EXAMPLES, hook.add_arguments, hook.run),
    _Subcommand("mcp", mcp.SUMMARY, mcp.EXAMPLES, mcp.add_arguments, mcp.run),
    _Subcommand("api", api.SUMMARY, api.EXAMPLES, api.add_arguments, api.run),
    _Subcommand("export", app.EXPORT_SUMMARY, app.EXPORT_EXAMPLES, app.add_manage_arguments, app.run_export),
    _Subcommand("import", app.IMPORT_SUMMARY, app.IMPORT_EXAMPLES, app.add_manage_arguments, app.run_import),
    _Subcommand("serve", app.SERVE_SUMMARY, app.SERVE_EXAMPLES, app.add_serve_arguments, app.run_serve),
    _Subcommand("manage", app.MANAGE_SUMMARY, app.MANAGE_EXAMPLES, app.add_manage_arguments, app.run_manage),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code: 2 when the input was wrong, 141 when nobody reads the output."""
    options = _parser().parse_args(arguments)
    run: Command = options.run
    try:
        return run(options)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what Python still flushes on its way out
        return OUTPUT_CLOSED
    except InputError as error:
        print_to_stderr(f"evidence-review: {error}")
        return BAD_INPUT


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="evidence-review",
        description="Find the quotes of an LLM, and check what they say.",
        epilog='"evidence-review COMMAND --help" has examples of each. "-" is standard input.',
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        added = commands.add_parser(
            command.name,
            help=command.summary,
            description=f"{command.summary[:1].upper()}{command.summary[1:]}.",
            epilog=command.examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(added)
        added.set_defaults(run=command.run)
    return parser
