"""Runs: a directory, a manifest, and steps that are done once.

A step is known by a key: its name, its settings, the content of its inputs and our version. If the manifest
holds that key and the outputs are as it left them, the step is not repeated. The manifest is replaced
atomically after each step and outputs appear whole, so that a run killed at any moment goes on where it was.
"""

from manyways.run.manifest import Manifest, StepRecord
from manyways.run.steps import Run, StepResult, peak_memory_mb

__all__ = ["Manifest", "Run", "StepRecord", "StepResult", "peak_memory_mb"]
