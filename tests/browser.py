"""A real Chromium without a window, driven through its DevTools: what a page draws, says and asks the network for."""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

_OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--window-size=1400,900",
    "--remote-debugging-port=0",
    "--remote-allow-origins=*",
]


class Page:
    """One page: evaluate scripts in it, look at it, and read what it said (``errors``) and fetched (``requests``)."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self.errors: list[str] = []
        self.requests: list[str] = []
        for domain in ("Runtime", "Log", "Network", "Page"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") == number:
                assert "error" not in message, message
                return dict(message["result"])
            self._note(message)

    def _note(self, event: dict[str, Any]) -> None:
        told = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                self.errors.append(json.dumps(told["exceptionDetails"])[:500])
            case "Runtime.consoleAPICalled" if told["type"] in ("error", "warning"):
                self.errors.append(json.dumps(told["args"])[:500])
            case "Log.entryAdded" if told["entry"]["level"] in ("error", "warning"):
                self.errors.append(json.dumps(told["entry"])[:500])
            case "Page.javascriptDialogOpening":
                self.errors.append(f"dialog: {told['message']}")
            case "Network.requestWillBeSent":
                self.requests.append(told["request"]["url"][:200])

    def open(self, file: Path) -> None:
        self.send("Page.navigate", url=file.resolve().as_uri())
        self.wait("document.readyState === 'complete'")

    def value(self, script: str) -> Any:
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait(self, script: str, seconds: float = 30) -> None:
        deadline = time.monotonic() + seconds
        while not self.value(script):
            assert time.monotonic() < deadline, f"{script} did not come true; {self.errors}"
            time.sleep(0.05)

    def hover(self, x: float, y: float) -> str:
        """What the tooltip says under the pointer."""
        for step in (0, 1, 2):
            self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x + step, y=y)
        self.wait("!!document.querySelector('#vg-tooltip-element.visible')")
        return str(self.value("document.querySelector('#vg-tooltip-element').innerText"))

    def screenshot(self, file: Path, *, whole: bool = True) -> Path:
        picture = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        file.write_bytes(base64.b64decode(picture["data"]))
        return file


@contextmanager
def chromium() -> Iterator[Page]:
    """A page of a new browser with nothing remembered; the test is skipped where there is none."""
    websocket = pytest.importorskip("websocket", reason="websocket-client is not installed: pip install 'rocsql[dev]'")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("The report's pages are tested in Chromium: make chromium")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        subprocess.Popen(
            [program, *_OPTIONS, f"--user-data-dir={folder}", "about:blank"], stderr=subprocess.DEVNULL
        ) as process,
    ):
        try:
            port = _port(Path(folder) / "DevToolsActivePort", process)
            with urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                target = next(target for target in json.load(answer) if target["type"] == "page")
            socket = websocket.create_connection(target["webSocketDebuggerUrl"], timeout=60)
            try:
                yield Page(socket)
            finally:
                socket.close()
        finally:
            process.terminate()


def _port(file: Path, process: subprocess.Popen[bytes]) -> int:
    deadline = time.monotonic() + 60
    while not (file.exists() and "\n" in file.read_text()):
        assert process.poll() is None, "Chromium ended at once"
        assert time.monotonic() < deadline, "Chromium did not start"
        time.sleep(0.05)
    return int(file.read_text().split("\n")[0])
