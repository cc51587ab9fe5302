#include "search/forced.h"

#include <algorithm>
#include <limits>

namespace manyways::search {

namespace {

class ForcedScorer : public TargetScorer {
 public:
  ForcedScorer(std::span<const WordId> text, std::size_t& prefix) : text_(text), prefix_(prefix) {}

  State begin() const override { return 0; }
  double advance(State in, std::span<const WordId> words, State& out) override {
    std::size_t matched = 0;
    while (matched < words.size() && in + matched < text_.size() &&
           words[matched] == text_[in + matched]) {
      ++matched;
    }
    out = in + static_cast<State>(matched);
    if (matched < words.size()) return -std::numeric_limits<double>::infinity();
    prefix_ = std::max<std::size_t>(prefix_, out);
    return 0.0;
  }
  double finish(State state) override {
    return state == text_.size() ? 0.0 : -std::numeric_limits<double>::infinity();
  }
  double estimate(std::span<const WordId>) override { return 0.0; }

 private:
  std::span<const WordId> text_;
  std::size_t& prefix_;
};

}  // namespace

std::unique_ptr<TargetScorer> forced_scorer(std::span<const WordId> text, std::size_t& prefix) {
  return std::make_unique<ForcedScorer>(text, prefix);
}

}  // namespace manyways::search
