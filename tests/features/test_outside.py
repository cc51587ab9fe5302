"""Programs and endpoints that are asked for numbers: patience, retries, and a cache by content."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.errors import ConfigError, InputError
from manyways.features import FeatureSettings, OutsideSettings
from manyways.features.job import add_features
from manyways.features.judge import Judge, JudgeSettings
from manyways.features.outside import ask, read_answers
from manyways.features.program import Program

LENGTHS = """
import json, sys
for line in sys.stdin:
    row = json.loads(line)
    print(len(row["text"]) - len(row.get("source", "")), flush=True)
"""
PROMPT = "Rate.\nSource: {source}\nTranslation: {candidate}\nRating:"
KEY = "sk-very-secret"


@pytest.fixture
def lists() -> CandidateLists:
    return from_sentences(
        [
            Sentence(
                "0", [Candidate("aaaa"), Candidate("b\n{source}\u2028"), Candidate("aaaa")], source="xx"
            ),
            Sentence("1", [Candidate("aaaa")], source="x"),
            Sentence("2", [], source="x"),
        ]
    )


def program(tmp_path: Path, text: str, name: str = "lengths") -> Program:
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    return Program(f"{name}={sys.executable} {path}")


def test_a_program_scores_every_pair_of_source_and_text_once(tmp_path: Path, lists: CandidateLists) -> None:
    found = ask(lists, program(tmp_path, LENGTHS), OutsideSettings())
    assert list(found) == ["lengths"]
    assert found["lengths"].tolist() == [2, 9, 2, 3]


def test_a_program_may_give_several_numbers_by_name(tmp_path: Path, lists: CandidateLists) -> None:
    text = LENGTHS.replace("print(", "print(json.dumps({'a': 1, 'b': 2}) if row else ")
    found = ask(lists, program(tmp_path, text), OutsideSettings())
    assert {name: values.tolist() for name, values in found.items()} == {
        "lengths:a": [1] * 4,
        "lengths:b": [2] * 4,
    }


def test_what_was_answered_is_not_asked_again(tmp_path: Path, lists: CandidateLists) -> None:
    counting = LENGTHS.replace("    row =", "    open('asked', 'a').write('x')\n    row =")
    each = program(tmp_path, counting.replace("'asked'", repr(str(tmp_path / "asked"))))
    settings = OutsideSettings(cache=str(tmp_path / "cache"))
    first = ask(lists, each, settings)
    again = ask(lists.split([1, 0]), each, settings)
    assert (tmp_path / "asked").read_text() == "xxx"
    assert np.array_equal(np.sort(first["lengths"]), np.sort(again["lengths"]))
    assert again["lengths"].tolist() == [3, 2, 9, 2]
    (path,) = (tmp_path / "cache").iterdir()
    assert len(read_answers(path)) == 3


def test_a_program_that_dies_goes_on_where_it_was(tmp_path: Path, lists: CandidateLists) -> None:
    dies = LENGTHS + "    sys.exit(3)\n"
    found = ask(lists, program(tmp_path, dies), OutsideSettings(retries=2))
    assert found["lengths"].tolist() == [2, 9, 2, 3]
    with pytest.raises(InputError, match=r"ended with status 3; .* sentence '1' \(started 2 times\)"):
        ask(lists, program(tmp_path, dies), OutsideSettings(retries=1))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import time; time.sleep(60)", "no answer in 0.3 seconds"),
        ("print('hello')", "answered 'hello', not with a number"),
        ("print('nan')", "answered 'nan'"),
        ("print(1)", "ended too early"),
        ("import os; os.kill(os.getpid(), 9)", "ended with status -9"),
        ("import sys; sys.stdin.close(); print('{}')", "answered '{}'"),
        ("print('[' * 100000)", "not with a number"),
    ],
)
def test_programs_that_fail(tmp_path: Path, lists: CandidateLists, text: str, said: str) -> None:
    began = time.monotonic()
    with pytest.raises(InputError, match=said):
        ask(
            lists,
            program(tmp_path, text),
            OutsideSettings(wait=0.3 if "0.3" in said else 20, retries=0),
        )
    assert time.monotonic() - began < 30


def test_what_was_answered_before_a_failure_is_kept(tmp_path: Path, lists: CandidateLists) -> None:
    settings = OutsideSettings(cache=str(tmp_path / "cache"), retries=0)
    with pytest.raises(InputError):
        ask(lists, program(tmp_path, LENGTHS + "    sys.exit(1)\n"), settings)
    (path,) = (tmp_path / "cache").iterdir()
    assert len(read_answers(path)) == 1


@pytest.mark.parametrize("given", ["", "a=", "'", "no-such-program-anywhere"])
def test_commands_that_are_none(lists: CandidateLists, given: str) -> None:
    with pytest.raises((ConfigError, InputError), match=r"command|cannot be started"):
        ask(lists, Program(given), OutsideSettings())


def test_a_cache_that_was_damaged_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.answers"
    for content in ("key", "key\t{}", "key\t[1]", 'key\t{"": true}', 'key\t{"": NaN}', "key\t" + "[" * 9999):
        path.write_text(content + "\n")
        with pytest.raises(InputError, match="no answer as the cache keeps it"):
            read_answers(path)


class Endpoint(BaseHTTPRequestHandler):
    """A server for language models that does what its class is told: see `serve`."""

    behaviour = "good"
    asked: ClassVar[list[tuple[str, dict[str, Any], str]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        kind = type(self)
        kind.asked.append((self.path, body, self.headers.get("Authorization", "")))
        status, answer = 200, self._answer(body)
        if kind.behaviour == "busy first" and len(kind.asked) < 3:
            status = 429
        if kind.behaviour == "failing":
            status = 500
        if kind.behaviour == "forbidden":
            status = 401
        if kind.behaviour == "moved":
            status = 302
        if kind.behaviour == "slow":
            time.sleep(1.5)
        raw = b"<html>" if kind.behaviour == "no json" else json.dumps(answer).encode()
        if kind.behaviour == "wrong json":
            raw = b'{"choices": []}'
        self.send_response(status)
        self.send_header("Location", "http://127.0.0.1:9/elsewhere")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def _answer(self, body: dict[str, Any]) -> dict[str, Any]:
        if self.path.endswith("/chat/completions"):
            text = body["messages"][0]["content"]
            rated = 500 if type(self).behaviour == "out of range" else len(text)
            return {"choices": [{"message": {"content": f"Of 100 I give **{rated}**"}}]}
        prompt = body["prompt"]
        words = [prompt[i : i + 3] for i in range(0, len(prompt), 3)]
        values = [None, *(-0.5 for _ in words[1:])]
        offsets = list(range(0, len(prompt), 3))
        found = {"tokens": words, "token_logprobs": values, "text_offset": offsets}
        return {"choices": [{"text": prompt, "logprobs": found}]}

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Endpoint]]:
    kind = type("Here", (Endpoint,), {"behaviour": "good", "asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("manyways.features.judge._WAIT", 0.01)
    yield kind
    server.shutdown()
    server.server_close()


def test_a_judge_is_asked_for_ratings(endpoint: type[Endpoint], lists: CandidateLists) -> None:
    judge = Judge("judge", JudgeSettings(model="m", prompt=PROMPT))
    found = ask(lists, judge, OutsideSettings())
    lengths = [len(PROMPT) - 19 + 6, len(PROMPT) - 19 + 13, len(PROMPT) - 19 + 6, len(PROMPT) - 19 + 5]
    assert found["judge"].tolist() == lengths
    assert len(endpoint.asked) == 3
    path, body, key = endpoint.asked[0]
    assert path == "/v1/chat/completions"
    assert (body["model"], body["temperature"]) == ("m", 0)
    assert key == f"Bearer {KEY}"
    assert any("Translation: b\n{source}" in body["messages"][0]["content"] for _, body, _ in endpoint.asked)


def test_log_probabilities_are_those_of_the_candidate(
    endpoint: type[Endpoint], lists: CandidateLists
) -> None:
    judge = Judge("lp", JudgeSettings(model="m", kind="logprobs", prompt="123456 {candidate}"))
    found = ask(lists.split([1]), judge, OutsideSettings())
    # "123456 aaaa": tokens 123 456 " aa" "aa"; the last two have letters of the candidate.
    assert found["lp:sum"].tolist() == [-1.0]
    assert found["lp:mean"].tolist() == [-0.5]


def test_a_busy_endpoint_is_asked_again(endpoint: type[Endpoint], lists: CandidateLists) -> None:
    endpoint.behaviour = "busy first"
    judge = Judge("judge", JudgeSettings(model="m", prompt=PROMPT, parallel=1))
    assert len(ask(lists, judge, OutsideSettings())["judge"]) == 4
    assert len(endpoint.asked) == 5


@pytest.mark.parametrize(
    ("behaviour", "said", "times"),
    [
        ("failing", "status 500", 2),
        ("forbidden", "status 401", 1),
        ("moved", "status 302", 1),
        ("slow", "no answer in time", 2),
        ("no json", "not JSON", 2),
        ("wrong json", "without a message", 2),
        ("out of range", "no rating from 0 to 100", 2),
    ],
)
def test_endpoints_that_fail_are_told_without_the_key(
    endpoint: type[Endpoint],
    lists: CandidateLists,
    tmp_path: Path,
    behaviour: str,
    said: str,
    times: int,
) -> None:
    endpoint.behaviour = behaviour
    judge = Judge("judge", JudgeSettings(model="m", prompt=PROMPT, parallel=1))
    settings = OutsideSettings(wait=0.3, retries=1, cache=str(tmp_path / "cache"))
    with pytest.raises(InputError, match=said) as caught:
        ask(lists.split([1]), judge, settings)
    assert len(endpoint.asked) == times
    assert KEY not in str(caught.value)
    for path in (tmp_path / "cache").iterdir():
        assert KEY not in path.read_text()


def test_an_endpoint_that_is_not_there(lists: CandidateLists, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Judge("judge", JudgeSettings(url="http://127.0.0.1:9/v1", model="m", prompt=PROMPT))
    with pytest.raises(InputError, match=r"127\.0\.0\.1:9: ConnectionRefusedError"):
        ask(lists, judge, OutsideSettings(retries=0))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"prompt": PROMPT, "url": "http://h/v1"}, "judge.model"),
        ({"model": "m", "prompt": "no field", "url": "http://h/v1"}, "judge.prompt"),
        ({"model": "m", "prompt": PROMPT, "url": "file:///etc/passwd"}, "judge.url"),
        ({"model": "m", "prompt": PROMPT, "url": "http://me:pass@h/v1"}, "judge.url"),
        ({"model": "m", "prompt": PROMPT, "url": "http://h", "kind": "logprobs"}, "ends in {candidate}"),
        ({"model": "m", "prompt": PROMPT, "url": "http://h", "least": 5, "most": 5}, "above judge.least"),
    ],
)
def test_judges_that_cannot_be_asked(values: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        Judge("judge", JudgeSettings(**values))


def test_a_prompt_that_asks_for_a_source_that_is_not_known(lists: CandidateLists) -> None:
    judge = Judge("judge", JudgeSettings(url="http://127.0.0.1:9/v1", model="m", prompt=PROMPT))
    bare = from_sentences([Sentence("0", [Candidate("a")])])
    with pytest.raises(InputError, match="--source FILE"):
        ask(bare, judge, OutsideSettings())


def test_all_of_them_beside_the_pack(endpoint: type[Endpoint], lists: CandidateLists, tmp_path: Path) -> None:
    (tmp_path / "comet.txt").write_text("1\n2\n3\n4\n")
    (tmp_path / "judge.toml").write_text(f"[judge]\nmodel = 'm'\nprompt = '''{PROMPT}'''\n")
    settings = FeatureSettings(
        features=("words",),
        scores=(str(tmp_path / "comet.txt"),),
        commands=(program(tmp_path, LENGTHS).given,),
        judges=(str(tmp_path / "judge.toml"),),
    )
    found = add_features(lists, settings, path="lists.jsonl")
    assert found.names == ("comet", "lengths", "judge", "words")
    clash = FeatureSettings(scores=(str(tmp_path / "words.txt"),))
    (tmp_path / "words.txt").write_text("1\n2\n3\n4\n")
    with pytest.raises(ConfigError, match="called as no other feature is"):
        add_features(lists, clash, path="lists.jsonl")
