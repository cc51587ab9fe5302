"""Where inline tags go: by hand, and well-formed whatever the links."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from manyways.documents import Tag
from manyways.translator.tags import place

Places = list[tuple[Tag, int]]


def _pair(name: str, first: int, last: int) -> Places:
    return [(Tag(f"<{name}>", "open", name), first), (Tag(f"</{name}>", "close", name), last)]


def _shown(tags: Places, source: str, target: str, links: str) -> str:
    pairs = [(int(a), int(b)) for a, b in (link.split("-") for link in links.split())]
    words = target.split()
    placed = place(tags, len(source.split()), pairs, len(words))
    line = []
    for at in range(len(words) + 1):
        line += [each.tag.written for each in placed if each.at == at]
        line += words[at : at + 1]
    return " ".join(line)


def test_a_pair_follows_its_words() -> None:
    tags = _pair("b", 2, 3)
    assert _shown(tags, "ich habe Haus gesehen", "I saw house", "0-0 1-1 2-2 3-1") == "I saw <b> house </b>"


def test_reordered_words() -> None:
    tags = [*_pair("b", 0, 1), *_pair("i", 1, 2)]
    assert _shown(tags, "a b", "B A", "0-1 1-0") == "<i> B </i> <b> A </b>"


def test_nested_and_repeated_pairs() -> None:
    outer, inner = _pair("a", 0, 2), _pair("b", 1, 2)
    tags = [outer[0], *inner, outer[1], *_pair("c", 2, 3)]
    assert _shown(tags, "x y z", "X Y Z", "0-0 1-1 2-2") == "<a> X <b> Y </b> </a> <c> Z </c>"
    assert _shown(tags, "x y z", "Y X Z", "0-1 1-0 2-2") == "<a> <b> Y </b> X </a> <c> Z </c>"


def test_pairs_that_would_cross_give_way() -> None:
    tags = [*_pair("a", 0, 2), *_pair("b", 2, 4)]
    assert _shown(tags, "w x y z", "W Y X Z", "0-0 1-2 2-1 3-3") == "<a> W Y X </a> <b> Z </b>"


def test_tags_that_stand_alone() -> None:
    tags = [(Tag("<x/>"), 1), (Tag("<y/>"), 0), (Tag("<z/>"), 2)]
    assert _shown(tags, "a b", "B A", "0-1 1-0") == "<x/> B <y/> A <z/>"


def test_without_links_tags_are_not_lost() -> None:
    tags = [*_pair("a", 0, 1), (Tag("<x/>"), 1)]
    assert _shown(tags, "a b", "A B", "") == "<a> </a> A B <x/>"
    assert sorted(_shown(tags, "a b", "", "").split()) == ["</a>", "<a>", "<x/>"]


@st.composite
def _trees(draw: st.DrawFn) -> tuple[Places, int]:
    """Nested pairs and points over some words, in the order in which they are written."""
    words = draw(st.integers(0, 4))
    tags: Places = []
    opened: list[str] = []
    at = 0
    for number in range(draw(st.integers(0, 7))):
        step = draw(st.sampled_from(["open", "close", "alone", "go", "go"]))
        if step == "go":
            at = min(words, at + 1)
        elif step == "open":
            opened.append(str(number))
            tags.append((Tag(f"<{number}>", "open", str(number)), at))
        elif step == "close" and opened:
            name = opened.pop()
            tags.append((Tag(f"</{name}>", "close", name), at))
        elif step == "alone":
            tags.append((Tag(f"<{number}/>"), at))
    while opened:
        name = opened.pop()
        tags.append((Tag(f"</{name}>", "close", name), words))
    return tags, words


@given(_trees(), st.integers(0, 4), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=6))
def test_every_tag_once_and_well_nested(
    tree: tuple[Places, int], targets: int, links: list[tuple[int, int]]
) -> None:
    tags, words = tree
    placed = place(tags, words, [(a, b) for a, b in links if a < words and b < targets], targets)
    assert sorted(each.tag.written for each in placed) == sorted(tag.written for tag, _ in tags)
    assert [each.at for each in placed] == sorted(each.at for each in placed)
    opened: list[str] = []
    for each in placed:
        if each.tag.kind == "open":
            opened.append(each.tag.pair)
        elif each.tag.kind == "close":
            assert opened.pop() == each.tag.pair
    assert not opened


@given(_trees())
def test_word_for_word_every_pair_keeps_its_words(tree: tuple[Places, int]) -> None:
    tags, words = tree
    placed = place(tags, words, [(i, i) for i in range(words)], words)
    before = dict.fromkeys((tag.pair for tag, _ in tags if tag.kind == "open"), (0, 0))
    spans = {pair: [at for tag, at in tags if tag.pair == pair] for pair in before}
    for pair, (first, last) in spans.items():
        if first < last:
            assert [each.at for each in placed if each.tag.pair == pair] == [first, last]
