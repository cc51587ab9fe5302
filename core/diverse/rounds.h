// Diverse translations out of one search graph: the rounds of Gimpel et al. (EMNLP 2013).
//
//   Rounds rounds(lattice, {.rounds = 20, .each = 50, .strength = 0.1, .orders = {{7, 1.0}}});
//   for (const Found& found : rounds.run()) found.derivation, found.score;
//
// Round m finds the `each` best texts of the graph by
//
//   model score - strength * sum over the winners y of rounds 1 .. m - 1 of the n-gram pairs with y
//
// and its best one, the winner, joins the penalties. With `distinct` a text that was found is not
// looked at again in later rounds, so that M rounds of N give M * N texts (as long as the graph has
// them); without, the published method: a text wins again until its penalties are high enough. The
// result has each text once, in the order of finding, with the score of the model alone.
//
// Each round is exact: it looks at all texts above a limit (texts.h). If fewer than wanted lie above
// it, it is lowered and the round repeated. Since the best of a round never exceeds that of the
// round before, limits are near and little of the graph is touched.
//
// Scores only fall from round to round. So texts are enumerated for several rounds at once: as long
// as enough of those that were not taken, with what they pay by now, lie above the worst that was
// enumerated, no other text can be better and nothing is searched. How far ahead pays is learnt.
//
// Traits (length, reordering) are paid at the end, once for every winner with the same value; the
// product then knows the value so far as well. `relative` measures the strength by the list itself:
// 1 is the standard deviation of the scores of its kUnitTexts best texts.
//
// Equal scores: the text that was enumerated first, always the same.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "diverse/grams.h"
#include "diverse/texts.h"
#include "graph/hypergraph.h"
#include "graph/kbest.h"

namespace manyways::diverse {

inline constexpr std::size_t kUnitTexts = 100;

struct RoundSettings {
  std::size_t rounds = 20;
  std::size_t each = 1;
  double strength = 0.1;
  bool relative = false;  // strength in deviations; else in units of the graph's scores
  std::vector<Order> orders;
  Traits traits;
  bool distinct = true;
  // A round whose best lies farther than this below the best of the graph is not taken.
  double fall = std::numeric_limits<double>::infinity();
};

struct Found {
  std::vector<graph::EdgeId> derivation;  // in prefix order
  double score;                           // of the model alone
  double penalised;                       // in the round that found it
  std::uint32_t round;
};

// How a round ended: it found texts, its best fell too far, or nothing was left.
enum class Step : std::uint8_t { kFound, kFell, kEmpty };

class Rounds {
 public:
  // `classes` numbers the class of each symbol, below the graph's words(); empty: each its own.
  // Keeps a reference to the graph. Throws std::invalid_argument if reordering counts and the graph
  // has no Distortion0 to see it by.
  Rounds(const graph::Hypergraph& graph, const RoundSettings& settings,
         std::span<const graph::Symbol> classes = {});
  Rounds(const Rounds&) = delete;
  Rounds& operator=(const Rounds&) = delete;

  std::vector<Found> run();  // all rounds
  // One round; adds what is new to `found`. `however_far`: the fall does not matter.
  Step step(std::uint32_t round, std::vector<Found>& found, bool however_far = false);
  void exclude(std::span<const graph::Symbol> text);  // found elsewhere: not found again
  double unit() const { return unit_; }               // of the strength
  // The words of the last winner, in the graph's symbols.
  std::span<const graph::Symbol> winner() const { return winner_; }

 private:
  struct Pooled {  // a text that was enumerated and not yet taken
    double score;  // with the penalties of all winners so far
    std::uint32_t text;
    friend bool operator<(const Pooled& a, const Pooled& b) {
      return a.score != b.score ? a.score > b.score : a.text < b.text;
    }
  };
  using Symbols = std::span<const graph::Symbol>;
  void read_jumps();
  double deviation();
  void search(std::size_t count, std::size_t least);
  void fill_pool();
  void add_winner(const Pooled& text);
  Found found_at(const Pooled& text) const;
  std::size_t choose(std::size_t left);
  std::size_t rank_pool();
  void charge_pool(std::size_t taken);

  const graph::Hypergraph& graph_;
  RoundSettings settings_;
  double unit_ = 1;
  Objective objective_;
  std::unique_ptr<Texts> texts_;
  double top_ = 0, gap_ = 0;  // best of the round before; how far below it the limit lies
  double growth_ = 4;         // of the logarithm of the number of texts, with the gap
  std::vector<Pooled> pool_;
  std::vector<graph::Symbol> pool_classes_;                 // the words of its texts, as classes
  std::vector<std::size_t> pool_starts_;                    // of each text's, and the end
  double floor_ = std::numeric_limits<double>::infinity();  // no text outside the pool is better
  std::size_t served_ = 0;  // rounds that the last search was enough for; 0: none was made
  std::vector<graph::Symbol> winner_, winner_classes_;
  KnownTexts known_;
};

}  // namespace manyways::diverse
