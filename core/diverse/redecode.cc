#include "diverse/redecode.h"

#include <unordered_set>

#include "graph/kbest.h"

namespace manyways::diverse {

namespace {

using graph::Symbol;

// Numbers of the words, or classes, that winners have; 0 is any other.
class Numbers {
 public:
  explicit Numbers(const ClassNames& classes) : classes_(classes) {}

  Symbol find(std::string_view word) const {
    const auto found = numbers_.find(name(word));
    return found == numbers_.end() ? 0 : found->second;
  }
  Symbol add(std::string_view word) {
    return numbers_.try_emplace(name(word), static_cast<Symbol>(numbers_.size() + 1)).first->second;
  }

 private:
  std::string name(std::string_view word) const {
    std::string own(word);
    const auto found = classes_.find(own);
    return found == classes_.end() ? own : found->second;
  }
  const ClassNames& classes_;
  std::unordered_map<std::string, Symbol> numbers_;
};

class PenaltyScorer : public search::TargetScorer {
 public:
  PenaltyScorer(const Penalties& penalties, const Numbers& numbers,
                const search::TargetWords& words)
      : penalties_(penalties), numbers_(numbers), words_(words) {}

  State begin() const override { return Penalties::kRoot; }
  double advance(State in, std::span<const WordId> words, State& out) override {
    double score = 0;
    out = in;
    for (const WordId word : words) out = penalties_.advance(out, symbol(word), score);
    return score;
  }
  double finish(State) override { return 0; }
  double estimate(std::span<const WordId>) override { return 0; }

 private:
  Symbol symbol(WordId word) {
    const auto [found, added] = symbols_.try_emplace(word, 0);
    if (added) found->second = numbers_.find(words_.word(word));
    return found->second;
  }
  const Penalties& penalties_;
  const Numbers& numbers_;
  const search::TargetWords& words_;
  std::unordered_map<WordId, Symbol> symbols_;
};

class Redecoding {
 public:
  Redecoding(const GenerateSettings& settings, DiverseLists& out)
      : settings_(settings),
        out_(out),
        numbers_(settings.classes),
        penalties_(settings.rounds.orders, settings.rounds.strength, 1) {}

  search::ScorerMaker scorer() const {
    return [this](const search::TargetWords& words) {
      return std::make_unique<PenaltyScorer>(penalties_, numbers_, words);
    };
  }

  // Takes a round's texts from its graph, whose scores include the penalties; false if there are
  // none.
  bool take(const graph::Hypergraph& graph, std::int32_t round) {
    graph::KBest best(graph, {.distinct = true});
    std::size_t taken = 0;
    std::vector<Symbol> words, winner;
    std::string winning_text;
    while (taken < settings_.rounds.each && best.next()) {
      const std::size_t last = best.size() - 1;
      best.words(last, words);
      const std::string text = text_of(graph, words);
      if (settings_.rounds.distinct && winners_.count(text) != 0) continue;
      if (taken++ == 0) {
        winner = words;
        winning_text = text;
      }
      if (known_.insert(text).second) add(graph, best, last, words, round);
    }
    if (taken == 0) return false;
    winners_.insert(winning_text);
    for (Symbol& symbol : winner) symbol = numbers_.add(graph.word(symbol));
    penalties_.add(winner);
    penalties_.link();
    return true;
  }

 private:
  static std::string text_of(const graph::Hypergraph& graph, std::span<const Symbol> words) {
    std::string text;
    for (const Symbol word : words) (text += graph.word(word)) += ' ';
    return text;
  }

  void add(const graph::Hypergraph& graph, const graph::KBest& best, std::size_t index,
           std::span<const Symbol> words, std::int32_t round) {
    double penalty = 0;
    Penalties::State state = Penalties::kRoot;
    for (const Symbol word : words) {
      state = penalties_.advance(state, numbers_.find(graph.word(word)), penalty);
    }
    std::vector<graph::EdgeId> derivation;
    best.derivation(index, derivation);
    graph::append(graph, derivation, best.score(index) - penalty,
                  {.features = true, .edges = false}, out_.rows);
    out_.penalised.push_back(best.score(index));
    out_.rounds.push_back(round);
  }

  const GenerateSettings& settings_;
  DiverseLists& out_;
  Numbers numbers_;
  Penalties penalties_;
  std::unordered_set<std::string> winners_, known_;
};

}  // namespace

void redecode_list(search::Beam& beam, const search::Model& model, const search::Input& input,
                   const GenerateSettings& settings, DiverseLists& out) {
  Redecoding redecoding(settings, out);
  const search::ScorerMaker scorer = redecoding.scorer();
  for (std::size_t round = 0; round < settings.rounds.rounds; ++round) {
    search::search_once(beam, input, settings.beam, true, round == 0 ? nullptr : &scorer);
    if (!redecoding.take(search::make_graph(beam, model), static_cast<std::int32_t>(round))) break;
  }
  out.sentence_offsets.push_back(static_cast<std::int64_t>(out.rows.size()));
}

}  // namespace manyways::diverse
