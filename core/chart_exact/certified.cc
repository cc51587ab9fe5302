#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "chart_exact/context_graph.h"
#include "chart_exact/passages.h"
#include "chart_exact/session.h"

namespace manyways::chart_exact {

namespace {

class Ladder {
 public:
  explicit Ladder(Session& session)
      : session_(session), neighbours_(session.problem), passages_(session.problem, neighbours_) {}

  Status run() {
    choices_.resize(session_.problem.choices().size());
    for (std::uint32_t i = 0; i < choices_.size(); ++i) choices_[i] = i;
    if (!pass()) return session_.given_up();
    const bool agrees = session_.problem.language().reach() > 1;
    for (int round = 0; agrees && !is_proved() && round < kRounds; ++round) {
      const double before = session_.proof.upper - session_.proof.lower;
      if (!agree()) return session_.given_up();
      const double gap = session_.proof.upper - session_.proof.lower;
      if (gap < kShare * before || left() < kShare) continue;
      if (depth_ == Problem::kMostKnown) break;
      depth_ = Problem::kMostKnown;
    }
    if (is_proved()) return Status::kOptimal;
    return climb();
  }

 private:
  static constexpr int kRounds = 12;
  // Of the gap or of the choices: what a round leaves, if more is to be hoped for; and of the
  // choices, if it is worth while to look at words again.
  static constexpr double kShare = 0.8, kWorth = 0.9;
  static constexpr std::size_t kLarge = 200'000;  // tables, of which few steps are taken
  static constexpr int kFewSteps = 8, kManySteps = 40, kPatience = 2;
  static constexpr double kProgress = 1e-3;
  static constexpr unsigned kFirstWords = 2;

  // Which words can stand where in what is left. False: given up.
  bool find() {
    const std::size_t most = session_.settings.most_edges();
    if (choices_.size() > most ||
        !neighbours_.find(choices_, depth_, passages_.left(), most, session_.clock) ||
        passages_.size() > most) {
      return false;
    }
    passages_.begin(choices_);
    return true;
  }

  bool sweep() {
    if (!passages_.sweep_inside(session_.clock)) return false;
    session_.lower_upper(passages_.bound());
    return true;
  }

  // Leaves what can reach the threshold.
  bool cut() {
    if (!passages_.sweep_outside(session_.threshold(), session_.clock)) return false;
    kept_ = passages_.kept();
    session_.note("cut", passages_.size(), kept_.size());
    return true;
  }

  // By words and their neighbours.
  bool pass() {
    if (!find() || !sweep()) return false;
    session_.note("words", passages_.size(), choices_.size());
    return is_proved() || cut();
  }

  // The same with multipliers. Steps lead from the bound towards the known score (Polyak's), and are
  // halved when they have not helped for a while; the multipliers of the lowest bound are kept.
  bool agree() {
    if (!agreed_ || left() < kWorth || depth_ != neighbours_.depth()) {
      std::swap(choices_, kept_);
      if (!find() || !neighbours_.agree(session_.settings.most_edges(), session_.clock)) {
        return false;
      }
      agreed_ = true;
    }
    const int steps = passages_.size() > kLarge ? kFewSteps : kManySteps;
    std::vector<float>& multipliers = neighbours_.multipliers();
    std::vector<float> best = multipliers;
    double lowest = std::numeric_limits<double>::infinity(), length = 1;
    int poor = 0, step = 0;
    for (; step < steps; ++step) {
      if (!sweep()) return false;
      if (is_proved()) break;
      const double bound = passages_.bound();
      if (bound < lowest - kProgress) {
        lowest = bound;
        best = multipliers;
        poor = 0;
      } else if (++poor == kPatience) {
        length /= 2;
        poor = 0;
        multipliers = best;
        neighbours_.rescore();
        if (!sweep()) return false;
      }
      if (!move(length * (passages_.bound() - session_.proof.lower))) break;
    }
    if (!is_proved()) {
      multipliers = best;
      neighbours_.rescore();
      if (!sweep()) return false;
    }
    session_.note("agree", passages_.size(), choices_.size(), step);
    return is_proved() || cut();
  }

  // Multipliers against what the best derivation disagrees on. False: on nothing.
  bool move(double distance) {
    std::vector<float>& multipliers = neighbours_.multipliers();
    gradient_.assign(multipliers.size(), 0);
    passages_.best(path_, gradient_);
    session_.offer(path_);
    float norm = 0;
    for (std::size_t i = 1; i < gradient_.size(); ++i) norm += gradient_[i] * gradient_[i];
    if (norm == 0) return false;
    const float length = static_cast<float>(distance) / norm;
    for (std::size_t i = 1; i < gradient_.size(); ++i) multipliers[i] -= length * gradient_[i];
    neighbours_.rescore();
    return true;
  }

  // The share of the choices that the last cut left.
  double left() const {
    return static_cast<double>(kept_.size()) /
           static_cast<double>(std::max<std::size_t>(1, choices_.size()));
  }

  bool is_proved() const { return session_.proof.upper <= session_.threshold(); }

  // Ever more words of context.
  Status climb() {
    const unsigned reach = std::max(1u, session_.problem.language().reach());
    for (unsigned words = std::min(kFirstWords, reach);; words = std::min(2 * words, reach)) {
      const Expansion how{words, depth_, session_.threshold(), session_.settings.most_edges()};
      const bool whole = words == std::min(kFirstWords, reach)
                             ? expand(session_.problem, passages_, how, session_.clock, finer_)
                             : refine(session_.problem, graph_, how, session_.clock, finer_);
      session_.note(std::to_string(words) + " back", finer_.nodes(), finer_.edges.size());
      if (!whole) return session_.given_up();
      const bool found =
          finer_.nodes() > 0 && finer_.cell.back() == session_.problem.forest().goal();
      session_.lower_upper(found ? finer_.inside.back() : kNever);
      if (found) session_.offer(finer_.best(session_.problem));
      if (words == reach) {
        if (session_.settings.candidates > 1 && found) session_.answer(finer_);
        return Status::kOptimal;
      }
      if (session_.proof.upper <= session_.threshold()) return Status::kOptimal;
      finer_.sweep_outside(&session_.clock);
      if (session_.clock.over()) return session_.given_up();
      finer_.cut(session_.threshold());
      std::swap(graph_, finer_);
      session_.note("cut", graph_.nodes(), graph_.edges.size());
    }
  }

  Session& session_;
  Neighbours neighbours_;
  Passages passages_;
  std::vector<std::uint32_t> choices_, kept_;
  ContextGraph graph_, finer_;
  Derivation path_;
  std::vector<float> gradient_;
  bool agreed_ = false;
  unsigned depth_ = 1;  // words that words at the ends of cells know
};

}  // namespace

Status prove_certified(Session& session) { return Ladder(session).run(); }

}  // namespace manyways::chart_exact
