// The second half of training: all rules of some source sides become options with scores.
#pragma once

#include <atomic>
#include <vector>

#include "grammar/rules.h"
#include "grammar/significance.h"
#include "grammar/train.h"
#include "phrases/table_writer.h"

namespace manyways::grammar {

// Rules of several source sides, in the order in which a TableWriter wants them.
struct ScoredRules {
  struct Side {
    std::size_t source_end, rules_end;  // in `source` and `rules`
  };
  struct Rule {
    std::uint32_t target;  // RuleCount::target
    RulePlace place;
    std::size_t links_end;
    float floats[4 + phrases::kCounts];
  };
  std::vector<Side> sides;
  std::vector<Rule> rules;
  std::vector<WordId> source;
  std::vector<phrases::Link> links;

  // target_id(rule) is its target's number in the file.
  template <typename TargetId>
  void write(phrases::TableWriter& writer, TargetId&& target_id) const {
    std::size_t symbol = 0, rule = 0, link = 0;
    for (const Side& side : sides) {
      writer.begin_source(std::span(source).subspan(symbol, side.source_end - symbol));
      symbol = side.source_end;
      for (; rule < side.rules_end; ++rule) {
        const Rule& each = rules[rule];
        writer.add_option(target_id(each), std::span(links).subspan(link, each.links_end - link),
                          each.floats);
        link = each.links_end;
      }
    }
  }
};

// The test of significance as training asks for it. Bounds decide most rules; sentences are counted
// for the rest, those of a target side when the first rule needs them (4 bytes are kept for each).
// May be asked from several threads.
class EvidenceTest {
 public:
  // targets: how many target sides there are.
  EvidenceTest(const phrases::LinkedText& text, const TrainSettings& settings, std::size_t targets,
               unsigned threads);

  // A source side whose rules are asked about; reuse one object.
  struct Source {
    bool counted = false;
    SentenceSet sentences;
  };
  // source: `counted` is false when the first rule of a source side is asked about.
  bool passes(const RuleCount& rule, Source& source);

 private:
  std::uint32_t target_sentences(const RuleCount& rule);

  const Significance test_;
  const Evidence evidence_;
  std::vector<std::atomic<std::uint32_t>> target_sentences_;  // 0: not known yet
};

// Reorders `rules`, which hold all rules of their source sides. `test` may be null.
ScoredRules score_rules(const phrases::LinkedText& text, const GapIds& gaps,
                        const TrainSettings& settings, EvidenceTest* test,
                        std::vector<RuleCount>& rules);

}  // namespace manyways::grammar
