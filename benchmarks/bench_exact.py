"""Exact search: the tables of Chang & Collins (2011) on a fixed model, and the certified method beside them.

    python -m benchmarks.bench_exact --quick                        # a few sentences of everything
    python -m benchmarks.bench_exact sample all --results DIR       # resumes where DIR's records end
    python -m benchmarks.bench_exact sample --first 100             # as many of each length

Parts: `sample` (Tables 1 to 3 on 300 sentences, both methods), `all` (certified, 1,824 sentences, both
spaces), `fivegram`, `moses` (the models of 200 and 1,000 sentences), `stacks` (the beam's search errors;
needs `all`), `programs` (Table 4: HiGHS on 20 short sentences). CPU seconds of one thread, the graph
included, loading excluded.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from benchmarks.corpora import SHARED, absent
from benchmarks.exact_tables import (
    SUMMARY,
    Run,
    common_set,
    constraints_table,
    gap_table,
    iterations_table,
    markdown,
    programs_table,
    seconds_table,
    summary_row,
)
from manyways.exact import ExactSearch, ExactSettings
from manyways.exact.baselines import Solution, solve
from manyways.exact.results import RelaxedGraph
from manyways.lm import EstimateSettings, LanguageModel, estimate_files, write_model
from manyways.model.moses import import_moses
from manyways.search import BeamSearch, BeamSettings, PhraseModel
from manyways.text.column import read_column

PEERS = SHARED / "fixtures"
EUROPARL = "europarl-de-en/test"
STACKS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
PARTS = ("sample", "all", "fivegram", "moses", "stacks", "programs")
MEMORY = 16_000  # MB for the published algorithm, whose graphs have up to 200 million edges
MISSED = 1e-4  # a beam's score that lies further below the optimum is a search error


class Bench:
    """Models, sentences and records of a run."""

    def __init__(self, results: Path, quick: bool, time_limit: float, first: int | None = None) -> None:
        self.results, self.quick, self.time_limit, self.first = results, quick, time_limit, first
        self.results.mkdir(parents=True, exist_ok=True)
        self.decoders: dict[str, PhraseModel] = {}

    def decoder(self, name: str) -> PhraseModel:
        if name not in self.decoders:
            directory = self.results / name.replace("/", "-")
            if not (directory / "model.toml").exists():
                import_moses(PEERS / name / "moses.ini", directory)
            self.decoders[name] = PhraseModel.open(directory)
        return self.decoders[name]

    def fivegram(self) -> PhraseModel:
        """The Europarl model with a 5-gram model of its training text, without singletons from 3-grams on."""
        path = self.results / "fivegram.bin"
        if not path.exists():
            text = self.results / "train.en"
            rows = (line.lower() for line in read_column(SHARED / "data" / "europarl-de-en" / "train.en.gz"))
            text.write_text("\n".join(rows) + "\n", encoding="utf-8")
            settings = EstimateSettings(order=5, prune=(0, 0, 1))
            write_model(estimate_files([text], settings).ngrams, path)
        plain = self.decoder(EUROPARL)
        return PhraseModel(plain.table, {"LM0": LanguageModel.open(path)}, plain.weights, plain.search)

    def sentences(self, name: str) -> list[str]:
        return list(read_column(PEERS / name / "source.de"))

    def chosen(self, ids: Sequence[int], every: int = 21) -> Sequence[int]:
        return ids[::every] if self.quick else ids

    def beam(
        self, space: str, stack: int, ids: Sequence[int]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """The scores of a search with plain stacks of this size, and where it found nothing in its space."""
        path = self.results / f"beam-{space}-{stack}{'-quick' if self.quick else ''}.npz"
        texts = self.sentences(EUROPARL)
        if not path.exists():
            wanted = self.chosen(range(len(texts)), 100)
            settings = BeamSettings(stack=stack, plain=True, space=space)  # type: ignore[arg-type]
            found = BeamSearch(self.decoder(EUROPARL), settings).best([texts[i] for i in wanted])
            dead = np.array(found.status) != "beam"
            np.savez(path, ids=np.array(wanted), scores=found.scores, dead=dead)
        kept = np.load(path)
        rows = np.searchsorted(kept["ids"], ids)
        return kept["scores"][rows], kept["dead"][rows]

    def record(
        self, task: str, decoder: PhraseModel, settings: ExactSettings, name: str, ids: Sequence[int]
    ) -> list[Run]:
        """Search what is not recorded yet; all records of these sentences."""
        return self.record_all(decoder, {task: settings}, name, ids)[0]

    def record_all(
        self, decoder: PhraseModel, tasks: dict[str, ExactSettings], name: str, ids: Sequence[int]
    ) -> list[list[Run]]:
        """The same for several methods, sentence by sentence, so that the machine treats all alike."""
        texts = self.sentences(name)
        paths = {task: self.results / f"{task}.jsonl" for task in tasks}
        known = {task: {run.id: run for run in read_runs(path)} for task, path in paths.items()}
        for i in ids:
            for task, settings in tasks.items():
                if i not in known[task]:
                    known[task][i] = search(ExactSearch(decoder, settings), i, texts[i])
                    with paths[task].open("a", encoding="utf-8") as out:
                        out.write(json.dumps(asdict(known[task][i])) + "\n")
        return [[runs[i] for i in ids] for runs in known.values()]


def read_runs(path: Path) -> Iterator[Run]:
    if path.exists():
        yield from (Run(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())


def search(prover: ExactSearch, i: int, text: str) -> Run:
    started = time.process_time()
    proof = prover.prove(text)
    seconds = time.process_time() - started
    return Run(
        i, len(text.split()), proof.status, seconds, proof.iterations, proof.constraints,
        proof.lower, proof.upper, proof.beam_score,
    )  # fmt: skip


def sample_ids() -> list[int]:
    """One of each length in turn, so that every beginning of the list is a sample of all."""
    lines = (Path(__file__).parent / "exact_sample.txt").read_text(encoding="utf-8").splitlines()
    columns = [[int(i) for i in line.split()] for line in lines if not line.startswith("#")]
    return [i for row in zip(*columns, strict=True) for i in row]


def bench_sample(bench: Bench) -> None:
    """Tables 1 to 3, and the ratio of the two methods."""
    ids = bench.chosen(sample_ids()[: bench.first])
    decoder = bench.decoder(EUROPARL)
    published = ExactSettings(
        method="lagrangian", space="free", time_limit=3600.0, cpu_time=True, memory=MEMORY
    )
    plain = replace(published, a_star=False)
    ours = ExactSettings(method="certified", space="free", time_limit=bench.time_limit, cpu_time=True)
    both = {"sample-certified": ours, "sample-astar": published}
    certified, astar = bench.record_all(decoder, both, EUROPARL, ids)
    # Without constraints the two are the same search, which is run once.
    tightened = [run.id for run in astar if run.constraints > 0]
    again = {run.id: run for run in bench.record("sample-plain", decoder, plain, EUROPARL, tightened)}
    without = [again.get(run.id, run) for run in astar]
    print(f"\nTable 1: iterations, {len(ids)} sentences, free space\n\n{iterations_table(astar)}")
    print(f"\nTable 2: constraints added\n\n{constraints_table(astar)}")
    columns = {"A*": astar, "certified": certified}
    print(f"\nTable 3: CPU seconds\n\n{seconds_table(columns)}")
    three = {"A*": astar, "without": without, "certified": certified}
    print(f"\nTable 3 with and without A*\n\n{seconds_table(three)}")
    print(f"\nBounds left apart without a certificate\n\n{gap_table(astar)}")
    gap_space(bench, astar)
    for ways in (columns, three):
        common = common_set(ways)
        spent = {name: np.mean([run.seconds for run in runs]) for name, runs in common.items()}
        faster = ", ".join(
            f"{x / spent['certified']:.0f} times as fast as {n}" for n, x in spent.items() if n != "certified"
        )
        print(f"\nof {len(common['certified'])} sentences that all certified: certified is {faster}")
    for a, b in zip(astar, certified, strict=True):
        if a.certified and b.certified and abs(a.lower - b.lower) > MISSED:
            print(f"  sentence {a.id}: certificates disagree, {a.lower} and {b.lower}")


def gap_space(bench: Bench, astar: Sequence[Run]) -> None:
    """Tables 1 and 2 in Moses's space, where the published algorithm takes the same steps.

    Its relaxation knows no gap constraint: it ends with the same derivation, which is a certificate only if
    it keeps the constraint, that is, if the best score is the same in both spaces.
    """
    settings = ExactSettings(method="certified", space="gap", time_limit=bench.time_limit, cpu_time=True)
    ids = [run.id for run in astar]
    gap = bench.record("sample-gap", bench.decoder(EUROPARL), settings, EUROPARL, ids)
    kept = [
        run if other.lower > run.lower - 1e-6 else replace(run, status="gap")
        for run, other in zip(astar, gap, strict=True)
    ]
    print(f"\nTable 1, Moses's space\n\n{iterations_table(kept)}")
    print(f"\nTable 2, Moses's space\n\n{constraints_table(kept)}")


def bench_all(bench: Bench) -> None:
    """Every sentence, both spaces; in Moses's space beside Moses's totals."""
    ids = bench.chosen(range(len(bench.sentences(EUROPARL))), 100)
    decoder, rows = bench.decoder(EUROPARL), []
    for space in ("free", "gap"):
        settings = ExactSettings(method="certified", space=space, time_limit=bench.time_limit, cpu_time=True)
        runs = bench.record(f"all-{space}", decoder, settings, EUROPARL, ids)
        rows.append(summary_row(f"trigram, {space} space", runs))
        if space == "gap":
            below_moses(runs, EUROPARL)
    print(f"\nCertified, CPU seconds\n\n{markdown(SUMMARY, rows)}")


def below_moses(runs: Sequence[Run], name: str) -> None:
    """Certified totals that lie below what Moses found."""
    for file in sorted((PEERS / name).glob("*.1best.scores.tsv")):
        rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
        totals = {int(row[0]): float(row[1]) for row in rows}
        low = [run for run in runs if run.certified and run.lower < totals[run.id] - 0.001]
        high = sum(run.lower > totals[run.id] + 0.001 for run in runs)
        print(f"  {file.name}: {len(low)} of {len(runs)} below Moses by more than 0.001, {high} above")


def bench_fivegram(bench: Bench) -> None:
    ids = bench.chosen(range(len(bench.sentences(EUROPARL))), 100)
    settings = ExactSettings(method="certified", space="free", time_limit=bench.time_limit, cpu_time=True)
    runs = bench.record("fivegram-free", bench.fivegram(), settings, EUROPARL, ids)
    print(f"\nWith a 5-gram model\n\n{markdown(SUMMARY, [summary_row('5-gram, free space', runs)])}")


def bench_moses(bench: Bench) -> None:
    rows = []
    for name in ("moses-de-en", "moses-de-en-1000"):
        ids = bench.chosen(range(len(bench.sentences(name))), 50)
        settings = ExactSettings(method="certified", space="gap", time_limit=bench.time_limit, cpu_time=True)
        runs = bench.record(name, bench.decoder(name), settings, name, ids)
        rows.append(summary_row(name, runs))
        below_moses(runs, name)
    print(f"\n5-gram, lexicalised reordering, distortion limit 6, gap space\n\n{markdown(SUMMARY, rows)}")


def bench_stacks(bench: Bench) -> None:
    """Sentences whose best translation the beam misses, against the size of its stacks."""
    rows = []
    best = {space: list(read_runs(bench.results / f"all-{space}.jsonl")) for space in ("gap", "free")}
    if not all(best.values()):
        print("\nstacks: nothing recorded by `all` to compare with")
        return
    for stack in STACKS:
        row: list[object] = [f"{stack:,}"]
        for space, runs in best.items():
            proved = [run for run in runs if run.certified]
            scores, dead = bench.beam(space, stack, [run.id for run in proved])
            missed = (np.array([run.lower for run in proved]) - scores > MISSED) & ~dead
            alive = max(1, len(proved) - int(dead.sum()))
            row += [int(dead.sum())] if space == "free" else []
            row.append(f"{missed.sum()} of {alive} ({100 * missed.sum() / alive:.2f} %)")
        rows.append(row)
    header = ["stack", "errors, gap space", "free space: no output", "errors where there is one"]
    print(f"\nSearch errors of the beam\n\n{markdown(header, rows)}")


def bench_programs(bench: Bench) -> None:
    """Table 4: LP and ILP by HiGHS on the same graphs, beside both methods; short sentences first."""
    texts = bench.sentences(EUROPARL)
    ids = sorted(sample_ids()[::15], key=lambda i: len(texts[i].split()))[: 2 if bench.quick else 20]
    limit = 20.0 if bench.quick else 120.0
    settings = ExactSettings(method="certified", space="free", time_limit=bench.time_limit, cpu_time=True)
    prover = ExactSearch(bench.decoder(EUROPARL), settings)
    rows: dict[str, list[dict[str, Any]]] = {"lp": [], "ilp": []}
    for kind, known in rows.items():  # the quick ones first
        path = bench.results / f"programs-{kind}.jsonl"
        known += [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        done = {(row["id"], row["set"]) for row in known}
        with path.open("a", encoding="utf-8") as out:
            for i, tight in ((i, tight) for i in ids for tight in (False, True)):
                if (i, tight) not in done:
                    known.append({"id": i, "set": tight, **program(kind, prover, texts[i], tight, limit)})
                    out.write(json.dumps(known[-1]) + "\n")
                    out.flush()
    table = programs_table(rows["lp"], rows["ilp"])
    print(f"\nTable 4: HiGHS, {limit:.0f} CPU s for each program\n\n{table}")


def solve_within(graph: RelaxedGraph, whole: bool, limit: float) -> Solution:
    """In a process that ends with the CPU time: HiGHS ignores its limit while it collects cliques."""

    def work() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit) + 1, math.ceil(limit) + 1))
        sender.send(solve(graph, whole=whole, time_limit=limit))

    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    sender.close()
    try:
        found: Solution = receiver.recv()
    except EOFError:
        found = Solution(math.nan, False, False, limit)
    process.join()
    return found


def program(kind: str, prover: ExactSearch, text: str, tight: bool, limit: float) -> dict[str, Any]:
    relaxation: Literal["Y'", "Y''"] = "Y'" if tight else "Y''"
    run = search(prover, 0, text)
    graph = prover.relaxed_graph(text, relaxation)
    found = solve_within(graph, kind == "ilp", limit)
    if kind == "ilp" and found.optimal and run.certified:
        assert math.isclose(found.value, run.lower, abs_tol=1e-4), (text, found, run)
    assert isinstance(prover.settings, ExactSettings)
    published = replace(prover.settings, method="lagrangian", relaxation=relaxation)
    lagrangian = search(ExactSearch(prover.model, published), 0, text)
    return {
        "edges": len(graph.scores), "seconds": found.seconds, "done": found.optimal,
        "fractional": found.fractional, "certified": run.seconds,
        "lagrangian": lagrangian.seconds, "lagrangian_done": lagrangian.certified,
    }  # fmt: skip


def main(arguments: Sequence[str] = ("--quick",)) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    parser.add_argument("--quick", action="store_true", help="a few sentences of everything")
    parser.add_argument("--results", type=Path, help="records are kept here, and used again")
    parser.add_argument("--first", type=int, help="only so many sentences of the sample")
    parser.add_argument("--time-limit", type=float, default=60.0, help="CPU seconds for each search")
    given = parser.parse_args(arguments)
    if absent(PEERS):
        return
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(given.results or Path(folder), given.quick, given.time_limit, given.first)
        for part in given.parts or PARTS:
            globals()[f"bench_{part}"](bench)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
