"""The embedded language: CPU time to draw it, and what it is like."""

from __future__ import annotations

import time

from manyways.text.toy import ToyCorpus, generate


def timed(size: int, split: str, references: int) -> ToyCorpus:
    start = time.process_time()
    corpus = generate(size, seed=1, split=split, references=references)
    print(f"{size:6} {split:5} {references} references: {time.process_time() - start:.2f} s CPU")
    return corpus


def main() -> None:
    timed(5000, "train", 1)
    train = timed(5000, "train", 4)
    test = timed(500, "test", 4)
    words = [word.lower() for text in test.sources for word in text.split()]
    known = {word.lower() for text in train.sources for word in text.split()}
    templates = set(train.templates)
    distinct = [len({texts[i] for texts in test.references}) for i in range(len(test))]
    print(f"source words a sentence: {len(words) / len(test):.1f}; source vocabulary: {len(known)}")
    print(f"unknown source words in test: {sum(word not in known for word in words) / len(words):.2%}")
    print(f"test templates seen in training: {sum(t in templates for t in test.templates) / len(test):.1%}")
    print(f"distinct references a sentence: {sum(distinct) / len(distinct):.2f} of 4")


if __name__ == "__main__":
    main()
