#include "chart_exact/relaxation.h"
#include "chart_exact/session.h"

namespace manyways::chart_exact {

// Steps of 1 / (1 + how often the bound has risen), as published.
Status prove_lagrangian(Session& session) {
  Neighbours neighbours(session.problem);
  Relaxation relaxation(session.problem, neighbours);
  std::vector<std::uint32_t> all(session.problem.choices().size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  if (!neighbours.find(all, 2, {}, session.settings.most_edges(), session.clock)) {
    return session.given_up();
  }
  relaxation.begin(all);
  std::vector<int> gradient;
  double last = -kNever;
  int rises = 0, iteration = 0;
  while (iteration < session.settings.iterations && !session.clock.over() &&
         session.proof.upper > session.threshold()) {
    if (!relaxation.sweep_inside(session.clock)) break;
    const double value = relaxation.bound();
    session.lower_upper(value);
    const Derivation path = relaxation.best();
    session.offer(path);
    relaxation.gradient(path, gradient);
    if (value > last) ++rises;
    last = value;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      relaxation.multipliers()[i] -= gradient[i] / (1.0 + rises);
    }
    ++iteration;
  }
  session.note("words", relaxation.graph().nodes(), relaxation.graph().edges.size(), iteration);
  return session.proof.upper <= session.threshold() ? Status::kOptimal : session.given_up();
}

}  // namespace manyways::chart_exact
