#include <algorithm>
#include <set>
#include <utility>

#include "exact/session.h"
#include "graph/hypergraph.h"
#include "graph/kbest.h"
#include "search/result.h"

namespace manyways::exact {

namespace {

// The edges by head: (tail, edge) pairs, and where those of each node begin.
struct EdgesByHead {
  explicit EdgesByHead(const LayeredGraph& graph) : first(graph.nodes() + 1, 0) {
    for (const Edge& edge : graph.edges) ++first[edge.head + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    into.resize(graph.edges.size());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (NodeId node = 0; node < graph.nodes(); ++node) {
      for (std::uint32_t e = graph.first_edge[node]; e < graph.first_edge[node + 1]; ++e) {
        into[next[graph.edges[e].head]++] = {node, e};
      }
    }
  }
  std::vector<std::uint32_t> first;
  std::vector<std::pair<NodeId, std::uint32_t>> into;
};

class Lattice {
 public:
  Lattice(const Problem& problem, const LayeredGraph& graph)
      : problem_(problem),
        graph_(graph),
        builder_({}),
        labels_(problem.options().all().size(), kNothing) {}

  // Does not reach the goal if time ends.
  graph::Hypergraph build(Clock& clock) {
    const EdgesByHead edges(graph_);
    std::vector<graph::Node> nodes(graph_.nodes(), graph::kNoNode);
    builder_.add_edge(builder_.add_label({}, {}), {}, 0.0);
    option_of_.push_back(kNothing);
    nodes[0] = builder_.end_node();
    for (NodeId node = 1; node < graph_.nodes(); ++node) {
      if (node % kLook == 0 && clock.over()) break;
      bool any = false;
      for (std::uint32_t i = edges.first[node]; i < edges.first[node + 1]; ++i) {
        const auto [tail, e] = edges.into[i];
        if (nodes[tail] == graph::kNoNode) continue;
        builder_.add_edge(label(graph_.edges[e].option), {nodes[tail]}, graph_.edges[e].weight);
        any = true;
      }
      if (any) nodes[node] = builder_.end_node();
    }
    reached_ = nodes[graph_.goal()] != graph::kNoNode;
    return std::move(builder_).finish();
  }
  bool reached() const { return reached_; }
  std::span<const std::uint32_t> options() const { return option_of_; }

 private:
  graph::LabelId label(std::uint32_t id) {
    if (labels_[id] != kNothing) return labels_[id];
    const search::SentenceOptions& options = problem_.options();
    symbols_.assign(1, graph::kFirstTail);
    for (const WordId word : options[id].words) {
      symbols_.push_back(builder_.add_word(options.words().word(word)));
    }
    labels_[id] = builder_.add_label(symbols_, {});
    option_of_.resize(labels_[id] + std::size_t{1}, kNothing);
    option_of_[labels_[id]] = id;
    return labels_[id];
  }

  const Problem& problem_;
  const LayeredGraph& graph_;
  graph::HypergraphBuilder builder_;
  std::vector<graph::LabelId> labels_;
  std::vector<std::uint32_t> option_of_;  // by label
  std::vector<graph::Symbol> symbols_;
  bool reached_ = false;
};

// The options of a derivation of a list.
std::vector<std::uint32_t> path_of(const graph::Hypergraph& graph, const graph::KBest& best,
                                   std::size_t index, std::span<const std::uint32_t> options) {
  std::vector<graph::EdgeId> derivation;
  best.derivation(index, derivation);
  std::vector<std::uint32_t> path;
  for (const graph::EdgeId edge : derivation) {
    const std::uint32_t option = options[graph.edge(edge).label];
    if (option != kNothing) path.push_back(option);
  }
  std::reverse(path.begin(), path.end());  // the last phrase is the root
  return path;
}

// The beam's own list.
class BeamList {
 public:
  BeamList(Session& session, search::Beam& beam)
      : session_(session),
        graph_(search::make_graph(beam, session.problem.model(), &options_)),
        best_(graph_, {session.settings.distinct}) {
    while (best_.size() < session.settings.candidates && best_.next()) {
      if (best_.size() % kLook == 0 && session.clock.over()) break;
    }
  }
  bool full() const { return best_.size() == session_.settings.candidates; }
  double last_score() const { return best_.score(best_.size() - 1); }

  // The best of these and of what the proof has found: nothing twice, best first.
  void merge() const {
    const std::size_t most = session_.clock.over() ? kLook : session_.settings.candidates;
    Paths all = std::move(session_.list);
    if (all.size() > most) all.resize(most);
    all.push_back(session_.derivation);
    for (std::size_t i = 0; i < std::min(most, best_.size()); ++i) {
      all.push_back(path_of(graph_, best_, i, options_));
    }
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < all.size(); ++i) {
      order.emplace_back(-session_.problem.score(all[i]), i);
    }
    std::sort(order.begin(), order.end());
    std::set<std::vector<std::uint32_t>> known;
    session_.list.clear();
    for (const auto& [cost, i] : order) {
      if (session_.list.size() == session_.settings.candidates) break;
      if (known.insert(key(all[i])).second) session_.list.push_back(std::move(all[i]));
    }
  }

 private:
  // What must not be twice: the words, or the derivation.
  std::vector<std::uint32_t> key(const std::vector<std::uint32_t>& path) const {
    if (!session_.settings.distinct) return path;
    std::vector<std::uint32_t> words;
    for (const std::uint32_t option : path) {
      const auto& more = session_.problem.options()[option].words;
      words.insert(words.end(), more.begin(), more.end());
    }
    return words;
  }

  Session& session_;
  std::vector<std::uint32_t> options_;  // by label
  const graph::Hypergraph graph_;
  graph::KBest best_;
};

}  // namespace

Paths best_paths(Session& session, const LayeredGraph& layered) {
  Paths paths;
  Lattice lattice(session.problem, layered);
  const graph::Hypergraph graph = lattice.build(session.clock);
  if (!lattice.reached()) return paths;
  graph::KBest best(graph, {session.settings.distinct});
  while (paths.size() < session.settings.candidates && best.next()) {
    paths.push_back(path_of(graph, best, paths.size(), lattice.options()));
    if (paths.size() % kLook == 0 && session.clock.over()) break;
  }
  return paths;
}

// The floor is the score of the k-th of the beam's list; where that is too short, ever lower ones
// are tried.
Status prove_list(Session& session, search::Beam& beam) {
  const ProveSettings& settings = session.settings;
  const BeamList known(session, beam);
  for (double margin = 2;; margin *= 4) {
    const bool all = !known.full() && margin > 100;
    session.floor = known.full() ? known.last_score() - settings.tolerance
                    : all        ? kNever
                                 : session.proof.lower - margin;
    const Status status = prove_certified(session);
    // Below the floor some derivations are left and others cut.
    const bool complete = known.full() || all ||
                          (session.list.size() == settings.candidates &&
                           session.problem.score(session.list.back()) >= session.floor);
    if (status != Status::kOptimal) known.merge();
    if (status != Status::kOptimal || complete) return status;
  }
}

}  // namespace manyways::exact
