#include "exact/problem.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_set>

#include "base/hash.h"
#include "exact/automata.h"

namespace manyways::exact {

using search::JumpState;
using search::Option;
using search::SentenceOptions;

Problem::Problem(const search::Model& model, const SentenceOptions& options, search::Target& target,
                 int distortion_limit, search::Space space)
    : model_(model), options_(options), target_(target), limit_(distortion_limit), space_(space) {
  first_option_.assign(length() + 2, 0);
  for (const Option& option : options_.all()) ++first_option_[option.start + 1u];
  for (std::size_t i = 1; i < first_option_.size(); ++i) first_option_[i] += first_option_[i - 1];
  jumps_.resize(length() + 1);
  jumps_[0].push_back(SentenceOptions::kFirstJump);
  std::vector<bool> seen;
  for (const Option& option : options_.all()) {
    if (seen.size() <= option.jump) seen.resize(option.jump + 1u);
    if (!seen[option.jump]) jumps_[option.end].push_back(option.jump);
    seen[option.jump] = true;
  }
  row_.push_back(0);
  for (std::uint32_t end = 0; end <= length(); ++end) {
    const Range range = after(end);
    row_.push_back(row_.back() + range.end - range.begin);
  }
}

Problem::Range Problem::after(std::uint32_t end) const {
  if (limit_ < 0) return {0, first_option_[length()]};
  const auto limit = static_cast<std::uint32_t>(limit_);
  const std::uint32_t low = end > limit ? end - limit : 0;
  const std::uint32_t high = std::min(length(), end + limit + 1);
  return {first_option_[std::min(low, high)], first_option_[high]};
}

bool Problem::count_states(Watch& watch, std::size_t most) {
  bound_.assign(row_.back(), kNever);
  finish_bound_.assign(options_.all().size(), kNever);
  struct Place {
    std::uint32_t end;
    search::Target::State state;
  };
  std::vector<Place> places{{0, target_.begin()}};
  IdTable known;
  known.find_or_add(std::uint64_t{0} << 32 | target_.begin());
  for (std::size_t at = 0; at < places.size(); ++at) {
    const Place place = places[at];
    const Range range = after(place.end);
    double* bounds = bound_.data() + row_[place.end];
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      const Option& option = options_[i];
      search::Target::State next;
      const double score = target_.advance(place.state, option.phrase, option.words, next);
      double& bound = bounds[i - range.begin];
      bound = std::max(bound, score);
      if (known.find_or_add(std::uint64_t{option.end} << 32 | next) == places.size()) {
        places.push_back({option.end, next});
      }
      finish_bound_[i] = 0;
    }
    transitions_ += range.end - range.begin;
    if (transitions_ > most || ((at & 63) == 0 && watch.over())) return false;
  }
  state_count_ = places.size();
  double finish = kNever;
  for (const Place& place : places) finish = std::max(finish, target_.finish(place.state));
  std::fill(finish_bound_.begin(), finish_bound_.end(), finish);
  return true;
}

double Problem::step(std::uint32_t jump_id, const Option& option) const {
  const JumpState& jump = options_.jump(jump_id);
  const auto orientation =
      search::orientation_between(jump.start, jump.end, option.start, option.end);
  const double distance = std::abs(static_cast<int>(option.start) - static_cast<int>(jump.end));
  return option.score - model_.weight(model_.distortion_column()) * distance +
         static_cast<double>(jump.forward[orientation]) +
         static_cast<double>(option.backward[orientation]);
}

double Problem::coarse_step(std::uint32_t end, std::uint32_t option) const {
  double best = kNever;
  if (!model_.has_reordering()) {
    best = step(jumps_[end].front(), options_[option]);
  } else {
    for (const std::uint32_t jump : jumps_[end])
      best = std::max(best, step(jump, options_[option]));
  }
  return best + bound_[row_[end] + option - after(end).begin];
}

void Problem::coarsest(LayeredGraph& graph) const {
  graph = {};
  const std::uint32_t size = length();
  // Node of (n, end): 0 is the start; layers 1 .. size - 1 have one for each end; then the goal.
  auto node_of = [&](std::uint32_t n, std::uint32_t end) {
    if (n == 0) return NodeId{0};
    return n == size ? (size - 1) * size + 1 : (n - 1) * size + end;
  };
  std::vector<std::vector<double>> steps(size + 1);
  for (std::uint32_t end = 0; end <= size; ++end) {
    const Range range = after(end);
    if (jumps_[end].empty()) continue;
    for (std::uint32_t i = range.begin; i < range.end; ++i)
      steps[end].push_back(coarse_step(end, i));
  }
  for (std::uint32_t n = 0; n <= size; ++n) {
    graph.layers.push_back(node_of(n, 1));
    for (std::uint32_t end = n == 0 || n == size ? 0 : 1; end <= (n == 0 || n == size ? 0 : size);
         ++end) {
      graph.state.push_back(end);
      graph.first_edge.push_back(static_cast<std::uint32_t>(graph.edges.size()));
      if (n == size || jumps_[end].empty()) continue;
      const Range range = after(end);
      for (std::uint32_t i = range.begin; i < range.end; ++i) {
        const Option& option = options_[i];
        const std::uint32_t after_n = n + option.end - option.start;
        if (after_n > size) continue;
        const double finish = after_n == size ? finish_bound_[i] : 0.0;
        const double weight = steps[end][i - range.begin] + finish;
        if (weight == kNever) continue;
        graph.edges.push_back({weight, node_of(after_n, option.end), i});
      }
    }
  }
  graph.layers.push_back(static_cast<NodeId>(graph.state.size()));
  graph.first_edge.push_back(static_cast<std::uint32_t>(graph.edges.size()));
}

double Problem::score(std::span<const std::uint32_t> derivation) {
  CoverageAutomaton coverage(*this);
  std::uint32_t jump = SentenceOptions::kFirstJump, covered = coverage.start();
  search::Target::State state = target_.begin();
  double sum = 0;
  for (std::size_t i = 0; i < derivation.size(); ++i) {
    const Option& option = options_[derivation[i]];
    const int distance =
        std::abs(static_cast<int>(option.start) - static_cast<int>(options_.jump(jump).end));
    if (limit_ >= 0 && distance > limit_) return kNever;
    covered = coverage.step(covered, {0, 0, derivation[i]}, i + 1 == derivation.size()).state;
    if (covered == kNothing) return kNever;
    sum += step(jump, option) + target_.advance(state, option.phrase, option.words, state);
    jump = option.jump;
  }
  std::size_t words = 0;
  for (const std::uint32_t i : derivation) words += options_[i].end - options_[i].start;
  return words == length() ? sum + target_.finish(state) : kNever;
}

}  // namespace manyways::exact
