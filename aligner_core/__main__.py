"""The command `evidence-review` from a checkout: `python -m aligner_core`."""

import sys

from aligner_core._command.main import main

if __name__ == "__main__":
    sys.exit(main())
