#include "features/hashed_table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>

#include "base/error.h"
#include "base/hash.h"

namespace manyways::features {
namespace {

constexpr std::uint32_t kTableVersion = 1;
constexpr std::size_t kPerStart = 4;  // keys, about

// How many of the highest bits choose a start.
unsigned start_bits(std::size_t keys) {
  return static_cast<unsigned>(std::bit_width(keys / kPerStart + 1)) - 1;
}

}  // namespace

std::uint64_t word_hash(std::string_view word) { return hash_string(word); }

HashedTable::HashedTable(const std::string& path, std::string_view kind)
    : file_(path, kind, kTableVersion) {
  keys_ = file_.section<std::uint64_t>("keys");
  starts_ = file_.section<std::uint64_t>("starts");
  values_ = file_.section<float>("values");
  const unsigned bits = start_bits(keys_.size());
  if (values_.size() != keys_.size() || starts_.size() != (std::size_t{1} << bits) + 1) {
    throw InputError(path, 0, "is not a sound table: its parts do not fit each other",
                     "Make it again.");
  }
  shift_ = bits;
  using Numbers = std::span<const std::uint64_t>;
  file_.expect<std::uint64_t>("keys", [](std::size_t, Numbers part) {
    return std::adjacent_find(part.begin(), part.end(), std::greater_equal<>()) == part.end();
  });
  file_.expect<std::uint64_t>("starts", [n = keys_.size()](std::size_t, Numbers part) {
    return std::is_sorted(part.begin(), part.end()) && (part.empty() || part.back() <= n);
  });
  file_.expect<float>("values", [](std::size_t, std::span<const float> part) {
    return std::all_of(part.begin(), part.end(), [](float each) { return std::isfinite(each); });
  });
}

const float* HashedTable::find(std::uint64_t key) const {
  const std::size_t place = shift_ == 0 ? 0 : static_cast<std::size_t>(key >> (64 - shift_));
  file_.verify_range(&starts_[place], 2 * sizeof starts_[place]);
  const std::uint64_t end = starts_[place + 1];
  for (std::uint64_t at = starts_[place]; at < end; ++at) {
    file_.verify_range(&keys_[at], sizeof key);
    if (keys_[at] < key) continue;
    if (keys_[at] != key) return nullptr;
    file_.verify_range(&values_[at], sizeof(float));
    return &values_[at];
  }
  return nullptr;
}

void HashedTable::write(const std::string& path, std::string_view kind,
                        std::vector<Hashed>&& entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Hashed& a, const Hashed& b) { return a.key < b.key; });
  std::vector<std::uint64_t> keys;
  std::vector<float> values;
  for (std::size_t i = 0; i != entries.size(); ++i) {
    if (i + 1 != entries.size() && entries[i + 1].key == entries[i].key) continue;
    keys.push_back(entries[i].key);
    values.push_back(entries[i].value);
  }
  const unsigned bits = start_bits(keys.size());
  std::vector<std::uint64_t> starts((std::size_t{1} << bits) + 1, 0);
  for (const std::uint64_t key : keys) ++starts[(bits == 0 ? 0 : key >> (64 - bits)) + 1];
  for (std::size_t b = 1; b != starts.size(); ++b) starts[b] += starts[b - 1];
  SectionWriter writer(path, kind, kTableVersion);
  writer.add("keys", keys);
  writer.add("starts", starts);
  writer.add("values", values);
  writer.finish();
}

}  // namespace manyways::features
