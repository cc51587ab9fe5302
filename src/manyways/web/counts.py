"""What happened, in numbers: requests by route and status, how long they took, how many are under way."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from threading import Lock

__all__ = ["Counts"]

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds


class Counts:
    """Counts in the text form of Prometheus. Routes are counted by their pattern, never by what was asked."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._times = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0
        self.running = 0

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        with self._lock:
            self._requests[method, route, status] += 1
            self._times[bisect_left(BOUNDS, seconds)] += 1
            self._seconds += seconds

    def text(self) -> str:
        with self._lock:
            lines = ["# TYPE manyways_requests_total counter"]
            for (method, route, status), count in sorted(self._requests.items()):
                labels = f'method="{method}",route="{route}",status="{status}"'
                lines.append(f"manyways_requests_total{{{labels}}} {count}")
            lines.append("# TYPE manyways_request_seconds histogram")
            total = 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._times, strict=True):
                total += count
                lines.append(f'manyways_request_seconds_bucket{{le="{bound}"}} {total}')
            lines += [
                f"manyways_request_seconds_sum {self._seconds:.6f}",
                f"manyways_request_seconds_count {total}",
                "# TYPE manyways_requests_running gauge",
                f"manyways_requests_running {self.running}",
            ]
        return "\n".join(lines) + "\n"
