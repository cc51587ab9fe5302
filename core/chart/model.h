// A hierarchical model as a search reads it: columns of features with weights, a grammar of rules
// with gaps, and the glue that joins what they cover from left to right.
//
//   RuleModel model({.rules = rules, .language_models = {{"LM0", lm}}}, weights);   // by name
//   model.feature_names();      // LM0, WordPenalty0, PhrasePenalty0, TranslationModel0[0], ...
//
// The grammar is that of Chiang (2007) as Moses writes it. X covers source words by the table's
// rules. S begins with <s>, grows by glue, S -> S X, and ends with </s>. Definitions are Moses's,
// so that an imported model gives Moses's totals:
//
//   TranslationModel0[*]   scores of the rules of the table
//   TranslationModel1      log 2.718 for each glue rule
//   PhrasePenalty0         1 for every rule: glue, <s> and </s> too
//   WordPenalty0           -1 for every target word: <s> and </s> too
//   UnknownWordPenalty0    -100 for a word that no rule translates, which is copied
//
// Columns, in this order: the target features (language models first), WordPenalty0,
// PhrasePenalty0, TranslationModel0[*], UnknownWordPenalty0, further option features,
// TranslationModel1, and InputFeature0 if it has a weight (what a lattice's edges say).
//
// Models are cheap to make: grammar and language models are shared, so other weights are another
// model. A model remembers the scored, cut rules of source sides that it has seen; all threads
// share that.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "chart/lm_piece.h"
#include "grammar/table.h"
#include "phrases/node_cache.h"
#include "search/columns.h"
#include "search/model.h"

namespace manyways::chart {

using search::ChartSymbol;

struct RuleModelParts {
  std::shared_ptr<const grammar::RuleTable> rules;
  std::vector<search::NamedLm> language_models;
  std::vector<std::shared_ptr<const search::OptionFeature>> option_features{};  // beyond the usual
  std::vector<std::shared_ptr<const search::TargetFeature>> target_features{};
  std::size_t table_limit = 20;   // rules per source side, the best by estimate; 0: all
  std::uint32_t span_limit = 20;  // source positions that a rule of the table may cover
};

enum class RuleKind : std::uint8_t { kTable, kGiven, kUnknown, kEpsilon, kGlue, kStart, kEnd };

// What a source side may become.
struct Rule {
  std::span<const ChartSymbol> symbols;  // words; -1 and -2 where the first and second gap stand
  double score;                          // all weighted features but target and input features
  double estimate;                       // with what the target features say of the words alone
  RuleKind kind;
  float given = 0;                            // translation scores of a given translation
  std::optional<phrases::Option> entry = {};  // kTable
  std::uint32_t segments = 0;                 // where its own begin in the block
};

// All rules of one source side.
struct RuleBlock {
  phrases::Table::Node node = phrases::Table::kNone;  // kNone: not from the table
  std::vector<WordId> source;        // its symbols, the table's ids; gaps among them
  std::vector<ChartSymbol> symbols;  // the target sides, one after the other
  std::vector<Rule> rules;           // best estimate first; equal ones as in the table
  // The words before, between and behind the gaps of each rule, of each language model in turn.
  std::vector<LmPiece> segments;

  std::size_t bytes() const {
    return sizeof(RuleBlock) + sizeof(WordId) * (source.size() + symbols.size()) +
           sizeof(Rule) * rules.size() + sizeof(LmPiece) * segments.size();
  }
};

class RuleModel : public search::FeatureColumns {
 public:
  // Throws InputError as FeatureColumns::set_weights does.
  RuleModel(RuleModelParts parts, const search::WeightMap& weights);
  RuleModel(const RuleModel&) = delete;
  RuleModel& operator=(const RuleModel&) = delete;

  const grammar::RuleTable& rules() const { return *parts_.rules; }
  const phrases::Table& table() const { return parts_.rules->table(); }
  const RuleModelParts& parts() const { return parts_; }
  std::size_t input_column() const { return input_; }  // or kNoColumn
  double input_weight() const { return input_ == kNoColumn ? 0.0 : weight(input_); }

  // S -> <s>, S -> S X, and the end, S </s>: a block with one rule each.
  const RuleBlock& start() const { return fixed_[0]; }
  const RuleBlock& glue() const { return fixed_[1]; }
  const RuleBlock& end() const { return fixed_[2]; }

  // Features of a rule whatever it is applied to; `values` has one entry per column, and is
  // overwritten. `source`: that of its block.
  void rule_values(const Rule& rule, std::span<const WordId> source,
                   std::span<double> values) const;
  double rule_score(const Rule& rule, std::span<const WordId> source) const;

  // The first of the target features; if there are others, only a search that takes any of them can
  // use the model.
  std::span<const search::LmFeature* const> language_models() const { return language_models_; }
  bool has_lms_alone() const { return language_models_.size() == target_features().size(); }
  // Fills the segments of a block, whose words are `words`.
  void make_segments(const search::TargetWords& words, RuleBlock& block) const;

  phrases::NodeCache<RuleBlock>& rule_cache() const { return cache_; }

 private:
  void make_fixed(std::size_t index, RuleKind kind, std::vector<ChartSymbol> symbols);

  RuleModelParts parts_;
  std::vector<const search::LmFeature*> language_models_;
  std::size_t words_ = 0, rules_ = 0, glue_ = 0, input_ = kNoColumn;
  std::array<RuleBlock, 3> fixed_;
  mutable phrases::NodeCache<RuleBlock> cache_;
};

}  // namespace manyways::chart
