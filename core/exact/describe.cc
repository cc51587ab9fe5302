#include "exact/describe.h"

#include <cstdlib>

namespace manyways::exact {

using search::Option;

namespace {

// Adds the features of one step, the target features apart.
void add_step(const Problem& problem, const Option* previous, const Option& option,
              std::span<double> features, std::vector<double>& scratch) {
  const search::Model& model = problem.model();
  const search::SentenceOptions& options = problem.options();
  scratch.assign(features.size(), 0.0);
  model.option_values(options.pair(option), scratch);
  if (model.input_column() != search::Model::kNoColumn) {
    scratch[model.input_column()] = static_cast<double>(option.input_score);
  }
  const int start = previous == nullptr ? 0 : previous->start;
  const int end = previous == nullptr ? 0 : previous->end;
  scratch[model.distortion_column()] = -std::abs(option.start - end);
  if (model.has_reordering()) {
    const auto orientation =
        search::orientation_between(static_cast<std::uint32_t>(start),
                                    static_cast<std::uint32_t>(end), option.start, option.end);
    auto add = [&](const Option& of, std::size_t offset) {
      if (of.entry < 0) return;
      scratch[model.reordering_column() + offset] =
          static_cast<double>(options.pair(of).entry->reordering()[offset]);
    };
    add(option, orientation);
    if (previous != nullptr) add(*previous, orientation + search::kOrientations);
  }
  for (std::size_t i = 0; i < features.size(); ++i) features[i] += scratch[i];
}

void add_links(const Problem& problem, const Option& option, std::int32_t words,
               std::vector<std::int32_t>& links) {
  if (option.entry < 0) {
    if (option.unknown) links.insert(links.end(), {option.start, words});
    return;
  }
  for (const phrases::Link& link : problem.options().links(option)) {
    links.insert(links.end(), {option.start + link.source, words + link.target});
  }
}

}  // namespace

void describe(Problem& problem, std::span<const std::uint32_t> derivation, double score,
              search::Translations& out) {
  const search::Model& model = problem.model();
  search::Target& target = problem.target();
  const std::size_t first = out.rows.features.size(), columns = model.feature_names().size();
  out.rows.features.resize(first + columns, 0.0);
  const std::span<double> features = std::span(out.rows.features).subspan(first, columns);
  std::vector<double> scratch, values(model.target_features().size());
  auto add_target = [&] {
    for (std::size_t i = 0; i < values.size(); ++i)
      features[model.target_column() + i] += values[i];
  };
  const Option* previous = nullptr;
  search::Target::State state = target.begin();
  std::int32_t words = 0;
  for (const std::uint32_t id : derivation) {
    const Option& option = problem.options()[id];
    add_step(problem, previous, option, features, scratch);
    target.values(state, option.phrase, option.words, values);
    add_target();
    target.advance(state, option.phrase, option.words, state);
    for (const WordId word : option.words) {
      if (words++ > 0) out.rows.text.push_back(' ');
      const std::string_view text = problem.options().words().word(word);
      out.rows.text.insert(out.rows.text.end(), text.begin(), text.end());
    }
    const auto count = static_cast<std::int32_t>(option.words.size());
    out.steps.insert(out.steps.end(), {option.start, option.end, count});
    add_links(problem, option, words - count, out.links);
    previous = &option;
  }
  target.finish_values(state, values);
  add_target();
  out.rows.scores.push_back(score);
  out.rows.text_offsets.push_back(static_cast<std::int64_t>(out.rows.text.size()));
  out.step_offsets.push_back(static_cast<std::int64_t>(out.steps.size() / 3));
  out.link_offsets.push_back(static_cast<std::int64_t>(out.links.size() / 2));
}

}  // namespace manyways::exact
