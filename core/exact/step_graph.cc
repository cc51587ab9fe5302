#include "exact/step_graph.h"

#include <algorithm>
#include <array>

namespace manyways::exact {

StepGraph::StepGraph(const Problem& problem, const ContextGraph& from)
    : problem_(&problem),
      length_(problem.length()),
      stride_(from.states()),
      walls_(problem.has_walls()) {
  const std::size_t states = from.states();
  outside_.assign(states * (problem.length() + 1 + problem.longest()), kNever);
  group_to_.assign(states * (problem.longest() + 1), 0);
  first_step_.push_back(0);
  first_group_.push_back(0);
  for (std::uint32_t s = 0; s < states; ++s) {
    from.each_step(s, [&](std::uint32_t option, std::uint32_t next, double weight) {
      add_step(option, next, weight);
    });
    outside_[std::size_t{length_} * stride_ + s] = from.finish(s);
    bands_.push_back(s == 0 ? from.band(0) : Band{1, length_});
    first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
    first_group_.push_back(static_cast<std::uint32_t>(groups_.size()));
  }
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

void StepGraph::load(std::span<const double> bonus) {
  worth_.resize(groups_.size());
  for (std::size_t g = 0; g < groups_.size(); ++g)
    worth_[g] = groups_[g].weight + bonus[groups_[g].option];
}

double StepGraph::sweep_back(std::span<const double> bonus) {
  load(bonus);
  for (std::uint32_t n = length_; n-- > 0;) {
    double* here = outside_.data() + std::size_t{n} * stride_;
    for (std::uint32_t s = 0; s < states(); ++s) {
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

bool StepGraph::unroll(std::size_t most, Watch& watch, LayeredGraph& graph) const {
  graph.clear();
  std::vector<NodeId> number(outside_.size(), kNothing);
  for (std::uint32_t n = 0; n < length_; ++n) {
    graph.layers.push_back(static_cast<NodeId>(graph.state.size()));
    for (std::uint32_t s = 0; s < states(); ++s) {
      if (n < bands_[s].low || n >= bands_[s].high) continue;
      const std::size_t at = std::size_t{n} * stride_ + s;
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
        if (!allowed(n, step.option)) continue;
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
