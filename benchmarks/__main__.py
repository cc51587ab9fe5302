"""`python -m benchmarks [NAME ...]`: all benchmarks or those named; each prints us beside the peer."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks


def main(wanted: list[str]) -> None:
    names = [m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name.startswith("bench_")]
    unknown = [name for name in wanted if f"bench_{name}" not in names]
    if unknown:
        known = ", ".join(name.removeprefix("bench_") for name in names)
        sys.exit(f"no benchmark {unknown[0]}; there are: {known}")
    for name in names:
        if not wanted or name.removeprefix("bench_") in wanted:
            print(f"\n== {name.removeprefix('bench_')}", flush=True)
            importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
