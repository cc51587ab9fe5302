"""Our own API: what it gives is what the library gives, and its description is true."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from fastapi.testclient import TestClient

from manyways import Translator
from manyways.documents import format_of, parse
from tests.conftest import ROOT

TEXT = "Die alte Katze schläft. Der Mann sieht den Hund.\n\n  Das ist klein.\n"
DOCUMENTS = sorted((ROOT / "tests" / "data" / "documents").iterdir())


def ask(client: TestClient, path: str, **wanted: Any) -> Any:
    found = client.post(path, json=wanted)
    assert found.status_code == 200, found.text
    return found.json()


def refused(client: TestClient, path: str, status: int, **wanted: Any) -> str:
    found = client.post(path, json=wanted)
    assert found.status_code == status, found.text
    return str(found.json()["error"])


@pytest.fixture(scope="module")
def translator(trained: Path) -> Translator:
    return Translator(trained, threads=1)


def test_texts_come_back_as_they_stood(client: TestClient, translator: Translator) -> None:
    found = ask(client, "/v1/translate", q=TEXT)
    (whole,) = found["results"]
    sources = [each["source"] for each in whole["sentences"]]
    assert sources == ["Die alte Katze schläft.", "Der Mann sieht den Hund.", "Das ist klein."]
    best = [translator.translate(each).text for each in sources]
    assert whole["text"] == f"{best[0]} {best[1]}\n\n  {best[2]}\n"
    assert "".join(e["before"] + e["source"] + e["after"] for e in whole["sentences"]) == TEXT


def test_several_texts_and_a_stream_say_the_same(client: TestClient) -> None:
    wanted = {"q": [TEXT, "", "Das Haus."], "n": 3, "alignment": True}
    found = ask(client, "/v1/translate", **wanted)
    assert [len(each["sentences"]) for each in found["results"]] == [3, 0, 1]
    streamed = client.post("/v1/translate", json={**wanted, "stream": True})
    assert streamed.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in streamed.text.splitlines()]
    assert lines == [each for text in found["results"] for each in text["sentences"]]


def test_many_ways_differ_and_are_aligned(client: TestClient) -> None:
    (sentence,) = ask(client, "/v1/translate", q="Die alte Katze schläft.", n=5, alignment=True, diverse=0.1)[
        "results"
    ][0]["sentences"]
    texts = [each["text"] for each in sentence["candidates"]]
    assert len(set(texts)) == 5
    assert sentence["candidates"][0]["score"] == max(each["score"] for each in sentence["candidates"])
    for way in sentence["candidates"]:
        assert 0 <= way["quality"] <= 100
        assert "".join(way["text"][a:b] for _, (a, b) in way["alignment"]) == way["text"].replace(
            " ", ""
        ) or all(0 <= a <= b <= len(way["text"]) for _, (a, b) in way["alignment"])
        covered = sorted(tuple(source) for source, _ in way["alignment"])
        assert covered[0][0] == 0
        assert covered[-1][1] == len(sentence["source"])


def test_the_model_s_best_is_proved(client: TestClient, translator: Translator) -> None:
    text = "Die alte Katze schläft."
    (sentence,) = ask(client, "/v1/translate", q=text, n=3, exact=True)["results"][0]["sentences"]
    (proof,) = translator.exact([text])
    assert sentence["certificate"]["optimal"]
    assert sentence["candidates"][0]["text"] == proof.candidate.text


def test_consensus_comes_first(client: TestClient, translator: Translator) -> None:
    text = "Die alte Katze schläft."
    (sentence,) = ask(client, "/v1/translate", q=text, n=3, mbr=True)["results"][0]["sentences"]
    assert sentence["candidates"][0]["text"] == translator.mbr([text])[0].text


def test_a_prefix_is_kept(client: TestClient) -> None:
    text = "Die alte Katze schläft."
    best = ask(client, "/v1/translate", q=text)["results"][0]["text"]
    for cut in range(1, len(best)):
        done = ask(client, "/v1/complete", q=text, prefix=best[:cut])
        assert done["text"].startswith(best[:cut])
        assert done["status"] == "exact"
    done = ask(client, "/v1/translate", q=text, prefix="Zxq ")["results"][0]["sentences"][0]["completion"]
    assert done["status"] == "nearest"
    assert done["text"] == "Zxq " + done["rest"]
    assert done["edits"] >= 1


def test_a_glossary_is_kept(client: TestClient) -> None:
    found = ask(client, "/v1/translate", q="Die alte Katze schläft.", glossary="Katze\ttomcat")
    assert "tomcat" in found["results"][0]["text"]
    assert "line 1" in refused(client, "/v1/translate", 400, q="a", glossary="Katze")


@pytest.mark.parametrize(
    "wanted, status, says",
    [
        ({"q": "a", "model": "../other"}, 400, "model must be one of"),
        ({"q": "a", "source": "fr"}, 400, "languages"),
        ({"q": TEXT, "prefix": "a"}, 400, "one sentence"),
        ({"q": "a", "n": 0}, 422, "n:"),
        ({"q": "a", "nbset": 3}, 422, "nbset"),
        ({"q": 3}, 422, "q"),
        ({}, 422, "q"),
        ({"q": "wort " * 401}, 400, "longer than 400 words"),
        ({"q": "a\x00b"}, 422, "q"),
    ],
)
def test_what_cannot_be_done_is_explained(client: TestClient, wanted: Any, status: int, says: str) -> None:
    assert says in refused(client, "/v1/translate", status, **wanted)


def test_errors_never_repeat_what_was_sent(client: TestClient) -> None:
    found = client.post("/v1/translate", content=b'{"q": ["geheim"], "n": "geheim"}')
    assert found.status_code == 422
    assert "geheim" not in found.text


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents_come_back_byte_for_byte(client: TestClient, path: Path) -> None:
    data = path.read_bytes()
    files = {"file": (path.name, data)}
    same = client.post("/v1/documents/fill", files=files, data={"decisions": "[]"})
    assert same.content == data
    lines = client.post("/v1/documents", files=files, data={"options": '{"n": 3}'}).text.splitlines()
    about, *segments = [json.loads(line) for line in lines]
    document = parse(data, path.name, source="de", target="en")
    assert about["document"]["segments"] == len(segments) == len(document.segments)
    decisions = [
        {"segment": each["segment"], "text": each["candidates"][0]["text"], "others": each["candidates"][1:]}
        for each in segments
    ]
    filled = client.post("/v1/documents/fill", files=files, data={"decisions": json.dumps(decisions)})
    assert filled.status_code == 200, filled.text
    assert filled.headers["content-disposition"] == f"attachment; filename*=UTF-8''{path.name}"
    again = parse(filled.content, path.name, source="de", target="en", format=format_of(data, path.name))
    assert [each.skipped for each in (again,)]  # it can be read


def test_tags_must_all_be_there(client: TestClient) -> None:
    path = next(path for path in DOCUMENTS if path.name == "unit12.xlf")
    files = {"file": (path.name, path.read_bytes())}
    lines = client.post("/v1/documents", files=files).text.splitlines()[1:]
    tagged = next(each for each in map(json.loads, lines) if "⟦1⟧" in each["source"])
    text = tagged["candidates"][0]["text"]
    for wrong, says in ((text.replace("⟦1⟧", ""), "is missing"), (text + "⟦1⟧", "more than once")):
        decisions = json.dumps([{"segment": tagged["segment"], "text": wrong}])
        found = client.post("/v1/documents/fill", files=files, data={"decisions": decisions})
        assert found.status_code == 400
        assert says in found.json()["error"]


def test_a_memory_for_other_tools(client: TestClient) -> None:
    units = [{"source": "a < b & \x0b", "target": 'ä "b"'}]
    found = client.post("/v1/tmx", json={"source": "de", "target": "en", "units": units})
    assert parse(found.content, "a.tmx", source="de", target="en").skipped == {"translated already": 1}


LISTS = [{"source": "s", "candidates": ["the cat sat on a mat", "a cat sat on the mat", "the dog ate it"]}]


def test_choosing(client: TestClient) -> None:
    (found,) = ask(client, "/v1/choose", lists=LISTS)["results"]
    assert found["index"] == found["order"][0]
    assert found["text"] == LISTS[0]["candidates"][found["index"]]
    assert found["scores"] == sorted(found["scores"], reverse=True)
    assert found["reason"].startswith("mbr")
    scored = [{"candidates": [{"text": "a", "score": 1.0}, {"text": "b", "score": 2.0}]}]
    assert ask(client, "/v1/choose", lists=scored, by="score")["results"][0]["text"] == "b"
    featured = [{"candidates": [{"text": "a", "features": {"f": 3}}, {"text": "b", "features": {"f": 2}}]}]
    assert ask(client, "/v1/choose", lists=featured, by="f")["results"][0]["text"] == "a"


def test_choosing_never_reads_a_file(client: TestClient, tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text("[weights]\nf = 1.0\n")
    assert "feature" in refused(client, "/v1/choose", 400, lists=LISTS, by=str(path))


def test_diversifying_combining_checking_scoring(client: TestClient) -> None:
    (few,) = ask(client, "/v1/diversify", lists=LISTS, size=2)["results"]
    assert few["texts"] == [LISTS[0]["candidates"][i] for i in few["indices"]]
    (made,) = ask(client, "/v1/combine", lists=LISTS)["results"]
    assert made["text"].split() == [each["word"] for each in made["words"]]
    twice = [{"candidates": ["a", "a", ""]}]
    assert {each["kind"] for each in ask(client, "/v1/check", lists=twice)["findings"]}
    scores = ask(client, "/v1/score", hypotheses=["a b c d e"], references=[["a b c d e"]])["scores"]
    assert scores["bleu"]["value"] == pytest.approx(100)
    assert "tok:13a" in scores["bleu"]["signature"]
    assert "2 hypotheses" in refused(client, "/v1/score", 400, hypotheses=["a", "b"], references=[["a"]])


def test_lists_page_by_page(client: TestClient) -> None:
    found = client.get("/v1/lists", params={"search": "SATZ cat", "offset": 50, "limit": 25}).json()
    assert (found["total"], len(found["rows"])) == (57, 7)
    assert found["rows"][0]["candidates"][0]["systems"][:2] == ["system-A", "system-D"]
    assert client.get("/v1/lists", params={"system": "nobody"}).status_code == 400


def test_the_description_is_true(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    schema = described["paths"]["/v1/translate"]["post"]["responses"]["200"]["content"]["application/json"][
        "schema"
    ]
    found = ask(client, "/v1/translate", q=TEXT, n=2, alignment=True, features=True, exact=True)
    jsonschema.Draft202012Validator({**schema, "components": described["components"]}).validate(found)
    for path, methods in described["paths"].items():
        for about in methods.values():
            assert {"400", "422", "500"} <= about["responses"].keys(), path


def test_what_happens_is_counted_and_told_without_texts(trained: Path) -> None:
    from manyways.web import ServeSettings, Site, create_app

    told: list[Any] = []
    settings = ServeSettings(models=(str(trained),))
    own = TestClient(
        create_app(settings, site=Site.open(settings, log=told.append)), base_url="http://127.0.0.1"
    )
    own.post("/v1/translate", json={"q": "Geheime Katze."})
    own.get("/de/en/unit/Geheime")
    assert own.get("/health").json() == {"status": "ok"}
    text = own.get("/metrics").text
    assert 'manyways_requests_total{method="POST",route="/v1/translate",status="200"} 1' in text
    assert "eheime" not in text + json.dumps(told)
    assert [each["status"] for each in told[:2]] == [200, 200]
