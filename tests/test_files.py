"""Files are written whole or not at all, through symbolic links, and never over a device."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rocsql.errors import RocsqlError
from rocsql.files import check_target, replacing


def test_the_file_appears_when_the_block_ends(tmp_path: Path) -> None:
    file = tmp_path / "answer.csv"
    file.write_text("old")
    with replacing(file) as unfinished:
        unfinished.write_text("new")
        assert file.read_text() == "old"
        assert unfinished.parent == tmp_path
        assert unfinished.name.startswith(".")
    assert file.read_text() == "new"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, RocsqlError, OSError])
def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path, error: type[BaseException]) -> None:
    file = tmp_path / "answer.csv"
    file.write_text("old")

    def write() -> None:
        with replacing(file) as unfinished:
            unfinished.write_text("half")
            raise error

    with pytest.raises(error):
        write()
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_failed_write_names_the_file_and_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "answer.csv"

    def write() -> None:
        with replacing(file):
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match=r"answer\.csv' cannot be written \(No space left on device\): make room, or name"):
        write()


def test_a_long_name(tmp_path: Path) -> None:
    file = tmp_path / ("n" * 255)
    with replacing(file) as unfinished:
        unfinished.write_text("new")
    assert file.read_text() == "new"


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    real, link, further = tmp_path / "folder" / "real", tmp_path / "link", tmp_path / "further"
    link.symlink_to("folder/real")
    further.symlink_to("link")
    for content in ("made", "replaced"):
        with replacing(further) as unfinished:
            unfinished.write_text(content)
        assert real.read_text() == content
    assert link.is_symlink()
    assert further.is_symlink()
    assert list(real.parent.iterdir()) == [real]
    lost = tmp_path / "lost"
    lost.symlink_to("no/such/file")
    with pytest.raises(RocsqlError, match=r"There is no folder '.*/no/such' to write 'file' to; make it first\."):
        check_target(lost)


@pytest.mark.skipif(os.name == "nt", reason="devices, pipes")
def test_what_is_no_regular_file_stays_what_it_is(tmp_path: Path) -> None:
    pipe, circle, to_device, folder = (tmp_path / name for name in ("pipe", "circle", "device", "folder"))
    os.mkfifo(pipe)
    circle.symlink_to("circle")
    to_device.symlink_to("/dev/null")
    folder.mkdir()
    before = sorted(tmp_path.iterdir())
    for path in (Path("/dev/null"), pipe, circle, to_device, folder):
        with pytest.raises(RocsqlError, match=f"'{path}' is no regular file, and only those are written: name another one."):
            check_target(path)
        with pytest.raises(RocsqlError, match="is no regular file"), replacing(path):
            raise AssertionError("not reached")
    assert sorted(tmp_path.iterdir()) == before
    assert Path("/dev/null").is_char_device()
