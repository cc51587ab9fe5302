#include "exact/describe.h"

#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace manyways::exact {

using search::Option;

namespace {

// The features of one step, the target features apart, which are left 0.
void step_features(const Problem& problem, const Option* previous, const Option& option,
                   std::vector<double>& features) {
  const search::PhraseModel& model = problem.model();
  const search::SentenceOptions& options = problem.options();
  features.assign(model.feature_names().size(), 0.0);
  model.option_values(options.pair(option), features);
  if (model.input_column() != search::PhraseModel::kNoColumn) {
    features[model.input_column()] = static_cast<double>(option.input_score);
  }
  const int start = previous == nullptr ? 0 : previous->start;
  const int end = previous == nullptr ? 0 : previous->end;
  features[model.distortion_column()] = -std::abs(option.start - end);
  if (!model.has_reordering()) return;
  const auto orientation = search::orientation_between(
      static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end), option.start, option.end);
  auto add = [&](const Option& of, std::size_t offset) {
    if (of.entry < 0) return;
    features[model.reordering_column() + offset] =
        static_cast<double>(options.pair(of).entry->reordering()[offset]);
  };
  add(option, orientation);
  if (previous != nullptr) add(*previous, orientation + search::kOrientations);
}

// Calls visit(option, features) for each step; the end of the sentence is visited without an
// option.
template <typename Visit>
void for_each_step(Problem& problem, std::span<const std::uint32_t> derivation, Visit&& visit) {
  const search::PhraseModel& model = problem.model();
  search::Target& target = problem.target();
  std::vector<double> features, values(model.target_features().size());
  auto add_target = [&] {
    for (std::size_t i = 0; i < values.size(); ++i) {
      features[model.target_column() + i] = values[i];
    }
  };
  const Option* previous = nullptr;
  search::Target::State state = target.begin();
  for (const std::uint32_t id : derivation) {
    const Option& option = problem.options()[id];
    step_features(problem, previous, option, features);
    target.values(state, option.phrase, option.words, values);
    add_target();
    visit(&option, features);
    target.advance(state, option.phrase, option.words, state);
    previous = &option;
  }
  features.assign(model.feature_names().size(), 0.0);
  target.finish_values(state, values);
  add_target();
  visit(nullptr, features);
}

// Calls visit(source, target) for the option's links, which count from its own first words.
template <typename Visit>
void for_each_link(const Problem& problem, const Option& option, Visit&& visit) {
  if (option.entry < 0) {
    if (option.unknown) visit(std::uint16_t{0}, std::uint16_t{0});
    return;
  }
  for (const phrases::Link& link : problem.options().links(option)) {
    visit(std::uint16_t{link.source}, std::uint16_t{link.target});
  }
}

}  // namespace

void describe(Problem& problem, std::span<const std::uint32_t> derivation, double score,
              search::Translations& out) {
  const std::size_t first = out.rows.features.size();
  const std::size_t columns = problem.model().feature_names().size();
  out.rows.features.resize(first + columns, 0.0);
  const std::span<double> sums = std::span(out.rows.features).subspan(first, columns);
  std::int32_t words = 0;
  for_each_step(problem, derivation, [&](const Option* option, std::span<const double> features) {
    for (std::size_t i = 0; i < columns; ++i) sums[i] += features[i];
    if (option == nullptr) return;
    for (const WordId word : option->words) {
      if (words++ > 0) out.rows.text.push_back(' ');
      const std::string_view text = problem.options().words().word(word);
      out.rows.text.insert(out.rows.text.end(), text.begin(), text.end());
    }
    const auto count = static_cast<std::int32_t>(option->words.size());
    out.steps.insert(out.steps.end(), {option->start, option->end, words - count, words});
    for_each_link(problem, *option, [&](std::uint16_t source, std::uint16_t word) {
      out.links.insert(out.links.end(), {option->start + source, words - count + word});
    });
  });
  out.rows.scores.push_back(score);
  out.rows.text_offsets.push_back(static_cast<std::int64_t>(out.rows.text.size()));
  out.step_offsets.push_back(static_cast<std::int64_t>(out.steps.size() / search::kStepColumns));
  out.link_offsets.push_back(static_cast<std::int64_t>(out.links.size() / 2));
}

graph::Hypergraph path_graph(Problem& problem, std::span<const std::uint32_t> derivation) {
  const std::vector<double>& weights = problem.model().weights();
  graph::HypergraphBuilder builder(problem.model().feature_names());
  builder.add_edge(builder.add_label({}, {}), {}, 0.0);
  std::vector<graph::Symbol> symbols;
  std::vector<graph::Link> links;
  for_each_step(problem, derivation, [&](const Option* option, std::span<const double> features) {
    const graph::Node before = builder.end_node();
    symbols.assign(1, graph::kFirstTail);
    links.clear();
    if (option != nullptr) {
      for (const WordId word : option->words) {
        symbols.push_back(builder.add_word(problem.options().words().word(word)));
      }
      for_each_link(problem, *option, [&](std::uint16_t source, std::uint16_t word) {
        links.push_back({source, word});
      });
    }
    const graph::LabelId label =
        builder.add_label(symbols, features, option == nullptr ? -1 : option->start,
                          option == nullptr ? -1 : option->end, links);
    const double score = std::inner_product(features.begin(), features.end(), weights.begin(), 0.0);
    builder.add_edge(label, {before}, score);
  });
  builder.end_node();
  return std::move(builder).finish();
}

}  // namespace manyways::exact
