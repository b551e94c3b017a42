"""Make each mistake of the list and see whether its tests notice: ``python -m tests.mutants``, or `make mutants`."""

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

from tests.mutants import catalogue, derived
from tests.mutants.running import copied_tree, drawn, is_enough, require_passing, run_all, table_of

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Print a line for each mutation, then those that survived; fail if these are too many."""
    parser = ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("words", nargs="*", help="only mutations with one of these in their file or description")
    parser.add_argument(
        "--derived", type=int, default=0, metavar="N", help="try N that are derived from the syntax instead"
    )
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="only N of the list, others for each commit")
    given = parser.parse_args()
    listed = derived.sample(ROOT, given.derived) if given.derived else [*catalogue.MUTATIONS]
    chosen = [one for one in listed if not given.words or any(word in f"{one.file} {one.what}" for word in given.words)]
    if given.sample:
        seed = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()  # noqa: S607
        print(f"{given.sample} of {len(chosen)} by the seed {seed}", flush=True)
        chosen = drawn(chosen, given.sample, seed)
    outcomes = []
    with copied_tree(ROOT) as tree:
        print(f"{len(chosen)} mutations; first their tests without any", flush=True)
        require_passing(sorted({test for one in chosen for test in one.tests}), tree)
        for outcome in run_all(chosen, tree):
            print(outcome.line, flush=True)
            outcomes.append(outcome)
    survivors = [outcome for outcome in outcomes if outcome.survived]
    print(f"\n{table_of(outcomes)}")
    print(f"{len(outcomes)} mutations, {len(outcomes) - len(survivors)} killed, {len(survivors)} survived")
    for outcome in survivors:
        print(f"\n{outcome.mutation.file}: {outcome.mutation.what}")
        print(f"- {outcome.mutation.old}\n+ {outcome.mutation.new}")
        print("\n".join(f"  {test}" for test in outcome.mutation.tests))
    sys.exit(0 if is_enough(outcomes, listed_by_hand=not given.derived) else 1)


if __name__ == "__main__":
    main()
