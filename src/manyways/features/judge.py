"""A language model behind an endpoint that speaks OpenAI's protocol, asked what it thinks of candidates.

    Judge.read("judge.toml")

    [judge]
    url = "http://127.0.0.1:8000/v1"      # or left out: from the variable OPENAI_BASE_URL
    model = "some-model"
    kind = "rating"                       # ask for a number; or "logprobs": how probable the candidate is
    prompt = "How good is {candidate} for {source}, from 0 to 100?"        # or left out: one of ours

A rating is the last number of the answer. With `logprobs` the prompt must end in `{candidate}`: the model is
asked for the log probability of its words (`echo` of /completions), and there are two columns, the sum and
the mean.

The key is read from the variable of the environment that `key` names; it is sent to this address alone (a
redirection is an error) and stands in no message, file or cache.
"""

from __future__ import annotations

import concurrent.futures
import http.client
import json
import math
import os
import re
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from manyways.errors import ConfigError, InputError
from manyways.features.outside import Answer, Item, OutsideSettings, Told
from manyways.settings import Settings, Within, read_settings

__all__ = ["Judge", "JudgeSettings"]

_LARGEST = 8 << 20  # bytes of an answer
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_FIELD = "{candidate}"
_PROMPT = (
    "Rate this translation from 0 (nothing is right) to 100 (nothing is wrong), with a number alone.\n"
    "Source: {source}\nTranslation: {candidate}\nRating:"
)
_WAIT = 0.5  # seconds before the second question, doubled each time


@dataclass(frozen=True, kw_only=True)
class JudgeSettings(Settings, table="judge"):
    """url: up to /v1. model, prompt: what is asked. key: the variable of the environment with the key.

    least, most: ratings outside are asked for again. tokens: that an answer may have. parallel: questions
    at once.
    """

    url: str = ""
    model: str = ""
    kind: Literal["rating", "logprobs"] = "rating"
    prompt: str = _PROMPT
    key: str = "OPENAI_API_KEY"
    least: Annotated[float, Within(0, 1e6)] = 0.0
    most: Annotated[float, Within(0, 1e6)] = 100.0
    tokens: Annotated[int, Within(1, 100000)] = 64
    parallel: Annotated[int, Within(1, 64)] = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.prompt.count(_FIELD) != 1:
            raise ConfigError("judge.prompt", self.prompt[:60], f"a text with {_FIELD} once in it")
        if self.kind == "logprobs" and not self.prompt.endswith(_FIELD):
            raise ConfigError("judge.prompt", self.prompt[-60:], f"a text that ends in {_FIELD} for logprobs")
        if not self.least < self.most:
            raise ConfigError("judge.most", self.most, f"above judge.least, {self.least:g}")

    @property
    def address(self) -> str:
        return (self.url or os.environ.get("OPENAI_BASE_URL", "")).rstrip("/")


@dataclass(frozen=True)
class Judge:
    """name: of its column, that of the file."""

    name: str
    given: JudgeSettings

    def __post_init__(self) -> None:
        if not self.given.model:
            raise ConfigError("judge.model", self.given.model, "the name of a model")
        try:
            parts = urlsplit(self.given.address)
            sound = bool(parts.scheme in ("http", "https") and parts.hostname and parts.port != 0)
        except ValueError:
            sound = False
        if not sound or parts.username or parts.password or not parts.netloc.isprintable():
            expected = "http://HOST/v1 or https://HOST/v1, or OPENAI_BASE_URL set to one"
            raise ConfigError("judge.url", self.given.url, expected)

    @staticmethod
    def read(path: str) -> Judge:
        return Judge(Path(path).stem, read_settings(JudgeSettings, path, table="judge"))

    @property
    def identity(self) -> str:
        asked = (self.given.model, self.given.kind, self.given.prompt, self.given.least, self.given.most)
        return f"judge\0{json.dumps(asked)}"

    def ask(self, items: Sequence[Item], settings: OutsideSettings, told: Told) -> None:
        if "{source}" in self.given.prompt and any(item.source is None for item in items):
            raise InputError(f"{self.name}: the prompt asks for the source", remedy="Give it: --source FILE")
        with concurrent.futures.ThreadPoolExecutor(self.given.parallel) as pool:
            waiting = {pool.submit(self._one, item, settings): i for i, item in enumerate(items)}
            try:
                for done in concurrent.futures.as_completed(waiting):
                    told(waiting[done], done.result())
            finally:
                for each in waiting:
                    each.cancel()

    def _one(self, item: Item, settings: OutsideSettings) -> Answer:
        for attempt in range(settings.retries + 1):
            try:
                if self.given.kind == "rating":
                    return {"": self._rating(item, settings.wait)}
                return self._logprobs(item, settings.wait)
            except _FailedError as error:
                fault = error
                if error.final:
                    break
                if attempt < settings.retries:
                    time.sleep(_WAIT * 2**attempt)
        raise InputError(
            f"{self.name}: {fault} (a candidate of sentence {item.id!r})",
            remedy="Answers so far are kept with --cache DIR: the same command goes on from there.",
        )

    def _rating(self, item: Item, limit: float) -> float:
        asked = {
            "model": self.given.model,
            "messages": [{"role": "user", "content": _filled(self.given.prompt, item)}],
            "temperature": 0,
            "max_tokens": self.given.tokens,
        }
        answer = self._post("/chat/completions", asked, limit)
        try:
            text = answer["choices"][0]["message"]["content"]
            numbers = _NUMBER.findall(text)
        except (KeyError, IndexError, TypeError):
            raise _FailedError("answered without a message") from None
        found = float(numbers[-1]) if numbers else math.nan
        if not self.given.least <= found <= self.given.most:
            bounds = f"{self.given.least:g} to {self.given.most:g}"
            raise _FailedError(f"answered {text.strip()[:60]!r}, which has no rating from {bounds}")
        return found

    def _logprobs(self, item: Item, limit: float) -> Answer:
        prompt = _filled(self.given.prompt, item)
        asked = {"model": self.given.model, "prompt": prompt, "echo": True, "logprobs": 1, "max_tokens": 0}
        answer = self._post("/completions", asked, limit)
        start = len(prompt) - len(item.text)
        try:
            found = answer["choices"][0]["logprobs"]
            pairs = zip(found["text_offset"], found["token_logprobs"], found["tokens"], strict=True)
            values = [
                float(value) for at, value, token in pairs if at + len(token) > start and value is not None
            ]
        except (KeyError, IndexError, TypeError, ValueError, OverflowError):
            raise _FailedError("answered without logprobs of the prompt", final=True) from None
        total = sum(values)
        if not math.isfinite(total):
            raise _FailedError("answered a log probability that is not finite")
        return {"sum": total, "mean": total / max(len(values), 1)}

    def _post(self, path: str, asked: dict[str, Any], limit: float) -> Any:
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(self.given.key, ""):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(
            self.given.address + path, json.dumps(asked).encode(), headers, method="POST"
        )
        try:
            with _OPENER.open(request, timeout=limit) as stream:
                raw = stream.read(_LARGEST + 1)
        except urllib.error.HTTPError as error:
            final = 300 <= error.code < 500 and error.code not in (408, 409, 429)
            error.close()
            raise _FailedError(
                f"{urlsplit(self.given.address).netloc} answered with status {error.code}", final=final
            ) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            told = "no answer in time" if isinstance(reason, TimeoutError) else type(reason).__name__
            raise _FailedError(f"{urlsplit(self.given.address).netloc}: {told}") from None
        if len(raw) > _LARGEST:
            raise _FailedError("answered more than 8 MB", final=True)
        try:
            return json.loads(raw)
        except (ValueError, RecursionError):
            raise _FailedError("answered what is not JSON") from None


class _FailedError(Exception):
    """What was wrong with an answer. final: asking again will not help."""

    def __init__(self, said: str, *, final: bool = False) -> None:
        super().__init__(said)
        self.final = final


class _Here(urllib.request.HTTPRedirectHandler):
    """Sends nobody, and no key, anywhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_Here)


def _filled(prompt: str, item: Item) -> str:
    """Each field once, whatever the texts look like."""
    parts = re.split(r"(\{source\}|\{candidate\})", prompt)
    fields = {"{source}": item.source or "", _FIELD: item.text}
    return "".join(fields.get(part, part) for part in parts)
