LONGEST_LINE: int = 67108864

MOST_THREADS: int = 1024

def thread_count(requested: int) -> int:
    """How many threads a request means; 0 is all cores."""

def explain_shrunk_files() -> None:
    """
    From now on a mapped file that lost its end stops the process with a message and status 2.
    """

def hash_bytes(data: bytes) -> int:
    """The 64-bit content hash that our binary files use."""

class Vocabulary:
    """Words to ids and back; 0, 1, 2 are <unk>, <s>, </s>."""

    def __init__(self) -> None: ...

    def add(self, word: str) -> int: ...

    def find(self, word: str) -> int: ...

    def word(self, arg: int, /) -> str: ...

    def __len__(self) -> int: ...

class OutputFile:
    """
    A file that appears whole or not at all; devices and pipes are written through.
    """

    def __init__(self, path: bytes) -> None: ...

    @property
    def descriptor(self) -> int: ...

    def commit(self) -> None:
        """Sync it and give it its name."""

    def discard(self) -> None:
        """Leave nothing of it."""

def output_target(path: bytes) -> bytes:
    """
    The file that an output would make or replace; empty if it is written through.
    """

def remove_partials(directory: bytes) -> None:
    """Remove what killed processes left in a directory."""

def unnamed_file(folder: bytes) -> int:
    """The descriptor of a file that is gone with its last user."""

class SectionFile:
    """A binary model file: named arrays behind a checked header."""

    def __init__(self, path: str) -> None: ...

    @property
    def kind(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def names(self) -> list[str]: ...

    def verify_all(self) -> None: ...
