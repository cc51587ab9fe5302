// What language models can say of words after a word whose own context is not known, with a
// multiplier for each state that a model can be in: how derivations are made to agree.
//
// Whoever stands after a word p names a state of the model that ends in p, one for each model, and
// pays its multiplier u(state); a run of words is paid u of the state that it leaves behind. In a
// derivation whose words name the states that they are in, this adds up to nothing; so for all u
// the best sum over derivations whose words name what they like is a bound, and the best u make it
// lowest. It is the relaxation of Rush and Collins (ACL 2011) with pairs of neighbours inside the
// dynamic program, for n-grams of any order.
//
//   States states(language);
//   states.begin(before);                       // which words can stand before each plain token
//   states.ask(p, row, true, entries, ends);    // entries of a row after p, by model
//   states.multipliers()[i] -= ...;  states.update();
//   states.value(entry);                        // the most of them is what the row can say
//
// Of the states that end in p, few have an n-gram with the first word of the row: each of these is
// an entry, and so is p alone. All others act as their longest suffix among the entries, for the
// price of their back-off weights. (A state that has the n-gram may so act, too: a bound.)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "base/interner.h"
#include "chart_exact/language.h"

namespace manyways::chart_exact {

constexpr float kNone = -std::numeric_limits<float>::infinity();  // scores of what cannot be

// The smallest float that is not below a value.
inline float rounded_up(double value) {
  const auto near = static_cast<float>(value);
  return static_cast<double>(near) < value
             ? std::nextafter(near, std::numeric_limits<float>::infinity())
             : near;
}

class States {
 public:
  // A number of a state: 0 for those that need no multiplier (nothing known, or after <s> alone).
  using Id = std::uint32_t;
  struct Entry {
    std::uint32_t named;  // in price_
    float score;          // rounded upward
    Id behind;            // 0: not paid
  };

  explicit States(const Language& language);

  // Forgets all rows, but not the multipliers. `before`: by plain token.
  void begin(const std::vector<Tokens>& before);
  // Appends the entries of a row after a token, those of one model after the other, and to `ends`
  // where those of each model end. `paid`: whether the state behind the row is.
  void ask(Token token, std::span<const Token> row, bool paid, std::vector<Entry>& entries,
           std::vector<std::size_t>& ends);
  // The states after words that tell all that matters, by model.
  void states_of(std::span<const Token> words, std::vector<Id>& out);

  std::vector<float>& multipliers() { return multipliers_; }
  // To be called after ask() and when multipliers have changed, before value().
  void update();
  float value(const Entry& entry) const {
    return price_[entry.named] + entry.score + multipliers_[entry.behind];
  }
  // Between the first and the last call: what the best derivations score that leave a state behind
  // or name it, by entries of one row and model and what the best derivation with it scores.
  void begin_balance(float least);
  void weigh(std::span<const Entry> entries, float most);
  void leave(Id behind, float most) { left_[behind] = std::max(left_[behind], most); }
  void end_balance(std::vector<float>& direction);
  // What has been paid for the models' states in a context and not been given back; kNever: no
  // word names them.
  double potential(ContextId context);

 private:
  // An n-gram that begins with a state of a token.
  struct Follow {
    WordId word;
    Id state;
    float score;
    lm::State next;
  };
  struct Known {  // of a token and a model
    lm::State base;
    bool open;                // whether words before those known matter
    std::size_t first, last;  // in follows_
  };
  struct Link {  // from a state to the next shorter one
    std::uint32_t model, node;
    Id id, shorter;
    float backoff;
  };

  Id id(std::size_t model, lm::State state);
  void prepare(Token token);
  void link(std::size_t model, lm::State state, lm::State base);

  const Language& language_;
  std::size_t models_;
  // By model: words that can stand before and behind each; both sorted.
  struct Order {
    HashMap<WordId, std::uint32_t> rows{};
    std::vector<std::vector<WordId>> before{}, behind{};
  };
  std::vector<Order> orders_;
  std::vector<std::uint32_t> known_of_;  // by token: where its own begin in known_, or kNothing
  std::vector<Known> known_;             // by model
  std::vector<Follow> follows_;          // by word
  std::vector<lm::State> longer_;
  HashSet<WordId> wanted_;
  Numbering<std::uint64_t> ids_;  // model << 32 | node; of all rounds
  std::vector<float> multipliers_{0};
  std::vector<std::uint8_t> present_{1}, linked_{1};  // by id: can be named; has a link
  std::vector<Link> links_;
  bool sorted_ = false;
  std::vector<float> price_;  // by id: of the state alone; of any that can act as it
  float least_ = 0;
  std::vector<float> left_, need_;  // by id; as price_
};

}  // namespace manyways::chart_exact
