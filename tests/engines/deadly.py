"""A shard that ends every worker it is handed to, as a system without memory does."""

import os
import signal


class Deadly:
    """Kills the process that asks where its results are to be written."""

    @property
    def target(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)
