#include "syntax/tagger_training.h"

#include <algorithm>
#include <numeric>

namespace manyways::syntax {

void draw_order(std::uint64_t seed, std::uint64_t pass, std::size_t count,
                std::vector<std::uint32_t>& order) {
  order.resize(count);
  std::iota(order.begin(), order.end(), 0);
  Random random(seed, pass);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
}

TaggerTraining::TaggerTraining(RaggedView<WordId> text, const Vocabulary& vocabulary,
                               std::span<const Tag> tags, std::vector<std::string> names,
                               std::span<const std::uint16_t> guides,
                               std::span<const ClassCode> classes, const TaggerSettings& settings)
    : text_(text),
      tags_(tags),
      names_(std::move(names)),
      guides_(guides),
      settings_(settings),
      parts_(
          learn_lexicon(text.values, tags, vocabulary, names_.size(), classes, settings.lexicon)),
      lexicon_(parts_),
      facts_(lexicon_, text.values, vocabulary),
      search_(learner_, lexicon_, names_.size(), settings.beam),
      scores_(names_.size()) {}

std::size_t TaggerTraining::pass() {
  draw_order(settings_.seed, passes_++, text_.size(), order_);
  std::size_t wrong = 0;
  for (const std::uint32_t row : order_) wrong += learn(row);
  return wrong;
}

std::size_t TaggerTraining::learn(std::size_t row) {
  const std::span<const WordId> words = text_[row];
  const std::size_t first = static_cast<std::size_t>(text_.offsets[row]), n = words.size();
  words_.assign(n + kTagBehind + kTagAhead, &end_);
  std::fill_n(words_.begin(), kTagBehind, &start_);
  for (std::size_t i = 0; i < n; ++i) words_[i + kTagBehind] = &facts_[words[i]];
  context_ = {words_, guides_.empty() ? guides_ : guides_.subspan(first, n)};
  const std::span<const Tag> gold = tags_.subspan(first, n);
  search_.run(context_, 0, gold);
  found_.resize(n);
  search_.tags(n, found_.data());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) wrong += found_[i] != gold[i];
  if (const std::size_t words_wrong = worst(gold)) update(words_wrong, gold);
  learner_.step();
  return wrong;
}

// Whether the word has this tag and no other: then it is not scored.
bool TaggerTraining::is_forced(std::size_t i, Tag gold) const {
  const auto allowed = lexicon_.set(context_.at(i, 0).allowed);
  return allowed.size() == 1 && allowed[0] == gold;
}

// After how many words the best hypothesis is ahead of the gold tags by most; 0 if it is nowhere.
std::size_t TaggerTraining::worst(std::span<const Tag> gold) {
  std::int64_t score = 0, most = 0;
  std::size_t at = 0;
  FixedKeys fixed;
  StateKeys state;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    if (!is_forced(i, gold[i])) {
      fixed_features(context_, i, fixed);
      state_features(context_, i, i > 1 ? gold[i - 2] : kNoTag, i > 0 ? gold[i - 1] : kNoTag,
                     state);
      std::fill(scores_.begin(), scores_.end(), 0);
      learner_.add(fixed.view(), scores_.data());
      learner_.add(state.view(), scores_.data());
      score += scores_[gold[i]];
    }
    const TagItem& best = search_.beam(i + 1)[0];
    if (best.gold || best.score < score || (at != 0 && best.score - score <= most)) continue;
    most = best.score - score;
    at = i + 1;
  }
  return at;
}

void TaggerTraining::update(std::size_t words, std::span<const Tag> gold) {
  found_.resize(words);
  search_.tags(words, found_.data());
  const auto before = [](std::span<const Tag> tags, std::size_t i, std::size_t by) {
    return i >= by ? tags[i - by] : kNoTag;
  };
  FixedKeys fixed;
  StateKeys state;
  for (std::size_t i = 0; i < words; ++i) {
    if (found_[i] != gold[i]) {
      fixed_features(context_, i, fixed);
      learner_.update(fixed.view(), gold[i], 1);
      learner_.update(fixed.view(), found_[i], -1);
    }
    const std::span<const Tag> found(found_);
    if (is_forced(i, gold[i]) ||
        (found_[i] == gold[i] && before(found, i, 1) == before(gold, i, 1) &&
         before(found, i, 2) == before(gold, i, 2))) {
      continue;
    }
    state_features(context_, i, before(gold, i, 2), before(gold, i, 1), state);
    learner_.update(state.view(), gold[i], 1);
    state_features(context_, i, before(found, i, 2), before(found, i, 1), state);
    learner_.update(state.view(), found_[i], -1);
  }
}

void TaggerTraining::save(const std::string& path, std::int32_t least) const {
  const WeightRows made = learner_.averaged(least);
  SectionWriter writer(path, Tagger::kKind, Tagger::kVersion);
  save_tagger(writer, "", names_, lexicon_, Weights(made.slots, made.rows), settings_.beam,
              !guides_.empty());
  writer.finish();
}

}  // namespace manyways::syntax
