"""The program ``rocsql``. It decides what Ctrl-C does before it imports anything that takes time."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, or 1 after one line on stderr that says what to do.

    >>> main(["sql", "gini"])
    1
    """
    is_program = arguments is None
    if is_program and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        # Not as an exception: inside a half-imported module it would become another one, or a traceback.
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from rocsql import commands

    return commands.run(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
