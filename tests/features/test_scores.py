"""Numbers of others: files of them, matched to candidates."""

from __future__ import annotations

from pathlib import Path

import pytest

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.errors import InputError
from manyways.features.scores import read_scores, score_name


@pytest.fixture
def lists() -> CandidateLists:
    return from_sentences(
        [
            Sentence("7", [Candidate("a", system="A"), Candidate("b", system="B")]),
            Sentence("8", []),
            Sentence("9", [Candidate("c", system="B"), Candidate("d", system="A")]),
        ]
    )


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("1\n2\n3\n-4.5e0\n", {"comet": [1, 2, 3, -4.5]}),
        ("-1 -3\n-2\t-2\n1 1 4\n0 0\n", {"comet": [-4, -4, 6, 0], "comet/mean": [-2, -2, 2, 0]}),
        ("id\tsystem\tscore\n9\tA\t4\n9\tB\t3\n7\tB\t2\n7\tA\t1\n", {"comet": [1, 2, 3, 4]}),
        (
            "id\tcandidate\tfluency\ttext\n9\t1\t4\tx\n9\t0\t3\t\n7\t1\t2\ty\n7\t0\t1\tz\n",
            {"fluency": [1, 2, 3, 4]},
        ),
        ("score\tqe two\n1\t5\n2\t6\n3\t7\n4\t8\n", {"comet": [1, 2, 3, 4], "qe_two": [5, 6, 7, 8]}),
        ('{"id": "9", "scores": [3, 4]}\n{"id": "7", "scores": [1, 2]}\n', {"comet": [1, 2, 3, 4]}),
        (
            "".join(
                f'{{"id": {i}, "system": "{s}", "score": {n}, "reason": "so", "words": [{n}, 1]}}\n'
                for i, s, n in ((7, "A", 1), (7, "B", 2), (9, "A", 4), (9, "B", 3))
            ),
            {"comet": [1, 2, 3, 4], "words": [2, 3, 4, 5], "words/least": [1, 1, 1, 1]},
        ),
    ],
)
def test_files_of_all_shapes(
    tmp_path: Path, lists: CandidateLists, content: str, expected: dict[str, list[float]]
) -> None:
    path = tmp_path / "comet.tsv"
    path.write_text(content)
    found = read_scores(path, lists)
    for name, values in expected.items():
        assert found[name].tolist() == values


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        ("", None, "holds no scores"),
        ("1\n2\n3\n", None, r"no number for candidate 1 \(A\) of sentence '9'"),
        ("1\n2\n3\n4\n5\n", 5, "more rows than there are candidates, 4"),
        ("1\nx\n", 2, "'x' is no finite number"),
        ("1\nnan\n", 2, "'nan' is no finite number"),
        ("1\n\n3\n4\n", 2, "no finite number|no number"),
        ("id\tscore\n7\t1\n", 2, "has 2 candidates: which is meant"),
        ("id\tsystem\tscore\n7\tC\t1\n", 2, "0 candidates of system 'C'"),
        ("id\tsystem\tscore\n5\tA\t1\n", 2, "no sentence '5'"),
        ("id\tsystem\tscore\n7\tA\t1\n7\tA\t2\n", 3, "a second number for candidate 0"),
        ("id\tcandidate\tscore\n7\t2\t1\n", 2, "has no candidate 2: there are 2"),
        ("id\tcandidate\tscore\n7\t0.5\t1\n", 2, "has no candidate 0.5"),
        ("id\tscore\n7\t1\t2\n", 2, "has 3 fields, the header has 2"),
        ("id\tid\n7\t1\n", 1, "names a column twice"),
        ('{"id": "7", "scores": [1]}\n', 1, "has 1 scores for sentence '7', which has 2"),
        ('{"id": "7", "system": "A", "score": true}\n', 1, "'True' is no finite number"),
        ('{"id": "7", "system": "A"}\n', None, "no column of numbers"),
        ('{"id": \n', 1, "JSON"),
    ],
)
def test_what_does_not_fit_is_said_with_its_line(
    tmp_path: Path, lists: CandidateLists, content: str, line: int | None, said: str
) -> None:
    path = tmp_path / "comet.tsv"
    path.write_text(content)
    with pytest.raises(InputError, match=said) as caught:
        read_scores(path, lists)
    assert caught.value.path == str(path) or caught.value.path == path
    assert caught.value.line == line


def test_columns_are_called_by_their_files() -> None:
    assert score_name("x/comet-22.scores.tsv.gz") == "comet-22"
    assert score_name("a b.jsonl") == "a_b"
