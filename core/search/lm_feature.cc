#include "search/lm_feature.h"

#include <array>
#include <vector>

#include "base/interner.h"
#include "lm/chart.h"

namespace manyways::search {

namespace {

class LmScorer : public TargetScorer {
 public:
  LmScorer(const LmFeature& feature, const TargetWords& words)
      : feature_(feature), model_(feature.model()), words_(words) {}

  State begin() const override { return model_.begin_state().node; }
  double advance(State in, std::span<const WordId> words, State& out) override {
    lm::State state{in};
    double sum = 0;
    for (const WordId word : words) sum += model_.score(state, id_of(word), state);
    out = state.node;
    return sum;
  }
  // Many phrases under way, one probe of each in turn: memory comes while the others are asked.
  void advance_all(std::span<Advance> all) override {
    for (; all.size() > kLanes; all = all.subspan(kLanes)) advance_some(all.first(kLanes));
    advance_some(all);
  }
  double finish(State state) override {
    lm::State end;
    return model_.score({state}, kSentenceEnd, end);
  }
  double estimate(std::span<const WordId> words) override {
    State end;
    return advance(lm::Model::null_state().node, words, end);
  }

 private:
  static constexpr std::size_t kLanes = 16;
  struct Lane {
    Advance* of;
    std::size_t next;  // word
    WordId word;
    std::uint32_t node;
    float backoff;
  };

  void advance_some(std::span<Advance> all) {
    std::array<Lane, kLanes> lanes;
    std::size_t active = 0;
    for (Advance& one : all) {
      one.score = 0;
      one.out = one.in;
      lanes[active] = {&one, 0, 0, one.in, 0};
      if (start_word(lanes[active])) ++active;
    }
    while (active > 0) {
      for (std::size_t i = 0; i < active;) {
        if (step(lanes[i])) {
          ++i;
        } else {
          lanes[i] = lanes[--active];
        }
      }
    }
  }
  bool start_word(Lane& lane) const {
    if (lane.next == lane.of->words.size()) return false;
    lane.word = id_of(lane.of->words[lane.next++]);
    model_.prefetch({lane.node}, lane.word);
    return true;
  }
  // False when the last word is done.
  bool step(Lane& lane) const {
    float score;
    lm::State after;
    if (!model_.probe(lane.node, lane.backoff, lane.word, score, after)) {
      model_.prefetch({lane.node}, lane.word);
      return true;
    }
    lane.of->score += static_cast<double>(score);
    lane.of->out = lane.node = after.node;
    lane.backoff = 0;
    return start_word(lane);
  }
  WordId id_of(WordId word) const { return feature_.id_of(word, words_); }

  const LmFeature& feature_;
  const lm::Model& model_;
  const TargetWords& words_;
};

// Pieces are numbered, equal ones alike.
class LmChartScorer : public ChartScorer {
 public:
  LmChartScorer(const LmFeature& feature, const TargetWords& words)
      : feature_(feature), words_(words), scorer_(feature.model()) {}

  State begin() override {
    lm::Piece first;
    scorer_.begin_sentence();
    scorer_.finish(first);
    return pieces_.add(first);
  }
  double join(std::span<const ChartSymbol> symbols, std::span<const State> pieces,
              State& out) override {
    for (const ChartSymbol symbol : symbols) {
      if (symbol < 0) {
        scorer_.piece(pieces_.at(pieces[static_cast<std::size_t>(-1 - symbol)]));
      } else {
        scorer_.word(feature_.id_of(static_cast<WordId>(symbol), words_));
      }
    }
    lm::Piece made;
    const double gain = scorer_.finish(made);
    out = pieces_.add(made);
    return gain;
  }
  double finish(State piece) override {
    scorer_.piece(pieces_.at(piece));
    scorer_.word(kSentenceEnd);
    lm::Piece whole;
    return scorer_.finish(whole);
  }
  double estimate(std::span<const WordId> words) override {
    for (const WordId word : words) scorer_.word(feature_.id_of(word, words_));
    lm::Piece made;
    return scorer_.finish(made);
  }

 private:
  const LmFeature& feature_;
  const TargetWords& words_;
  lm::PieceScorer scorer_;
  Numbering<lm::Piece> pieces_;
};

}  // namespace

LmFeature::LmFeature(std::string name, std::shared_ptr<const lm::Model> model,
                     VocabularyView target_words, std::shared_ptr<const WordClasses> classes)
    : name_(std::move(name)),
      model_(std::move(model)),
      target_words_(target_words),
      classes_(std::move(classes)),
      ids_(std::make_unique<std::atomic<WordId>[]>(target_words.size())) {}

WordId LmFeature::id_of(std::string_view word) const {
  if (classes_ == nullptr) return model_->vocabulary().find(word);
  const auto found = classes_->find(word);
  return found ? model_->vocabulary().find(*found) : kUnknownWord;
}

WordId LmFeature::find(WordId target) const {
  const WordId id = id_of(target_words_.word(target));
  ids_[target].store(id + 1, std::memory_order_relaxed);
  return id;
}

std::unique_ptr<TargetScorer> LmFeature::open(const TargetWords& words) const {
  return std::make_unique<LmScorer>(*this, words);
}

std::unique_ptr<ChartScorer> LmFeature::open_chart(const TargetWords& words) const {
  return std::make_unique<LmChartScorer>(*this, words);
}

}  // namespace manyways::search
