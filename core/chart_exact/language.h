// The language models of one sentence, asked when only some of the words before a word are known.
//
//   Language language(model, words);
//   Token a = language.token(word);                   // a target word of this sentence
//   Language::Step s = language.step(Language::kNothing, a);   // after nothing known
// //   s.next;                                           // what is known now
//
// A context is a row of known words. It is *whole* when no word before them can matter: after <s>,
// after as many words as the longest n-gram sees, or where no model has a longer context. After a
// whole context the score is exact; after another it is that of the known words alone. (States has
// bounds of what all contexts that end in some words can say.)
//
// Contexts and steps are numbered and remembered: a step asked again costs one look into a table.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/interner.h"
#include "chart/model.h"
#include "lm/left_contexts.h"
#include "lm/model.h"
#include "search/lm_feature.h"

namespace manyways::chart_exact {

using Token = std::uint32_t;
using ContextId = std::uint32_t;
using Tokens = std::vector<Token>;

class Language {
 public:
  static constexpr Token kStart = 0, kEnd = 1;  // <s> and </s>
  static constexpr ContextId kNothing = 0;      // no word known
  static constexpr unsigned kMostWords = lm::kMaxOrder - 1;

  struct Step {
    double score;
    ContextId next;
  };
  struct OneModel {
    const search::LmFeature* feature;
    const lm::Model* model;
    const lm::LeftContexts* contexts;
    double weight;
  };

  // All target features must be language models; see supports().
  Language(const chart::RuleModel& model, const search::TargetWords& words);
  static bool supports(const chart::RuleModel& model);

  // A target word; or one of which it is also known what stands before it: a token and the word
  // before the words that the token knows.
  Token token(WordId word);
  Token token(Token known, WordId before);
  // The word by itself.
  Token plain(Token token) const { return plain_[token]; }
  // How many words a token knows, itself included; and the same word with at most so many of them.
  unsigned known(Token token) const { return known_[token]; }
  Token cut(Token token, unsigned most) const {
    while (known_[token] > most) token = shorter_[token];
    return token;
  }
  // The word that many places before the token's own, which it must know.
  Token known_word(Token token, unsigned back) const { return oldest_[cut(token, back + 1)]; }
  std::size_t tokens() const { return ids_.size() / std::max<std::size_t>(1, models_.size()); }
  // Words before a word that can matter to it.
  unsigned reach() const { return reach_; }

  // Those with a weight.
  std::span<const OneModel> models() const { return models_; }
  // A token in the numbering of a model; and the states of the models in a context.
  WordId id(Token token, std::size_t model) const { return ids_[token * models_.size() + model]; }
  std::span<const lm::State> states(ContextId context) const {
    return std::span(states_).subspan(context * models_.size(), models_.size());
  }

  Step step(ContextId context, Token token);
  ContextId start() const { return start_; }  // after <s>
  // The number of a row of at most reach() words; the state of nothing but a name for them.
  ContextId row(std::span<const Token> words) { return make(words, false); }
  std::span<const Token> words(ContextId context) const {
    return {contexts_[context].words.data(), contexts_[context].count};
  }
  std::array<Token, kMostWords> row_words(ContextId context) const {
    return contexts_[context].words;
  }
  bool is_whole(ContextId context) const { return contexts_[context].whole; }
  Token last(ContextId context) const {
    return contexts_[context].words[contexts_[context].count - 1u];
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Context {
    std::array<Token, kMostWords> words;
    std::uint8_t count;
    bool whole;
  };

  Token add_token(std::uint64_t key, WordId word, Token shorter);
  ContextId make(std::span<const Token> words, bool whole);
  ContextId extended(ContextId context, Token token, std::span<const lm::State> states);
  bool is_open(std::span<const lm::State> states, unsigned known) const;
  void states_of(std::span<const Token> words, std::vector<lm::State>& states) const;

  std::vector<OneModel> models_;
  const search::TargetWords& target_words_;
  unsigned reach_ = 0;
  std::vector<WordId> ids_;                      // by token, then model
  Numbering<std::uint64_t> token_ids_;           // 1 + shorter token << 32 | first word
  std::vector<Token> plain_, shorter_, oldest_;  // by token: without its first word; that word
  std::vector<std::uint8_t> known_;
  std::vector<Context> contexts_;
  std::vector<lm::State> states_;  // by context, then model
  std::vector<std::uint32_t> context_slots_;
  Numbering<std::uint64_t> step_ids_;
  std::vector<Step> steps_;
  ContextId start_ = 0;
  std::vector<lm::State> after_;  // of the step under way
};

}  // namespace manyways::chart_exact
