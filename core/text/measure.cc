#include "text/measure.h"

#include <array>

#include "base/hash.h"
#include "base/split.h"
#include "base/threads.h"
#include "base/unicode.h"

namespace manyways::text {
namespace {

template <typename Value, typename Measure>
std::vector<Value> measure(const TextView& column, unsigned threads, const Measure& of) {
  std::vector<Value> result(column.size());
  const std::vector<std::size_t> bounds = text_blocks(column);
  parallel_for(bounds.size() - 1, threads, [&](std::size_t block) {
    for (std::size_t i = bounds[block]; i < bounds[block + 1]; ++i) result[i] = of(column[i]);
  });
  return result;
}

}  // namespace

std::vector<std::int64_t> count_words(const TextView& column, unsigned threads) {
  return measure<std::int64_t>(column, threads, [](std::string_view text) {
    std::int64_t words = 0;
    for_each_word(text, [&](std::string_view) { ++words; });
    return words;
  });
}

std::vector<std::uint64_t> hash_texts(const TextView& column, std::uint64_t seed,
                                      unsigned threads) {
  return measure<std::uint64_t>(column, threads, [&](std::string_view text) {
    return hash_bytes(text.data(), text.size(), seed);
  });
}

std::vector<double> script_shares(const TextView& column, std::span<const std::uint32_t> samples,
                                  unsigned threads) {
  std::array<bool, 256> wanted{};
  for (const std::uint32_t c : samples) wanted[static_cast<std::size_t>(unicode::script(c))] = true;
  return measure<double>(column, threads, [&](std::string_view text) {
    std::int64_t letters = 0;
    std::int64_t right = 0;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
      const char32_t c = unicode::decode_utf8(at, end);
      if (!unicode::in_category(c, unicode::kLetter)) continue;
      ++letters;
      if (wanted[static_cast<std::size_t>(unicode::script(c))]) ++right;
    }
    return letters == 0 ? 1.0 : static_cast<double>(right) / static_cast<double>(letters);
  });
}

}  // namespace manyways::text
