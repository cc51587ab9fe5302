"""How the server serves: what it opens, where it listens, and how much of anything one request may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from manyways.errors import ConfigError
from manyways.settings import Settings, Within

__all__ = ["LOOPBACK", "ServeSettings"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, kw_only=True)
class ServeSettings(Settings, table="serve"):
    """models: directories. lists: files of candidates to browse. glossary: terms, for all models.

    by: what candidates are chosen by where a request says nothing, a name or a file; combiner: a file.
    host, port: where to listen. names: host names that requests may come under, beside those of this machine.
    body: the most bytes of a request. seconds: the longest that an answer may take, and a body to come in.
    concurrent: requests at a time. rate: requests a minute of one client.
    words: the longest sentence; sentences: the most of one request.
    upstream: the address of a language-model server that `/v1/chat/completions` asks; its key is in the
    environment, in MANYWAYS_UPSTREAM_KEY. log_text: logs show texts.
    """

    models: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    glossary: str | None = None
    by: str = "mbr"
    combiner: str | None = None
    host: str = "127.0.0.1"
    port: Annotated[int, Within(0, 65535)] = 8123
    names: tuple[str, ...] = ()
    body: Annotated[int, Within(1024, 1 << 31)] = 16 << 20
    seconds: Annotated[float, Within(0.1, 3600)] = 30.0
    concurrent: Annotated[int, Within(1, 100_000)] = 512
    rate: Annotated[int, Within(0, 10_000_000, note="requests a minute, 0: no limit")] = 6000
    words: Annotated[int, Within(1, 100_000)] = 400
    sentences: Annotated[int, Within(1, 1_000_000)] = 10_000
    upstream: str | None = None
    log_text: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.upstream is not None and not self.upstream.startswith(("http://", "https://")):
            raise ConfigError("serve.upstream", self.upstream, "an address: http://HOST:PORT/v1")

    @property
    def local(self) -> bool:
        """Whether nobody else's machine can reach the server."""
        return self.host in LOOPBACK

    @property
    def hosts(self) -> frozenset[str]:
        """The host names that requests may come under: others are a stranger's page that points here."""
        own = () if self.host in ("0.0.0.0", "::") else (self.host,)
        return frozenset(name.lower() for name in (*LOOPBACK, *own, *self.names))
