"""`manyways demo`: everything there is, on the embedded language, offline, ending in a report.

    rows = run_demo("runs/demo")          # the table; runs/demo/report.html is the report

The stages are the product's own commands in Python: what the demo shows is what a user gets.
"""

from manyways.demo.stages import Demo, run_demo

__all__ = ["Demo", "run_demo"]
