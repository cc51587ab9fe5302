#include "metrics/text.h"

#include <stdexcept>

#include "base/offsets.h"

namespace manyways::metrics {

void check(const Lists& lists, bool references_needed) {
  check_all_in_rows(lists.candidates.offsets, lists.candidates.values.size(), "text offsets");
  check_all_in_rows(lists.sentence_offsets, lists.candidates.size(), "sentence offsets");
  if (references_needed && lists.references.empty())
    throw std::invalid_argument("at least one set of references is needed");
  for (const TextView& set : lists.references) {
    check_all_in_rows(set.offsets, set.values.size(), "reference offsets");
    if (set.size() != lists.sentences())
      throw std::invalid_argument("a set of references needs one row per sentence");
  }
}

}  // namespace manyways::metrics
