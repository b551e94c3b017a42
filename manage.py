"""Run Django's commands from a checkout."""

from review.cli import main

if __name__ == "__main__":
    main()
