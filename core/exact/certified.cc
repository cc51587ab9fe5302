#include <algorithm>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

#include "exact/automata.h"
#include "exact/deflection.h"
#include "exact/session.h"
#include "exact/unrolled.h"

namespace manyways::exact {

namespace {

// Words remembered before and behind the last end: first only whether the next one is covered, which
// takes hardly more nodes and halves the gap.
constexpr std::uint32_t kNear = 1, kWindows[] = {3, 8};
constexpr std::size_t kLarge = 100'000;  // edges
constexpr std::size_t kNarrow = 100;
constexpr std::size_t kFirstWidth = 1000;  // of the last search's layers
constexpr std::size_t kWidthGrowth = 8;

std::size_t edges_of(const ContextGraph& graph) { return graph.edges(); }
std::size_t edges_of(const LayeredGraph& graph) { return graph.edges.size(); }

// Lowers the dual bound of a graph step by step, and cuts the graph with it.
template <class Graph>
class Descent {
 public:
  // first, shortest: of Polyak's length, a factor; where no shorter step helps either, it ends.
  Descent(Session& session, Graph& graph, double first, double shortest)
      : session_(session),
        u_(session.multipliers),
        graph_(graph),
        factor_(first),
        shortest_(shortest),
        best_u_(u_.values()) {
    if constexpr (kForgets) best_agreement_ = graph_.agreement();
  }

  // Returns the number of steps. The graph ends up swept and cut at the best multipliers.
  int run(int most) {
    // Begins with those of an earlier proof, if that proves more than the coarser graphs did.
    std::vector<double> other;
    if (session_.settings.start.size() == u_.values().size()) {
      other = std::exchange(u_.values(), session_.settings.start);
    }
    int steps = 0;
    while (steps < most && !session_.clock.over()) {
      if (!evaluate() || best_ <= session_.threshold() || norm_ == 0) break;
      if (++steps == 1 && !other.empty() && value_ > session_.proof.upper) {
        u_.values() = other;
        continue;
      }
      if (bad_ >= kPatience && !shorten()) break;
      if (best_ - session_.proof.lower < fallen_ * cut_gap_ && !cut_and_return()) break;
      const double length = factor_ * (value_ - session_.proof.lower) /
                            (deflect(direction_, excess_) + agreement_square());
      for (std::size_t i = 0; i < excess_.size(); ++i) u_.values()[i] -= length * direction_[i];
      agree(length);
    }
    session_.lower_upper(std::max(best_, session_.threshold()));  // what was cut reaches no more
    if (!session_.clock.over()) cut_at_best();
    return steps;
  }

 private:
  static constexpr bool kForgets = std::is_same_v<Graph, ContextGraph>;
  static constexpr int kPatience = 3;      // steps that gain little
  static constexpr double kLittle = 0.03;  // of the gap
  static constexpr double kFallen = 0.75;  // share of the gap left since the last cut
  static constexpr double kFallenFar = 0.5, kNearlyAll = 0.95;  // the same if that left nearly all

  // The dual value, and the gradient there; false if no path is left.
  bool evaluate() {
    u_.update();
    value_ = graph_.sweep_back(u_.bonus(), &session_.clock) - u_.sum();
    swept_at_best_ = value_ < best_;
    if (session_.clock.over()) return false;
    if (value_ == kNever) {
      best_ = kNever;
      return false;
    }
    graph_.best_path(path_);
    u_.count(path_, excess_);
    norm_ = 0;
    for (const int e : excess_) norm_ += e * e;
    if (norm_ == 0) session_.offer(path_);
    if constexpr (kForgets) {
      graph_.disagreements(apart_);
      norm_ += 2 * static_cast<int>(apart_.size());
    }
    if (value_ >= best_) {
      ++bad_;
      return true;
    }
    bad_ = best_ - value_ < kLittle * (best_ - session_.proof.lower) ? bad_ + 1 : 0;
    best_ = value_;
    best_u_ = u_.values();
    if constexpr (kForgets) best_agreement_ = graph_.agreement();
    best_apart_ = apart_;
    best_excess_ = excess_;
    best_norm_ = norm_;
    return true;
  }

  // Back to the best, with half the length; false if that is too short.
  bool shorten() {
    factor_ *= 0.5;
    direction_.clear();
    bad_ = 0;
    u_.values() = best_u_;
    if constexpr (kForgets) graph_.agreement() = best_agreement_;
    value_ = best_;
    excess_ = best_excess_;
    apart_ = best_apart_;
    norm_ = best_norm_;
    return factor_ >= shortest_;
  }

  // The square of the gradient by the multipliers of what the graph forgets, and a step against it.
  double agreement_square() const { return 2.0 * static_cast<double>(apart_.size()); }
  void agree(double length) {
    if constexpr (kForgets) {
      for (const auto& [came, named] : apart_) {
        graph_.agreement()[came] -= length;
        graph_.agreement()[named] += length;
      }
    }
  }

  bool cut_and_return() {
    const std::vector<double> now = u_.values();
    std::vector<double> agreement_now;
    if constexpr (kForgets) agreement_now = graph_.agreement();
    const auto before = static_cast<double>(edges_of(graph_));
    cut_at_best();
    const auto left = static_cast<double>(edges_of(graph_));
    fallen_ = left > kNearlyAll * before ? kFallenFar : kFallen;
    u_.values() = now;
    if constexpr (kForgets) graph_.agreement() = agreement_now;
    cut_gap_ = best_ - session_.proof.lower;
    return !graph_.empty();
  }
  void cut_at_best() {
    u_.values() = best_u_;
    if constexpr (kForgets) graph_.agreement() = best_agreement_;
    u_.update();
    if (!swept_at_best_) graph_.sweep_back(u_.bonus(), &session_.clock);
    swept_at_best_ = true;
    if (!session_.clock.over()) graph_.cut(u_.bonus(), session_.path_threshold(), session_.clock);
  }

  Session& session_;
  Multipliers& u_;
  Graph& graph_;
  double factor_, shortest_;
  std::vector<std::uint32_t> path_;
  std::vector<int> excess_, best_excess_;  // times that each word is covered, minus one
  std::vector<double> best_u_, direction_, best_agreement_;
  std::vector<Agreement::Disagreement> apart_, best_apart_;
  double value_ = 0, best_ = -kNever;
  double cut_gap_ = -kNever;  // best_ above the lower bound, at the last cut
  double fallen_ = kFallen;   // when it is time for the next one
  int norm_ = 0, best_norm_ = 0, bad_ = 0;
  bool swept_at_best_ = false;  // whether the graph's bounds are those of the best multipliers
};

class Ladder {
 public:
  explicit Ladder(Session& session)
      : session_(session),
        u_(session.multipliers),
        graph_(session.workspace.graph),
        finer_(session.workspace.finer) {}

  Status run() {
    Problem& problem = session_.problem;
    if (!session_.started) balance();
    session_.started = true;
    Contexts contexts(problem);
    std::optional<ContextGraph> coarser;
    for (unsigned level = 0; level == 0 || level < contexts.levels(); ++level) {
      ContextGraph finer =
          ContextGraph::made(problem, contexts, level, coarser ? &*coarser : nullptr,
                             session_.clock, session_.settings.most_edges());
      if (!finer.complete()) return given_up();
      note(kBuilt[std::min<std::size_t>(level, std::size(kBuilt) - 1)], finer, 0);
      if (descend(kWords[std::min<std::size_t>(level, std::size(kWords) - 1)], finer,
                  level < kSmall ? 1.0 : kCareful, level < kSmall ? kShorter : kShortest))
        return Status::kOptimal;
      if (session_.clock.over()) return given_up();
      UnrolledContexts unrolled(finer, u_.bonus(), session_.path_threshold());
      const std::size_t most = level == 0 ? 0 : level < kSmall ? kFew : kMany;
      if (level + 1 >= contexts.levels() || unrolled.edges_up_to(most, session_.clock) < most) {
        if (near(unrolled)) return finish(finer);
        if (level + 1 >= contexts.levels() || session_.clock.over()) return given_up();
      }
      finer.pair_up();
      coarser = std::move(finer);
    }
    return given_up();  // not reached: the last level ends it
  }

 private:
  static constexpr int kSteps = 100;
  static constexpr double kShortest = 0.1;
  static constexpr double kShorter = 0.02;  // in small graphs, before a large one is made
  static constexpr double kCareful = 0.5;   // the first steps where each takes long
  static constexpr unsigned kSmall = 2;     // levels
  static constexpr std::size_t kFew = 200'000, kMany = 150'000'000;  // edges, unrolled
  static constexpr const char* kBuilt[] = {"ends built", "words built", "pairs built",
                                           "contexts built"};
  static constexpr const char* kWords[] = {"ends", "words", "pairs", "contexts"};

  template <class Graph>
  void note(const char* name, const Graph& graph, int steps) {
    session_.note(name, graph.nodes(), edges_of(graph), steps);
  }
  Status given_up() { return session_.clock.over() ? Status::kTimeLimit : Status::kGap; }

  // The graph that knows the phrase before, too, and whether the next word is covered. False: given
  // up, perhaps because it is too large.
  bool near(UnrolledContexts& unrolled) {
    WindowAutomaton window(session_.problem, kNear, session_.problem.model().has_reordering());
    if (!refine(unrolled, window, u_.bonus(), session_.path_threshold(),
                {session_.settings.most_edges()}, session_.clock, graph_)
             .complete)
      return false;
    note("near built", graph_, 0);
    return true;
  }

  // From there on: more covered words, all target words, the search space itself.
  Status finish(const ContextGraph& contexts) {
    if (descend("near", graph_)) return Status::kOptimal;
    for (const std::uint32_t reach : kWindows) {
      WindowAutomaton window(session_.problem, reach);
      if (!refine_with(window, "window built")) return given_up();
      if (descend("window", graph_)) return Status::kOptimal;
    }
    ContextAutomaton target(session_.problem, contexts);
    if (!refine_with(target, "target built")) return given_up();
    if (descend("target", graph_) || raise()) return Status::kOptimal;
    return search();
  }

  // The first multipliers: what each word costs in the beam's derivation.
  void balance() {
    Problem& problem = session_.problem;
    std::uint32_t jump = search::SentenceOptions::kFirstJump;
    search::Target::State state = problem.target().begin();
    for (const std::uint32_t id : session_.derivation) {
      const search::Option& option = problem.options()[id];
      const double cost = problem.step(jump, option) +
                          problem.target().advance(state, option.phrase, option.words, state);
      for (std::uint32_t i = option.start; i < option.end; ++i) {
        u_.values()[i] = -cost / (option.end - option.start);
      }
      jump = option.jump;
    }
  }

  // True if nothing above the lower bound is left.
  template <class Graph>
  bool descend(const char* name, Graph& graph, double first = 1.0, double shortest = kShortest) {
    const int steps = Descent(session_, graph, first, shortest).run(kSteps);
    note(name, graph, steps);
    return graph.empty() || session_.proof.upper <= session_.threshold();
  }

  Refined refine_to(Automaton& automaton, std::size_t width) {
    return refine(graph_, automaton, u_.bonus(), session_.path_threshold(),
                  {session_.settings.most_edges(), width}, session_.clock, finer_);
  }
  bool refine_with(Automaton& automaton, const char* name) {
    if (!refine_to(automaton, ~std::size_t{0}).complete) return false;
    std::swap(graph_, finer_);
    note(name, graph_, 0);
    return true;
  }

  // Looks for a better lower bound where it matters, in a large graph: a narrow beam under the
  // bounds of the graph. True if nothing above it is left.
  bool raise() {
    if (graph_.edges.size() < kLarge) return false;
    const double before = session_.proof.lower;
    CoverageAutomaton coverage(session_.problem);
    if (refine_to(coverage, kNarrow).complete) offer_best();
    note("raised", graph_, 0);
    return session_.proof.lower > before && descend("again", graph_);
  }

  // The best path of a graph of derivations.
  void offer_best() {
    if (finer_.sweep_back(u_.bonus()) == kNever) return;
    std::vector<std::uint32_t> path;
    finer_.best_path(path);
    session_.offer(path);
  }

  // The search space itself, as far as it can hold anything better: ever wider beams under the
  // bounds, until nothing is dropped.
  Status search() {
    graph_.sort_edges(u_.bonus(), session_.clock);
    if (session_.clock.over()) return given_up();
    for (std::size_t width = kFirstWidth;; width *= kWidthGrowth) {
      CoverageAutomaton coverage(session_.problem);
      const Refined refined = refine_to(coverage, width);
      if (!refined.complete) return given_up();
      offer_best();
      session_.lower_upper(std::max(refined.dropped - u_.sum(), session_.threshold()));
      note("exact", finer_, 0);
      if (refined.dropped == kNever && session_.settings.candidates > 1) {
        session_.list = best_paths(session_, finer_);
        return session_.clock.over() ? given_up() : Status::kOptimal;
      }
      if (session_.proof.upper <= session_.threshold()) return Status::kOptimal;
    }
  }

  Session& session_;
  Multipliers& u_;
  LayeredGraph &graph_, &finer_;
};

}  // namespace

Status prove_certified(Session& session) { return Ladder(session).run(); }

}  // namespace manyways::exact
