#include <algorithm>
#include <queue>

#include "base/interner.h"
#include "exact/automata.h"
#include "exact/describe.h"
#include "exact/session.h"

namespace manyways::exact {

namespace {

constexpr std::uint32_t kEndsBetween = 0x1f;  // two looks at the watch, less one

// The space when a node knows the last end alone, of which any number of words may be covered. Its edges weigh
// what the best of all phrases before would give, without the target features: all of them are refined.
// False: given up, by the watch or beyond so many edges.
bool make_ends(const Problem& problem, std::size_t most, Watch& watch, LayeredGraph& graph) {
  graph.clear();
  const std::uint32_t length = problem.length();
  const auto first_node = [&](std::uint32_t n) { return n == 0 ? 0 : 1 + (n - 1) * length; };
  for (std::uint32_t n = 0; n < length; ++n) {
    graph.layers.push_back(first_node(n));
    for (std::uint32_t end = n == 0 ? 0 : 1; end <= (n == 0 ? 0 : length); ++end) {
      if (graph.edges.size() > most || ((end & kEndsBetween) == 1 && watch.over())) return false;
      graph.state.push_back(end);
      graph.first_edge.push_back(static_cast<std::uint32_t>(graph.edges.size()));
      const Problem::Range range = problem.after(end);
      for (std::uint32_t i = range.begin; i < range.end; ++i) {
        const Problem::Span span = problem.span(i);
        const std::uint32_t covered = n + span.end - span.start;
        const double weight = problem.base_step(end, i);
        if (covered > length || weight == kNever || !problem.between_walls(n, i)) continue;
        const NodeId head = first_node(covered) + (covered == length ? 0 : span.end - 1u);
        graph.edges.push_back({weight, head, i});
      }
    }
  }
  graph.layers.insert(graph.layers.end(), {first_node(length), first_node(length) + 1});
  graph.state.push_back(0);
  graph.first_edge.resize(graph.nodes() + 1, static_cast<std::uint32_t>(graph.edges.size()));
  graph.outside.assign(graph.nodes(), 0.0);
  return graph.edges.size() <= most;
}

}  // namespace

bool make_relaxed(Session& session, bool blocks, LayeredGraph& graph) {
  Problem& problem = session.problem;
  const RefineLimits limits{session.settings.most_edges(), ~std::size_t{0}};
  session.multipliers.update();
  const std::span<const double> bonus = session.multipliers.bonus();
  const std::size_t most = session.settings.most_edges();
  Places places;
  if (!places.find(problem, session.clock, most)) return false;
  LayeredGraph coarse;
  if (!make_ends(problem, most, session.clock, coarse)) return false;
  TargetAutomaton target(problem, places);
  if (!refine(coarse, target, bonus, kNever, limits, session.clock, graph).complete) return false;
  if (!blocks) return true;
  std::swap(coarse, graph);
  coarse.sweep_back(bonus, &session.clock);
  BlockAutomaton block(problem);
  return refine(coarse, block, bonus, kNever, limits, session.clock, graph).complete;
}

namespace {

// The best path of the composition of a graph and an automaton, best first; the graph's outside
// values, which know nothing of the automaton, bound what follows. False: the watch stopped it, or
// so many items in memory.
class BestFirst {
 public:
  BestFirst(const LayeredGraph& graph, Automaton& automaton, std::span<const double> bonus,
            std::size_t most)
      : graph_(graph), automaton_(automaton), bonus_(bonus), most_(most) {}

  bool run(Watch& watch, std::vector<std::uint32_t>& path, double& value) {
    visit(0, automaton_.start(), 0.0, kNothing, kNothing);
    for (std::size_t steps = 0; !queue_.empty(); ++steps) {
      const Entry top = queue_.top();
      queue_.pop();
      if (closed_[top.item]) continue;
      closed_[top.item] = true;
      if (items_[top.item].node == graph_.goal()) {
        value = items_[top.item].inside;
        return trace_back(top.item, path);
      }
      expand(top.item);
      if (items_.size() + queue_.size() > most_) return false;
      if ((steps & 1023) == 1023 && watch.over()) return false;
    }
    value = kNever;
    path.clear();
    return true;
  }

 private:
  struct Item {
    double inside;
    NodeId node;
    std::uint32_t state, previous, option;
  };
  struct Entry {
    double total;
    std::uint32_t item;
    friend bool operator<(const Entry& a, const Entry& b) {
      return a.total != b.total ? a.total < b.total : a.item > b.item;
    }
  };

  void visit(NodeId node, std::uint32_t state, double inside, std::uint32_t previous,
             std::uint32_t option) {
    const std::uint32_t id = ids_.add(std::uint64_t{node} << 32 | state);
    if (id == items_.size()) {
      items_.push_back({kNever, node, state, previous, option});
      closed_.push_back(false);
    }
    Item& item = items_[id];
    if (inside <= item.inside || closed_[id]) return;
    item = {inside, node, state, previous, option};
    queue_.push({inside + graph_.outside[node], id});
  }
  void expand(std::uint32_t id) {
    const Item item = items_[id];
    for (std::uint32_t e = graph_.first_edge[item.node]; e < graph_.first_edge[item.node + 1];
         ++e) {
      const Edge& edge = graph_.edges[e];
      if (graph_.outside[edge.head] == kNever) continue;
      const auto step = automaton_.step(item.state, edge, edge.head == graph_.goal());
      if (step.state == kNothing) continue;
      visit(edge.head, step.state, item.inside + step.weight + bonus_[edge.option], id,
            edge.option);
    }
  }
  bool trace_back(std::uint32_t id, std::vector<std::uint32_t>& path) const {
    path.clear();
    for (; items_[id].previous != kNothing; id = items_[id].previous)
      path.push_back(items_[id].option);
    std::reverse(path.begin(), path.end());
    return true;
  }

  const LayeredGraph& graph_;
  Automaton& automaton_;
  std::span<const double> bonus_;
  std::size_t most_;
  Numbering<std::uint64_t> ids_;
  std::vector<Item> items_;
  std::vector<bool> closed_;
  std::priority_queue<Entry> queue_;
};

// The published algorithm: subgradient steps of length 1 / (1 + rises of the dual), and words that
// must be covered exactly once added where the steps keep failing.
class Published {
 public:
  explicit Published(Session& session) : session_(session), u_(session.multipliers) {}

  Status run() {
    if (!make_relaxed(session_, session_.settings.blocks, graph_)) return given_up();
    session_.note("relaxed", graph_.nodes(), graph_.edges.size(), 0);
    while (session_.proof.iterations < session_.settings.iterations) {
      std::vector<int> failures(session_.problem.length(), 0);
      for (bool rising = false; !rising;) {  // while the dual still falls
        if (!iterate()) return ended();
        rising = stalled();
      }
      for (int k = 0; k < session_.settings.tighten_after; ++k) {
        if (!iterate()) return ended();
        for (std::size_t i = 0; i < excess_.size(); ++i) failures[i] += excess_[i] != 0;
      }
      if (!tighten(failures)) return ended();
    }
    return Status::kGap;
  }

 private:
  Status given_up() { return session_.clock.over() ? Status::kTimeLimit : Status::kGap; }
  Status ended() {
    if (found_) return Status::kOptimal;
    return given_up();
  }

  // One evaluation of the dual and one step; false at the end.
  bool iterate() {
    if (session_.proof.iterations >= session_.settings.iterations || session_.clock.over())
      return false;
    u_.update();
    double value = kNever;
    if (!solve(value)) return false;
    value -= u_.sum();
    ++session_.proof.iterations;
    u_.count(path_, excess_);
    found_ = std::all_of(excess_.begin(), excess_.end(), [](int e) { return e == 0; });
    if (found_) session_.offer(path_);
    session_.lower_upper(value);
    if (session_.settings.trace) record(value);
    if (found_) {  // unless it breaks the gap constraint, which the relaxation does not know
      found_ = session_.proof.lower >= value - session_.settings.tolerance;
      return false;
    }
    if (value > last_) ++rises_;
    last_ = value;
    remember(value);
    const double step = 1.0 / (1.0 + rises_);
    for (std::size_t i = 0; i < excess_.size(); ++i) u_.values()[i] -= step * excess_[i];
    return true;
  }
  bool solve(double& value) {
    if (words_.empty()) return swept(graph_, value);
    OnceAutomaton once(session_.problem, words_);
    if (session_.settings.a_star) {
      graph_.sweep_back(u_.bonus(), &session_.clock);
      if (session_.clock.over()) return false;
      return BestFirst(graph_, once, u_.bonus(), session_.settings.most_edges())
          .run(session_.clock, path_, value);
    }
    if (tight_.empty()) {
      const RefineLimits limits{session_.settings.most_edges(), ~std::size_t{0}};
      graph_.sweep_back(u_.bonus(), &session_.clock);
      if (!refine(graph_, once, u_.bonus(), kNever, limits, session_.clock, tight_).complete)
        return false;
      session_.note("tightened", tight_.nodes(), tight_.edges.size(), 0);
    }
    return swept(tight_, value);
  }
  bool swept(LayeredGraph& graph, double& value) {
    value = graph.sweep_back(u_.bonus(), &session_.clock);
    if (session_.clock.over()) return false;
    graph.best_path(path_);
    return true;
  }

  // The best two dual values: no longer falling when the second was long ago.
  void remember(double value) {
    const int now = session_.proof.iterations;
    if (value < best_) {
      second_ = best_;
      second_at_ = best_at_;
      best_ = value;
      best_at_ = now;
    } else if (value < second_) {
      second_ = value;
      second_at_ = now;
    }
  }
  bool stalled() const {
    if (second_ == -kNever) return false;
    const int since = session_.proof.iterations - second_at_;
    return since > 0 && (second_ - best_) / since < kLeastGain;
  }

  // Adds the words that failed most, none beside another new one.
  bool tighten(const std::vector<int>& failures) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < failures.size(); ++i) {
      if (failures[i] > 0 && !std::binary_search(words_.begin(), words_.end(), i))
        order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return failures[a] > failures[b]; });
    std::vector<std::uint32_t> added;
    for (const std::uint32_t word : order) {
      if (static_cast<int>(added.size()) == session_.settings.tighten_words) break;
      if (words_.size() + added.size() == OnceAutomaton::kMostWords) break;
      const bool beside = std::any_of(added.begin(), added.end(), [&](std::uint32_t other) {
        return other + 1 == word || word + 1 == other;
      });
      if (!beside) added.push_back(word);
    }
    for (const std::uint32_t word : added) {
      session_.proof.trace.added.insert(
          session_.proof.trace.added.end(),
          {session_.proof.iterations, static_cast<std::int32_t>(word)});
    }
    words_.insert(words_.end(), added.begin(), added.end());
    std::sort(words_.begin(), words_.end());
    session_.proof.constraints = static_cast<int>(words_.size());
    tight_ = {};
    best_ = second_ = -kNever;  // another dual function
    return true;
  }

  void record(double value) {
    Trace& trace = session_.proof.trace;
    trace.dual.push_back(value);
    trace.primal.push_back(session_.proof.lower);
    for (const int e : excess_) trace.counts.push_back(e + 1);
    describe(session_.problem, path_, value, trace.derivations);
  }

  static constexpr double kLeastGain = 0.002;

  Session& session_;
  Multipliers& u_;
  LayeredGraph graph_, tight_;
  std::vector<std::uint32_t> path_, words_;
  std::vector<int> excess_;
  bool found_ = false;
  int rises_ = 0, best_at_ = 0, second_at_ = 0;
  double last_ = -kNever, best_ = -kNever, second_ = -kNever;
};

}  // namespace

Status prove_published(Session& session) { return Published(session).run(); }

}  // namespace manyways::exact
