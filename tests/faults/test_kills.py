"""Every writing verb, killed at every call that changes a file, or with that call failing.

After a kill the same command must give what it gives undisturbed, and leave nothing behind: not beside its
output, not in the folder for temporary files. After a failed call: one line, status 2, nothing left.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.fork_server import Done, Server, compiler

VOLATILE = ("seconds", "cpu_seconds", "peak_memory_mb")
FAILURES = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS)
KILLED = -9
REMOVERS = ("unlink", "unlinkat", "rmdir")
KILLS, ERRORS = 3, 2  # of each kind of call and command, at scale 1


@dataclass(frozen=True)
class Case:
    """A command. Inputs are in ../in, outputs in the current folder."""

    arguments: str
    before: str = ""  # a file that is there already


CASES = [
    Case("convert ../in/lists.moses --out lists.jsonl.gz"),
    Case("convert ../in/lists.jsonl --out lists.moses --force", before="lists.moses"),
    Case("diversify ../in/lists.jsonl --size 2 --out few.jsonl --quiet"),
    Case("choose ../in/lists.jsonl --by mbr --out best.jsonl --threads 1 --quiet"),
    Case(
        "combine train ../in/lists.jsonl --references ../in/few.en --rounds 1 --nbest 5 --out c.toml --quiet"
    ),
    Case("combine apply ../in/combiner.toml ../in/lists.jsonl --out new.en --threads 1 --quiet"),
    Case(
        "align --source ../in/train.de --target ../in/train.en --model model1 --out links --threads 1 --quiet"
    ),
    Case("tune --candidates ../in/lists.jsonl --references ../in/few.en --with pro --out w.toml --threads 1"),
    Case("lm estimate ../in/long.en --order 3 --memory 1 --out lm.bin --threads 1 --quiet"),
    Case("lm estimate ../in/train.en --order 3 --discount-fallback --out lm.arpa --threads 1 --quiet"),
    Case("translate ../in/model ../in/few.po --glossary ../in/terms.tsv --out few.po --threads 1 --quiet"),
    Case("tokenise ../in/few.de --out words.de"),
    Case("detokenise ../in/few.de --out text.de"),
    Case("split ../in/few.de --out sentences.de"),
    Case("lm convert ../in/lm.arpa --out lm.bin --quiet"),
    Case("tagger train ../in/few.mrg --also ../in/few.mrg --passes 1 --out en.tagger --quiet"),
    Case("tagger apply ../in/en.tagger ../in/few.en --out tagged --threads 1 --quiet"),
    Case("parser train ../in/few.mrg --passes 1 --folds 2 --out en.parser --quiet"),
    Case("parser apply ../in/en.parser ../in/few.en --out trees --threads 1 --quiet"),
    Case("lm interpolate ../in/lm.arpa ../in/lm.arpa --shares 0.5,0.5 --out mixed.bin --quiet"),
    Case("export-moses ../in/model moses"),
    Case("import-moses ../in/moses/moses.ini imported --quiet"),
    Case("translate ../in/model ../in/few.de --out text --graph-out graphs --threads 1 --quiet"),
    Case(
        "train --source ../in/train.de --target ../in/train.en --lm-order 2 --out model --threads 1 --quiet"
    ),
    Case(
        "rerank prepare --source ../in/train.de --target ../in/train.en --spare-lists ../in/lists.jsonl "
        "--references ../in/few.en --recipe ../in/pack.toml --out pack --threads 1 --quiet"
    ),
    Case(
        "tune ../in/model ../in/few.de ../in/few.en --iterations 2 --nbest 5 --out tuned --threads 1 --quiet"
    ),
]


def prepare(server: Server, folder: Path) -> None:
    """Texts, lists, a model and its Moses form, all as small as can be."""
    from manyways.text import toy

    folder.mkdir(parents=True)
    corpus = toy.generate(60)
    texts = {"train.de": corpus.raw_sources, "train.en": corpus.raw_references[0]}
    texts |= {"few.de": corpus.raw_sources[:3], "few.en": corpus.raw_references[0][:3]}
    texts["few.mrg"] = corpus.trees[:8]
    texts["few.po"] = [line for text in texts["few.de"] for line in (f'msgid "{text}"', 'msgstr ""', "")]
    texts["terms.tsv"] = ["Haus\tbuilding"]
    texts["long.en"] = toy.generate(3000).raw_references[0]
    (folder / "pack.toml").write_text("[pack]\nclasses = [4]\nclass_orders = [2]\ndisc_orders = [2]\n")
    for name, lines in texts.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    commands = [
        "train --source train.de --target train.en --lm-order 2 --out model --threads 1",
        "export-moses model moses",
        "lm convert model/LM0.bin --out lm.arpa",
        "translate model few.de --nbest 5 --out lists.jsonl --threads 1",
        "convert lists.jsonl lists.moses",
        "tagger train few.mrg --passes 1 --out en.tagger",
        "parser train few.mrg --passes 1 --folds 1 --out en.parser",
        "combine train lists.jsonl --references few.en --rounds 1 --nbest 5 --out combiner.toml --threads 1",
    ]
    for command in commands:
        done = server.run(command.split(), cwd=folder)
        assert done.status == 0, done.error


def tree(folder: Path) -> dict[str, str]:
    """Every file and folder, with the permissions and what stands in it; times and memory are left out."""
    found = {}
    for path in sorted(folder.rglob("*")):
        content = b"" if path.is_dir() else path.read_bytes()
        if path.name == "manifest.json":
            values = json.loads(content)
            del values["seal"]  # over the times too
            for step in values["steps"].values():
                for name in VOLATILE:
                    del step[name]
            content = json.dumps(values).encode()
        found[str(path.relative_to(folder))] = (
            f"{path.stat().st_mode:o} {hashlib.sha256(content).hexdigest()}"
        )
    return found


class Trial:
    """One command in a folder of its own, again and again."""

    def __init__(self, server: Server, work: Path, case: Case) -> None:
        self.server, self.case = server, case
        self.folder, self.temporary = work / "out", work / "tmp"
        self.counts: Counter[str] = Counter()
        self.reset()
        self.first = tree(self.folder)
        done = self.run()
        assert done.status == 0, done.error
        self.calls, self.wanted = done.calls, tree(self.folder)
        assert not list(self.temporary.iterdir())

    def reset(self) -> None:
        for folder in (self.folder, self.temporary):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        if self.case.before:
            (self.folder / self.case.before).write_text("old\n")
            (self.folder / self.case.before).chmod(0o640)

    def run(self, *more: str, strike: int = 0, failure: int = 0) -> Done:
        arguments = [*self.case.arguments.split(), *more]
        return self.server.run(
            arguments, cwd=self.folder, temporary=self.temporary, strike=strike, failure=failure
        )

    def strikes(self, most: int) -> list[int]:
        """Numbers of calls: of each kind `most`, evenly spread, the first and the last among them."""
        places: dict[str, list[int]] = {}
        for number, name in enumerate(self.calls, 1):
            places.setdefault(name, []).append(number)
        chosen = set()
        for numbers in places.values():
            count = min(most, len(numbers))
            chosen |= {numbers[i * (len(numbers) - 1) // max(count - 1, 1)] for i in range(count)}
        return sorted(chosen)

    def kill(self, number: int) -> None:
        self.reset()
        if self.run(strike=number).status != KILLED:
            return  # it had fewer calls this time
        self.counts["kills"] += 1
        self.finish(f"killed at call {number}")

    def fail(self, number: int, failure: int) -> None:
        self.reset()
        done = self.run(strike=number, failure=failure)
        self.counts["failures"] += 1
        what = f"call {number} failed with {errno.errorcode[failure]}"
        if "Traceback" in done.error or done.status not in (0, 2):
            self.report("tracebacks", what, done.error or str(done.status))
        elif done.status == 2 and not is_one_message(done.error):
            self.report("messages", what, done.error)
        elif done.status == 0 and tree(self.folder) != self.wanted:
            self.report("differences", what, "status 0")
        half = any(name.endswith(".partial") for name in tree(self.folder)) or any(self.temporary.iterdir())
        if half and self.calls[number - 1] not in REMOVERS:  # what cannot be removed stays for the next run
            self.report("strays", what, str(list(tree(self.folder))))
        self.finish(what)

    def finish(self, what: str) -> None:
        """The same command once more; --force only if all was done and that is what it asks for."""
        done = self.run()
        if done.status == 2 and "--force" in done.error:
            if "--force" not in self.case.arguments and not set(self.wanted) <= set(tree(self.folder)):
                self.report("differences", what, f"asks for --force too early: {done.error}")
            done = self.run("--force")
        if "Traceback" in done.error or done.status != 0:
            self.report("tracebacks", f"after {what}", done.error)
        now = tree(self.folder)
        strays = set(now) - set(self.wanted)
        if strays or list(self.temporary.iterdir()):
            self.report("strays", what, f"{strays} {list(self.temporary.iterdir())}")
        elif now != self.wanted:
            self.report(
                "differences", what, str({name for name in self.wanted if now.get(name) != self.wanted[name]})
            )

    def report(self, kind: str, what: str, detail: str) -> None:
        self.counts[kind] += 1
        print(f"{kind}: manyways {self.case.arguments}: {what}: {detail}")


def is_one_message(error: str) -> bool:
    """One line, and perhaps a remedy on a line of its own; remarks on the data may stand before it."""
    _, found, message = f"\n{error}".partition("\nmanyways: ")
    _, *rest = message.splitlines()
    return bool(found) and len(rest) <= 1 and all(line.startswith("    ") for line in rest)


def campaign(work: Path, *, scale: int = 1) -> dict[str, int]:
    """All verbs: killed and failed at their calls; scale 1 is a sample, even over the kinds of calls."""
    counts: Counter[str] = Counter(kills=0, failures=0, strays=0, differences=0, tracebacks=0, messages=0)
    with Server(work / "server") as server:
        prepare(server, work / "in")
        for case in CASES:
            trial = Trial(server, work, case)
            for number in trial.strikes(KILLS * scale):
                trial.kill(number)
            for index, number in enumerate(trial.strikes(ERRORS * scale)):
                trial.fail(number, FAILURES[index % len(FAILURES)])
            counts.update(trial.counts)
    return dict(counts)


@pytest.mark.slow
@pytest.mark.skipif(compiler() is None, reason="there is no C compiler to make the faults with")
def test_a_killed_or_failed_command_gives_the_same_when_it_is_run_again(tmp_path: Path) -> None:
    figures = campaign(tmp_path)
    assert figures["kills"] >= 120
    assert figures["failures"] >= 60
    assert {name: figures[name] for name in ("strays", "differences", "tracebacks", "messages")} == {
        "strays": 0,
        "differences": 0,
        "tracebacks": 0,
        "messages": 0,
    }


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler to make the faults with")
@pytest.mark.skipif("MANYWAYS_SANITIZED" in os.environ, reason="the sanitizers stand between the calls")
def test_a_binary_file_is_synced_before_it_has_its_name_and_its_directory_after(tmp_path: Path) -> None:
    from manyways.lm import EstimateSettings, estimate, save

    settings = EstimateSettings(order=2, discount_fallback=(0.5, 1.0, 1.5))
    save(estimate(["a b", "a c"], settings).ngrams, tmp_path / "lm.arpa")
    with Server(tmp_path / "server") as server:
        done = server.run(["lm", "convert", "lm.arpa", "--out", "lm.bin"], cwd=tmp_path)
    assert done.status == 0, done.error
    assert done.calls[-4:] == ["fclose", "fsync", "rename", "fsync"]
