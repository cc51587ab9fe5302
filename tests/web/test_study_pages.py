"""The pages of studies over HTTP: what is refused, what is not told, and a whole study of scripted people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from manyways.web.accounts import Accounts
from manyways.web.gate import SESSION, GatedRoute, Role, csrf_token
from manyways.web.people import create_study_app
from manyways.web.people.simulating import played, power, run_study
from manyways.web.settings import ServeSettings
from manyways.web.store import Store
from manyways.web.studies.actors import ActorSettings
from manyways.web.studies.creating import create
from manyways.web.studies.design import Design
from manyways.web.studies.settings import StudySettings
from manyways.web.studies.working import work_of
from tests.support.studies import SMALL, entered, finish, people, quick_passwords, sentences

HTML = {"accept": "text/html"}
ADMIN_PAGES = ["/studies/new", "/studies/pilot", "/studies/pilot/analysis", "/studies/pilot/log", "/learn"]
EXPORTS = [f"/studies/pilot/export/{name}" for name in ("all.jsonl", "edits.csv", "judgements.csv")]


class House:
    """A server with two studies; clients that are somebody."""

    def __init__(self, folder: Path) -> None:
        self.store = Store.open(folder / "s.db", create=True)
        self.accounts = Accounts(self.store)
        self.app = create_study_app(ServeSettings(rate=0), self.store)
        self.study = create(self.store, "pilot", Design.draw(sentences(), SMALL))
        self.other = create(self.store, "other", Design.draw(sentences(), SMALL))

    def client(self, session: str = "") -> Any:
        client = TestClient(self.app, base_url="http://127.0.0.1:8123", raise_server_exceptions=False)
        if session:
            client.cookies.set(SESSION, session)
            client.headers["X-CSRF-Token"] = csrf_token(self.accounts.secret, session)
        return client

    def member(self, role: str, name: str) -> Any:
        word = self.accounts.invite(role, study=self.study if role != "admin" else None)
        client = self.client(self.accounts.accept(word, name, "a password of hers"))
        if role != "admin":
            for what in ("consented", "begun"):
                client.post(f"/work/pilot/{role}/agree", data={"what": what})
        return client


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    with quick_passwords():
        yield


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("house"))
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def admin(house: House) -> Any:
    return house.member("admin", "Ada")


@pytest.fixture(scope="module")
def editor(house: House) -> Any:
    return house.member("annotator", "Bea")


def key_of(client: Any) -> str:
    return str(
        client.get("/work/pilot/annotator").text.split('action="/work/pilot/annotator/')[1].split('"')[0]
    )


def test_every_route_says_who_may_call_it(house: House) -> None:
    for route in house.app.routes:
        assert isinstance(route, GatedRoute)
        assert isinstance(route.role, Role)


def test_nobody_is_let_in_without_an_account(house: House) -> None:
    client = house.client()
    for path in [*ADMIN_PAGES, *EXPORTS, "/studies", "/work/pilot/annotator", "/work/pilot/judge"]:
        assert client.get(path).status_code == 401, path
        page = client.get(path, headers=HTML, follow_redirects=False)
        assert (page.status_code, page.headers["location"]) == (303, "/sign-in")


def test_only_admins_manage(house: House, editor: Any) -> None:
    for path in [*ADMIN_PAGES, *EXPORTS]:
        assert editor.get(path).status_code == 403, path
    posts: list[tuple[str, dict[str, str]]] = [
        ("/studies/new", {"name": "x"}),
        ("/studies/pilot/invite", {"role": "judge"}),
        ("/studies/pilot/pause", {"paused": "true"}),
        ("/studies/pilot/aside", {"account": "1", "role": "judge"}),
        ("/learn", {}),
    ]
    for path, values in posts:
        assert editor.post(path, data=values).status_code == 403, path


def test_a_study_of_others_is_not_there(house: House, editor: Any) -> None:
    missing = editor.get("/work/nothing/annotator")
    foreign = editor.get("/work/other/annotator")
    assert (missing.status_code, foreign.status_code) == (404, 404)
    assert "such study" in foreign.text
    assert editor.get("/work/pilot/judge").status_code == 403
    assert editor.post("/work/other/annotator/agree", data={"what": "consented"}).status_code == 404
    assert editor.post("/work/pilot/admin/agree", data={"what": "consented"}).status_code == 404


def test_an_annotator_reads_neither_anothers_work_nor_a_condition(house: House, editor: Any) -> None:
    secret = "what the other one wrote"
    theirs = entered(house.store, house.study, people(house.store, 1, start=50)[0], "annotator")
    work = work_of(house.store, theirs)
    assert work is not None
    draft = {"sequence": 1, "sitting": "s", "text": "stolen", "events": []}
    save = editor.post(f"/work/pilot/annotator/{work.key}/save", json=draft)
    submit = editor.post(f"/work/pilot/annotator/{work.key}", data={"sequence": "1", "text": "stolen"})
    answer = editor.post(f"/work/pilot/annotator/{work.key}x", data={"sequence": "1", "text": "stolen"})
    assert (save.status_code, submit.status_code, answer.status_code) == (404, 404, 404)
    assert save.json() == {"error": "there is no such task for you"}
    finish(house.store, theirs, secret, most=1)
    page = editor.get("/work/pilot/annotator").text
    assert secret not in page
    for word in ("diverse", "best", "condition", "s0", "s1"):
        assert word not in page.replace("What is best", "").lower(), word


def test_saves_are_acknowledged_and_checked(editor: Any) -> None:
    key = key_of(editor)
    path = f"/work/pilot/annotator/{key}/save"
    draft = {"sequence": 1, "sitting": "s", "text": "hal", "events": [[0, "open", 0], [5, "insert", 3]]}
    assert editor.post(path, json=draft).json() == {"sequence": 1}
    assert editor.post(path, json=draft).json() == {"sequence": 1}
    assert editor.post(path, json={**draft, "sitting": "other"}).status_code == 409
    for wrong in (
        {"sequence": 0},
        {"events": [[5, "open", 0], [1, "open", 0]]},
        {"text": "x" * 20_001},
        {"events": "no"},
        {"sitting": ""},
    ):
        assert editor.post(path, json={**draft, "sequence": 2, **wrong}).status_code == 422, wrong
    assert "hal</textarea>" in editor.get("/work/pilot/annotator").text
    again = editor.post(f"/work/pilot/annotator/{key}", data={"sequence": "2", "text": " "}, headers=HTML)
    assert again.status_code == 400
    assert "the text is empty" in again.text
    bad = editor.post(f"/work/pilot/annotator/{key}", data={"sequence": "2", "text": "x", "events": "{"})
    assert bad.status_code == 422


def test_a_change_needs_the_token_of_the_session(house: House) -> None:
    client = house.member("annotator", "Cid")
    key, token = key_of(client), client.headers["X-CSRF-Token"]
    draft = {"sequence": 1, "sitting": "s", "text": "x", "events": []}
    for value in ("", "0" * 64, csrf_token(house.accounts.secret, "another session")):
        client.headers["X-CSRF-Token"] = value
        assert client.post(f"/work/pilot/annotator/{key}/save", json=draft).status_code == 403
        assert client.post("/sign-out").status_code == 403
    del client.headers["X-CSRF-Token"]
    assert client.post(f"/work/pilot/annotator/{key}", data={"sequence": "1", "text": "x"}).status_code == 403
    data = {"sequence": "1", "text": "x", "csrf": token}
    foreign = client.post(f"/work/pilot/annotator/{key}", data=data, headers={"Sec-Fetch-Site": "cross-site"})
    assert foreign.status_code == 403
    assert client.post(f"/work/pilot/annotator/{key}", data=data, follow_redirects=False).status_code == 303


def test_signing_in_by_the_form(house: House, admin: Any) -> None:
    client = house.client()
    wrong = client.post("/sign-in", data={"name": "Ada", "password": "wrong"}, headers=HTML)
    assert wrong.status_code == 403
    assert SESSION not in client.cookies
    right = client.post(
        "/sign-in", data={"name": "Ada", "password": "a password of hers"}, follow_redirects=False
    )
    cookie = right.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("httponly", "samesite=lax", "path=/"))
    assert "secure" not in cookie  # on this machine, without TLS
    named = create_study_app(ServeSettings(names=("studies.example",)), house.store)
    far = TestClient(named, base_url="http://studies.example")
    answer = far.post(
        "/sign-in", data={"name": "Ada", "password": "a password of hers"}, follow_redirects=False
    )
    assert "secure" in answer.headers["set-cookie"].lower()


def test_sign_in_is_limited(house: House) -> None:
    app = create_study_app(ServeSettings(), house.store)
    client = TestClient(app, base_url="http://127.0.0.1:8123")
    codes = [client.post("/sign-in", data={"name": f"n{i}", "password": "x"}).status_code for i in range(11)]
    assert codes == [403] * 10 + [429]


def test_an_admin_needs_a_password(house: House) -> None:
    word = house.accounts.invite("admin")
    assert house.client().post(f"/join/{word}", data={"name": "Eve"}).status_code == 400
    assert house.client().get("/join/made-up").status_code == 400


def lists(name: str) -> bytes:
    rows = [
        {
            "id": each.name,
            "source": "<script>alert(1)</script>",
            "references": [each.reference],
            "candidates": [{"text": f"<b>{text}"} for text in getattr(each, name)],
        }
        for each in sentences()
    ]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def test_a_study_is_made_from_files_and_texts_stay_texts(house: House, admin: Any) -> None:
    files = {"best": ("b.jsonl", lists("best")), "diverse": ("d.jsonl", lists("diverse"))}
    values = {"name": "made", "sentences": "3", "repetitions": "1", "judges": "1", "source_shown": "true"}
    assert admin.post("/studies/new", data=values, files=files, follow_redirects=False).status_code == 303
    again = admin.post("/studies/new", data=values, files=files, headers=HTML)
    assert (again.status_code, "made already" in again.text) == (400, True)
    hostile = {"best": ("</p><script>x</script>", b"{"), "diverse": ("../../etc/passwd", b"")}
    refused = admin.post("/studies/new", data=values | {"name": "bad"}, files=hostile, headers=HTML)
    assert refused.status_code == 400
    assert "<script>x" not in refused.text
    assert "/dev/fd" not in refused.text
    invited = admin.post("/studies/made/invite", data={"role": "annotator"}, headers=HTML).text
    path = invited.split("http://127.0.0.1:8123")[1].split('"')[0]
    worker = house.client()
    worker.post(path, data={"name": "Dot"})
    session = worker.cookies[SESSION]
    worker.headers["X-CSRF-Token"] = csrf_token(house.accounts.secret, session)
    for what in ("consented", "begun"):
        worker.post("/work/made/annotator/agree", data={"what": what})
    page = worker.get("/work/made/annotator").text
    assert "&lt;script&gt;alert" in page
    assert "<b>" not in page


def test_what_an_admin_does_is_in_the_log(house: House, admin: Any) -> None:
    from manyways.web.store import entries

    admin.post("/studies/other/pause", data={"paused": "true"})
    admin.post("/studies/other/pause", data={"paused": "false"})
    with house.store.read() as connection:
        assert [each.kind for each in entries(connection, house.other.id)][-2:] == ["paused", "resumed"]
    assert "is whole" in admin.get("/studies/other/log").text
    export = admin.get("/studies/pilot/export/all.jsonl")
    assert json.loads(export.text.splitlines()[0])["record"] == "study"
    assert admin.get("/studies/pilot/export/../../secret").status_code == 404
    assert admin.get("/studies/pilot/export/x").status_code == 422


SCRIPTED = StudySettings(sentences=4, repetitions=1, judges=2, checks=5)


def test_scripted_people_carry_a_study_out_through_the_pages() -> None:
    """And what they write is what they write without pages."""
    design = Design.draw(sentences(), SCRIPTED)
    actors = ActorSettings(editors=2, judges=2)
    study, results = run_study(design, actors)
    assert study.name == "simulated"
    assert (len(results.edits), len(results.judgements)) == (8, 8)
    assert all(check.passed for check in results.checks)
    assert not results.inattentive
    assert all(each.effort.seconds > 0 and each.effort.keys["insert"] for each in results.edits)
    from manyways.web.studies.actors import Editor

    for each in results.edits:
        reference = results.sentences[each.sentence].reference
        assert any(each.text == Editor(actors, person).write(each.shown, reference) for person in (0, 1))


def test_power_grows_with_the_effect() -> None:
    design = Design.draw(sentences(), replace(SCRIPTED, sentences=12))
    none, much = (power(design, ActorSettings(effect=size, editors=4), runs=6)[-1] for size in (0.0, 60.0))
    assert much.name == "all"
    assert much.power == 1.0
    assert much.difference > 90 > none.difference
    careless = played(design, ActorSettings(careless=1.0))
    choices = [each.choice for each in careless.judgements]
    assert {choices.count(kind) > 3 for kind in set(choices)} == {True}
