"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rocsql.errors import RocsqlError


def check_target(path: str | os.PathLike[str]) -> Path:
    """The file that writing to the path writes, which for a symbolic link is the file it leads to.

    A folder that does not exist, and anything but a regular file (a device, a pipe, a folder), is an error.

    >>> check_target("report.html")
    PosixPath('report.html')
    """
    file = Path(path)
    target = Path(os.path.realpath(file)) if file.is_symlink() else file
    # What realpath leaves as a symbolic link leads to itself.
    if target.is_symlink() or (file.exists() and not file.is_file()):
        raise RocsqlError(f"{str(path)!r} is no regular file, and only those are written: name another one.")
    if not target.parent.is_dir():
        raise RocsqlError(f"There is no folder {str(target.parent)!r} to write {target.name!r} to; make it first.")
    return target


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """The path of a hidden file beside the target, which takes the target's place when the block ends without an error.

    Whatever the error, the hidden file is removed; only a process that is killed outright leaves it.

    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "answer.csv"
    >>> with replacing(file) as unfinished:
    ...     unfinished.write_text("auc")
    3
    >>> file.read_text()
    'auc'
    """
    target = check_target(path)
    # A short name: one that has the target's in it could be too long.
    unfinished = target.with_name(f".rocsql-{uuid.uuid4().hex}.tmp")
    try:
        yield unfinished
        unfinished.replace(target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OSError(f"{str(path)!r} cannot be written ({reason}): make room, or name another file.") from error
    finally:
        unfinished.unlink(missing_ok=True)
