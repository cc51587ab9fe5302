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
// Each round is exact. Scores to the goal without penalties bound those with penalties, so a pass
// from the left over (node, state of the penalties) keeps only what can reach a limit; then the
// best texts are enumerated from the right with the left scores as an exact guide, a text once. If
// fewer than wanted lie above the limit, it is lowered and the round repeated. Since the best of a
// round never exceeds that of the round before, limits are near and little of the graph is touched.
//
// Scores only fall from round to round. So texts are enumerated for several rounds at once: as long
// as enough of those that were not taken, with what they pay by now, lie above the worst that was
// enumerated, no other text can be better and nothing is searched. How far ahead pays is learnt.
//
// Traits (length, reordering) are paid at the end, once for every winner with the same value; the
// product then knows the value so far as well. `relative` measures the strength by the list itself:
// 1 is the standard deviation of the scores of its kUnitTexts best texts.
//
// Equal scores: the text that was enumerated first, always the same. Lattices only.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "diverse/grams.h"
#include "diverse/penalties.h"
#include "graph/hypergraph.h"
#include "graph/kbest.h"

namespace manyways::diverse {

inline constexpr std::size_t kUnitTexts = 100;

// What another text with the same value costs, times the strength; 0: nothing.
struct Traits {
  double length = 0;      // number of words
  double reordering = 0;  // sum of the distances jumped
  bool any() const { return length > 0 || reordering > 0; }
};

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
  std::vector<graph::EdgeId> derivation;  // from the last edge to the first: prefix order
  double score;                           // of the model alone
  double penalised;                       // in the round that found it
  std::uint32_t round;
};

// How a round ended: it found texts, its best fell too far, or nothing was left.
enum class Step : std::uint8_t { kFound, kFell, kEmpty };

class Rounds {
 public:
  // `classes` numbers the class of each symbol, below the graph's words(); empty: each its own.
  // Keeps a reference to the graph. Throws std::invalid_argument if the graph is no lattice, or has
  // no Distortion0 to see reordering by.
  Rounds(const graph::Hypergraph& graph, const RoundSettings& settings,
         std::span<const graph::Symbol> classes = {});

  std::vector<Found> run();  // all rounds
  // One round; adds what is new to `found`. `however_far`: the fall does not matter.
  Step step(std::uint32_t round, std::vector<Found>& found, bool however_far = false);
  void exclude(std::span<const graph::Symbol> text);  // found elsewhere: not found again
  double unit() const { return unit_; }               // of the strength
  // The words of the last winner, in the graph's symbols.
  std::span<const graph::Symbol> winner() const { return winner_; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint64_t kNoWords = 1;
  struct Entry {   // of the product: a node with a state of the penalties
    double score;  // the best to here, with penalties
    Penalties::State state;
    std::uint32_t arcs, last_arc;  // the ways into it, in the order of the edges
    std::uint32_t length, jumped;  // 0 unless a trait asks
    std::uint32_t same;            // the next entry of the node with this state, 1 + entry
  };
  struct Arc {
    double score;          // of this step, with penalties
    std::uint32_t before;  // entry
    graph::EdgeId edge;
    std::uint32_t next;
  };
  enum Fate : std::uint32_t { kOpen, kDone, kOutdone };
  struct Item {  // a suffix of a text, with the best prefix it can have
    double bound, rest;
    std::uint64_t words;
    std::uint32_t entry;
    std::uint32_t after;  // the item it was made from
    graph::EdgeId edge;
    Fate fate;
  };
  struct Open {
    double bound;
    std::uint32_t item;
    friend bool operator<(const Open& a, const Open& b) {
      return a.bound != b.bound ? a.bound < b.bound : a.item > b.item;
    }
  };
  struct Pooled {  // a text that was enumerated and not yet taken
    double score;  // with the penalties of all winners so far
    std::uint32_t item;
    friend bool operator<(const Pooled& a, const Pooled& b) {
      return a.score != b.score ? a.score > b.score : a.item < b.item;
    }
  };
  using Symbols = std::span<const graph::Symbol>;
  void read_labels(Symbols classes);
  void read_jumps();
  void bound_nodes();
  double deviation();
  void search(std::size_t count, std::size_t least);
  void pass(double limit);
  void enter(graph::Node node, graph::EdgeId id, std::uint32_t before, double limit);
  Entry& entry_for(const Entry& made);
  double trait_cost(const Entry& entry) const;
  void enumerate(double limit, std::size_t count);
  void expand(std::uint32_t index, double limit);
  std::uint32_t next_item(std::uint32_t first);
  void add_winner(std::uint32_t item);
  Found found_at(const Pooled& text) const;
  std::size_t choose(std::size_t left);
  std::size_t rank_pool();
  void charge_pool(std::size_t taken);
  Symbols part(const std::vector<graph::Symbol>& of, graph::EdgeId id) const {
    const graph::LabelId label = graph_.edge(id).label;
    return Symbols(of).subspan(label_starts_[label],
                               label_starts_[label + 1] - label_starts_[label]);
  }

  const graph::Hypergraph& graph_;
  RoundSettings settings_;
  double unit_ = 1;
  Penalties penalties_;
  std::vector<double> from_start_, to_goal_;       // by node, without penalties
  std::vector<std::uint32_t> jumps_;               // by edge; empty unless a trait asks
  std::vector<double> length_costs_, jump_costs_;  // by value
  std::vector<graph::Symbol> words_, classes_;     // of all labels
  std::vector<std::uint32_t> label_starts_;
  double top_ = 0, gap_ = 0;  // best of the round before; how far below it the limit lies
  double growth_ = 4;         // of the logarithm of the number of texts, with the gap
  bool cut_ = false;          // whether the limit left anything out

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> node_entries_;
  std::vector<Arc> arcs_;
  std::vector<std::uint32_t> slot_of_state_;  // in the node at hand, 1 + the first entry
  std::vector<Item> items_;
  std::vector<Open> open_;
  HashMap<std::uint64_t, std::uint32_t, IsHash> reached_{1024};  // the item, by words and entry
  std::size_t seen_ = 0;             // whole texts in the last enumeration
  std::vector<std::uint32_t> ends_;  // items that are whole texts, best first
  std::vector<Pooled> pool_;
  double floor_ = std::numeric_limits<double>::infinity();  // no text outside the pool is better
  std::size_t served_ = 0;  // rounds that the last search was enough for; 0: none was made
  std::vector<graph::Symbol> winner_, winner_classes_;
  HashSet<std::uint64_t, IsHash> known_;
};

}  // namespace manyways::diverse
