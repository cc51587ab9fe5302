#include "candidates/interner.h"

#include <cstring>

namespace manyways::candidates {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

WordId Interner::find(const char* word, std::size_t length) {
  if (length > 16) return vocabulary_->add({word, length});
  std::uint64_t parts[2] = {0, 0};
  std::memcpy(parts, word, length);
  const std::uint64_t mixed =
      (parts[0] ^ (parts[1] * 0x9e3779b97f4a7c15ULL)) * 0xd6e8feb86659fd93ULL;
  Entry& entry = cache_[mixed >> 52];
  if (entry.first != parts[0] || entry.second != parts[1]) {
    entry = {parts[0], parts[1], vocabulary_->add({word, length})};
  }
  return entry.id;
}

void Interner::add(std::string_view text, Ragged<WordId>& tokens) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    while (p < end && is_blank(*p)) ++p;
    const char* const start = p;
    while (p < end && !is_blank(*p)) ++p;
    if (p > start) tokens.values.push_back(find(start, static_cast<std::size_t>(p - start)));
  }
  tokens.end_row();
}

}  // namespace manyways::candidates
