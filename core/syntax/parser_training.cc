#include "syntax/parser_training.h"

#include <algorithm>

#include "base/split.h"
#include "syntax/tagger_training.h"

namespace manyways::syntax {

Ragged<WordId> ParserTraining::encode(const Treebank& bank, Vocabulary& vocabulary) {
  Ragged<WordId> words;
  const TextView texts = bank.words.view();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for_each_word(texts[i],
                  [&](std::string_view word) { words.values.push_back(vocabulary.add(word)); });
    words.end_row();
  }
  return words;
}

ParserTraining::ParserTraining(const Treebank& bank, std::span<const Tag> tags,
                               const Tagger& tagger, const ParserSettings& settings)
    : bank_(bank),
      tags_(tags),
      tagger_(tagger),
      settings_(settings),
      derivations_(derive(bank, HeadRules(settings.heads), tags, tagger.tags().size())),
      transitions_(derivations_.parts, bank.names.size()),
      words_(encode(bank, vocabulary_)),
      facts_(tagger.lexicon(), words_.values.span(), vocabulary_),
      search_(learner_, transitions_, settings.beam),
      scores_(transitions_.size()) {}

std::size_t ParserTraining::pass() {
  draw_order(settings_.seed, passes_++, bank_.trees.size(), order_);
  std::size_t wrong = 0;
  for (const std::uint32_t tree : order_) wrong += learn(tree) ? 1 : 0;
  return wrong;
}

bool ParserTraining::learn(std::size_t tree) {
  const std::span<const WordId> words = words_.view()[tree];
  const auto first = static_cast<std::size_t>(words_.offsets[tree]);
  context_words_.assign(words.size() + kParseAhead + 1, &end_);
  context_tags_.assign(words.size() + kParseAhead + 1, kNoTag);
  for (std::size_t i = 0; i < words.size(); ++i) {
    context_words_[i] = &facts_[words[i]];
    context_tags_[i] = tags_[first + i];
  }
  context_ = {context_words_, context_tags_};
  const std::span<const ActionId> gold = derivations_.actions.view()[tree];
  search_.run(context_, 0, gold);
  const bool wrong = !search_.state(search_.beam(gold.size())[0]).gold;
  if (wrong) {
    follow_gold(gold);
    const std::int32_t found = worst();
    if (found >= 0) update(found, gold);
  }
  learner_.step();
  return wrong;
}

void ParserTraining::follow_gold(std::span<const ActionId> gold) {
  gold_states_.assign(1, 0);
  gold_scores_.assign(1, 0);
  std::int64_t score = 0;
  for (const ActionId action : gold) {
    const ParseState state = search_.state(gold_states_.back());
    ahead_features(context_, state.words, ahead_keys_);
    stack_features(stack_facts(context_, search_.nodes(), search_.stack(state), state.words),
                   stack_keys_);
    std::fill(scores_.begin(), scores_.end(), 0);
    learner_.add(ahead_keys_.view(), scores_.data());
    learner_.add(stack_keys_.view(), scores_.data());
    score += scores_[action];
    gold_states_.push_back(search_.follow(gold_states_.back(), action));
    gold_scores_.push_back(score);
  }
}

// The best state where it is ahead of gold by most; -1 if it is nowhere.
std::int32_t ParserTraining::worst() const {
  std::int32_t found = -1;
  std::int64_t most = 0;
  for (std::size_t step = 1; step < gold_scores_.size(); ++step) {
    const std::int32_t best = search_.beam(step)[0];
    const std::int64_t ahead = search_.state(best).score - gold_scores_[step];
    if (search_.state(best).gold || ahead < 0 || (found >= 0 && ahead <= most)) continue;
    found = best;
    most = ahead;
  }
  return found;
}

void ParserTraining::update(std::int32_t found, std::span<const ActionId> gold) {
  path_.clear();
  for (std::int32_t at = found; at > 0; at = search_.state(at).before) path_.push_back(at);
  std::reverse(path_.begin(), path_.end());
  std::size_t same = 0;
  while (search_.state(path_[same]).action == gold[same]) ++same;
  for (std::size_t k = same; k < path_.size(); ++k) {
    const ParseState& state = search_.state(path_[k]);
    change(gold_states_[k], gold[k], 1);
    change(state.before, state.action, -1);
  }
}

void ParserTraining::change(std::int32_t state, ActionId action, std::int32_t by) {
  const ParseState& at = search_.state(state);
  ahead_features(context_, at.words, ahead_keys_);
  stack_features(stack_facts(context_, search_.nodes(), search_.stack(at), at.words), stack_keys_);
  learner_.update(ahead_keys_.view(), action, by);
  learner_.update(stack_keys_.view(), action, by);
}

void ParserTraining::save(const std::string& path, std::int32_t least) const {
  const WeightRows made = learner_.averaged(least);
  save_parser(path, tagger_, bank_.names, transitions_, Weights(made.slots, made.rows),
              settings_.beam);
}

}  // namespace manyways::syntax
