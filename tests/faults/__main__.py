"""All campaigns, larger than the tests run them, and what they found: `python -m tests.faults [SCALE]`."""

from __future__ import annotations

import importlib
import sys
import tempfile
from pathlib import Path

CAMPAIGNS = ("kills", "killed_add", "flips", "resealed", "offsets", "mutations")


def main(scale: int) -> None:
    """Print the figures of each campaign and its CPU seconds, children included."""
    for name in CAMPAIGNS:
        campaign = importlib.import_module(f"tests.faults.test_{name}").campaign
        with tempfile.TemporaryDirectory() as work:
            start = _cpu()
            figures = campaign(Path(work), scale=scale)
        told = ", ".join(f"{what} {count:,}" for what, count in figures.items())
        print(f"{name}: {told} ({_cpu() - start:.0f} CPU s)", flush=True)


def _cpu() -> float:
    import resource

    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(sum(resource.getrusage(who)[:2]) for who in whose)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
