#include "chart/model.h"

#include <algorithm>
#include <cmath>

namespace manyways::chart {

namespace {
constexpr const char* kInputName = "InputFeature0";
const double kGlueValue = std::log(2.718);
}  // namespace

RuleModel::RuleModel(RuleModelParts parts, const search::WeightMap& weights)
    : parts_(std::move(parts)) {
  for (const search::NamedLm& lm : parts_.language_models) {
    const auto feature =
        std::make_shared<search::LmFeature>(lm.name, lm.model, table().target_words(), lm.classes);
    language_models_.push_back(feature.get());
    add_target(feature);
  }
  for (const auto& feature : parts_.target_features) add_target(feature);
  words_ = add_option(search::word_penalty("WordPenalty0"));
  rules_ = add_option(search::phrase_penalty("PhrasePenalty0"));
  add_option(search::translation_scores(table(), "TranslationModel0"));
  add_option(search::unknown_penalty(search::kUnknownPenalty));
  for (const auto& feature : parts_.option_features) add_option(feature);
  glue_ = add("TranslationModel1");
  if (weights.count(kInputName) != 0) input_ = add(kInputName);
  set_weights(weights);
  make_fixed(0, RuleKind::kStart, {});
  make_fixed(1, RuleKind::kGlue, {-1, -2});
  make_fixed(2, RuleKind::kEnd, {-1});
}

void RuleModel::make_fixed(std::size_t index, RuleKind kind, std::vector<ChartSymbol> symbols) {
  RuleBlock& block = fixed_[index];
  block.symbols = std::move(symbols);
  Rule rule{.symbols = block.symbols, .score = 0, .estimate = 0, .kind = kind};
  rule.score = rule.estimate = rule_score(rule, {});
  block.rules.push_back(rule);
  make_segments(search::TargetWords(table().target_words()), block);
}

void RuleModel::make_segments(const search::TargetWords& words, RuleBlock& block) const {
  for (Rule& rule : block.rules) {
    rule.segments = static_cast<std::uint32_t>(block.segments.size());
    for (auto at = rule.symbols.begin();; ++at) {
      const auto end = std::find_if(at, rule.symbols.end(), [](auto symbol) { return symbol < 0; });
      for (const search::LmFeature* feature : language_models_) {
        LmJoin segment(feature->model());
        for (auto word = at; word != end; ++word) {
          segment.word(feature->id_of(static_cast<WordId>(*word), words));
        }
        block.segments.push_back(segment.made());
      }
      if ((at = end) == rule.symbols.end()) break;
    }
  }
}

void RuleModel::rule_values(const Rule& rule, std::span<const WordId> source,
                            std::span<double> values) const {
  std::fill(values.begin(), values.end(), 0.0);
  if (rule.kind >= RuleKind::kGlue) {
    values[rules_] = 1;
    if (rule.kind == RuleKind::kGlue) {
      values[glue_] = kGlueValue;
    } else {
      values[words_] = -1;
    }
    return;
  }
  thread_local std::vector<WordId> words;
  words.clear();
  for (const ChartSymbol symbol : rule.symbols) {
    if (symbol >= 0) words.push_back(static_cast<WordId>(symbol));
  }
  option_values({words, rule.entry ? &*rule.entry : nullptr, rule.kind == RuleKind::kUnknown,
                 source, static_cast<double>(rule.given)},
                values);
}

double RuleModel::rule_score(const Rule& rule, std::span<const WordId> source) const {
  thread_local std::vector<double> values;
  values.resize(feature_names().size());
  rule_values(rule, source, values);
  double sum = 0;
  for (std::size_t c = 0; c < values.size(); ++c) sum += weight(c) * values[c];
  return sum;
}

}  // namespace manyways::chart
