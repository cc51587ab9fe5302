"""A tiny model as Moses keeps it."""

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
