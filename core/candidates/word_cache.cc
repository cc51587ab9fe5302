#include "candidates/word_cache.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/eight_bytes.h"
#include "base/split.h"

namespace manyways::candidates {

inline WordId WordCache::find(std::uint64_t first, std::uint64_t second, const char* word,
                              std::size_t length) {
  const std::uint64_t mixed = (first ^ (second * 0x9e3779b97f4a7c15ULL)) * 0xd6e8feb86659fd93ULL;
  Entry& entry = cache_[mixed >> 52];
  if (entry.first != first || entry.second != second) {
    entry = {first, second, vocabulary_->add({word, length})};
  }
  return entry.id;
}

WordId WordCache::find_slowly(const char* word, std::size_t length) {
  if (length > 16) return vocabulary_->add({word, length});
  std::uint64_t parts[2] = {0, 0};
  std::memcpy(parts, word, length);
  return find(parts[0], parts[1], word, length);
}

void WordCache::add(std::string_view text, const char* readable, Ragged<WordId>& tokens) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    if (is_blank(*p)) {
      ++p;
      continue;
    }
    if (kEightAtATime && readable - p >= 16) {
      const std::uint64_t first = load8(p);
      const unsigned head = std::min(before_blank(first),
                                     static_cast<unsigned>(std::min<std::ptrdiff_t>(end - p, 8)));
      if (head < 8 || end - p == 8) {
        tokens.values.push_back(find(first_bytes(first, head), 0, p, head));
        p += head;
        continue;
      }
    }
    const char* const start = p;
    while (p < end && !is_blank(*p)) ++p;
    tokens.values.push_back(find_slowly(start, static_cast<std::size_t>(p - start)));
  }
  tokens.end_row();
}

}  // namespace manyways::candidates
