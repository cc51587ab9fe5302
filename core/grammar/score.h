// The second half of training: all rules of some source sides become options with scores.
#pragma once

#include <vector>

#include "grammar/rules.h"
#include "grammar/train.h"
#include "phrases/table_writer.h"

namespace manyways::grammar {

// Rules of several source sides, in the order in which a TableWriter wants them.
struct ScoredRules {
  struct Side {
    std::size_t source_end, rules_end;  // in `source` and `rules`
  };
  struct Rule {
    std::uint32_t target;
    std::size_t links_end;
    float floats[4 + phrases::kCounts];
  };
  std::vector<Side> sides;
  std::vector<Rule> rules;
  std::vector<WordId> source;
  std::vector<phrases::Link> links;

  void write(phrases::TableWriter& writer) const;
};

// Reorders `rules`, which hold all rules of their source sides.
ScoredRules score_rules(const phrases::LinkedText& text, const GapIds& gaps,
                        const TrainSettings& settings, std::vector<RuleCount>& rules);

}  // namespace manyways::grammar
