#include "exact/layered_graph.h"

#include <algorithm>

#include "base/hash_table.h"
#include "base/prefetch.h"

namespace manyways::exact {

namespace {

constexpr std::uint32_t kAhead = 24;       // edges, in sweeps
constexpr double kMoveSeconds = 8e-9;      // of an edge, into memory that is new
constexpr std::uint32_t kBetween = 0xfff;  // nodes between two looks at the watch, less one

}  // namespace

void LayeredGraph::clear() {
  layers.clear();
  state.clear();
  first_edge.clear();
  edges.clear();
  inside.clear();
  outside.clear();
  best.clear();
  sorted = false;
}

double LayeredGraph::sweep_back(std::span<const double> bonus, Watch* watch) {
  outside.resize(nodes());
  best.resize(nodes());
  outside[goal()] = 0;
  best[goal()] = kNothing;
  // Strictly backwards through memory, which the processor can then fetch ahead; the values at the
  // heads of edges are asked for some edges ahead.
  for (NodeId node = goal(); node-- > 0;) {
    double value = kNever;
    std::uint32_t chosen = kNothing;
    std::uint32_t e = first_edge[node + 1];
    for (const std::uint32_t first = first_edge[node]; e > first;) {
      const Edge& edge = edges[--e];
      if (e >= kAhead) prefetch(&outside[edges[e - kAhead].head]);
      const double total = edge.weight + bonus[edge.option] + outside[edge.head];
      if (total >= value && total != kNever) {
        value = total;
        chosen = e;
      }
    }
    outside[node] = value;
    best[node] = chosen;
    if ((node & kBetween) == 0 && watch != nullptr && watch->over()) break;
  }
  return outside[0];
}

void LayeredGraph::sweep_forward(std::span<const double> bonus, double threshold, Watch& watch) {
  inside.assign(nodes(), kNever);
  inside[0] = 0;
  for (NodeId node = 0; node < nodes(); ++node) {
    const double value = inside[node];
    if ((node & kBetween) == 0 && watch.over()) return;
    if (value == kNever || value + outside[node] < threshold) continue;
    for (std::uint32_t e = first_edge[node]; e < first_edge[node + 1]; ++e) {
      const Edge& edge = edges[e];
      double& there = inside[edge.head];
      there = std::max(there, value + edge.weight + bonus[edge.option]);
    }
  }
}

void LayeredGraph::cut(std::span<const double> bonus, double threshold, Watch& watch) {
  sweep_forward(bonus, threshold, watch);
  if (watch.over()) return;
  std::vector<NodeId> moved(nodes(), kNothing);
  NodeId kept = 0;
  for (NodeId node = 0; node < nodes(); ++node) {
    const bool ends = node == 0 || node == goal();
    if (ends || inside[node] + outside[node] >= threshold) moved[node] = kept++;
  }
  std::uint32_t out = 0;
  NodeId before = 0;  // nodes kept so far
  std::size_t layer = 0;
  for (NodeId node = 0; node < nodes(); ++node) {
    while (layer + 1 < layers.size() && layers[layer] == node) layers[layer++] = before;
    if (moved[node] == kNothing) continue;
    const NodeId to = before++;
    const std::uint32_t begin = first_edge[node], end = first_edge[node + 1];
    first_edge[to] = out;
    for (std::uint32_t e = begin; e < end; ++e) {
      Edge edge = edges[e];
      const double total = inside[node] + edge.weight + bonus[edge.option] + outside[edge.head];
      if (total < threshold || moved[edge.head] == kNothing) continue;
      edge.head = moved[edge.head];
      edges[out++] = edge;
    }
    state[to] = state[node];
    inside[to] = inside[node];
    outside[to] = outside[node];
  }
  for (; layer < layers.size(); ++layer) layers[layer] = kept;
  first_edge.resize(kept + 1);
  first_edge[kept] = out;
  edges.resize(out);
  state.resize(kept);
  inside.resize(kept);
  outside.resize(kept);
}

void LayeredGraph::sort_edges(std::span<const double> bonus, Watch& watch) {
  struct Ranked {
    double total;
    std::uint32_t place;
  };
  std::vector<Ranked> ranking;
  std::vector<Edge> ordered;
  for (NodeId node = 0; node < nodes(); ++node) {
    if ((node & 0xff) == 0 && watch.over()) return;
    Edge* own = edges.data() + first_edge[node];
    const std::uint32_t count = first_edge[node + 1] - first_edge[node];
    ranking.clear();
    bool in_order = true;
    for (std::uint32_t i = 0; i < count; ++i) {
      const double total = own[i].weight + bonus[own[i].option] + outside[own[i].head];
      in_order = in_order && (i == 0 || ranking.back().total >= total);
      ranking.push_back({total, i});
    }
    if (in_order) continue;
    std::sort(ranking.begin(), ranking.end(), [](const Ranked& a, const Ranked& b) {
      return a.total != b.total ? a.total > b.total : a.place < b.place;
    });
    ordered.clear();
    for (const Ranked& each : ranking) ordered.push_back(own[each.place]);
    std::copy(ordered.begin(), ordered.end(), own);
  }
  sorted = true;
}

void LayeredGraph::best_path(std::vector<std::uint32_t>& options) const {
  options.clear();
  for (NodeId node = 0; best[node] != kNothing; node = edges[best[node]].head) {
    options.push_back(edges[best[node]].option);
  }
}

namespace {

struct Draft {
  double inside;
  NodeId parent;
  std::uint32_t state;
};

// The nodes of a graph in the making, by (parent, state).
class Drafts {
 public:
  explicit Drafts(std::size_t expected) { ids_.reserve(expected); }
  void ask_ahead(NodeId parent, std::uint32_t state) const { ids_.prefetch(key(parent, state)); }
  std::uint32_t find_or_add(NodeId parent, std::uint32_t state, bool& added) {
    const auto [id, fresh] =
        ids_.insert(key(parent, state), static_cast<std::uint32_t>(items.size()));
    added = fresh;
    if (fresh) add(parent, state);
    return *id;
  }
  std::uint32_t add(NodeId parent, std::uint32_t state) {
    items.push_back({kNever, parent, state});
    return static_cast<std::uint32_t>(items.size() - 1);
  }
  std::vector<Draft> items;

 private:
  static std::uint64_t key(NodeId parent, std::uint32_t state) {
    return std::uint64_t{parent} << 32 | state;
  }
  HashMap<std::uint64_t, std::uint32_t> ids_{1024};
};

class Refiner {
 public:
  Refiner(const LayeredGraph& coarse, Automaton& automaton, std::span<const double> bonus,
          double threshold, RefineLimits limits, Watch& watch, LayeredGraph& fine,
          LayerSource* source)
      : coarse_(coarse),
        source_(source),
        automaton_(automaton),
        bonus_(bonus),
        threshold_(threshold),
        limits_(limits),
        watch_(watch),
        fine_(fine),
        drafts_(coarse.nodes()),
        waiting_(coarse.layers.size() - 1),
        direct_(automaton.tells_parent()),
        by_state_(coarse.layers.size() - 1) {}

  Refined run() && {
    fine_.clear();
    result_.complete = !watch_.over();  // which may have ended the sweep that gave the bounds
    for (std::size_t layer = 0; layer + 1 < coarse_.layers.size(); ++layer) {
      for (NodeId n = coarse_.layers[layer]; n < coarse_.layers[layer + 1]; ++n)
        layer_of_.push_back(static_cast<std::uint16_t>(layer));
    }
    drafts_.add(0, automaton_.start());
    drafts_.items[0].inside = 0;
    waiting_[0].push_back(0);
    for (std::size_t layer = 0; layer < waiting_.size() && result_.complete; ++layer) {
      fine_.layers.push_back(static_cast<NodeId>(order_.size()));
      if (source_ != nullptr) source_->open(layer);
      keep_best(waiting_[layer]);
      for (std::size_t i = 0; i < waiting_[layer].size() && result_.complete; ++i)
        expand(waiting_[layer][i]);
    }
    if (result_.complete) finish();
    return result_;
  }

 private:
  void keep_best(std::vector<std::uint32_t>& layer) {
    if (layer.size() <= limits_.width) return;
    auto total = [&](std::uint32_t i) {
      return drafts_.items[i].inside + coarse_.outside[drafts_.items[i].parent];
    };
    const auto cut = layer.begin() + static_cast<std::ptrdiff_t>(limits_.width);
    std::nth_element(layer.begin(), cut, layer.end(), [&](std::uint32_t a, std::uint32_t b) {
      const double x = total(a), y = total(b);
      return x != y ? x > y : a < b;
    });
    for (auto at = cut; at != layer.end(); ++at)
      result_.dropped = std::max(result_.dropped, total(*at));
    layer.erase(cut, layer.end());
  }

  // In three passes, so that it waits for the memory of many edges at a time: which steps there
  // are, where they lead, what they are worth.
  void expand(std::uint32_t id) {
    const Draft draft = drafts_.items[id];
    order_.push_back(id);
    fine_.first_edge.push_back(static_cast<std::uint32_t>(fine_.edges.size()));
    take_steps(draft);
    make_room(steps_.size());
    if (!result_.complete) return;
    for (Taken& step : steps_) {
      bool added;
      const NodeId parent = step.edge.head;
      step.edge.head = draft_of(parent, step.state, added);
      if (added) waiting_[layer_of_[parent]].push_back(step.edge.head);
      prefetch(&drafts_.items[step.edge.head]);
    }
    for (const Taken& step : steps_) {
      double& there = drafts_.items[step.edge.head].inside;
      there = std::max(there, draft.inside + step.edge.weight + bonus_[step.edge.option]);
      fine_.edges.push_back(step.edge);
    }
    if (fine_.edges.size() > limits_.edges || ((order_.size() & 255) == 0 && watch_.over())) {
      result_.complete = false;
    }
  }

  // Twice as much at a time, but no more than can be needed. Moving gigabytes takes a while, in
  // which nobody looks at the watch.
  void make_room(std::size_t more) {
    const std::size_t size = fine_.edges.size() + more;
    if (size <= fine_.edges.capacity()) return;
    if (watch_.over(kMoveSeconds * static_cast<double>(size))) result_.complete = false;
    if (!result_.complete) return;
    fine_.edges.reserve(std::max(size, std::min(limits_.edges, 2 * fine_.edges.capacity())));
  }

  void take_steps(const Draft& draft) {
    steps_.clear();
    const NodeId goal = coarse_.goal();
    for (std::uint32_t e = coarse_.first_edge[draft.parent];
         e < coarse_.first_edge[draft.parent + 1]; ++e) {
      const Edge& edge = coarse_.edges[e];
      const double rest = bonus_[edge.option] + coarse_.outside[edge.head];
      if (draft.inside + edge.weight + rest < threshold_) {
        if (coarse_.sorted) break;
        continue;
      }
      const Automaton::Step step = automaton_.step(draft.state, edge, edge.head == goal);
      if (step.state == kNothing || draft.inside + step.weight + rest < threshold_) continue;
      if (!direct_) drafts_.ask_ahead(edge.head, step.state);
      steps_.push_back({{step.weight, edge.head, edge.option}, step.state});
    }
  }

  std::uint32_t draft_of(NodeId parent, std::uint32_t state, bool& added) {
    if (!direct_) return drafts_.find_or_add(parent, state, added);
    std::vector<std::uint32_t>& known = by_state_[layer_of_[parent]];
    if (state >= known.size()) known.resize(state + state / 2 + 1, kNothing);
    added = known[state] == kNothing;
    if (added) known[state] = drafts_.add(parent, state);
    return known[state];
  }

  // Gives the nodes their numbers: in the order in which they were expanded.
  void finish() {
    const NodeId goal_parent = coarse_.goal();
    if (order_.empty() || drafts_.items[order_.back()].parent != goal_parent) {  // no path at all
      order_.push_back(drafts_.add(goal_parent, 0));
      fine_.first_edge.push_back(static_cast<std::uint32_t>(fine_.edges.size()));
    }
    fine_.layers.push_back(static_cast<NodeId>(order_.size()));
    fine_.first_edge.push_back(static_cast<std::uint32_t>(fine_.edges.size()));
    std::vector<NodeId> number(drafts_.items.size(), kNothing);
    for (NodeId i = 0; i < order_.size(); ++i) {
      const Draft& draft = drafts_.items[order_[i]];
      number[order_[i]] = i;
      fine_.state.push_back(draft.state);
      fine_.inside.push_back(draft.inside);
    }
    std::uint32_t out = 0;
    for (NodeId i = 0; i < order_.size(); ++i) {
      const std::uint32_t begin = fine_.first_edge[i], end = fine_.first_edge[i + 1];
      fine_.first_edge[i] = out;
      for (std::uint32_t e = begin; e < end; ++e) {
        Edge edge = fine_.edges[e];
        edge.head = number[edge.head];
        if (edge.head != kNothing) fine_.edges[out++] = edge;
      }
    }
    fine_.first_edge.back() = out;
    fine_.edges.resize(out);
  }

  const LayeredGraph& coarse_;
  LayerSource* source_;  // of the edges, or null: they are there
  Automaton& automaton_;
  std::span<const double> bonus_;
  double threshold_;
  RefineLimits limits_;
  Watch& watch_;
  LayeredGraph& fine_;
  Drafts drafts_;
  std::vector<std::vector<std::uint32_t>> waiting_;  // drafts by layer
  bool direct_;
  std::vector<std::vector<std::uint32_t>> by_state_;  // drafts by layer and state, if direct
  struct Taken {
    Edge edge;
    std::uint32_t state;
  };
  std::vector<Taken> steps_;  // of the draft at hand
  std::vector<std::uint16_t> layer_of_;
  std::vector<std::uint32_t> order_;
  Refined result_;
};

}  // namespace

Refined refine(const LayeredGraph& coarse, Automaton& automaton, std::span<const double> bonus,
               double threshold, RefineLimits limits, Watch& watch, LayeredGraph& fine) {
  return Refiner(coarse, automaton, bonus, threshold, limits, watch, fine, nullptr).run();
}

Refined refine(LayerSource& source, Automaton& automaton, std::span<const double> bonus,
               double threshold, RefineLimits limits, Watch& watch, LayeredGraph& fine) {
  return Refiner(source.graph(), automaton, bonus, threshold, limits, watch, fine, &source).run();
}

}  // namespace manyways::exact
