#include "exact/step_graph.h"

#include <algorithm>
#include <array>

namespace manyways::exact {

StepGraph::StepGraph(const Problem& problem, std::size_t states)
    : problem_(&problem), length_(problem.length()), walls_(problem.has_walls()) {
  stride_ = static_cast<std::uint32_t>(states);
  bands_.reserve(states);
  outside_.assign(size(problem, states), kNever);
  group_to_.assign(states * (problem.longest() + 1), 0);
  first_step_.push_back(0);
  first_group_.push_back(0);
}

void StepGraph::add_state(double finish, Band band) {
  outside_[std::size_t{length_} * stride_ + bands_.size()] = finish;
  bands_.push_back(band);
  first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
  first_group_.push_back(static_cast<std::uint32_t>(groups_.size()));
}

// A step of the state that is added next.
void StepGraph::add_step(std::uint32_t option, std::uint32_t next, double weight) {
  if (weight == kNever) return;
  const Problem::Span span = problem_->span(option);
  const std::uint32_t words = span.end - span.start;
  std::uint32_t& known = group_to_[next * (problem_->longest() + 1) + words];
  if (known <= first_group_.back()) {
    groups_.push_back({weight, words * stride_ + next, option});
    known = static_cast<std::uint32_t>(groups_.size());
  } else if (weight > groups_[known - 1].weight) {
    groups_[known - 1].weight = weight;
    groups_[known - 1].option = option;
  }
  steps_.push_back({weight, option, known - 1});
}

StepGraph StepGraph::by_place(const Problem& problem, const Places& places,
                              const ContextGraph& coarser, Watch& watch) {
  StepGraph graph(problem, places.size());
  for (std::uint32_t id = 0; id < places.size(); ++id) {
    if ((id & kStatesBetween) == 0 && watch.over()) {
      graph.complete_ = false;
      break;
    }
    for (const Places::Step& step : places.steps(id)) {
      graph.add_step(step.option, step.next,
                     problem.base_step(places.end(id), step.option) + step.score);
    }
    graph.add_state(places.finish(id), coarser.band(places.context(id)));
  }
  return graph;
}

StepGraph StepGraph::by_end(const Problem& problem, const ContextGraph& from) {
  StepGraph graph(problem, from.states());
  for (std::uint32_t s = 0; s < from.states(); ++s) {
    from.each_step(s, [&](std::uint32_t option, std::uint32_t next, double weight) {
      graph.add_step(option, next, weight);
    });
    graph.add_state(from.finish(s), s == 0 ? from.band(0) : Band{1, problem.length()});
  }
  return graph;
}

std::size_t StepGraph::nodes() const {
  std::size_t count = 1;
  for (const Band& band : bands_) count += band.high - band.low;
  return count;
}

void StepGraph::load(std::span<const double> bonus) {
  worth_.resize(groups_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g)
    worth_[g] = groups_[g].weight + bonus[groups_[g].option];
}

double StepGraph::sweep_back(std::span<const double> bonus, Watch* watch) {
  load(bonus);
  for (std::uint32_t n = length_; n-- > 0;) {
    double* here = outside_.data() + std::size_t{n} * stride_;
    for (std::uint32_t s = 0; s < states(); ++s) {
      if ((s & kStatesBetween) == 0 && watch != nullptr && watch->over()) return kNever;
      double& value = here[s];
      value = kNever;
      if (n < bands_[s].low || n >= bands_[s].high) continue;
      std::uint32_t g = first_group_[s];
      const std::uint32_t end = first_group_[s + 1];
      if (walls_) {
        for (; g < end; ++g) {
          if (allowed(n, groups_[g].option))
            value = std::max(value, worth_[g] + here[groups_[g].offset]);
        }
        continue;
      }
      std::array<double, 4> best{kNever, kNever, kNever, kNever};  // four at a time
      for (; g + 4 <= end; g += 4) {
        for (std::uint32_t k = 0; k < 4; ++k)
          best[k] = std::max(best[k], worth_[g + k] + here[groups_[g + k].offset]);
      }
      for (; g < end; ++g) best[0] = std::max(best[0], worth_[g] + here[groups_[g].offset]);
      value = std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
    }
  }
  return outside_[0];
}

void StepGraph::sweep_forward(std::span<const double> bonus, Watch* watch) {
  load(bonus);
  inside_.assign(outside_.size(), kNever);
  inside_[0] = 0;
  for (std::uint32_t n = 0; n < length_; ++n) {
    double* here = inside_.data() + std::size_t{n} * stride_;
    for (std::uint32_t s = 0; s < states(); ++s) {
      if ((s & kStatesBetween) == 0 && watch != nullptr && watch->over()) return;
      const double value = here[s];
      if (value == kNever || n < bands_[s].low || n >= bands_[s].high) continue;
      for (std::uint32_t g = first_group_[s]; g < first_group_[s + 1]; ++g) {
        if (!allowed(n, groups_[g].option)) continue;
        double& there = here[groups_[g].offset];
        there = std::max(there, value + worth_[g]);
      }
    }
  }
}

void StepGraph::cut(std::span<const double> bonus, double threshold) {
  std::vector<double> reached(groups_.size());  // by the best path through a group
  std::vector<std::uint32_t> number(groups_.size());
  std::uint32_t step_out = 0, group_out = 0;
  const auto through = [&](std::uint32_t s, std::uint32_t n) {
    const std::size_t at = std::size_t{n} * stride_ + s;
    return inside_[at] + outside_[at];
  };
  for (std::uint32_t s = 0; s < states(); ++s) {
    Band& band = bands_[s];
    while (band.low < band.high && through(s, band.low) < threshold) ++band.low;
    while (band.low < band.high && through(s, band.high - 1) < threshold) --band.high;
    const std::uint32_t group = first_group_[s], step = first_step_[s];
    first_group_[s] = group_out;
    first_step_[s] = step_out;
    for (std::uint32_t g = group; g < first_group_[s + 1]; ++g) {
      double best = kNever;
      for (std::uint32_t n = band.low; n < band.high; ++n) {
        const std::size_t row = std::size_t{n} * stride_;
        best = std::max(best, inside_[row + s] + outside_[row + groups_[g].offset]);
      }
      reached[g] = best + bonus[groups_[g].option];
      number[g] = group_out;
      if (groups_[g].weight + reached[g] >= threshold) groups_[group_out++] = groups_[g];
    }
    for (std::uint32_t i = step; i < first_step_[s + 1]; ++i) {
      const Step& each = steps_[i];
      if (each.weight + reached[each.group] < threshold) continue;
      steps_[step_out++] = {each.weight, each.option, number[each.group]};
    }
  }
  first_step_.back() = step_out;
  first_group_.back() = group_out;
  steps_.resize(step_out);
  groups_.resize(group_out);
}

template <class Visit>
void StepGraph::walk_best(Visit visit) const {
  if (outside_[0] == kNever) return;
  std::uint32_t n = 0;
  for (std::size_t at = 0; n < length_; n = static_cast<std::uint32_t>(at / stride_)) {
    std::uint32_t g = first_group_[at % stride_];
    const std::size_t row = std::size_t{n} * stride_;
    while (worth_[g] + outside_[row + groups_[g].offset] != outside_[at] ||
           !allowed(n, groups_[g].option))
      ++g;
    at = row + groups_[g].offset;
    visit(g, static_cast<std::uint32_t>(at % stride_));
  }
}

void StepGraph::best_path(std::vector<std::uint32_t>& options) const {
  options.clear();
  walk_best([&](std::uint32_t g, std::uint32_t) { options.push_back(groups_[g].option); });
}

bool StepGraph::unroll(std::span<const double> bonus, double threshold, std::size_t most,
                       Watch& watch, LayeredGraph& graph) const {
  graph.clear();
  std::vector<NodeId> number(outside_.size(), kNothing);
  for (std::uint32_t n = 0; n < length_; ++n) {
    graph.layers.push_back(static_cast<NodeId>(graph.state.size()));
    for (std::uint32_t s = 0; s < states(); ++s) {
      if (n < bands_[s].low || n >= bands_[s].high) continue;
      const std::size_t at = std::size_t{n} * stride_ + s;
      if (at != 0 && inside_[at] + outside_[at] < threshold) continue;
      number[at] = static_cast<NodeId>(graph.state.size());
      graph.state.push_back(s);
      graph.outside.push_back(outside_[at]);
    }
  }
  const auto goal = static_cast<NodeId>(graph.state.size());
  graph.layers.push_back(goal);
  graph.state.push_back(0);
  graph.outside.push_back(0);
  graph.layers.push_back(goal + 1);
  for (std::uint32_t n = 0; n < length_; ++n) {
    for (std::uint32_t s = 0; s < states(); ++s) {
      const std::size_t at = std::size_t{n} * stride_ + s;
      if (number[at] == kNothing) continue;
      if (graph.edges.size() > most || ((s & kStatesBetween) == 0 && watch.over())) return false;
      graph.first_edge.push_back(static_cast<std::uint32_t>(graph.edges.size()));
      for (std::uint32_t i = first_step_[s]; i < first_step_[s + 1]; ++i) {
        const Step& step = steps_[i];
        const std::size_t to = std::size_t{n} * stride_ + groups_[step.group].offset;
        const double total = inside_[at] + step.weight + bonus[step.option] + outside_[to];
        if (total < threshold || !allowed(n, step.option)) continue;
        const bool last = to / stride_ == length_;
        const NodeId head = last ? goal : number[to];
        if (head == kNothing || to / stride_ > length_) continue;
        graph.edges.push_back({last ? step.weight + outside_[to] : step.weight, head, step.option});
      }
    }
  }
  if (graph.edges.size() > most) return false;
  graph.first_edge.push_back(static_cast<std::uint32_t>(graph.edges.size()));
  graph.first_edge.push_back(static_cast<std::uint32_t>(graph.edges.size()));
  return true;
}

}  // namespace manyways::exact
