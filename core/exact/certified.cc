#include <algorithm>

#include "exact/automata.h"
#include "exact/session.h"

namespace manyways::exact {

namespace {

class Ladder {
 public:
  explicit Ladder(Session& session)
      : session_(session),
        u_(session.multipliers),
        graph_(session.workspace.graph),
        finer_(session.workspace.finer) {}

  Status run() {
    Problem& problem = session_.problem;
    if (session_.settings.start.empty()) balance();
    if (!problem.count_states(session_.clock, 50'000'000)) return Status::kTimeLimit;
    problem.coarsest(graph_);
    session_.note("coarsest", graph_, 0);
    if (descend("coarsest", 60, 10)) return Status::kOptimal;
    TargetAutomaton target(problem);
    if (!refine_with(target, "target built")) return given_up();
    if (descend("target", 60, 6)) return Status::kOptimal;
    WindowAutomaton window(problem, 8);
    if (!refine_with(window, "window built")) return given_up();
    if (descend("window", 60, 6)) return Status::kOptimal;
    return search();
  }

 private:
  Status given_up() { return session_.clock.over() ? Status::kTimeLimit : Status::kGap; }

  // The first multipliers: what each word costs in the beam's derivation.
  void balance() {
    std::uint32_t jump = search::SentenceOptions::kFirstJump;
    search::Target::State state = session_.problem.target().begin();
    for (const std::uint32_t id : session_.derivation) {
      const search::Option& option = session_.problem.options()[id];
      const double cost =
          session_.problem.step(jump, option) +
          session_.problem.target().advance(state, option.phrase, option.words, state);
      for (std::uint32_t i = option.start; i < option.end; ++i) {
        u_.values()[i] = -cost / (option.end - option.start);
      }
      jump = option.jump;
    }
  }

  // Lowers the upper bound; true if nothing above the lower bound is left.
  bool descend(const char* name, int most, int cut_every) {
    double factor = 1.0, best = -kNever;
    int bad = 0, t = 0;
    std::vector<double> best_u = u_.values();
    std::vector<int> excess;
    std::vector<std::uint32_t> path;
    bool fresh = true;
    for (; t < most && !session_.clock.over(); ++t) {
      u_.update();
      const double value = graph_.sweep_back(u_.bonus()) - u_.sum();
      if (value == kNever) {
        best = kNever;
        break;
      }
      graph_.best_path(path);
      u_.count(path, excess);
      int norm = 0;
      for (const int e : excess) norm += e * e;
      if (norm == 0) session_.offer(path);
      if (value < best) {
        bad = best - value < 0.01 * (best - session_.proof.lower) ? bad + 1 : 0;
        best = value;
        best_u = u_.values();
        fresh = true;
      } else {
        ++bad;
      }
      if (best <= session_.threshold() || norm == 0) break;
      if (bad >= 4) {
        factor *= 0.5;
        bad = 0;
        if (factor < 0.1) break;
        if (value > best) {
          u_.values() = best_u;
          continue;
        }
      }
      if (t % cut_every == cut_every - 1 && fresh) {
        std::vector<double> now = u_.values();
        cut_at(best_u);
        u_.values() = now;
        fresh = false;
        if (graph_.empty()) break;
      }
      const double step = factor * (value - session_.proof.lower) / norm;
      for (std::size_t i = 0; i < excess.size(); ++i) u_.values()[i] -= step * excess[i];
    }
    session_.lower_upper(best);
    cut_at(best_u);
    session_.note(name, graph_, t);
    return graph_.empty() || session_.proof.upper <= session_.threshold();
  }

  void cut_at(const std::vector<double>& u) {
    u_.values() = u;
    u_.update();
    graph_.sweep_back(u_.bonus());
    graph_.sweep_forward(u_.bonus());
    graph_.cut(u_.bonus(), session_.path_threshold());
  }

  bool refine_with(Automaton& automaton, const char* name) {
    graph_.sort_edges(u_.bonus());
    const RefineLimits limits{session_.settings.most_edges, ~std::size_t{0}};
    if (!refine(graph_, automaton, u_.bonus(), session_.path_threshold(), limits, session_.clock,
                finer_)
             .complete) {
      return false;
    }
    std::swap(graph_, finer_);
    session_.note(name, graph_, 0);
    return true;
  }

  // The search space itself, as far as it can hold anything better: ever wider beams under the
  // bounds, until nothing is dropped.
  Status search() {
    graph_.sort_edges(u_.bonus());
    std::vector<std::uint32_t> path;
    for (std::size_t width = 1000;; width *= 8) {
      CoverageAutomaton coverage(session_.problem);
      const Refined refined = refine(graph_, coverage, u_.bonus(), session_.path_threshold(),
                                     {session_.settings.most_edges, width}, session_.clock, finer_);
      if (!refined.complete) return given_up();
      if (finer_.sweep_back(u_.bonus()) != kNever) {
        finer_.best_path(path);
        session_.offer(path);
      }
      session_.lower_upper(refined.dropped - u_.sum());
      session_.note("exact", finer_, 0);
      if (refined.dropped == kNever && session_.settings.candidates > 1) {
        session_.list = best_paths(session_.problem, finer_, session_.settings.candidates,
                                   session_.settings.distinct);
        return Status::kOptimal;
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
