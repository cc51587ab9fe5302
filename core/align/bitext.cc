#include "align/bitext.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace manyways::align {
namespace {

void check_side(std::span<const WordId> words, std::span<const std::int64_t> offsets,
                const char* side) {
  const std::string name(side);
  if (offsets.empty() || offsets.front() != 0 || !std::is_sorted(offsets.begin(), offsets.end()) ||
      offsets.back() != static_cast<std::int64_t>(words.size())) {
    throw InputError("", 0, "the offsets of the " + name + " do not fit its words");
  }
  // The aligner keeps arrays as long as the vocabulary.
  constexpr WordId kMaxWord = 1u << 28;
  if (!words.empty() && *std::max_element(words.begin(), words.end()) >= kMaxWord) {
    throw InputError("", 0, "a word id of the " + name + " is too large for a vocabulary");
  }
}

}  // namespace

void Bitext::check() const {
  check_side(source_words, source_offsets, "source");
  check_side(target_words, target_offsets, "target");
  if (source_offsets.size() != target_offsets.size()) {
    throw InputError("", 0,
                     "the source has " + std::to_string(source_offsets.size() - 1) +
                         " sentences, the target " + std::to_string(target_offsets.size() - 1),
                     "Line n of one file must be the translation of line n of the other.");
  }
}

}  // namespace manyways::align
