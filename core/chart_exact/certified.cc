#include <algorithm>
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
    for (int round = 1;; ++round) {
      if (!pass()) return session_.given_up();
      if (session_.proof.upper <= session_.threshold()) return Status::kOptimal;
      const double left = static_cast<double>(kept_.size());
      if (round == kRounds || left > kShare * static_cast<double>(choices_.size())) break;
      std::swap(choices_, kept_);
    }
    return climb();
  }

 private:
  static constexpr int kRounds = 5;
  static constexpr double kShare =
      0.8;  // of the choices that a round leaves, if it is not the last
  static constexpr unsigned kFirstWords = 2;

  // By words and their neighbours. False: given up.
  bool pass() {
    const std::size_t most = session_.settings.most_edges();
    if (choices_.size() > most || !neighbours_.find(choices_, met_, most, session_.clock))
      return false;
    if (passages_.size() > most || !passages_.sweep_inside(choices_, session_.clock)) return false;
    session_.lower_upper(passages_.bound());
    session_.note("words", passages_.size(), choices_.size());
    if (session_.proof.upper <= session_.threshold()) return true;
    if (!passages_.sweep_outside(session_.threshold(), session_.clock)) return false;
    kept_ = passages_.kept();
    met_ = passages_.pairs();
    session_.note("cut", passages_.size(), kept_.size());
    return true;
  }

  // Ever more words of context.
  Status climb() {
    const unsigned reach = std::max(1u, session_.problem.language().reach());
    for (unsigned words = std::min(kFirstWords, reach);; words = std::min(2 * words, reach)) {
      const Expansion how{words, session_.threshold(), session_.settings.most_edges()};
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
  PairBits met_;
  ContextGraph graph_, finer_;
};

}  // namespace

Status prove_certified(Session& session) { return Ladder(session).run(); }

}  // namespace manyways::chart_exact
