#include "diverse/winners.h"

#include <memory>

namespace manyways::diverse {

namespace {

using graph::Symbol;

class PenaltyScorer : public search::TargetScorer {
 public:
  PenaltyScorer(const Winners& winners, const search::TargetWords& words)
      : winners_(winners), words_(words) {
    number({Penalties::kRoot, 0});
  }

  State begin() const override { return 0; }
  double advance(State in, std::span<const WordId> words, State& out) override {
    double score = 0;
    Known known = known_[in];
    for (const WordId word : words) {
      known.state = winners_.penalties().advance(known.state, symbol(word), score);
    }
    if (winners_.counts_length()) known.length += static_cast<std::uint32_t>(words.size());
    out = number(known);
    return score;
  }
  double finish(State state) override { return winners_.pays_for_length(known_[state].length); }
  double estimate(std::span<const WordId>) override { return 0; }

 private:
  struct Known {
    Penalties::State state;
    std::uint32_t length;
  };
  State number(Known known) {
    const std::uint64_t key = std::uint64_t{known.length} << 32 | known.state;
    const auto [found, added] = numbers_.try_emplace(key, static_cast<State>(known_.size()));
    if (added) known_.push_back(known);
    return found->second;
  }
  Symbol symbol(WordId word) {
    const auto [found, added] = symbols_.try_emplace(word, 0);
    if (added) found->second = winners_.number(words_.word(word));
    return found->second;
  }

  const Winners& winners_;
  const search::TargetWords& words_;
  std::unordered_map<WordId, Symbol> symbols_;
  std::unordered_map<std::uint64_t, State> numbers_;
  std::vector<Known> known_;
};

}  // namespace

Winners::Winners(const RoundSettings& settings, const ClassNames& classes, double strength)
    : classes_(&classes),
      penalties_(settings.orders, strength, 1),
      length_cost_(strength * settings.traits.length) {}

std::string Winners::name(std::string_view word) const {
  std::string own(word);
  const auto found = classes_->find(own);
  return found == classes_->end() ? own : found->second;
}

graph::Symbol Winners::number(std::string_view word) const {
  const auto found = numbers_.find(name(word));
  return found == numbers_.end() ? 0 : found->second;
}

void Winners::add(const graph::Hypergraph& graph, std::span<const Symbol> words) {
  std::vector<Symbol> text;
  for (const Symbol word : words) {
    const auto next = static_cast<Symbol>(numbers_.size() + 1);
    text.push_back(numbers_.try_emplace(name(graph.word(word)), next).first->second);
  }
  penalties_.add(text);
  penalties_.link();
  if (length_costs_.size() <= text.size()) length_costs_.resize(text.size() + 1, 0.0);
  length_costs_[text.size()] += length_cost_;
}

double Winners::pays(const graph::Hypergraph& graph, std::span<const Symbol> words) const {
  double score = pays_for_length(words.size());
  Penalties::State state = Penalties::kRoot;
  for (const Symbol word : words) {
    state = penalties_.advance(state, number(graph.word(word)), score);
  }
  return score;
}

search::ScorerMaker Winners::scorer() const {
  return [this](const search::TargetWords& words) {
    return std::make_unique<PenaltyScorer>(*this, words);
  };
}

}  // namespace manyways::diverse
