"""Candidate lists: read from any system, held in columns, checked, merged, cut, written."""

from manyways.candidates.assemble import Candidate, Sentence, concatenate, from_sentences, merge
from manyways.candidates.clean import clean
from manyways.candidates.formats import FORMATS
from manyways.candidates.lists import CandidateLists, Origin, SparseFeatures, Tokens
from manyways.candidates.ragged import Ragged
from manyways.candidates.reading import read, read_chunks, read_inputs, read_systems, write, write_chunks
from manyways.candidates.references import (
    ReferenceFile,
    read_references,
    with_reference_files,
    with_source_file,
    with_texts,
)

__all__ = [
    "FORMATS",
    "Candidate",
    "CandidateLists",
    "Origin",
    "Ragged",
    "ReferenceFile",
    "Sentence",
    "SparseFeatures",
    "Tokens",
    "clean",
    "concatenate",
    "from_sentences",
    "merge",
    "read",
    "read_chunks",
    "read_inputs",
    "read_references",
    "read_systems",
    "with_reference_files",
    "with_source_file",
    "with_texts",
    "write",
    "write_chunks",
]
