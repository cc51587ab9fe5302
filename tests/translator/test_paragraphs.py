from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from manyways import Translator
from manyways.translator.job import Job, translate_file
from manyways.translator.paragraphs import Paragraphs
from tests.support.commands import manyways_command

LINES = st.lists(st.text(st.sampled_from('aB. ?!。\u3000\t"“”)漢'), max_size=15), max_size=4)


@given(LINES)
def test_joined_as_they_were_they_are_the_lines_again(lines: list[str]) -> None:
    split = Paragraphs.of(lines, "en")
    assert all(sentence == sentence.strip() != "" for sentence in split.sentences)
    assert sum(len(row) - 1 for row in split.gaps) == len(split.sentences)
    back = list(split.joined(split.sentences, "en"))
    assert [each.replace(" ", "") for each in back] == [each.replace(" ", "") for each in lines]
    if not any("。" in line for line in lines):
        assert back == lines


def test_spaces_between_sentences() -> None:
    split = Paragraphs.of(["  Er kam.  Sie ging z. B. heim. ", "", " ", "Nein"], "de")
    assert split.sentences == ["Er kam.", "Sie ging z. B. heim.", "Nein"]
    assert split.several == 1
    assert list(split.joined(["A.", "B.", "C"], "en")) == ["  A.  B. ", "", " ", "C"]
    assert next(split.joined(["甲。", "乙。", "丙"], "zh")) == "  甲。乙。 "
    assert list(Paragraphs.of(["他来了。她走了。"], "zh").joined(["A.", "B."], "en")) == ["A. B."]


def _translated(model: Path, folder: Path, text: str, **options: bool) -> list[str]:
    (folder / "in.de").write_text(text)
    out = folder / "out"
    outcome = translate_file(Translator(model), str(folder / "in.de"), str(out), Job(**options))  # type: ignore[arg-type]
    return [*out.read_text().splitlines(), *outcome.remarks]


def test_a_line_of_several_sentences_is_split(trained: Path, tmp_path: Path) -> None:
    one, two = (Translator(trained).translate(text).text for text in ("Die Frau lacht.", "Er lacht nicht."))
    text = "Die Frau lacht.  Er lacht nicht.\n\nEr lacht nicht.\n"
    assert _translated(trained, tmp_path, text) == [f"{one}  {two}", "", two]


def test_line_by_line_a_line_is_one_sentence(trained: Path, tmp_path: Path) -> None:
    whole = Translator(trained).translate("Die Frau lacht. Er lacht nicht.").text
    text = "Die Frau lacht. Er lacht nicht.\n"
    assert _translated(trained, tmp_path, text, line_by_line=True) == [whole]


def test_what_belongs_to_a_line_is_made_of_all_of_it(trained: Path, tmp_path: Path) -> None:
    text = "Die Frau lacht. Er lacht nicht.\nEr lacht nicht.\n"
    found = _translated(trained, tmp_path, text, as_json=True)
    assert len(found) == 3
    assert found[-1].startswith("1 line holds several sentences")


def test_the_command(trained: Path, tmp_path: Path) -> None:
    text = tmp_path / "in.de"
    text.write_text("Die Frau lacht. Er lacht nicht. Es kostet 3.500.\n")
    split = manyways_command("translate", str(trained), str(text), "--numbers").stdout
    whole = manyways_command("translate", str(trained), str(text), "--line-by-line").stdout
    assert len(split.splitlines()) == len(whole.splitlines()) == 1
    assert "3,500" in split
    assert "3.500" in whole
    refused = manyways_command("translate", str(trained), str(text), "--line-by-line", "--nbest", "2")
    assert refused.returncode == 2
    assert "--line-by-line" in refused.stderr
