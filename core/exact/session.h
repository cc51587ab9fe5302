// One sentence under proof: what both methods share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exact/clock.h"
#include "exact/multipliers.h"
#include "exact/problem.h"
#include "exact/prover.h"

namespace manyways::exact {

using Paths = std::vector<std::vector<std::uint32_t>>;  // derivations, as options

// Candidates between looks at the clock; so many are handed out when time is up.
inline constexpr std::size_t kLook = 256;

// Memory that is used for one sentence after the other.
struct Workspace {
  LayeredGraph graph, finer;
};

class Session {
 public:
  Session(search::Beam& beam, const search::PhraseModel& model, const search::Input& input,
          const ProveSettings& settings, Workspace& workspace);

  Proof finish(Status status);
  // By how much a derivation may be better than an answer that is called optimal.
  double unknown() const;
  // What the beam kept, and the best derivation.
  graph::Hypergraph graph(search::Beam& beam);

  // The score to beat (for lists, to reach), and the same with the multipliers' sum: what paths
  // must reach.
  double threshold() const {
    return settings.candidates > 1 ? floor : proof.lower + settings.tolerance;
  }
  double path_threshold() const { return threshold() + multipliers.sum(); }
  // Takes a path's derivation as the answer if it is one and is better.
  void offer(std::span<const std::uint32_t> path);
  void lower_upper(double bound);
  void note(const char* name, std::size_t nodes, std::size_t edges, int iterations);

  const ProveSettings& settings;
  Clock clock;
  Proof proof;
  std::vector<std::uint32_t> derivation;
  Paths list;  // of the best derivations, for candidates > 1
  double floor = kNever;
  Problem problem;
  Multipliers multipliers;
  bool started = false;  // whether the multipliers are those of an earlier proof
  Workspace& workspace;
};

// The published relaxed graph of all derivations, Y' (blocks) or Y''. False: given up.
bool make_relaxed(Session& session, bool blocks, LayeredGraph& graph);

// The k best paths of a graph that is the search space itself; fewer if time ends.
Paths best_paths(Session& session, const LayeredGraph& graph);

// The two methods; with lists, of which `floor` is to be reached.
Status prove_certified(Session& session);
// The first for settings.candidates, after a search that kept its arcs.
Status prove_list(Session& session, search::Beam& beam);
Status prove_published(Session& session);

}  // namespace manyways::exact
