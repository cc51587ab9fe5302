#include <algorithm>
#include <limits>
#include <type_traits>

#include "chart_exact/context_graph.h"
#include "chart_exact/passages.h"
#include "chart_exact/relaxation.h"
#include "chart_exact/session.h"

namespace manyways::chart_exact {

namespace {

class Ladder {
 public:
  explicit Ladder(Session& session)
      : session_(session),
        neighbours_(session.problem),
        words_(session.problem, neighbours_),
        passages_(session.problem, neighbours_) {}

  Status run() {
    kept_.resize(session_.problem.choices().size());
    for (std::uint32_t i = 0; i < kept_.size(); ++i) kept_[i] = i;
    if (!agree(words_, 1)) return session_.given_up();
    for (const unsigned depth : {1u, Problem::kMostKnown}) {
      if (is_proved()) return Status::kOptimal;
      if (!agree(passages_, depth)) return session_.given_up();
    }
    return is_proved() ? Status::kOptimal : expand_rest();
  }

 private:
  // Of what states are apart: how much multipliers are moved at first; what that becomes after a step
  // that helped and after one that did not; and where there is nothing more to hope for.
  static constexpr double kShare = 0.3, kMore = 1.1, kLess = 0.5, kSmallest = 0.04;
  static constexpr double kWorth = 0.8;  // of choices or tables: what is worth making tables anew
  // So many steps that leave more of the gap are the last.
  static constexpr std::size_t kWindow = 4;
  static constexpr double kLeft = 0.97, kLeftOfWords = 0.92;

  // Tables of what is left, in which words at the ends of cells know so many words. False: given up.
  template <typename Tables>
  bool find(Tables& tables, unsigned depth) {
    const std::size_t most = session_.settings.most_edges();
    std::swap(choices_, kept_);
    if (choices_.size() > most || !neighbours_.find(choices_, depth, left_, most, session_.clock) ||
        tables.size() > most) {
      return false;
    }
    tables.begin(choices_);
    kept_ = choices_;
    size_ = tables.size();
    return true;
  }

  template <typename Tables>
  bool sweep(Tables& tables) {
    if (!tables.sweep_inside(session_.clock)) return false;
    session_.lower_upper(tables.bound());
    return true;
  }

  // Leaves what can reach the threshold.
  template <typename Tables>
  bool cut(Tables& tables) {
    if (!tables.sweep_outside(session_.threshold(), session_.clock)) return false;
    kept_ = tables.kept();
    left_ = tables.left();
    size_ = tables.left_size();
    return true;
  }

  // Moves multipliers until the bound hardly falls, and cuts. False: given up.
  template <typename Tables>
  bool agree(Tables& tables, unsigned depth) {
    constexpr double kEnough = std::is_same_v<Tables, Relaxation> ? kLeftOfWords : kLeft;
    if (!find(tables, depth)) return false;
    std::vector<float>& multipliers = neighbours_.multipliers();
    std::vector<float> best = multipliers, direction;
    std::vector<double> gaps;
    double lowest = std::numeric_limits<double>::infinity(), share = kShare;
    for (;;) {
      if (!sweep(tables)) return false;
      if (tables.bound() < lowest) {
        lowest = tables.bound();
        best = multipliers;
        session_.offer(tables.best());
        if (is_proved()) return true;
        if (!cut(tables)) return false;
        neighbours_.balance(left_, tables.least(), direction);
        share = std::min(1.0, share * kMore);
      } else {
        share *= kLess;
      }
      gaps.push_back(lowest - session_.proof.lower);
      if (share < kSmallest || session_.problem.language().reach() == 0) break;
      if (gaps.size() > kWindow && gaps.back() > kEnough * gaps[gaps.size() - 1 - kWindow]) break;
      if (is_much_smaller(tables.size()) && !find(tables, depth)) return false;
      best.resize(multipliers.size(), 0);
      direction.resize(multipliers.size(), 0);
      for (std::size_t i = 0; i < multipliers.size(); ++i) {
        multipliers[i] = best[i] - static_cast<float>(share) * direction[i];
      }
      neighbours_.rescore();
    }
    multipliers = best;
    neighbours_.rescore();
    if (!sweep(tables) || !cut(tables)) return false;
    session_.note(std::is_same_v<Tables, Relaxation> ? "words" : "passages", tables.size(),
                  kept_.size(), static_cast<int>(gaps.size()));
    return true;
  }

  // Whether the last cut has left so little.
  bool is_much_smaller(std::size_t size) const {
    return static_cast<double>(kept_.size()) < kWorth * static_cast<double>(choices_.size()) ||
           static_cast<double>(size_) < kWorth * static_cast<double>(size);
  }

  bool is_proved() const { return session_.proof.upper <= session_.threshold(); }

  // With all the words that models see.
  Status expand_rest() {
    const Expansion how{Problem::kMostKnown, session_.threshold(), session_.settings.most_edges()};
    ContextGraph& graph = session_.whole;
    const bool whole = expand(session_.problem, passages_, how, session_.clock, graph);
    session_.note("contexts", graph.nodes(), graph.edges.size());
    if (!whole) return session_.given_up();
    const bool found = graph.nodes() > 0 && graph.cell.back() == session_.problem.forest().goal();
    session_.lower_upper(found ? graph.inside.back() : kNever);
    if (found) {
      session_.offer(graph.best(session_.problem));
    } else {
      graph.clear();
    }
    return Status::kOptimal;
  }

  Session& session_;
  Neighbours neighbours_;
  Relaxation words_;
  Passages passages_;
  Survivors left_;
  std::vector<std::uint32_t> choices_, kept_;
  std::size_t size_ = 0;  // of tables of what is left
};

}  // namespace

Status prove_certified(Session& session) { return Ladder(session).run(); }

}  // namespace manyways::chart_exact
