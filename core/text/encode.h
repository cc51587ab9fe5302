// Tokenised text to word ids and back, a whole column at a time.
//
//   Vocabulary vocabulary;
//   Ragged<WordId> words = encode_and_grow(column.view(), vocabulary, threads);
//   // text i is words.values[words.offsets[i] .. words.offsets[i + 1])
//
// New words get ids in the order in which they first occur, whatever the number of threads: blocks
// collect their own words in parallel, these are added block by block, then ids are rewritten.
// The reserved words <unk>, <s> and </s> may occur in a text but never mean a boundary there: they
// become <unk>. One hash look-up per word; no allocation per word.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/text_column.h"
#include "base/vocabulary.h"

namespace manyways::text {

Ragged<WordId> encode_and_grow(const TextView& column, Vocabulary& vocabulary, unsigned threads);

// Words that are not in the vocabulary become <unk>.
Ragged<WordId> encode(const TextView& column, const VocabularyView& vocabulary, unsigned threads);

// Words joined by one space. Throws std::invalid_argument if an id is not in the vocabulary or the
// offsets do not fit the ids.
TextColumn decode(std::span<const WordId> ids, std::span<const std::int64_t> offsets,
                  const VocabularyView& vocabulary, unsigned threads);

}  // namespace manyways::text
