// The language model as it is asked: memory-mapped, shared by threads and processes, one or two
// memory accesses per word.
//
//   Model model("lm.bin");
//   State state = model.begin_state(), next;
//   float score = model.score(state, model.vocabulary().find("ein"), next);   // natural log
//
// How it works. Every context that can matter (an n-gram that some longer n-gram continues, or that
// has a back-off weight) is a node; node 0 is the empty context. One hash table maps (node, word)
// to the score of that n-gram and to the node of the longest suffix of it that can matter: that
// node is the whole state, so states are minimal, 4 bytes, and equal exactly when no later word can
// tell them apart by the model's n-grams. Where (node, word) is missing, the node's back-off weight
// is added and its suffix link followed. A match of n words can only follow a state of at least n -
// 1 words, so a text of m words costs at most 2m probes, whatever the order.
//
// The table is not of base/hash_table.h: it is a section of a file that is mapped, of any size and not
// of a power of two.
//
// Words outside the vocabulary, and ids beyond it, are <unk>.
//
// Opening maps the file and checks the vocabulary. The n-grams are checked when they are first
// needed: who asks questions calls ready() before, which checks a file of up to 64 MiB whole (a few
// milliseconds, once); larger ones are checked by verify() alone. Whatever a file holds, nothing is
// read outside it and every question ends: a link to a node is followed only if it leads to an
// earlier one.
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "base/hash.h"
#include "base/prefetch.h"
#include "base/section_file.h"
#include "base/vocabulary.h"
#include "lm/left_contexts.h"
#include "lm/ngrams.h"

namespace manyways::lm {

// The minimised right state: what later words can see of the words so far.
struct State {
  std::uint32_t node = 0;

  friend bool operator==(State a, State b) { return a.node == b.node; }
  friend auto operator<=>(State a, State b) { return a.node <=> b.node; }
};
inline std::uint64_t hash_value(State state) { return mix64(state.node + 1); }

// What one word brought, in full.
struct WordScore {
  float score;            // natural log
  unsigned length;        // words of the longest matching n-gram, this word included
  bool extends_left;      // a longer n-gram ends in the matching one
  std::uint32_t context;  // the node whose continuation matched
};

// The arrays of the file.
struct Unigram {
  float score;  // as Slot::score
  std::uint32_t next;
};
struct Slot {
  std::uint32_t node = 0, word = kFree;
  float score = 0;  // minus the log probability; the sign bit is set if the n-gram extends left
  std::uint32_t next = 0;  // the state after the n-gram

  static constexpr std::uint32_t kFree = ~std::uint32_t{0};
};
struct Node {
  float backoff;
  std::uint32_t suffix;  // the longest shorter context that can matter
};

inline float unsigned_score(float stored) { return -std::fabs(stored); }
inline bool extends_left(float stored) { return std::signbit(stored); }

inline std::uint64_t slot_hash(std::uint32_t node, WordId word) {
  std::uint64_t x = (std::uint64_t{node} << 32 | word) * 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93ULL;
  return x >> 32;
}
// Where to look first: one of the `home_slots` (fewer than 2^32); then the slots after it.
inline std::size_t first_slot(std::uint32_t node, WordId word, std::uint64_t home_slots) {
  return static_cast<std::size_t>(slot_hash(node, word) * home_slots >> 32);
}

class Model {
 public:
  static constexpr const char* kKind = "lm";
  static constexpr std::uint32_t kVersion = 1;

  // Throws InputError if the file is missing, damaged, or something else.
  explicit Model(const std::string& path);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  unsigned order() const { return order_; }
  const VocabularyView& vocabulary() const { return vocabulary_; }
  const std::string& path() const { return file_.path(); }
  // How many n-grams of n words there are, n = 1 .. order().
  std::uint64_t size(unsigned n) const { return sizes_[n - 1]; }
  void verify() const { file_.verify_all(); }
  // The model itself, with n-grams that can be trusted.
  const Model& ready() const {
    if (!ready_.load(std::memory_order_acquire)) [[unlikely]]
      check();
    return *this;
  }

  // Whether ready() has checked all n-grams: no link in them leads astray.
  bool sound() const { return sound_; }

  State begin_state() const { return {unigrams_[kSentenceStart].next}; }  // after <s>
  static State null_state() { return {}; }                                // nothing known
  // The number of words that a state remembers.
  unsigned length(State state) const {
    unsigned n = 0;
    while (n + 1 < order_ && state.node >= node_starts_[n + 1]) ++n;
    return n;
  }
  // The state of the same words without the oldest (or with fewer, where fewer matter).
  State suffix(State state) const { return {shorter(state.node).suffix}; }
  float backoff(State state) const { return shorter(state.node).backoff; }

  // log p(word | in); `out` may be `in` itself.
  float score(const State& in, WordId word, State& out) const {
    float stored;
    std::uint32_t node = in.node;
    return find(node, word, stored, out) + unsigned_score(stored);
  }
  // The same without a look at each link: of a model that is sound(), in states that it gave.
  float score_soundly(const State& in, WordId word, State& out) const {
    float stored;
    std::uint32_t node = in.node;
    return find</*kTrusted=*/true>(node, word, stored, out) + unsigned_score(stored);
  }
  WordScore full_score(const State& in, WordId word, State& out) const {
    float stored;
    std::uint32_t node = in.node;
    const float backoff = find(node, word, stored, out);
    return {backoff + unsigned_score(stored), length({node}) + 1, extends_left(stored), node};
  }
  // The sum over some words; `state` moves on.
  double score(State& state, std::span<const WordId> words) const {
    double sum = 0;
    for (const WordId word : words) sum += score(state, word, state);
    return sum;
  }
  // score() one probe at a time, for those who have many words under way: `node` begins as the
  // state's and `backoff` as 0. False as long as another probe is needed.
  bool probe(std::uint32_t& node, float& backoff, WordId word, float& score, State& out) const {
    if (const Slot* slot = node == 0 ? nullptr : find_slot(node, word)) {
      out.node = slot->next;
      score = backoff + unsigned_score(slot->score);
      return true;
    }
    if (node == 0) {
      const Unigram& unigram = unigrams_[word < unigrams_.size() ? word : kUnknownWord];
      out.node = unigram.next;
      score = backoff + unsigned_score(unigram.score);
      return true;
    }
    const Node& from = shorter(node);
    backoff += from.backoff;
    node = from.suffix;
    return false;
  }
  // Asks for the memory that score(in, word, ...) will read first.
  void prefetch(const State& in, WordId word) const {
    manyways::prefetch(slots_.data() + first_slot(in.node, word, home_slots_));
    manyways::prefetch(nodes_.data() + in.node);
  }

  // Upper bounds for exact searches (the file must have been built with them): no context that ends
  // in the words of `in` gives `word` more than this. At the full context length it is the score.
  bool has_bounds() const { return !unigram_bounds_.empty(); }
  float upper_bound(const State& in, WordId word) const;
  // Of every model: made when first asked for, kept from then on.
  const LeftContexts& left_contexts() const;

  // The arrays themselves, for those who copy the model.
  std::span<const Unigram> unigrams() const { return ready().unigrams_; }
  std::span<const Slot> slots() const { return ready().slots_; }
  std::size_t nodes() const { return nodes_.size(); }

 private:
  // The longest match: returns the back-off weights to add, sets the node that matched, the stored
  // score and the state after the word. kTrusted: the file is known to hold no wrong link.
  template <bool kTrusted = false>
  float find(std::uint32_t& node, WordId word, float& stored, State& out) const {
    float backoff = 0;
    while (node != 0) {
      if (const Slot* slot = find_slot(node, word)) {
        stored = slot->score;
        out.node = slot->next;
        return backoff;
      }
      const Node& from = kTrusted ? nodes_[node] : shorter(node);
      backoff += from.backoff;
      node = from.suffix;
    }
    const Unigram& unigram = unigrams_[word < unigrams_.size() ? word : kUnknownWord];
    stored = unigram.score;
    out.node = unigram.next;
    return backoff;
  }
  // A node that has a shorter one; throws InputError if the file says otherwise.
  const Node& shorter(std::uint32_t node) const {
    if (node >= nodes_.size() || nodes_[node].suffix >= node) [[unlikely]]
      lost();
    return nodes_[node];
  }
  const Slot* find_slot(std::uint32_t node, WordId word) const {
    const Slot* slot = slots_.data() + first_slot(node, word, home_slots_);
    for (;; ++slot) {  // the last slot is free and stops every walk
      if (slot->word == word && slot->node == node) return slot;
      if (slot->word == Slot::kFree) return nullptr;
    }
  }
  void read_header();
  void expect_sound();
  void check() const;
  [[noreturn]] void lost() const;
  [[noreturn]] void fail(const std::string& what) const;

  SectionFile file_;
  unsigned order_ = 0;
  std::span<const std::uint64_t> sizes_;
  std::span<const std::uint32_t> node_starts_;  // [n]: the first node of n words
  VocabularyView vocabulary_;
  std::span<const Unigram> unigrams_;
  std::span<const Node> nodes_;
  std::span<const Slot> slots_;  // the home slots, then those that the last of them spill into
  std::uint64_t home_slots_ = 0;
  mutable std::atomic<bool> ready_ = false;
  mutable std::atomic<bool> sound_ = false;
  std::span<const float> unigram_bounds_, node_bounds_, slot_bounds_;
  mutable std::once_flag contexts_made_;
  mutable std::unique_ptr<const LeftContexts> left_contexts_;
};

}  // namespace manyways::lm
