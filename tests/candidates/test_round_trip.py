"""Foreign files to JSON Lines and back, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from manyways.candidates import read_chunks, write_chunks
from manyways.files import read_bytes


def there_and_back(path: Path, tmp_path: Path, format: str = "moses") -> tuple[bytes, bytes]:
    """The file after a journey through JSON Lines, and the JSON Lines."""
    write_chunks(read_chunks(path, chunk=7, keep_raw=True), tmp_path / "there.jsonl")
    write_chunks(read_chunks(tmp_path / "there.jsonl", chunk=5), tmp_path / "back", format=format)
    return (tmp_path / "back").read_bytes(), (tmp_path / "there.jsonl").read_bytes()


@pytest.mark.parametrize(
    "name",
    [
        "data/nbest-moses/nbest.en.gz",
        "fixtures/moses-de-en/wide.nbest100.distinct.gz",
        "fixtures/hiero/chart.nbest100.distinct.gz",
        pytest.param("fixtures/mert/nbest.gz", marks=pytest.mark.slow),
    ],
)
def test_real_moses_lists(name: str, data: Path, peers: Path, tmp_path: Path) -> None:
    path = data.parent / name
    back, there = there_and_back(path, tmp_path)
    assert back == read_bytes(path)
    assert b'"line"' not in there, "the layout alone must carry a regular file"


@pytest.mark.parametrize(
    "text",
    [
        "0 ||| a b  ||| LM0= -1.5 TM0= 1 2 ||| -3\n2 ||| c  ||| LM0= 1e-05 TM0= 1e+06 2 ||| 7\n",
        "0 ||| a ||| d: 0 -1 lm: -2 ||| -3 ||| 0-0 1-1\n0 |||  ||| d: 0 -1 lm: -2 ||| -3 ||| \n",
        "0 ||| a ||| LM0= -1 pp_x= 1 pp_y= 2 ||| -3\n0 ||| b ||| LM0= -2 pp_z= 3 ||| -3\n",
        "0 ||| a ||| LM0= -1 ||| -3 ||| 0=0 ||| 0-0\n0 ||| b ||| LM0= -2 ||| -3 ||| 0=0 ||| 0-0 1-0\n",
        "0 ||| a ||| LM0= -1.0 ||| -3.25\r\n0 ||| b ||| LM0= -2.5 ||| -3.0\r\n",
        "0 ||| a ||| LM0= -1.50 ||| -3\n0 ||| b ||| New= 1 LM0= 2 ||| nan\n1 ||| c |||   LM0= 3 ||| 007",
        "0 ||| a ||| -1 -2 ||| -3\n0 ||| b ||| -1 -2.5 ||| -3\n",
        "s1 ||| a\ns1 ||| b\ns2 ||| c\n",
        "0 ||| a ||| -3\n0 ||| b ||| -4\n",
    ],
)
def test_layouts(text: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(text.encode())
    back, _ = there_and_back(path, tmp_path)
    assert back.decode() == text


def test_an_edited_candidate_wins_over_its_kept_line(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text("0 ||| a ||| A= 1 ||| 2\n0 ||| b ||| A= 1.50 ||| 2\n0 ||| c ||| A= 2.50 ||| 2\n")
    write_chunks(read_chunks(path, keep_raw=True), tmp_path / "there.jsonl")
    there = (tmp_path / "there.jsonl").read_text()
    assert there.count('"line"') == 2
    (tmp_path / "there.jsonl").write_text(there.replace('"text": "b"', '"text": "better"'))
    write_chunks(read_chunks(tmp_path / "there.jsonl"), tmp_path / "back")
    assert (tmp_path / "back").read_text().splitlines() == [
        "0 ||| a ||| A= 1 ||| 2",
        "0 ||| better ||| A= 1.5 ||| 2",
        "0 ||| c ||| A= 2.50 ||| 2",
    ]
