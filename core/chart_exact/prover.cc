#include "chart_exact/prover.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/threads.h"
#include "chart/cube.h"
#include "chart_exact/joiner.h"
#include "chart_exact/problem.h"
#include "chart_exact/refine.h"
#include "chart_exact/relaxation.h"

namespace manyways::chart_exact {

namespace {

using exact::Proof;
using exact::Status;

class Session {
 public:
  Session(Problem& problem, const ChartProveSettings& settings)
      : settings_(settings), clock_(settings), problem_(problem), begin_(exact::cpu_seconds()) {}

  Proof run() {
    Status status = ladder();
    proof_.status = status;
    if (status == Status::kOptimal) proof_.upper = proof_.lower;
    proof_.seconds = exact::cpu_seconds() - begin_;
    return std::move(proof_);
  }

  double threshold() const { return proof_.lower + settings_.tolerance; }
  void offer(const Derivation& path) {
    const double score = problem_.score(path);
    if (score <= proof_.lower) return;
    proof_.lower = score;
    derivation_ = path;
  }
 private:
  void lower_upper(double bound) {
    proof_.upper = std::min(proof_.upper, std::max(bound, proof_.lower));
  }
  void note(const char* name, const BoundGraph& graph, int iterations) {
    proof_.nodes = std::max(proof_.nodes, graph.nodes());
    proof_.edges = std::max(proof_.edges, graph.edges.size());
    proof_.iterations += iterations;
    proof_.stages.push_back({name, graph.nodes(), graph.edges.size(), proof_.upper, proof_.lower,
                             iterations, exact::cpu_seconds() - begin_});
  }

  int descend(Relaxation& r, int most) {
    std::vector<double> best_u = r.multipliers();
    std::vector<int> gradient;
    std::vector<double> direction;
    double best = -kNever, factor = 1.0;
    int bad = 0, steps = 0;
    for (; steps < most && !clock_.over(); ++steps) {
      const double value = r.evaluate();
      if (value == kNever) { best = kNever; break; }
      const Derivation path = r.graph().best();
      offer(path);
      const double gap = value - proof_.lower;
      if (value < best) {
        bad = best - value < (std::getenv("LI") ? std::atof(std::getenv("LI")) : 0.02) * (best - proof_.lower) ? bad + 1 : 0;
        best = value;
        best_u = r.multipliers();
      } else {
        ++bad;
      }
      if (best <= threshold()) break;
      r.gradient(path, gradient);
      double norm = 0;
      for (const int g : gradient) norm += g * g;
      if (norm == 0) break;
      if (bad >= (std::getenv("PA") ? std::atoi(std::getenv("PA")) : 4)) {
        direction.clear();
        factor *= 0.5;
        bad = 0;
        if (factor < (std::getenv("FA") ? std::atof(std::getenv("FA")) : 0.1)) break;
        r.multipliers() = best_u;
      }
      direction.resize(gradient.size(), 0.0);
      double product = 0, square = 0;
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        product += direction[i] * gradient[i];
        square += direction[i] * direction[i];
      }
      const double share = product < 0 ? -1.5 * product / square : 0.3;
      square = 0;
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        direction[i] = gradient[i] + share * direction[i];
        square += direction[i] * direction[i];
      }
      const double length = factor * gap / square;
      for (std::size_t i = 0; i < gradient.size(); ++i) r.multipliers()[i] -= length * direction[i];
    }
    lower_upper(best);
    r.multipliers() = best_u;
    return steps;
  }

  void cut(Relaxation& r) {
    r.evaluate();
    r.graph().sweep_outside();
    r.cut(threshold());
  }

  std::size_t most_edges() const { return settings_.memory * 1'000'000 / 60; }
  Status given_up() { return clock_.over() ? Status::kTimeLimit : Status::kGap; }

  Status ladder() {
    Relaxation r(problem_);
    note("choices", r.graph(), 0);
    for (int round = 0; round < 3; ++round) {
      const std::size_t before = r.graph().edges.size();
      r.prepare(true);
      note("ready", r.graph(), 0);
      note("words", r.graph(), descend(r, std::getenv("IT") ? std::atoi(std::getenv("IT")) : 40));
      if (proof_.upper <= threshold()) return Status::kOptimal;
      if (clock_.over()) return given_up();
      cut(r);
      note("cut", r.graph(), 0);
      if (r.graph().edges.empty()) return Status::kOptimal;
      if (r.graph().edges.size() > before * 3 / 4) break;
    }
    r.evaluate();
    r.graph().sweep_outside();
    r.forget_pending();
    Joiner joiner(problem_, r);
    const unsigned reach = std::max(1u, problem_.language().reach());
    BoundGraph* coarse = &r.graph();
    for (unsigned k = std::min(reach, std::getenv("K0") ? unsigned(std::atoi(std::getenv("K0"))) : 2u); k <= reach; k = k == reach ? k + 1 : std::min(2 * k, reach)) {
      joiner.remember(k);
      std::size_t width = k == reach ? 1000 : ~std::size_t{0};
      while (true) {
        const Refined refined = refine(*coarse, problem_, joiner, threshold(),
                                       {most_edges(), width}, clock_, finer_);
        if (!refined.complete) return given_up();
        const double top = finer_.sweep_inside();
        if (k == reach && top != kNever) offer(finer_.best());
        lower_upper(std::max(k == reach ? kNever : top, refined.dropped));
        note(("pieces" + std::to_string(k)).c_str(), finer_, 0);
        if (proof_.upper <= threshold()) return Status::kOptimal;
        if (refined.dropped == kNever) break;
        width *= 8;
      }
      if (k == reach) return Status::kOptimal;
      finer_.sweep_outside();
      finer_.cut(threshold());
      note("cut", finer_, 0);
      std::swap(graph_, finer_);
      coarse = &graph_;
    }
    return Status::kOptimal;
  }

  const ChartProveSettings& settings_;
  exact::Clock clock_;
  Problem& problem_;
  double begin_;
  Proof proof_;
  Derivation derivation_;
  BoundGraph graph_, finer_;
};

Proof prove(chart::Parser& parser, chart::ChartTarget& target, const chart::RuleModel& model,
            const search::Input& input, const ChartProveSettings& settings) {
  const chart::Forest& forest = parser.parse(input, target);
  chart::CubeSearch cube;
  chart::Chart chart;
  chart::Clock clock(settings.time_limit / 2);
  cube.search(forest, model, target, 1000, clock, false, chart);
  Problem problem(model, parser.words(), forest);
  Session session(problem, settings);
  Derivation found;
  std::vector<chart::ItemId> open(1, chart.goal());
  while (!open.empty()) {
    const chart::Way& way = chart.items[open.back()].best;
    open.pop_back();
    found.push_back(problem.choice(way.application, way.rule));
    for (std::size_t t = 2; t-- > 0;) {
      if (way.tails[t] != chart::kNone) open.push_back(way.tails[t]);
    }
  }
  session.offer(found);
  return session.run();
}

}  // namespace

std::vector<Proof> prove_all(const chart::RuleModel& model, std::span<const search::Input> inputs,
                             const ChartProveSettings& settings, unsigned threads) {
  std::vector<Proof> proofs(inputs.size());
  const std::size_t workers = std::min<std::size_t>(thread_count(threads), inputs.size());
  std::atomic<std::size_t> next{0};
  parallel_for(workers, static_cast<unsigned>(workers), [&](std::size_t) {
    chart::Parser parser(model);
    chart::ChartTarget target(model.target_features(), model.target_weights());
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < inputs.size();) {
      proofs[i] = prove(parser, target, model, inputs[i], settings);
    }
  });
  return proofs;
}

}  // namespace manyways::chart_exact
