"""Tiny models as Moses keeps them: a phrase-based one, and (CHART_INI, RULES, GLUE) a hierarchical one."""

from __future__ import annotations

INI = """[distortion-limit]
4
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=TranslationModel0 num-features=4 path=pt table-limit=7
LexicalReordering name=LexicalReordering0 num-features=6 type=wbe-msd-bidirectional-fe-allff path=rt
Distortion
KENLM name=LM0 path=lm.arpa order=2
[weight]
WordPenalty0= -1
PhrasePenalty0= 0.2
TranslationModel0= 0.1 0.2 0.3 0.4
LexicalReordering0= 1 2 3 4 5 6
Distortion0= 0.3
LM0= 0.5
"""


ARPA = """\\data\\
ngram 1=4
ngram 2=1

\\1-grams:
-1 <unk>
-99 <s> -0.3
-1 </s>
-0.5 house -0.2

\\2-grams:
-0.2 <s> house

\\end\\
"""

CHART_INI = """[search-algorithm]
3
[non-terminals]
X
[max-chart-span]
15
1000
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=TranslationModel0 num-features=4 path=rules table-limit=7
PhraseDictionaryMemory name=TranslationModel1 num-features=1 path=glue table-limit=0 tuneable=true
KENLM name=LM0 path=lm.arpa order=2
[weight]
UnknownWordPenalty0= 1
WordPenalty0= -0.5
PhrasePenalty0= 0.25
TranslationModel0= 0.1 0.2 0.3 0.4
TranslationModel1= 0.125
LM0= 0.75
"""

RULES = """haus [X] ||| house [X] ||| 0.5 0.25 0.5 1 ||| 0-0 ||| 4 2 1 ||| |||
im [X][X] haus [X][X] [X] ||| [X][X] in [X][X] house [X] ||| 0.5 1 0 0.25 ||| 0-1 1-2 2-3 3-0 ||| 4 2 1
"""

GLUE = """<s> [X] ||| <s> [S] ||| 1 ||| 0-0 ||| 0 ||| |||
[X][S] </s> [X] ||| [X][S] </s> [S] ||| 1 ||| 0-0 1-1 ||| 0 ||| |||
[X][S] [X][X] [X] ||| [X][S] [X][X] [S] ||| 2.718 ||| 0-0 1-1 ||| 0 ||| |||
"""
