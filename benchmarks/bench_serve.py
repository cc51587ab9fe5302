"""The server under load: fifty users who ask for short sentences, and who complete what they type.

The model is that of the demo (5,000 pairs of the embedded language). A user asks, reads the answer for a
second, and asks again; without the pause, fifty requests are always under way, which is more than fifty users
would do. Times are those of the client; CPU is the server's. With MINUTES in the environment it goes on for
so long, and memory is watched.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from manyways.text import toy
from manyways.train import Inputs, TextSettings, TrainSettings, train

USERS, PAUSE, SECONDS = 50, 1.0, 15.0
SHORT = 12  # words


class Line:
    """A connection that asks one thing after another."""

    def __init__(self, address: str) -> None:
        self.where = urlsplit(address)

    async def ask(self, path: str, body: dict[str, object]) -> tuple[int, float]:
        """The status and the seconds that the answer took."""
        if not hasattr(self, "reader"):
            self.reader, self.writer = await asyncio.open_connection(self.where.hostname, self.where.port)
        data = json.dumps(body).encode()
        begun = time.perf_counter()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        self.writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        await self.reader.readexactly(length)
        return int(answer.split()[1]), time.perf_counter() - begun


async def load(address: str, texts: list[str], *, pause: float, seconds: float, kind: str) -> None:
    times: list[float] = []
    wrong = 0

    async def user(number: int) -> None:
        nonlocal wrong
        line, draw = Line(address), random.Random(number)
        await asyncio.sleep(draw.random() * pause)
        while time.perf_counter() < until:
            text = draw.choice(texts)
            body: dict[str, object] = {"q": text}
            path = "/v1/translate"
            if kind == "complete":
                path, body = "/v1/complete", {"q": text, "prefix": "The " + draw.choice("abcdefg")}
            elif kind == "four":
                body |= {"n": 4, "alignment": True, "diverse": 0.05}
            status, took = await line.ask(path, body)
            wrong += status != 200
            times.append(took)
            await asyncio.sleep(draw.random() * 2 * pause)

    before, begun = _cpu(PROCESS), time.perf_counter()
    until = begun + seconds
    await asyncio.gather(*(user(number) for number in range(USERS)))
    spent, passed = _cpu(PROCESS) - before, time.perf_counter() - begun
    times.sort()
    middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
    print(
        f"{kind:10} pause {pause:.0f} s: {len(times) / passed:6.0f} a second, median {1000 * middle:5.1f} ms,"
        f" p95 {1000 * late:5.1f} ms, {1000 * spent / len(times):5.2f} ms CPU each, {wrong} errors, "
        f"{_memory(PROCESS):.0f} MiB",
        flush=True,
    )


PROCESS = 0


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def main() -> None:
    global PROCESS
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        toy.write(toy.generate(5000), place)
        wanted = TrainSettings(text=TextSettings(source_language="de", target_language="en"))
        train(Inputs(source=place / "train.de", target=place / "train.en"), place / "model", wanted)
        texts = [text for text in toy.generate(500, split="test").sources if len(text.split()) <= SHORT]
        command = [sys.executable, "-m", "manyways", "serve", str(place / "model"), "--port", "0"]
        more = ["--rate", "0", "--json", "--quiet"]
        with subprocess.Popen([*command, *more], stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())["address"]
            PROCESS = server.pid
            try:
                measure(address, texts)
            finally:
                server.terminate()


def measure(address: str, texts: list[str]) -> None:
    words = sum(len(text.split()) for text in texts) / len(texts)
    print(f"{USERS} users, {len(texts)} sentences of {words:.1f} words, {os.cpu_count()} cores")
    asyncio.run(load(address, texts, pause=0, seconds=3, kind="one"))  # warms up
    minutes = float(os.environ.get("MINUTES", "0"))
    for _ in range(int(minutes)):
        asyncio.run(load(address, texts, pause=PAUSE, seconds=60, kind="four"))
    for kind in ("one", "four", "complete") if not minutes else ():
        for pause in (PAUSE, 0.0):
            asyncio.run(load(address, texts, pause=pause, seconds=SECONDS, kind=kind))


if __name__ == "__main__":
    main()
