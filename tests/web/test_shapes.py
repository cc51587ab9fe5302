"""Other programs' clients: requests as their published code sends them.

Weblate asks tmserver by `get` of its address, the languages, `unit` and the text, each quoted, cut to 500
characters; LibreTranslate by a form (old) or by JSON with all texts at once (new). LibreTranslate's Python
client sends forms, even for the list of languages.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

import pytest
from fastapi.testclient import TestClient

from manyways.web import ServeSettings, Site, create_app
from tests.support.serving import live, served

TEXT = "Die alte Katze schläft."
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def test_weblate_asks_a_tmserver(client: TestClient) -> None:
    for base in ("", "/tmserver"):
        known = client.get(f"{base}/languages/").json()
        assert known == {"sourceLanguages": ["de"], "targetLanguages": ["en"]}
        for text in (TEXT, "Was / wie? 100 % & mehr", "a" * 500):
            url = "/".join([base, "de", "en", "unit", quote(text[:500].replace("\r", " ").encode(), b"")])
            found = client.get(url).json()
            assert found
            for line in found:
                assert line["source"] == text
                assert 0 <= int(line["quality"]) <= 100
        targets = [line["target"] for line in client.get(f"{base}/de/en/unit/{quote(TEXT)}").json()]
        assert len(set(targets)) == len(targets) == 5
        assert client.get(f"{base}/fr/en/unit/x").status_code == 400


def test_weblate_asks_libretranslate(client: TestClient) -> None:
    assert [each["code"] for each in client.get("/languages").json()] == ["de", "en"]
    old = {"api_key": "", "q": TEXT, "source": "de", "target": "en"}
    one = client.post("/translate", content=urlencode(old), headers=FORM).json()["translatedText"]
    new = {"api_key": None, "q": [TEXT, "Das Haus."], "source": "de", "target": "en"}
    several = client.post("/translate", json=new).json()["translatedText"]
    assert several[0] == one
    assert len(several) == 2


def test_libretranslates_own_client(client: TestClient) -> None:
    translated = client.post(
        "/translate", content=urlencode({"q": TEXT, "source": "de", "target": "en"}), headers=FORM
    )
    assert isinstance(translated.json()["translatedText"], str)
    detected = client.post("/detect", content=urlencode({"q": TEXT}), headers=FORM).json()
    assert detected[0]["language"] == "de"
    assert detected[0]["confidence"] > 50
    languages = client.request("GET", "/languages", content=b"", headers=FORM).json()
    assert languages[0] == {"code": "de", "name": "German", "targets": ["en"]}


def test_libretranslate_alternatives_and_detection(client: TestClient) -> None:
    wanted = {"q": TEXT, "source": "auto", "target": "en", "format": "text", "alternatives": 3}
    found = client.post("/translate", json=wanted).json()
    assert len({found["translatedText"], *found["alternatives"]}) == 4
    assert found["detectedLanguage"]["language"] == "de"
    wrong = client.post("/translate", json={"q": TEXT, "source": "de", "target": "xx"})
    assert (wrong.status_code, type(wrong.json()["error"])) == (400, str)
    assert client.post("/translate", json={"q": TEXT}).status_code == 400
    assert client.post("/translate", content=b"{").status_code == 400
    assert client.get("/frontend/settings").json()["language"]["source"] == {"code": "de", "name": "German"}


def test_suggestions_are_remembered(trained: Path) -> None:
    kept: list[Any] = []

    async def remember(caller: Any, choice: Any) -> None:
        kept.append(choice)

    settings = ServeSettings()
    app = create_app(settings, site=Site.open(settings, remember=remember))
    own = TestClient(app, base_url="http://127.0.0.1")
    wanted = {"q": "Hut", "s": "cap", "source": "de", "target": "en"}
    assert own.post("/suggest", content=urlencode(wanted), headers=FORM).json() == {"success": True}
    own.post("/v1/choices", json={"source": "Hut", "chosen": "cap", "shown": ["hat", "cap"]})
    assert [(each.source, each.chosen, each.kind) for each in kept] == [
        ("Hut", "cap", "suggest"),
        ("Hut", "cap", "pick"),
    ]


def test_cohere_s_rerank(client: TestClient) -> None:
    documents = ["the dog ate it", "the cat sat on the mat", {"text": "a cat sat on the mat"}]
    wanted = {"model": "rerank-v3.5", "query": "Katze", "documents": documents, "top_n": 2}
    found = client.post("/v1/rerank", json=wanted).json()
    assert [each["index"] for each in found["results"]] == [1, 2]
    scores = [each["relevance_score"] for each in found["results"]]
    assert scores == sorted(scores, reverse=True)
    assert 0 <= scores[1] <= scores[0] <= 1
    wrong = client.post("/v1/rerank", json={"query": "a", "documents": []})
    assert wrong.status_code == 422
    assert "message" in wrong.json()


# The sidecar ------------------------------------------------------------------------------------------

ANSWERS = ["The cat sat on the mat.", "A cat sat on the mat.", "The dog ate it.", "The cat sat on a mat."]


class Script(BaseHTTPRequestHandler):
    """A language-model server that does what the model's name says."""

    seen: ClassVar[list[dict[str, Any]]] = []

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.seen.append({**asked, "path": self.path, "key": self.headers.get("authorization")})
        how = asked["model"]
        if how == "slow":
            time.sleep(2)
            return
        if how == "redirecting":
            self.send_response(302)
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.end_headers()
            return
        body: Any = {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": how,
            "choices": [
                {"index": i, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
                for i, text in enumerate(ANSWERS[: asked["n"]])
            ],
            "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3},
        }
        if how == "empty":
            body["choices"] = []
        if how == "odd":
            body["choices"][0]["message"] = None
        data = b"{not json" if how == "wrong" else json.dumps(body).encode()
        self.send_response(500 if how == "failing" else 200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def sidecar() -> Iterator[str]:
    upstream = ThreadingHTTPServer(("127.0.0.1", 0), Script)
    threading.Thread(target=upstream.serve_forever, daemon=True).start()
    app = served(upstream=f"http://127.0.0.1:{upstream.server_port}/v1", seconds=1.5)
    with live(app) as address:
        yield address
    upstream.shutdown()
    upstream.server_close()


@pytest.fixture
def openai(sidecar: str) -> Iterator[Any]:
    import openai

    with openai.OpenAI(base_url=f"{sidecar}/v1", api_key="theirs", max_retries=0) as client:
        yield client


MESSAGES: Any = [{"role": "user", "content": "Translate: die Katze"}]


def test_the_chosen_answer_comes_first(openai: Any) -> None:
    Script.seen.clear()
    found = openai.chat.completions.create(
        model="good", messages=MESSAGES, n=2, temperature=0.7, extra_body={"manyways": {"candidates": 4}}
    )
    assert [each.index for each in found.choices] == [0, 1]
    assert "cat" in found.choices[0].message.content
    about = found.model_extra["manyways"]
    assert about["candidates"] == 4
    assert "ahead" in about["reason"]
    assert set(about["rest"]) | {each.message.content for each in found.choices} == set(ANSWERS)
    (seen,) = Script.seen
    assert (seen["n"], seen["temperature"], seen["path"]) == (4, 0.7, "/v1/chat/completions")
    assert "manyways" not in seen
    assert seen["key"] is None  # the caller's key is not passed on, and the server has none


@pytest.mark.parametrize("how", ["diverse", "fused"])
def test_other_ways_to_answer(openai: Any, how: str) -> None:
    found = openai.chat.completions.create(
        model="good", messages=MESSAGES, n=2, extra_body={"manyways": {"how": how}}
    )
    first = found.choices[0].message.content
    if how == "fused":
        assert first.lower().startswith("the cat sat on the mat")
        assert found.model_extra["manyways"]["rest"][0] in ANSWERS
    else:
        assert first != found.choices[1].message.content


def test_an_answer_is_streamed(openai: Any) -> None:
    chunks = list(openai.chat.completions.create(model="good", messages=MESSAGES, stream=True))
    said = "".join(each.choices[0].delta.content or "" for each in chunks if each.choices)
    assert said in ANSWERS
    assert [each.choices[0].finish_reason for each in chunks if each.choices][-1] == "stop"
    assert chunks[-1].model_extra["manyways"]["how"] == "chosen"


@pytest.mark.parametrize(
    "how, status, says",
    [
        ("slow", 504, "in time"),
        ("failing", 502, "status 500"),
        ("wrong", 502, "not JSON"),
        ("empty", 502, "without choices"),
        ("odd", 502, "without a text"),
        ("redirecting", 502, "status 302"),
    ],
)
def test_a_server_that_fails_is_told_of(openai: Any, how: str, status: int, says: str) -> None:
    from openai import APIStatusError

    with pytest.raises(APIStatusError) as error:
        openai.chat.completions.create(model=how, messages=MESSAGES)
    assert error.value.status_code == status
    assert says in str(error.value)


def test_no_request_names_the_upstream(sidecar: str, openai: Any, client: TestClient) -> None:
    Script.seen.clear()
    elsewhere = "http://127.0.0.1:1/"
    more = {"base_url": elsewhere, "upstream": elsewhere, "url": elsewhere}
    found = openai.chat.completions.create(
        model=f"{elsewhere}../../x",
        messages=MESSAGES,
        extra_body=more,
        extra_headers={"X-Forwarded-Host": "a"},
    )
    assert found.choices
    assert [each["path"] for each in Script.seen] == ["/v1/chat/completions"]
    without = client.post("/v1/chat/completions", json={"model": "a", "messages": MESSAGES})
    assert without.status_code == 404
    assert "--upstream" in without.json()["error"]["message"]
