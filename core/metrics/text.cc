#include "metrics/text.h"

#include <stdexcept>

namespace manyways::metrics {
namespace {

void check_offsets(std::span<const std::int64_t> offsets, std::size_t end, const char* what) {
  bool good =
      !offsets.empty() && offsets.front() == 0 && offsets.back() == static_cast<std::int64_t>(end);
  for (std::size_t i = 1; good && i < offsets.size(); ++i) good = offsets[i - 1] <= offsets[i];
  if (!good) throw std::invalid_argument(std::string(what) + " must rise from 0 to the end");
}

}  // namespace

void check(const Lists& lists, bool references_needed) {
  check_offsets(lists.candidates.offsets, lists.candidates.data.size(), "text offsets");
  check_offsets(lists.sentence_offsets, lists.candidates.size(), "sentence offsets");
  if (references_needed && lists.references.empty())
    throw std::invalid_argument("at least one set of references is needed");
  for (const Texts& set : lists.references) {
    check_offsets(set.offsets, set.data.size(), "reference offsets");
    if (set.size() != lists.sentences())
      throw std::invalid_argument("a set of references needs one row per sentence");
  }
}

}  // namespace manyways::metrics
