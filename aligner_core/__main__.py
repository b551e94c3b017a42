"""The command line: `python -m aligner_core check | align | trace | check-citations | bundle | prompt | schema`."""

import sys

from aligner_core._command.main import main

if __name__ == "__main__":
    sys.exit(main())
