// Beam search for phrase-based models: stacks by the number of covered positions, recombination,
// cube pruning.
//
//   Beam beam(model);      // one for each thread, used for many sentences
//   bool complete = beam.search(input, settings, /*keep_arcs=*/false);
//   beam.best();           // the final hypothesis; follow `previous`
//
// A hypothesis is what later phrases can see of a partial derivation: the covered positions, the
// last phrase (its span and forward reordering scores), the state of the target features. Equal
// ones are recombined; with keep_arcs every way into them is kept, for the graph (result.h).
//
// A stack is filled from cubes. A cube is a group of hypotheses with the same coverage and last
// span, times the options of one span that may follow: orientation, distortion and the estimate of
// the rest are the same for all of it, so both sides are sorted by what they bring and only the
// target features' view across the boundary is not a sum. Items are popped in the order of these
// estimates and only then scored exactly (through Target's cache); the best corners of all cubes
// compete in one heap. `pops` items are made for each stack; plain expansion makes them all.
// The order of the pops does not depend on exact scores, so items are taken from the heap in small
// batches and what scoring them will read is asked from memory beforehand: a search waits for the
// language model's memory more than it computes.
//
// Ties: the lower cube, then the lower hypothesis, then the lower option: always the same result.
// Memory is O(length * pops); nothing is allocated once the longest sentence has been seen.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "search/coverage.h"
#include "search/input.h"
#include "search/model.h"
#include "search/options.h"
#include "search/target.h"

namespace manyways::search {

enum class Space : std::uint8_t {
  kGap,  // Moses's: a phrase elsewhere than at the first gap must end within one jump of it
  kFree  // jumps alone are limited
};

struct BeamSettings {
  std::size_t pops = 500;     // items per stack
  std::size_t stack = 200;    // hypotheses kept per stack
  double margin = 3;          // how far below the best of its stack one may lie, in Model::scale()
  std::size_t diversity = 0;  // hypotheses kept for every coverage, whatever the limits
  bool plain = false;         // all items instead of cube pruning
  int distortion_limit = 6;   // -1: none
  Space space = Space::kGap;
  double time_limit = 0;  // seconds for a sentence, after which it is finished in haste; 0: none
};

using HypothesisId = std::uint32_t;
inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

struct Hypothesis {
  double score;  // of everything so far
  double total;  // with the estimate of the rest
  HypothesisId previous;
  std::uint32_t option;  // kNone for the first
  Target::State state;
  CoverageId coverage;
  std::uint32_t jump;
  std::uint32_t arcs;  // the ways into it, if they are kept
};

// One way into a hypothesis.
struct Arc {
  double score;  // of this step alone
  HypothesisId previous;
  std::uint32_t option;
  std::uint32_t next;
};

using ScorerMaker = std::function<std::unique_ptr<TargetScorer>(const TargetWords&)>;

class Beam {
 public:
  explicit Beam(const PhraseModel& model)
      : model_(model), options_(model), target_(model.target_features(), model.target_weights()) {}
  Beam(const Beam&) = delete;

  // False if no derivation was found, which only Space::kFree and a forced text allow. With
  // `forced`, derivations that do not yield exactly these words are not made.
  // `extra` makes one more scorer, of weight 1, for this search.
  bool search(const Input& input, const BeamSettings& settings, bool keep_arcs,
              const std::vector<std::string_view>* forced = nullptr,
              const ScorerMaker* extra = nullptr);
  // After a forced search: how many of the words, from the left, some partial derivation yields.
  std::size_t forced_prefix() const { return forced_prefix_; }

  HypothesisId best() const { return goal_; }
  bool out_of_time() const { return hasty_; }
  std::span<const Hypothesis> hypotheses() const { return hypotheses_; }
  const Arc& arc(std::uint32_t id) const { return arcs_[id]; }
  const SentenceOptions& options() const { return options_; }
  Target& target() { return target_; }
  std::size_t items() const { return items_; }  // made in all

 private:
  struct Row {  // a hypothesis as one orientation sees it
    float key;
    HypothesisId hypothesis;
  };
  struct Group {
    CoverageId coverage;
    std::uint32_t rows, count;  // the rows of each orientation, one after the other
    std::uint16_t start, end;   // of the last phrase
  };
  struct Cube {
    float base;  // distortion and estimate of the rest
    float key;   // of its best item
    std::uint32_t group;
    CoverageId coverage;  // after the step; kNone until needed
    std::uint16_t start, end;
    Orientation orientation;
  };
  struct Item {
    std::uint64_t rank;   // the key, then the lower cube: greater is earlier
    std::uint32_t place;  // row, then option: lower is earlier
  };
  struct Pick {  // an item taken from the heap
    float key;
    std::uint32_t cube, option;
    HypothesisId previous;
  };
  static Item item_of(float key, std::uint32_t cube, std::size_t row, std::size_t option);
  static bool earlier(const Item& a, const Item& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.place < b.place;
  }

  void start(const Input& input, bool keep_arcs, const std::vector<std::string_view>* forced,
             const ScorerMaker* extra);
  void prune();
  void keep_diverse(std::size_t first_cut);
  void group();
  void add_group(std::span<const std::pair<std::uint64_t, HypothesisId>> members);
  void make_cubes(std::size_t group);
  void fill(std::size_t stack);
  void fill_plainly(std::size_t stack);
  Pick take(const std::vector<Cube>& cubes);
  void ask(std::size_t picks);
  void sink(Item item);
  void rise(Item item);
  void make(Cube& cube, HypothesisId previous, std::uint32_t option, double target_score,
            Target::State state);
  void start_stack(std::size_t expected);
  Hypothesis& place(CoverageId coverage, Target::State state, std::uint32_t jump);
  std::span<const Row> rows(const Cube& cube) const {
    const Group& group = groups_[cube.group];
    const std::size_t list = model_.has_reordering() ? cube.orientation : 0;
    return std::span(rows_).subspan(group.rows + list * group.count, group.count);
  }
  void hurry_if_late();

  const PhraseModel& model_;
  SentenceOptions options_;
  Target target_;
  Coverages coverages_;
  BeamSettings settings_;
  bool keep_arcs_ = false, hasty_ = false;
  std::chrono::steady_clock::time_point deadline_;
  double margin_ = 0;  // in the units of the scores
  HypothesisId goal_ = kNone;
  std::size_t items_ = 0, forced_prefix_ = 0;

  std::vector<Hypothesis> hypotheses_;
  std::vector<Arc> arcs_;
  std::vector<Row> rows_;
  std::vector<Group> groups_;
  std::vector<std::vector<Cube>> cubes_;  // by the stack they fill
  std::vector<float> best_key_;           // of each stack's cubes so far
  static constexpr std::size_t kBatch = 16;
  std::vector<Item> heap_;
  std::array<Pick, kBatch> picks_;
  std::array<Target::Question, kBatch> questions_;
  std::vector<std::pair<double, HypothesisId>> ranking_;         // of the stack at hand, by total
  std::vector<std::pair<std::uint64_t, HypothesisId>> members_;  // those kept, by coverage and span
  IdTable stack_ids_;  // of the hypotheses in the stack at hand: recombination
  HypothesisId stack_start_ = 0;
  double stack_best_ = 0;
};

}  // namespace manyways::search
