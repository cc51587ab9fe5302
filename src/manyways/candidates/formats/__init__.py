"""The formats of candidate lists: one file each, found by name or by a file's content."""

from __future__ import annotations

from manyways.candidates.formats import (
    anthropic,
    cdec,
    ctranslate2,
    fairseq,
    gemini,
    huggingface,
    jsonl,
    llamacpp,
    marian,
    moses,
    ollama,
    openai,
    sockeye,
    text,
    travatar,
    tsv,
    vllm,
)
from manyways.candidates.formats.base import Format, ReadSettings
from manyways.errors import ConfigError, InputError
from manyways.files import AnyPath
from manyways.reading import head_of, recognised

__all__ = ["FORMATS", "Format", "ReadSettings", "detect", "find_format"]

# In the order of detection: the more particular first, plain text last.
_ALL = (
    jsonl.FORMAT,
    openai.FORMAT,
    anthropic.FORMAT,
    gemini.FORMAT,
    vllm.FORMAT,
    ollama.FORMAT,
    llamacpp.FORMAT,
    sockeye.FORMAT,
    ctranslate2.FORMAT,
    huggingface.FORMAT,
    fairseq.FORMAT,
    marian.FORMAT,
    travatar.FORMAT,
    cdec.FORMAT,
    moses.FORMAT,
    tsv.FORMAT,
    text.FORMAT,
)
SMALLEST = '{"candidates": ["a house", "one house"]}'  # the smallest shape that is read
_HEAD = 1 << 16  # bytes that tell the format
FORMATS: dict[str, Format] = {each.name: each for each in _ALL}


def find_format(name: str) -> Format:
    """The format of that name."""
    if name not in FORMATS:
        raise ConfigError("format", name, f"one of {', '.join(FORMATS)}")
    return FORMATS[name]


def detect(path: AnyPath) -> Format:
    """The format that a file's first lines look like."""
    head = head_of(path, _HEAD)
    remedy = (
        f"Name the format with --from ({', '.join(FORMATS)}), or write a line for each sentence: {SMALLEST}"
    )
    if not head.strip():
        raise InputError("is empty", path=path, remedy="Is it the right file?")
    if b"\0" in head:
        packed = "If it is compressed, unpack it first; gzip alone is read as it is."
        raise recognised("holds a zero byte: this is a binary file", head, path, line=1, remedy=packed)
    for each in FORMATS.values():
        if each.detect(head):
            return each
    raise recognised("is not in any format known here", head, path, line=1, remedy=remedy)
