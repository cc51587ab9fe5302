#include "grammar/table.h"

#include "base/error.h"

namespace manyways::grammar {

RuleTable::RuleTable(const std::string& path)
    : table_(path, kRuleKind), gap_(table_.source_words().find(kSourceGap)) {
  for (unsigned k = 0; k < kMostGaps; ++k) {
    target_gaps_[k] = table_.target_words().find(kTargetGaps[k]);
    if (gap_ == kUnknownWord || target_gaps_[k] == kUnknownWord) {
      throw InputError(path, 0, "is damaged: its vocabularies have no gaps",
                       "Rebuild it, or copy it again from its source.");
    }
  }
}

}  // namespace manyways::grammar
