#include "diverse/winners.h"

#include <memory>

#include "base/interner.h"

namespace manyways::diverse {

namespace {

using graph::Symbol;

// The words of a sentence as the winners number them.
class Numbers {
 public:
  Numbers(const Winners& winners, const search::TargetWords& words)
      : winners_(winners), words_(words) {}
  Symbol operator()(WordId word) {
    const auto [found, added] = symbols_.insert(word, 0);
    if (added) *found = winners_.number(words_.word(word));
    return *found;
  }

 private:
  const Winners& winners_;
  const search::TargetWords& words_;
  HashMap<WordId, Symbol> symbols_;
};

class PenaltyScorer : public search::TargetScorer {
 public:
  PenaltyScorer(const Winners& winners, const search::TargetWords& words)
      : winners_(winners), words_(words), symbol_(winners, words) {
    known_.add({Penalties::kRoot, 0, winners.first_beginning()});
  }

  State begin() const override { return 0; }
  double advance(State in, std::span<const WordId> words, State& out) override {
    double score = 0;
    Known known = known_.at(in);
    for (const WordId word : words) {
      known.state = winners_.penalties().advance(known.state, symbol_(word), score);
      if (known.beginning != 0) {
        known.beginning = winners_.longer(known.beginning, words_.word(word));
      }
    }
    if (winners_.counts_length()) known.length += static_cast<std::uint32_t>(words.size());
    out = known_.add(known);
    return score;
  }
  double finish(State state) override {
    const Known& known = known_.at(state);
    return winners_.pays_for_length(known.length) +
           (winners_.is_excluded(known.beginning) ? kExcluded : 0.0);
  }
  double estimate(std::span<const WordId>) override { return 0; }

 private:
  struct Known {
    Penalties::State state;
    std::uint32_t length;
    Winners::Beginning beginning;
    bool operator==(const Known&) const = default;
    friend std::uint64_t hash_value(const Known& known) {
      const std::uint64_t rest = std::uint64_t{known.length} << 32 | known.beginning;
      return hash_combine(rest, known.state);
    }
  };
  const Winners& winners_;
  const search::TargetWords& words_;
  Numbers symbol_;
  Numbering<Known> known_;  // by state
};

// The same for pieces: a state is a piece as the penalties see it and, if it counts, its length.
class PenaltyChartScorer : public search::ChartScorer {
 public:
  PenaltyChartScorer(const Winners& winners, const search::TargetWords& words)
      : winners_(winners),
        symbol_(winners, words),
        pieces_(winners.penalties(), winners.inner_words()) {}

  State begin() override { return known_.add({Pieces::kStart, 0}); }
  double join(std::span<const search::ChartSymbol> symbols, std::span<const State> pieces,
              State& out) override {
    double score = 0;
    std::uint32_t length = 0;
    pieces_.begin(/*left=*/true);
    for (const search::ChartSymbol symbol : symbols) {
      if (graph::is_tail(symbol)) {
        const Known& piece = known_.at(pieces[graph::tail_of(symbol)]);
        pieces_.piece(piece.piece, score);
        length += piece.length;
      } else {
        pieces_.word(symbol_(static_cast<WordId>(symbol)), score);
        ++length;
      }
    }
    out = known_.add({pieces_.end(/*right=*/true), winners_.counts_length() ? length : 0});
    return score;
  }
  double finish(State piece) override { return winners_.pays_for_length(known_.at(piece).length); }
  double estimate(std::span<const WordId>) override { return 0; }

 private:
  using Pieces = graph::Pieces<Penalties>;
  struct Known {
    Pieces::Piece piece;
    std::uint32_t length;
    bool operator==(const Known&) const = default;
    friend std::uint64_t hash_value(const Known& known) {
      return hash_combine(known.piece, known.length);
    }
  };

  const Winners& winners_;
  Numbers symbol_;
  Pieces pieces_;
  Numbering<Known> known_;  // by state
};

}  // namespace

Winners::Winners(const RoundSettings& settings, const WordClasses& classes, double strength)
    : classes_(&classes),
      orders_(settings.orders),
      penalties_(settings.orders, strength, 1),
      length_cost_(strength * settings.traits.length) {}

std::string_view Winners::name(std::string_view word) const {
  return classes_->find(word).value_or(word);
}

graph::Symbol Winners::number(std::string_view word) const {
  return static_cast<Symbol>(numbers_.find(name(word)) + 1);  // of none: 0
}

void Winners::add(const Words& words) {
  std::vector<Symbol> text;
  for (const std::string_view word : words) {
    text.push_back(static_cast<Symbol>(numbers_.add(name(word)) + 1));
  }
  penalties_.add(text);
  penalties_.link();
  add_inner_words(text, orders_, inner_);
  if (length_costs_.size() <= text.size()) length_costs_.resize(text.size() + 1, 0.0);
  length_costs_[text.size()] += length_cost_;
}

double Winners::pays(const Words& words) const {
  double score = counts_length() ? pays_for_length(words.size()) : 0.0;
  Penalties::State state = Penalties::kRoot;
  for (const std::string_view word : words) {
    state = penalties_.advance(state, number(word), score);
  }
  return score;
}

void Winners::exclude(const Words& words) {
  if (beginnings_.empty()) beginnings_.push_back(false);
  Beginning at = 1;
  for (const std::string_view word : words) {
    const auto fresh = static_cast<Beginning>(beginnings_.size() + 1);
    const auto [found, added] = longer_.insert(step(at, excluded_words_.add(word)), fresh);
    at = *found;
    if (added) beginnings_.push_back(false);
  }
  beginnings_[at - 1] = true;
}

bool Winners::excludes(const Words& words) const {
  Beginning at = first_beginning();
  for (std::size_t i = 0; i < words.size() && at != 0; ++i) at = longer(at, words[i]);
  return is_excluded(at);
}

void Winners::clear_excluded() {
  beginnings_.clear();
  longer_.clear();
  excluded_words_.clear();
}

Winners::Beginning Winners::longer(Beginning beginning, std::string_view word) const {
  const std::uint32_t id = excluded_words_.find(word);
  if (id == Interner<char>::kNone) return 0;
  const Beginning* found = longer_.find(step(beginning, id));
  return found == nullptr ? 0 : *found;
}

search::ScorerMaker Winners::scorer() const {
  return [this](const search::TargetWords& words) {
    return std::make_unique<PenaltyScorer>(*this, words);
  };
}

chart::ChartScorerMaker Winners::chart_scorer() const {
  return [this](const search::TargetWords& words) {
    return std::make_unique<PenaltyChartScorer>(*this, words);
  };
}

}  // namespace manyways::diverse
