#include "base/bitext.h"

#include <string>

#include "base/error.h"
#include "base/offsets.h"

namespace manyways {

void Bitext::check() const {
  constexpr std::size_t kMostWords = std::size_t{1} << 28;
  check_all_in_rows(source_offsets, source_words.size(), "source offsets");
  check_all_in_rows(target_offsets, target_words.size(), "target offsets");
  check_ids(source_words, kMostWords, "source word ids");
  check_ids(target_words, kMostWords, "target word ids");
  if (source_offsets.size() != target_offsets.size()) {
    throw InputError("", 0,
                     "the source has " + std::to_string(source_offsets.size() - 1) +
                         " sentences, the target " + std::to_string(target_offsets.size() - 1),
                     "Line n of one file must be the translation of line n of the other.");
  }
}

}  // namespace manyways
