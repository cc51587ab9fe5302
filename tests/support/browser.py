"""The browser that pages are looked at with, if there is one, without a network."""

from __future__ import annotations

import shutil

__all__ = ["CHROMIUM", "FLAGS"]

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
