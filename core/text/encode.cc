#include "text/encode.h"

#include <algorithm>

#include "base/offsets.h"
#include "base/split.h"
#include "base/threads.h"

namespace manyways::text {
namespace {

// Large, because every block looks up its distinct words once more when blocks are joined.
constexpr std::int64_t kGrowBytes = 1 << 20;

WordId without_boundaries(WordId id) { return id < kFirstWord ? kUnknownWord : id; }

// Runs find(block, word) over all texts and joins the blocks' ids.
template <typename Find>
Ragged<WordId> encode_blocks(const TextView& column, const std::vector<std::size_t>& bounds,
                             unsigned threads, std::vector<std::vector<WordId>>& parts,
                             const Find& find) {
  Ragged<WordId> result;
  result.offsets.extend(column.size());
  parallel_for(parts.size(), threads, [&](std::size_t block) {
    std::vector<WordId>& ids = parts[block];
    for (std::size_t i = bounds[block]; i < bounds[block + 1]; ++i) {
      for_each_word(column[i], [&](std::string_view word) { ids.push_back(find(block, word)); });
      result.offsets[i + 1] = static_cast<std::int64_t>(ids.size());
    }
  });
  std::int64_t start = 0;
  for (std::size_t block = 0; block < parts.size(); ++block) {
    for (std::size_t i = bounds[block]; i < bounds[block + 1]; ++i) result.offsets[i + 1] += start;
    start += static_cast<std::int64_t>(parts[block].size());
  }
  result.values.extend(static_cast<std::size_t>(start));
  return result;
}

}  // namespace

Ragged<WordId> encode(const TextView& column, const VocabularyView& vocabulary, unsigned threads) {
  const auto bounds = text_blocks(column);
  std::vector<std::vector<WordId>> parts(bounds.size() - 1);
  Ragged<WordId> result =
      encode_blocks(column, bounds, threads, parts, [&](std::size_t, std::string_view word) {
        return without_boundaries(vocabulary.find(word));
      });
  WordId* out = result.values.data();
  for (const auto& part : parts) out = std::copy(part.begin(), part.end(), out);
  return result;
}

Ragged<WordId> encode_and_grow(const TextView& column, Vocabulary& vocabulary, unsigned threads) {
  const auto bounds = text_blocks(column, kGrowBytes);
  const std::size_t blocks = bounds.size() - 1;
  std::vector<std::vector<WordId>> parts(blocks);
  std::vector<Vocabulary> found(blocks);
  Ragged<WordId> result = encode_blocks(
      column, bounds, threads, parts,
      [&](std::size_t block, std::string_view word) { return found[block].add(word); });
  WordId* out = result.values.data();
  for (std::size_t block = 0; block < blocks; ++block) {
    std::vector<WordId> global(found[block].size(), kUnknownWord);
    for (WordId id = kFirstWord; id < global.size(); ++id) {
      global[id] = vocabulary.add(found[block].word(id));
    }
    out = std::transform(parts[block].begin(), parts[block].end(), out,
                         [&](WordId id) { return global[id]; });
  }
  return result;
}

TextColumn decode(std::span<const WordId> ids, std::span<const std::int64_t> offsets,
                  const VocabularyView& vocabulary, unsigned threads) {
  check_offsets(offsets, ids.size(), "the offsets");
  check_ids(ids, vocabulary.size(), "the ids");
  // The ids of text i, seen as bytes, are a column that map_column can cut into blocks.
  std::vector<std::int64_t> positions(offsets.begin(), offsets.end());
  for (auto& position : positions) position *= sizeof(WordId);
  const std::span bytes(reinterpret_cast<const char*>(ids.data()), ids.size_bytes());
  return map_column({{bytes, positions}}, threads, [&](std::string_view raw, std::string& out) {
    const auto* first = reinterpret_cast<const WordId*>(raw.data());
    for (std::size_t i = 0; i < raw.size() / sizeof(WordId); ++i) {
      if (i != 0) out += ' ';
      out += vocabulary.word(first[i]);
    }
  });
}

}  // namespace manyways::text
