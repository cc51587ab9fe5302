"""Combining, from the definitions: every matching, every frontier derivation, every path, every detour.

Words are numbers; keys, models and weights are plain Python. Nothing is shared with the core, and everything
is enumerated, so texts must be tiny.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

EXACT, STEM, SYNONYM, CLUSTER, TRANSITIVE = 1, 2, 4, 8, 16
BEGIN, END = 1, 2  # ids of <s> and </s> in language models
Text = tuple[int, ...]
Pairs = dict[int, int]  # word of a: word of b


def objective(links: Pairs) -> tuple[int, int, int]:
    """Higher is better: links, fewest chunks, least distance."""
    joined = sum(1 for i, j in links.items() if links.get(i - 1, -9) == j - 1)
    return len(links), joined - len(links), -sum(abs(i - j) for i, j in links.items())


def matchings(a: Text, b: Text, keys: Sequence[int | None], fixed: Pairs) -> Iterator[Pairs]:
    """Every one-to-one way to link words of equal keys, beside what is linked already."""

    def extend(i: int, links: Pairs) -> Iterator[Pairs]:
        if i == len(a):
            yield links
            return
        yield from extend(i + 1, links)
        if i in fixed or keys[a[i]] is None:
            return
        for j in range(len(b)):
            if j not in links.values() and keys[b[j]] == keys[a[i]]:
                yield from extend(i + 1, {**links, i: j})

    yield from extend(0, dict(fixed))


def best_matching(a: Text, b: Text, keys: Sequence[int | None], fixed: Pairs) -> tuple[int, int, int]:
    return max(objective(each) for each in matchings(a, b, keys, fixed))


# The frontier search ------------------------------------------------------------------------------------

Links = Mapping[tuple[int, int], Mapping[int, tuple[int, int]]]  # (input, word): {other: (place, kind)}


@dataclass(frozen=True)
class Frontier:
    """The settings of a search."""

    horizon: str = "length"
    radius: int = 7
    stay: float = 0.8
    go_on: bool = True
    alignment_phrases: bool = False
    punctuation_phrases: bool = False
    exact_order: int = 2
    any_order: int = 3
    individual: int = 0
    normalise: bool = False


@dataclass(frozen=True)
class Task:
    """texts, links, votes, systems: of the inputs. signs: words that are signs. models: log p(words...)."""

    texts: Sequence[Text]
    links: Links
    votes: Sequence[float]
    systems: Sequence[str]
    signs: frozenset[int]
    models: Sequence[Callable[[Text], float]] = ()
    unknown: Sequence[frozenset[int]] = field(default=())


@dataclass(frozen=True)
class State:
    used: frozenset[tuple[int, int]]
    words: Text = ()
    places: tuple[Mapping[int, tuple[int, int]], ...] = ()  # of each word said: {input: (place, kind)}
    lock: tuple[int, int] | None = None


def frontier(task: Task, state: State, s: int) -> int:
    return next((i for i in range(len(task.texts[s])) if (s, i) not in state.used), len(task.texts[s]))


def fronts(task: Task, used: frozenset[tuple[int, int]]) -> dict[int, int]:
    """Of the inputs that are not used up."""
    state = State(used)
    found = {s: frontier(task, state, s) for s in range(len(task.texts))}
    return {s: at for s, at in found.items() if at < len(task.texts[s])}


def in_step(task: Task, settings: Frontier, used: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    while True:
        front = fronts(task, used)
        if not front:
            return used
        if settings.horizon == "length":
            least = min(front, key=lambda s: front[s])
            if front[least] + settings.radius >= max(front.values()):
                return used
            used |= {(least, front[least])}
            continue
        late = {(t, front[t]) for t in front if not may_stay(task, settings, front, t)}
        if not late:
            return used
        used |= late


def may_stay(task: Task, settings: Frontier, front: Mapping[int, int], t: int) -> bool:
    every = sum(task.votes[s] for s in front)
    stay = sum(
        task.votes[s]
        for s in front
        if s == t or front[t] >= seen_from(task, s, front[s], t) - settings.radius
    )
    return stay >= settings.stay * every - 1e-12


def seen_from(task: Task, s: int, at: int, t: int) -> int:
    known = {i: task.links[s, i][t][0] for i in range(len(task.texts[s])) if t in task.links[s, i]}
    known |= {-1: -1, len(task.texts[s]): len(task.texts[t])}
    left, right = max(i for i in known if i <= at), min(i for i in known if i >= at)
    return min(known[left] + at - left, known[right] - (right - at))


def phrase_end(task: Task, settings: Frontier, s: int, i: int) -> int:
    end, text = 0, task.texts[s]
    if settings.alignment_phrases:
        for t in range(len(task.texts)):
            place = {k: task.links[s, k][t][0] for k in range(len(text)) if t in task.links[s, k]}
            if t == s or i not in place or place.get(i - 1, -9) + 1 == place[i]:
                continue
            last = i + 1
            while place.get(last, -9) == place[last - 1] + 1:
                last += 1
            end = max(end, last if last - i >= 2 else 0)
    if settings.punctuation_phrases and text[i] not in task.signs:
        last = i + 1
        while last < len(text) and text[last] in task.signs:
            last += 1
        end = max(end, last if last > i + 1 else 0)
    return end


def derivations(task: Task, settings: Frontier) -> Iterator[State]:
    """Every finished hypothesis."""
    longest = max(map(len, task.texts)) + settings.radius

    def grow(state: State) -> Iterator[State]:
        front = set(fronts(task, state.used).items())
        ends = len(front) < len(task.texts)
        behind = {s: at + 1 for s, (at, _) in state.places[-1].items()} if state.places else {}
        if settings.go_on:
            ends = ends or any(at == len(task.texts[s]) for s, at in behind.items())
            front |= {
                (s, at) for s, at in behind.items() if at < len(task.texts[s]) and (s, at) not in state.used
            }
        if state.lock is not None:
            front = {(state.lock[0], behind[state.lock[0]])}
        elif ends:
            yield state
        if len(state.words) == longest:
            return
        for s, at in front:
            yield from grow(extended(task, settings, state, s, at))

    yield from grow(State(in_step(task, settings, frozenset())))


def extended(task: Task, settings: Frontier, state: State, s: int, at: int) -> State:
    lock = state.lock
    end = phrase_end(task, settings, s, at)
    if lock is None and end > at + 1 and not any((s, i) in state.used for i in range(at, end)):
        lock = (s, end)
    linked = task.links[s, at]
    used = state.used | {(t, place) for t, (place, _) in linked.items()}
    if settings.punctuation_phrases:
        for t, here in fronts(task, used).items():
            place = here
            while t != s and place < len(task.texts[t]) and task.texts[t][place] in task.signs:
                used |= {(t, place)}
                place = frontier(task, State(used), t)
    used = in_step(task, settings, used)
    if lock is not None and (at + 1 >= lock[1] or (s, at + 1) in used):
        lock = None
    return State(used, (*state.words, task.texts[s][at]), (*state.places, linked), lock)


def frontier_features(task: Task, settings: Frontier, state: State) -> dict[str, float]:
    inputs = range(len(task.texts))
    found = model_features(task.models, task.unknown, state.words)
    found["words"] = len(state.words)
    ends = {s: (len(task.texts[s]), EXACT) for s in inputs}
    places = [dict.fromkeys(inputs, (-1, EXACT)), *state.places, ends]
    for name, order in (("exact", settings.exact_order), ("any", settings.any_order)):
        seen = [{s: at for s, (at, kind) in row.items() if name == "any" or kind == EXACT} for row in places]
        for k in range(1, order + 1):
            found |= run_votes(task, settings, f"{name}:{k}", k, seen)
    if settings.normalise:
        found = {name: value / (len(state.words) + 1) for name, value in found.items()}
    return found


def run_votes(
    task: Task, settings: Frontier, name: str, k: int, seen: Sequence[Mapping[int, int]]
) -> dict[str, float]:
    votes = dict.fromkeys([f"{name}:{s}" for s in task.systems] if k <= settings.individual else [name], 0.0)
    for w in range(1, len(seen)):
        for s in range(len(task.texts)):
            run = 0
            while (
                w - run >= 0
                and s in seen[w - run]
                and (run == 0 or seen[w - run][s] + 1 == seen[w - run + 1][s])
            ):
                run += 1
            if run >= k:
                own = f"{name}:{task.systems[s]}" if k <= settings.individual else name
                votes[own] += 1 if k <= settings.individual else task.votes[s]
    return votes


def model_features(
    models: Sequence[Callable[[Text], float]], unknown: Sequence[frozenset[int]], words: Text
) -> dict[str, float]:
    found: dict[str, float] = {}
    for m, model in enumerate(models):
        found[f"LM{m}"] = model(words)
        found[f"OOV{m}"] = sum(word in unknown[m] for word in words)
    return found


# Confusion networks -------------------------------------------------------------------------------------

Slots = Sequence[Sequence[tuple[int | None, frozenset[int]]]]  # word or nothing, and the inputs that say it


def paths(slots: Slots) -> Iterator[tuple[tuple[int | None, frozenset[int]], ...]]:
    yield from itertools.product(*slots)


def path_features(
    path: Sequence[tuple[int | None, frozenset[int]]],
    votes: Sequence[float],
    backbone: int,
    models: Sequence[Callable[[Text], float]],
    unknown: Sequence[frozenset[int]],
) -> dict[str, float]:
    words = tuple(word for word, _ in path if word is not None)
    found = model_features(models, unknown, words)
    share = [sum(votes[s] for s in said) for _, said in path]
    before = [frozenset(range(len(votes))), *(said for _, said in path)]
    found["words"] = len(words)
    found["empty"] = len(path) - len(words)
    found["confidence"] = sum(math.log(max(each, 1e-9)) for each in share)
    found["votes"] = sum(each for each, (word, _) in zip(share, path, strict=True) if word is not None)
    found["pairs"] = sum(
        sum(votes[s] for s in said & last) for (_, said), last in zip(path, before, strict=False)
    )
    found["backbone"] = sum(word is not None and backbone in said for word, said in path)
    found["prior"] = math.log(max(votes[backbone], 1e-9))
    return found


def edit_distance(a: Text, b: Text) -> int:
    if not a or not b:
        return len(a) + len(b)
    if a[0] == b[0]:
        return edit_distance(a[1:], b[1:])
    return 1 + min(edit_distance(a[1:], b), edit_distance(a, b[1:]), edit_distance(a[1:], b[1:]))


def hmm_alignments(text: Text, base: Text) -> Iterator[tuple[float, tuple[int | None, ...]]]:
    """Every way to give each word of a text a word of the base or nobody, with its log probability."""
    for states in itertools.product([*range(len(base)), None], repeat=len(text)):
        total, last = 0.0, -1
        for word, state in zip(text, states, strict=True):
            jumps = [(1 + abs(to - last - 1)) ** -2.0 for to in range(len(base))]
            if state is None:
                total += math.log(0.2) - 3
                continue
            total += math.log(0.8 * jumps[state] / sum(jumps)) + 3 * ((word == base[state]) - 1)
            last = state
        yield total, states


# Fusion -------------------------------------------------------------------------------------------------


def kept_words(a: Text, b: Text) -> dict[int, int]:
    """Of a longest common subsequence; of equals, b moves on first."""

    def longest(i: int, j: int) -> int:
        if i == len(a) or j == len(b):
            return 0
        return longest(i + 1, j + 1) + 1 if a[i] == b[j] else max(longest(i + 1, j), longest(i, j + 1))

    found, i, j = {}, 0, 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            found[i] = j
            i, j = i + 1, j + 1
        elif longest(i, j + 1) >= longest(i + 1, j):
            j += 1
        else:
            i += 1
    return found


def detours(base: Text, other: Text) -> set[tuple[int, int, Text]]:
    kept = kept_words(base, other)
    anchors = [(-1, -1), *sorted(kept.items()), (len(base), len(other))]
    return {
        (i + 1, k, other[j + 1 : m])
        for (i, j), (k, m) in itertools.pairwise(anchors)
        if i + 1 < k or j + 1 < m
    }


def fused(base: Text, others: Sequence[Text]) -> set[Text]:
    """Every text that detours make of the base; from left to right, one of each start."""
    all_of = sorted(set().union(*(detours(base, each) for each in others)) if others else [])

    def walk(at: int, last: int, made: Text) -> Iterator[Text]:
        yield made + base[at:]
        for start, end, words in all_of:
            if start >= at and start > last:
                yield from walk(end, start, made + base[at:start] + words)

    return {text for text in walk(0, -1, ()) if text}
