// Exact search for phrase-based models: the best derivation, and the proof that it is.
//
//   for (const Proof& proof : prove_all(model, inputs, settings, threads)) {
//     proof.status, proof.lower, proof.upper, proof.best
//   }
//
// Method::kCertified. The beam's answer is the first lower bound. Then ever finer relaxations of
// the search space (context_graph.h, unrolled.h, layered_graph.h, automata.h) bound all derivations
// from above, each made only of what the coarser ones could not rule out: last ends alone; the last
// word, the last two; the phrase before and covered words around the last end, ever more of them;
// all target words; all covered words. Multipliers (multipliers.h, agreement.h) sharpen each. The
// order is that of what a gap is made of: once two words are known, most of it is words covered twice
// and reordering scores, hardly any of it the words before. Knowing three words takes five times as
// many edges as two and rules out less than knowing the next source word's coverage, which takes
// none. The last graph is the search space itself: what is left of it is searched through, so the
// answer is exact, or, if time or memory end before, comes with the gap between the bounds. Never
// worse than the beam's.
//
// Method::kLagrangian is the published algorithm (Chang and Collins 2011): the relaxed spaces Y''
// and Y', its steps, its certificate, its tightening.
//
// With settings.candidates = k everything that scores at least as much as the k-th best of the
// beam's list is kept in all graphs, so the k best of the last one are the k best of the model.
//
// Scores are compared with a tolerance (settings.tolerance): no derivation is better by more, and
// the upper bound of an answer that a larger tolerance let pass stays above it by what is unknown.
// Memory: 16 bytes for each of at most settings.most_edges() edges of a graph, two graphs at a time
// (and the old half of one that grows), and about 100 bytes for each node, which has dozens of
// edges.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/limits.h"
#include "exact/layered_graph.h"
#include "search/beam.h"
#include "search/result.h"

namespace manyways::exact {

using search::Status;  // kOptimal, kGap or kTimeLimit
enum class Method : std::uint8_t { kCertified, kLagrangian };

struct ProveSettings : Limits {
  Method method = Method::kCertified;
  search::BeamSettings beam;   // space and distortion limit; how hard to look for a lower bound
  std::size_t candidates = 1;  // the k of k-best
  bool distinct = true;        // no text twice among them
  bool graph = false;          // whether a graph is wanted
  const search::ScorerMaker* extra = nullptr;  // one more target feature, of weight 1
  std::vector<double> start;  // multipliers to begin with, of an earlier proof; empty: none
  // Of the published algorithm:
  int iterations = 250;
  int tighten_after = 10;  // K
  int tighten_words = 3;   // G
  bool blocks = true;      // Y' instead of Y''
  bool a_star = true;
  bool trace = false;

  // Two graphs at a time, 16 bytes for each edge; nodes, and what target features say.
  static constexpr std::size_t kEdgeBytes = 50;
  std::size_t most_edges() const { return memory * kMebibyte / kEdgeBytes; }
};

// A step of the proof: how large the graph is, and the bounds.
struct Stage {
  std::string name;
  std::size_t nodes, edges;
  double upper, lower;
  int iterations;
  double seconds;
};

// The course of the published algorithm, one row for each iteration.
struct Trace {
  std::vector<double> dual, primal;  // primal: the best score so far
  std::vector<std::int32_t> counts;  // how often each word is covered
  std::vector<std::int32_t> added;   // (iteration, word) pairs: the constraints
  search::Translations derivations;
};

struct Proof {
  Status status = Status::kGap;
  double lower = kNever, upper = -kNever, beam_score = kNever;
  int iterations = 0, constraints = 0;
  std::size_t nodes = 0, edges = 0;  // of the largest graph
  double seconds = 0;                // as limits count them
  search::Translations best;         // settings.candidates of them, or as many as there are
  graph::Hypergraph graph;           // the beam's and the best derivation, if it was wanted
  std::vector<double> multipliers;
  std::vector<Stage> stages;
  Trace trace;

  void end_list();  // `best` is the list of this sentence: says how it was found
};

Proof prove(search::Beam& beam, const search::PhraseModel& model, const search::Input& input,
            const ProveSettings& settings);
// On all cores (threads = 0), each sentence on one.
std::vector<Proof> prove_all(const search::PhraseModel& model,
                             std::span<const search::Input> inputs, const ProveSettings& settings,
                             unsigned threads);

// The relaxed graph of the published algorithm, to be solved by other means.
struct ExportedGraph {
  std::uint32_t length = 0;
  std::vector<std::int32_t> layer, end;                // of each node; the last is the goal
  std::vector<std::int64_t> tail, head;                // of each edge
  std::vector<std::int32_t> source_start, source_end;  // the words it covers
  std::vector<double> score;
};
ExportedGraph export_graph(const search::PhraseModel& model, const search::Input& input,
                           const ProveSettings& settings);

}  // namespace manyways::exact
