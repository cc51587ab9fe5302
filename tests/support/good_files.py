"""One good file of every candidate format."""

# ruff: noqa: E501  (lines of foreign files are as long as they are)
from __future__ import annotations

import json

OPENAI = {
    "custom_id": "q7",
    "response": {
        "status_code": 200,
        "body": {
            "model": "m",
            "choices": [
                {
                    "index": 0,
                    "message": {"content": "a house"},
                    "logprobs": {"content": [{"logprob": -1}, {"logprob": -2}]},
                },
                {"index": 1, "message": {"content": "one house"}},
            ],
        },
    },
    "error": None,
}


# Each file holds "a house" and "one house" for its first sentence.
GOOD: dict[str, str] = {
    "jsonl": '{"id": "0", "candidates": [{"text": "a house", "features": {"A": 1}}, {"text": "one house"}]}\n'
    * 1
    + '{"id": 1, "source": "s", "candidates": []}\n',
    "openai": json.dumps(OPENAI) + '\n{"custom_id": "q8", "response": null, "error": {"code": "x"}}\n',
    "sockeye": '{"sentence_id": "1", "translation": "a house", "score": 0.5, '
    '"translations": ["a house", "one house"], "scores": [[0.5], [0.75]]}\n'
    '{"sentence_id": "2", "translation": "x", "score": 1.5}\n',
    "ctranslate2": '[{"hypotheses": [["\u2581a", "\u2581house"], ["one", "house"]], "scores": [-1, -2]},\n'
    ' {"hypotheses": ["x"], "scores": []}]\n',
    "huggingface": '[{"translation_text": "a house"}, {"translation_text": "one house"},\n'
    ' {"translation_text": "x", "score": 0.5}, {"translation_text": "y"}]\n',
    "fairseq": "2020 | INFO | x\nS-3\ts3\nT-3\tt3\nH-3\t-4\tx\nS-1\tein Haus\nT-1\ta house !\nH-1\t-0.5\ta hou@@ se\n"
    "D-1\t-0.5\ta house\nP-1\t-0.25 -0.5\nA-1\t0-0 1-1\nH-1\t-0.75\tone house\nP-1\t-1\nGenerate test\n",
    "marian": "0 ||| a house ||| 0-0 1-1 ||| F0= -1.5 WordScores= -1.51923 -0.21950 ||| -0.75\n"
    "0 ||| one house ||| 0-0 ||| F0= -2 WordScores= -1.00000 -0.50000 -0.25000 ||| -1\n",
    "travatar": "0 ||| a house ||| -1.5 ||| lm=-2 w=3\n0 ||| one house ||| -2 ||| lm=-1 w=2 rare=1\n",
    "cdec": "0 ||| a house ||| Glue=1 LanguageModel=-2.5 ||| -1.5\n0 ||| one house ||| Glue=2 LanguageModel=-3 ||| -2\n",
    "moses": "0 ||| a house ||| LM0= -1 TM0= 1 2 ||| -1.5 ||| 0-0\n0 ||| one house ||| LM0= -2 TM0= 1 3 s_x= 1 ||| -2 ||| 0-1\n",
    "text": "a house\none house\nx\ny\n",
    "anthropic": "".join(
        json.dumps(
            {
                "custom_id": one,
                "result": {"type": "succeeded", "message": {"content": [{"type": "text", "text": text}]}},
            }
        )
        + "\n"
        for one, text in [("s1", "a house"), ("s1", "one house"), ("s0", "x")]
    ),
    "gemini": '{"key": "7", "response": {"candidates": [{"content": {"parts": [{"text": "a house"}]}, "avgLogprobs": -0.5}, '
    '{"content": {"parts": [{"text": "one house"}]}, "finishReason": "STOP"}]}}\n{"key": "3", "error": {"code": 1}}\n',
    "ollama": "".join(
        json.dumps({"model": "m", "response": text, "done": True}) + "\n"
        for text in ["a house", "one house", "x", "y"]
    ),
    "llamacpp": "".join(
        json.dumps({"content": text, "stop": True, "completion_probabilities": [{"logprob": -1}]}) + "\n"
        for text in ["a house", "one house", "x", "y"]
    ),
    "vllm": '{"request_id": "4", "outputs": [{"text": "a house", "cumulative_logprob": -1}, {"text": "one house"}]}\n'
    '{"request_id": "2", "outputs": [{"text": "x"}]}\n',
    "tsv": "id\tsource\ttext\tsystem\tscore\tf\n0\ts\ta house\tA\t-1\t2\n0\ts\tone house\tB\t-2\t3\n1\tt\tx\tA\t0\t1\n",
}


NEEDS_COUNT = {"huggingface", "llamacpp", "ollama", "text"}


def count_of(name: str) -> int | None:
    return 2 if name in NEEDS_COUNT else None
