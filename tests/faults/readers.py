"""Every reader of the program with a small good file: name, modules it exercises, sample, how it is read.

A reader gives all texts that came out of the file, so that it can be seen whether they can be written.
"""

# ruff: noqa: E501  (lines of foreign files are as long as they are)
from __future__ import annotations

import functools
import gzip
import hashlib
import io
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from manyways.align import read_links
from manyways.candidates import (
    FORMATS,
    Candidate,
    Sentence,
    from_sentences,
    read,
    read_chunks,
    read_references,
)
from manyways.choose import Chooser
from manyways.combine import Combiner
from manyways.combine.words import read_synonyms
from manyways.documents import Target, parse
from manyways.documents.plain import read as read_plain
from manyways.features.judge import Judge
from manyways.features.outside import read_answers
from manyways.features.resources import open_glossary
from manyways.features.rich import Pack, PackSettings
from manyways.features.rich.parts import collect_ngrams
from manyways.features.scores import read_scores
from manyways.grammar import check_glue, import_rules
from manyways.linguistics import read_tagged, read_treebank
from manyways.linguistics.tagger import read_class_codes
from manyways.lm import read_arpa
from manyways.lm.blocks import text_blocks
from manyways.lm.classes import WordClasses
from manyways.lm.estimate import _read_weights
from manyways.model import Model, Weights
from manyways.model.moses_ini import read_moses_ini
from manyways.phrases import import_moses
from manyways.reading import line_blocks, read_lines
from manyways.run.manifest import Manifest
from manyways.search.inputs import make_inputs, read_plf
from manyways.search.markup import read_markup
from manyways.search.phrase_weights import PhraseWeights
from manyways.settings import make_settings
from manyways.text.column import read_column
from manyways.text.corpus import stream_pairs
from manyways.text.glossary import read_glossary
from manyways.text.known_words import KnownWords
from manyways.text.pipeline import TextPipeline
from manyways.text.transliterate import Transliterator
from manyways.text.truecase import Truecaser
from manyways.toml import parse_value, read_toml
from manyways.train import TrainSettings
from manyways.tune.loop_store import _read_step, read_columns, write_columns
from manyways.web.studies.campaign import read_campaign
from tests.conftest import ROOT
from tests.support.good_files import GOOD, count_of
from tests.support.moses import ARPA, CHART_INI, GLUE, INI

__all__ = ["READERS", "Reader"]


RERANKER = b"""[rerank]
format = 1
learner = "svm"
metric = "bleu"
names = ["LM0", "words"]
units = [2.0, 0.5]
weights = [0.25, -1.0]
sources = ["0123456789abcdef"]
"""

JUDGE = b"""[judge]
url = "http://127.0.0.1:8000/v1"
model = "m"
kind = "logprobs"
prompt = "Translate: {source} -> {candidate}"
most = 5
"""
SCORE_TABLE = b"id\tsystem\tscore\n0\tA\t1\n0\tB\t0.5\n1\tB\t-2\n1\tA\t3e1\n"
SCORE_OBJECTS = b"""{"id": "0", "scores": [1, 2.5]}
{"id": 1, "system": "A", "score": 3, "reason": "so"}
{"id": 1, "candidate": 1, "score": 4}
"""

COMBINER = b"""[combine]
format = 1
method = "frontier"
metric = "bleu"

[frontier]
radius = 5
horizon = "length"

[words]
language = "en"
models = []

[votes]
kind = "uniform"

[weights]
words = -1.0
"any:1" = 0.5

[gate]
threshold = 50.0

[gate.quality]
metric = "chrf"
means = [50.0, 40.0, 1.5, 4.0]
weights = [0.5, 0.25, 0.0, -1.0]
knots = [-10.0, 0.0, 10.0]
levels = [30.0, 50.0, 60.0]
"""

CHOOSER = b"""[choose]
by = "mbr:bleu+chrf"
metric = "bleu"
tokenise = "13a"

[choose.votes]
A = 0.75
"B.c" = -0.25

[quality]
metric = "chrf"
means = [50.0, 40.0, 1.5, 4.0]
weights = [0.5, 0.25, 0.0, -1.0]
knots = [-10.0, 0.0, 12.5]
levels = [20.0, 40.0, 60.5]
"""


DOCUMENT_MODULES = (
    *("base", "formats", "html", "markdown", "markup", "po", "srt", "tmx", "wrapping", "xliff"),
)


@dataclass(frozen=True)
class Reader:
    """`file` is the name under which the sample is put into an empty folder; `modules` it goes through."""

    name: str
    modules: tuple[str, ...]
    sample: bytes
    read: Callable[[Path], Iterable[str]]
    file: str = "file"


def _candidates(name: str | None, path: Path) -> Iterator[str]:
    for found in {name: None, None: None}:  # None: by its content
        count = None if name is None else count_of(name)
        chunks = list(read_chunks(path, format=found, chunk=2, per_source=count, keep_raw=True))
        out = io.BytesIO()
        write = FORMATS["jsonl"].write
        assert write is not None
        write(out, chunks)
        yield out.getvalue().decode()


def _pairs(path: Path) -> Iterator[str]:
    for one, other in stream_pairs(path, source_language="de", target_language="en"):
        yield one + other


def _plain_document(path: Path) -> list[str]:
    data = path.read_bytes()
    document = read_plain(data, str(path), "de")
    assert document.written([None] * len(document.segments)) == data
    return [segment.text for segment in document.segments]


def _document(path: Path) -> Iterator[str]:
    data = path.read_bytes()
    document = parse(data, path.name, source="de", target="en")
    assert document.written([None] * len(document.segments)) == data
    yield document.written([Target(segment.parts) for segment in document.segments]).decode(
        "utf-8", "replace"
    )


def _plain_pairs(path: Path) -> Iterator[str]:
    partner = path.parent / "partner"
    partner.write_text("eins\nzwei\n")
    yield from (one + other for one, other in stream_pairs(partner, path))


def _links(path: Path) -> list[str]:
    return [repr(each) for each in read_links(path)]


def _arpa(path: Path) -> list[str]:
    words = read_arpa(path).vocabulary
    return [words.word(i) for i in range(len(words))]


def _phrases(path: Path) -> list[str]:
    return [each.target for each in import_moses(path, path.parent / "out").find("das haus")]


def _reordering(path: Path) -> list[str]:
    table = path.parent / "table"
    table.write_bytes(PHRASES)
    return [each.target for each in import_moses(table, path.parent / "out", reordering=path).find("haus")]


def _rules(path: Path) -> list[str]:
    return [each.target for each in import_rules(path, path.parent / "out").find("im [X] haus [X]")]


def _glue(path: Path) -> list[str]:
    check_glue(path)
    return []


def _ini(path: Path) -> list[str]:
    ini = read_moses_ini(path)
    limits = [int(each.settings.get("table-limit", "20")) for each in ini.tables]
    return [*ini.weights, str(ini.number("distortion-limit", 6)), str(limits), str(ini.is_chart)]


def _model(path: Path) -> list[str]:
    (path.parent / "phrases.bin").write_bytes(b"12345")
    _seal(path)
    model = Model.open(path.parent)
    pipelines = [TextPipeline.from_dict(each) for each in (model.source, model.target)]
    return [*model.weights, *model.files, *(each.language for each in pipelines)]


def _recipe(path: Path) -> list[str]:
    return [repr(make_settings(TrainSettings, read_toml(path).get("train", {})))]


def _settings(path: Path) -> list[str]:
    return [repr(parse_value(line)) for line in read_lines(path)]


def _chooser(path: Path) -> list[str]:
    chooser = Chooser.read(path)
    return [chooser.scorer.name, *chooser.used]


def _answers(path: Path) -> list[str]:
    return [name for answer in read_answers(path).values() for name in answer]


def _judge(path: Path) -> list[str]:
    return [Judge.read(str(path)).name]


def _glossary(path: Path) -> list[str]:
    return [str(len(open_glossary(path)))]


def _scores(path: Path) -> list[str]:
    candidates = [Candidate("a", system="A"), Candidate("b", system="B")]
    return list(read_scores(path, from_sentences([Sentence("0", candidates), Sentence("1", candidates)])))


def _reranker(path: Path) -> list[str]:
    _seal(path)
    return _chooser(path)


def _combiner(path: Path) -> list[str]:
    _seal(path)
    return list(Combiner.read(path).weights)


def _seal(path: Path) -> None:
    """As whoever changed it would seal it."""
    content = path.read_bytes()
    path.write_bytes(b'seal = "%s"\n%s' % (hashlib.sha256(content).hexdigest().encode(), content))


def _weights(path: Path) -> list[str]:
    return list(Weights.read(path).components())


def _lattices(path: Path) -> list[str]:
    lattices = [read_plf(line) for line in read_lines(path)]
    make_inputs(lattices)
    return [word for each in lattices for _, _, word, _ in each.edges]


def _markup(path: Path) -> Iterator[str]:
    for line in read_lines(path):
        found = read_markup(line)
        yield from found.pieces
        yield from (text for mark in found.marks.values() for text, _ in mark.translations)


def _truecase(path: Path) -> list[str]:
    return list(Truecaser.load(path).apply(["The EU MUST act ."], threads=1))


def _known_words(path: Path) -> list[str]:
    return list(KnownWords.load(path, split=True).apply(["der Haushaltsplan Plans"], threads=1))


def _letters(path: Path) -> list[str]:
    found = Transliterator.load(path)
    return [str(found.borrows("αβ")), *(text for text, _ in found.best("αβ", 3))]


def _classes(path: Path) -> list[str]:
    classes = WordClasses.read(path)
    return [classes.vocabulary.word(i) for i in range(len(classes.vocabulary))]


def _tagged(path: Path) -> list[str]:
    found = read_tagged(path)
    return [*found.words, *found.tags]


def _trees(path: Path) -> list[str]:
    return list(read_treebank(path).trees.texts())


def _pack(path: Path) -> list[str]:
    (path.parent / "mixlm.bin").write_bytes(b"12345")
    _seal(path)
    pack = Pack.open(path.parent)
    return [*pack.parts, *pack.files, pack.source.language, str(pack.setting("weak", float)), *pack.marks]


def _counted(path: Path) -> list[str]:
    settings = PackSettings(ngram_order=3)
    return [str(collect_ngrams([], [path], path.parent / "out", settings, lower=True))]


def _columns() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lists"
        path.write_text(GOOD["moses"])
        write_columns(read(path), path)
        return path.read_bytes()


PHRASES = b"das haus ||| the house ||| 0.5 0.25 0.5 1 ||| 0-0 1-1 ||| 4 2 1 ||| |||\nhaus ||| house ||| 1e-05 1 1 1 ||| 0-0\n"
REORDERING = (
    b"das haus ||| the house ||| 0.2 0.2 0.6 0.6 0.2 0.2\nhaus ||| house ||| 0.2 0.2 0.6 0.6 0.2 0.2\n"
)
RULES = b"im [X][X] haus [X][X] [X] ||| [X][X] in [X][X] house [X] ||| 0.5 1 1 0.25 ||| 0-1 1-2 2-3 3-0 ||| 4 2 1 ||| |||\n"
CONLLU = """# text = the house
1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_
2-3\tcannot\t_\t_\t_\t_\t_\t_\t_\t_
2\tcan\tcan\tAUX\tMD\t_\t0\troot\t_\t_

1\tgrößer\t_\tADJ\t_\t_\t0\troot\t_\t_
"""
TREES = """(ROOT (S (NP-SBJ (PRP I)) (VP (VBP see) (NP (-NONE- *)) (-LRB- -LRB-)) (. .)))
( (S (NP (DT das)
         (NN Größte))))
"""
TMX = b"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><body><tu><tuv xml:lang="de"><seg>ein <bpt i="1">x</bpt>Haus &amp; &#228;</seg></tuv>
<tuv xml:lang="en-GB"><seg>a house</seg></tuv></tu></body></tmx>
"""
XLIFF = b"""<xliff version="1.2"><file><body><trans-unit id="1"><source>ein Haus</source>
<target>a <g>house</g></target></trans-unit></body></file></xliff>
"""
PO = b'# x\nmsgid ""\nmsgstr "Language: de\\n"\n\n#, fuzzy\nmsgid "a"\nmsgstr "b"\n\nmsgctxt "c"\nmsgid "%d day"\nmsgid_plural "%d days"\nmsgstr[0] "%d Tag\\t\\303\\251"\nmsgstr[1] ""\n"%d \\"Tage\\"\\xc3\\xa9"\n'
SGM = b'<refset setid="x" refid="r1"><doc><seg id="1">a &amp; house &#228;</seg>\n<seg id="2">x</seg></doc></refset>\n'
MODEL = b"""format = 2
kind = "phrase"

[weights]
LM0 = 0.5
TM0 = [0.1, 0.2]

[search]
distortion_limit = 6

[text.source]
language = "de"
casing = "lower"

[text.target]
language = "en"

[files.table]
path = "phrases.bin"
kind = "table"
bytes = 5
sha256 = "00"
head = "5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5"
"""
PACK = b"""format = 1
marks = ["0123456789abcdef"]
[source]
language = "de"
casing = "lower"
[target]
language = "en"
[settings]
weak = 0.001
[parts]
mixlm = ["mixlm"]
[files.mixlm]
path = "mixlm.bin"
bytes = 5
sha256 = "00"
"""
RECIPE = b"""[train]
distortion_limit = 6
[train.text]
source_language = "de"
[train.lm]
order = 3
prune = [0, 0, 1]
[train.filter]
max_ratio = 9.0
[train.align]
kin = 0.5
"""


def sealed(path: Path) -> Path:
    """A manifest as whoever changed it would seal it again."""
    rest = path.read_bytes().removeprefix(b"{")
    path.write_bytes(b'{"seal": "%s",\n%s' % (hashlib.sha256(rest).hexdigest().encode(), rest))
    return path


MANIFEST = b"""{"version": "0.1", "steps": {"a": {"key": "k", "inputs": {"x": "h"}, "settings": {"n": 1},
 "outputs": {"o": "h"}, "facts": {}, "seconds": 1.5}}}
"""
TEXT = "das Haus ist alt .\nein größeres Haus .\r\n\n東京 は\n".encode()

READERS = {
    each.name: each
    for each in [
        *(
            Reader(
                f"candidates {name}",
                (
                    "candidates/formats/answers.py",
                    "candidates/formats/base.py",
                    "candidates/formats/records.py",
                    f"candidates/formats/{name}.py",
                ),
                GOOD[name].encode(),
                functools.partial(_candidates, name),
            )
            for name in FORMATS
        ),
        *(
            Reader(
                f"answers {path.name}",
                ("candidates/formats/answers.py",),
                path.read_bytes(),
                functools.partial(_candidates, None),
            )
            for path in sorted((ROOT / "tests" / "data" / "answers").iterdir())
        ),
        Reader(
            "candidates header",
            ("candidates/formats/jsonl.py",),
            b'{"manyways": 1, "layout": {"features": ["A"], "format": "moses", "columns": [["id", 0, 1]]}}\n'
            + GOOD["jsonl"].encode(),
            functools.partial(_candidates, "jsonl"),
        ),
        Reader("references", ("candidates/references.py",), TEXT, lambda p: read_references([p])[0]),
        Reader("references sgm", ("candidates/references.py",), SGM, lambda p: read_references([p])[0]),
        Reader("corpus tmx", ("text/formats/tmx.py", "text/formats/xml.py"), TMX, _pairs, "file.tmx"),
        Reader("corpus xliff", ("text/formats/xliff.py",), XLIFF, _pairs, "file.xlf"),
        Reader("corpus po", ("text/formats/po.py",), PO, _pairs, "file.po"),
        Reader("corpus plain", ("text/formats/plain.py",), b"one\ntwo\n", _plain_pairs),
        Reader("column", ("text/column.py",), TEXT, read_column),
        *(
            Reader(
                f"document {path.name}",
                tuple(f"documents/{name}.py" for name in DOCUMENT_MODULES),
                path.read_bytes(),
                _document,
                path.name,
            )
            for path in sorted((ROOT / "tests" / "data" / "documents").iterdir())
        ),
        Reader("document plain", ("documents/plain.py",), TEXT, _plain_document),
        Reader(
            "glossary",
            ("text/glossary.py",),
            b"source\ttarget\tflags\n# ours\nHaus\thouse\nHaus\thome\tforbidden\nEU\tEU\texact,preferred\n",
            lambda p: [term.source + term.target for term in read_glossary(p)],
        ),
        Reader(
            "lines",
            (
                *("translator/lines.py", "translator/job.py", "text/running.py", "cli/align.py"),
                *("cli/lm_interpolate.py", "tune/tuning.py", "files.py"),
            ),
            TEXT,
            lambda p: [x for block in line_blocks(p) for x in block],
        ),
        Reader(
            "blocks",
            ("lm/blocks.py",),
            TEXT,
            lambda p: [x for block in text_blocks(p, block_bytes=4096) for x in block],
        ),
        Reader(
            "gzip",
            ("reading.py", "rerank/job.py"),
            gzip.compress(TEXT * 3, mtime=0),
            read_lines,
            "file.gz",
        ),
        Reader(
            "campaign",
            ("web/studies/campaign.py",),
            b'{"info": {}, "data": [[[{"item_id": "1", "ref": "a b", "tgt": {"m": "a b", "n": "a"}}]]]}',
            lambda p: [each.reference + each.best[0] + each.diverse[0] for each in read_campaign(p)[0]],
        ),
        Reader("links", ("align/links.py",), b"0-0 1-2:0.5\n\n3p4 5-6\n", _links),
        Reader("arpa", ("lm/arpa.py",), ARPA.encode(), _arpa),
        Reader("arpa gzip", ("lm/arpa.py",), gzip.compress(ARPA.encode(), mtime=0), _arpa, "file.gz"),
        Reader("phrase table", ("phrases/moses.py",), PHRASES, _phrases),
        Reader("reordering table", ("phrases/moses.py",), REORDERING, _reordering),
        Reader("rule table", ("grammar/moses.py",), RULES, _rules),
        Reader("glue grammar", ("grammar/moses.py",), GLUE.encode(), _glue),
        Reader("moses.ini", ("model/moses_ini.py",), INI.encode(), _ini),
        Reader("moses.ini chart", ("model/moses_ini.py",), CHART_INI.encode(), _ini),
        Reader(
            "model.toml",
            ("model/directory.py", "settings.py", "toml.py", "seal.py"),
            MODEL,
            _model,
            "model.toml",
        ),
        Reader("recipe", ("cli/train.py",), RECIPE, _recipe),
        Reader("settings", ("toml.py",), b'3\n0.5\nLM0,TM0[1]\n"x"\n[1, 2]\n', _settings),
        Reader(
            "weights toml",
            ("model/weights.py",),
            b'[weights]\nLM0 = 0.5\n"TM 0" = [1, 2.5]\n',
            _weights,
            "file.toml",
        ),
        Reader(
            "weights json",
            ("model/weights.py",),
            b'{"weights": {"LM0": 0.5, "TM0": [1, 2]}}\n',
            _weights,
            "file.json",
        ),
        Reader("weights ini", ("model/weights.py",), INI.encode(), _weights, "file.ini"),
        Reader("chooser", ("choose/chooser.py",), CHOOSER, _chooser, "file.toml"),
        Reader("combiner", ("combine/combiner.py",), COMBINER, _combiner, "file.toml"),
        Reader("synonyms", ("combine/words.py",), b"big\tlarge\n\nhuge\tbig\n", read_synonyms),
        Reader("reranker", ("choose/reranker.py",), RERANKER, _reranker, "file.toml"),
        Reader("answers", ("features/outside.py",), b'0a1b\t{"": 1.5}\n2c\t{"x": -1, "y": 2}\n', _answers),
        Reader("judge", ("features/judge.py",), JUDGE, _judge, "file.toml"),
        Reader(
            "glossary of features",
            ("features/resources.py",),
            b"das Haus\tthe house\n\nHaus\thome\n",
            _glossary,
        ),
        Reader("scores", ("features/scores.py",), b"1 2\n3\n-1e3 4.5\n0\n", _scores),
        Reader("score table", ("features/scores.py",), SCORE_TABLE, _scores, "comet.tsv"),
        Reader("score objects", ("features/scores.py",), SCORE_OBJECTS, _scores, "comet.jsonl"),
        Reader(
            "lattice", (), b"((('das', 1.0, 1),), (('ist', 0.9, 1), (\"i'\\u00e4\", 0.1, 1),),)\n", _lattices
        ),
        Reader(
            "markup",
            (),
            b'das <x translation="a&#228;||b" prob="0.8||0.2">Haus</x> <wall/> &lt; <n forbid="c">d</n>\n',
            _markup,
        ),
        Reader("truecaser", ("text/truecase.py",), b"EU (981/985) Eu (4)\nthe (5/9) The (4)\n", _truecase),
        Reader(
            "known words",
            ("text/known_words.py",),
            b"joiners\ts\ten\nHaushalt\t12\nPlan\t7\nPl\xc3\xa4ne\t3\n",
            _known_words,
        ),
        Reader(
            "letters",
            ("text/transliterate.py",),
            "letters\tcapital\nunit\tα\ta\t0.5\nunit\tβ\tve\t0.25\nunit\tβ\t\t0.25\n"
            "word\tAve\t3\nborrowed\tαβ\nown\tβα\n".encode(),
            _letters,
        ),
        Reader("classes", ("lm/classes.py",), b"haus 3\nder 12\n", _classes),
        Reader(
            "tagged",
            ("linguistics/tagged.py", "linguistics/files.py"),
            "das_ART größte_ADJA\n".encode(),
            _tagged,
        ),
        Reader("tagged slashes", ("linguistics/tagged.py",), b"the/DT 1/2/CD\n\nold/JJ\n", _tagged),
        Reader("conllu", ("linguistics/tagged.py",), CONLLU.encode(), _tagged),
        Reader("trees", ("linguistics/trees.py",), TREES.encode(), _trees),
        Reader("tags of trees", ("linguistics/tagged.py",), TREES.encode(), _tagged),
        Reader(
            "classes of a tagger", ("linguistics/tagger.py",), b"0\tder\t12\n10\thaus\t3\n", read_class_codes
        ),
        Reader("paths of classes", ("lm/classes.py",), b"0\tder\t12\n10\thaus\t3\n", _classes),
        Reader(
            "phrase weights",
            ("search/phrase_weights.py",),
            b"a b\t0.5\nc\t-1e-05\n",
            lambda p: PhraseWeights.read(p).names,
        ),
        Reader("sentence weights", ("lm/estimate.py",), b"1\n0.5\n", lambda p: map(repr, _read_weights(p))),
        Reader(
            "manifest",
            ("run/manifest.py",),
            MANIFEST,
            lambda p: Manifest.read(sealed(p).parent).steps,
            "manifest.json",
        ),
        Reader(
            "tuning step",
            ("tune/loop_store.py",),
            b'{"weights": {"LM0": 0.5}, "found": ["x"]}',
            lambda p: _read_step(p)[1],
        ),
        Reader("pack.toml", ("features/rich/pack.py",), PACK, _pack, "pack.toml"),
        Reader(
            "counted n-grams",
            ("features/rich/parts.py",),
            b"the old house\t41\nold house is\t3\n",
            _counted,
        ),
        Reader("columns", ("tune/loop_store.py",), _columns(), lambda p: read_columns(p).texts),
    ]
}
