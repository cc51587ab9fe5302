#include "lm/batch.h"

#include <algorithm>
#include <array>

#include "base/threads.h"

namespace manyways::lm {
namespace {

constexpr std::size_t kLanes = 16;            // sentences under way at once
constexpr std::size_t kBlockWords = 1 << 13;  // words per block, about

// One sentence on its way.
struct Lane {
  const WordId* next = nullptr;
  const WordId* end = nullptr;
  std::size_t sentence = 0;
  State state;
  double score = 0, unknown_score = 0;
  std::int64_t unknown = 0;
};

template <bool kSound>
class Block {
 public:
  Block(const Model& model, std::span<const WordId> ids, std::span<const std::int64_t> offsets,
        Ends ends, SentenceScores& result)
      : model_(model),
        ids_(ids),
        offsets_(offsets),
        ends_(ends),
        words_(static_cast<WordId>(model.vocabulary().size())),
        result_(result) {}

  void run(std::size_t first, std::size_t last) {
    next_ = first;
    last_ = last;
    std::array<Lane, kLanes> lanes;
    std::size_t active = 0;
    while (active < kLanes && start(lanes[active])) ++active;
    while (active > 0) {
      for (std::size_t i = 0; i < active;) {
        if (step(lanes[i]) || start(lanes[i])) {
          ++i;
        } else {
          std::swap(lanes[i], lanes[--active]);
        }
      }
    }
  }

 private:
  // Puts the next sentence in the lane; false if there is none.
  bool start(Lane& lane) {
    if (next_ == last_) return false;
    lane = Lane{};
    lane.sentence = next_++;
    lane.next = ids_.data() + offsets_[lane.sentence];
    lane.end = ids_.data() + offsets_[lane.sentence + 1];
    lane.state = ends_.begin ? model_.begin_state() : Model::null_state();
    return true;
  }
  // Scores one word; false when the sentence is done.
  bool step(Lane& lane) {
    if (lane.next == lane.end) return finish(lane);
    const WordId word = *lane.next++;
    const float score = score_of(lane.state, word);
    model_.prefetch(lane.state, lane.next == lane.end ? kSentenceEnd : *lane.next);
    lane.score += score;
    if (word == kUnknownWord || word >= words_) {
      lane.unknown_score += score;
      ++lane.unknown;
    }
    return true;
  }
  float score_of(State& state, WordId word) const {
    return kSound ? model_.score_soundly(state, word, state) : model_.score(state, word, state);
  }
  bool finish(Lane& lane) {
    if (ends_.end) lane.score += score_of(lane.state, kSentenceEnd);
    result_.scores[lane.sentence] = lane.score;
    result_.unknown_scores[lane.sentence] = lane.unknown_score;
    result_.unknown[lane.sentence] = lane.unknown;
    return false;
  }

  const Model& model_;
  std::span<const WordId> ids_;
  std::span<const std::int64_t> offsets_;
  Ends ends_;
  WordId words_;
  SentenceScores& result_;
  std::size_t next_ = 0, last_ = 0;
};

}  // namespace

SentenceScores score_sentences(const Model& opened, std::span<const WordId> ids,
                               std::span<const std::int64_t> offsets, Ends ends, unsigned threads) {
  const Model& model = opened.ready();
  const std::size_t sentences = offsets.size() - 1;
  SentenceScores result{std::vector<double>(sentences), std::vector<double>(sentences),
                        std::vector<std::int64_t>(sentences)};
  const std::size_t blocks = std::min(sentences, ids.size() / kBlockWords + 1);
  parallel_for(blocks, threads, [&](std::size_t block) {
    const std::size_t first = block * sentences / blocks, last = (block + 1) * sentences / blocks;
    if (model.sound()) {
      Block<true>(model, ids, offsets, ends, result).run(first, last);
    } else {
      Block<false>(model, ids, offsets, ends, result).run(first, last);
    }
  });
  return result;
}

WordScores score_words(const Model& opened, std::span<const WordId> ids,
                       std::span<const std::int64_t> offsets, Ends ends) {
  const Model& model = opened.ready();
  const std::size_t sentences = offsets.size() - 1;
  WordScores result;
  result.scores.reserve(ids.size() + sentences);
  result.lengths.reserve(ids.size() + sentences);
  for (std::size_t i = 0; i < sentences; ++i) {
    State state = ends.begin ? model.begin_state() : Model::null_state();
    auto add = [&](WordId word) {
      const WordScore word_score = model.full_score(state, word, state);
      result.scores.push_back(word_score.score);
      result.lengths.push_back(static_cast<std::uint8_t>(word_score.length));
    };
    for (auto at = offsets[i]; at < offsets[i + 1]; ++at) add(ids[static_cast<std::size_t>(at)]);
    if (ends.end) add(kSentenceEnd);
  }
  return result;
}

}  // namespace manyways::lm
