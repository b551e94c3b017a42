"""Run Django's commands from a checkout."""

import sys

from review.cli import manage

if __name__ == "__main__":
    manage(sys.argv[1:])
