#include <algorithm>
#include <string>
#include <utility>

#include "chart_exact/joiner.h"
#include "chart_exact/refine.h"
#include "chart_exact/relaxation.h"
#include "chart_exact/session.h"

namespace manyways::chart_exact {

namespace {

// Lowers the bound of a relaxation step by step.
class Descent {
 public:
  Descent(Session& session, Relaxation& relaxation)
      : session_(session), relaxation_(relaxation), best_u_(relaxation.multipliers()) {}

  // Returns the number of steps; the multipliers are the best then.
  int run(int most) {
    int steps = 0;
    for (; steps < most && !session_.clock.over(); ++steps) {
      if (!evaluate() || best_ <= session_.threshold() || norm_ == 0) break;
      if (bad_ >= kPatience && !shorten()) break;
      step();
    }
    session_.lower_upper(best_);
    relaxation_.multipliers() = best_u_;
    return steps;
  }

 private:
  static constexpr int kPatience = 4;        // steps that gain little
  static constexpr double kLittle = 0.02;    // of the gap
  static constexpr double kShortest = 0.05;  // factor of Polyak's length
  static constexpr double kTurn = 1.5, kKept = 0.3;

  // The value and the gradient; false if nothing is left.
  bool evaluate() {
    value_ = relaxation_.evaluate();
    if (value_ == kNever) {
      best_ = kNever;
      return false;
    }
    const Derivation path = relaxation_.graph().best();
    session_.offer(path);
    relaxation_.gradient(path, gradient_);
    norm_ = 0;
    for (const int g : gradient_) norm_ += g * g;
    const bool little = value_ > best_ - kLittle * (best_ - session_.proof.lower);
    bad_ = little ? bad_ + 1 : 0;
    if (value_ < best_) {
      best_ = value_;
      best_u_ = relaxation_.multipliers();
    }
    return true;
  }

  bool shorten() {
    factor_ *= 0.5;
    bad_ = 0;
    direction_.clear();
    relaxation_.multipliers() = best_u_;
    return factor_ >= kShortest;
  }

  // Polyak's length; the direction keeps a share of the last one, which turns it away from that
  // where they disagree (Camerini, Fratta and Maffioli 1975).
  void step() {
    direction_.resize(gradient_.size(), 0.0);
    double product = 0, square = 0;
    for (std::size_t i = 0; i < gradient_.size(); ++i) {
      product += direction_[i] * gradient_[i];
      square += direction_[i] * direction_[i];
    }
    const double share = product < 0 ? -kTurn * product / square : kKept;
    square = 0;
    for (std::size_t i = 0; i < gradient_.size(); ++i) {
      direction_[i] = gradient_[i] + share * direction_[i];
      square += direction_[i] * direction_[i];
    }
    if (square == 0) return;
    const double length = factor_ * (value_ - session_.proof.lower) / square;
    for (std::size_t i = 0; i < gradient_.size(); ++i) {
      relaxation_.multipliers()[i] -= length * direction_[i];
    }
  }

  Session& session_;
  Relaxation& relaxation_;
  std::vector<double> best_u_, direction_;
  std::vector<int> gradient_;
  double value_ = 0, best_ = -kNever, factor_ = 1.0;
  int norm_ = 0, bad_ = 0;
};

class Ladder {
 public:
  explicit Ladder(Session& session) : session_(session), relaxation_(session.problem) {}

  Status run() {
    session_.note("rules", relaxation_.graph(), 0);
    if (relaxation_.graph().edges.size() > session_.settings.most_edges()) {
      return session_.given_up();
    }
    for (int round = 0; round < kRounds; ++round) {
      const std::size_t before = relaxation_.graph().edges.size();
      if (!relaxation_.prepare(session_.settings.most_edges(), session_.clock)) {
        return session_.given_up();
      }
      if (descend()) return Status::kOptimal;
      if (session_.clock.over()) return session_.given_up();
      if (relaxation_.graph().edges.size() > kShare * static_cast<double>(before)) break;
    }
    relaxation_.evaluate();
    relaxation_.graph().sweep_outside();
    return climb();
  }

 private:
  static constexpr int kRounds = 3, kSteps = 60;
  static constexpr double kShare = 0.75;  // of the edges that a round leaves, if it is not the last
  static constexpr unsigned kFirstWords = 2;  // at each edge of a piece
  static constexpr std::size_t kFirstWidth = 1000, kWidthGrowth = 8;

  // True if nothing above the lower bound is left.
  bool descend() {
    const int steps = Descent(session_, relaxation_).run(kSteps);
    session_.note("words", relaxation_.graph(), steps);
    if (session_.proof.upper <= session_.threshold()) return true;
    if (session_.clock.over()) return false;
    relaxation_.evaluate();
    relaxation_.graph().sweep_outside();
    relaxation_.cut(session_.threshold());
    session_.note("cut", relaxation_.graph(), 0);
    return relaxation_.graph().edges.empty();
  }

  // Ever more words at the edges of pieces.
  Status climb() {
    Joiner joiner(session_.problem, relaxation_);
    const unsigned reach = std::max(1u, session_.problem.language().reach());
    BoundGraph* coarse = &relaxation_.graph();
    for (unsigned words = std::min(kFirstWords, reach); words < reach;
         words = std::min(2 * words, reach)) {
      joiner.remember(words);
      if (!refine_to(*coarse, joiner, kEverything).complete) return session_.given_up();
      session_.lower_upper(finer_.inside[finer_.goal()]);
      session_.note(std::to_string(words) + " words", finer_, 0);
      if (session_.proof.upper <= session_.threshold()) return Status::kOptimal;
      finer_.sweep_outside();
      finer_.cut(session_.threshold());
      std::swap(graph_, finer_);
      coarse = &graph_;
      session_.note("cut", graph_, 0);
    }
    joiner.remember(reach);
    return search(*coarse, joiner);
  }

  // The search space itself, as far as it can hold anything better: ever wider beams under the
  // bounds, until nothing is dropped.
  Status search(const BoundGraph& coarse, Joiner& joiner) {
    for (std::size_t width = kFirstWidth;; width *= kWidthGrowth) {
      const Refined refined = refine_to(coarse, joiner, width);
      if (!refined.complete) return session_.given_up();
      if (finer_.sweep_inside() != kNever) session_.offer(finer_.best());
      session_.lower_upper(refined.dropped);
      session_.note("exact", finer_, 0);
      if (refined.dropped == kNever && session_.settings.candidates > 1) {
        if (finer_.inside[finer_.goal()] != kNever) session_.answer(&finer_);
        return Status::kOptimal;
      }
      if (session_.proof.upper <= session_.threshold()) return Status::kOptimal;
    }
  }

  static constexpr std::size_t kEverything = ~std::size_t{0};
  Refined refine_to(const BoundGraph& coarse, Joiner& joiner, std::size_t width) {
    return refine(coarse, session_.problem, joiner, session_.threshold(),
                  {session_.settings.most_edges(), width}, session_.clock, finer_);
  }

  Session& session_;
  Relaxation relaxation_;
  BoundGraph graph_, finer_;
};

}  // namespace

Status prove_certified(Session& session) { return Ladder(session).run(); }

// Steps of 1 / (1 + how often the bound has risen), as published.
Status prove_lagrangian(Session& session) {
  Relaxation relaxation(session.problem);
  session.note("rules", relaxation.graph(), 0);
  if (!relaxation.prepare(session.settings.most_edges(), session.clock)) return session.given_up();
  std::vector<int> gradient;
  double last = -kNever;
  int rises = 0, iteration = 0;
  while (iteration < session.settings.iterations && !session.clock.over() &&
         session.proof.upper > session.threshold()) {
    const double value = relaxation.evaluate();
    session.lower_upper(value);
    const Derivation path = relaxation.graph().best();
    session.offer(path);
    relaxation.gradient(path, gradient);
    if (value > last) ++rises;
    last = value;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      relaxation.multipliers()[i] -= gradient[i] / (1.0 + rises);
    }
    ++iteration;
  }
  session.note("words", relaxation.graph(), iteration);
  return session.proof.upper <= session.threshold() ? Status::kOptimal : session.given_up();
}

}  // namespace manyways::chart_exact
