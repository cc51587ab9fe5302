// The frontier search of one sentence (frontier.h says what it does): hypotheses are numbers, and what they are
// lies in columns.
//
//   FrontierSearch search(task, problem);
//   search.run();
//   search.list(found);          // once
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "combine/frontier.h"
#include "combine/frontier_problem.h"
#include "combine/paths.h"

namespace manyways::combine {

inline constexpr std::uint64_t kUnknownMask = ~std::uint64_t{0};
inline constexpr std::uint32_t kNoGoal = ~std::uint32_t{0};  // until the goal has a number
inline constexpr std::uint32_t kFree = 0;  // of a lock: the hypothesis may go on with any input

// What is the same for all sentences.
struct FrontierTask {
  const Words& words;
  const MatchSettings& matching;
  const FrontierSettings& settings;
  std::span<const double> weights;
  std::size_t systems;

  std::size_t models() const { return words.models.size(); }
  std::size_t orders() const { return settings.exact_order + settings.any_order; }
  // The first column of the votes with one order: collective, or one for each system.
  std::size_t column(std::size_t order) const {
    std::size_t at = 2 * models() + 1;
    for (std::size_t q = 0; q < order; ++q) at += individual(q) ? systems : 1;
    return at;
  }
  // Orders 0 .. exact_order - 1 are exact:1 ..., those behind them any:1 ...
  unsigned run(std::size_t order) const {
    return static_cast<unsigned>(order < settings.exact_order ? order
                                                              : order - settings.exact_order) +
           1;
  }
  bool individual(std::size_t order) const { return run(order) <= settings.individual; }
  std::size_t columns() const { return column(orders()); }
};

class FrontierSearch {
 public:
  FrontierSearch(const FrontierTask& task, const FrontierProblem& problem);

  void run();
  void list(Combined& found);

 private:
  struct Extension {
    double score;
    std::uint32_t from, one;  // hypothesis, class
    std::uint32_t lock;       // input + 1, end
    std::uint16_t input;
  };
  struct EdgeNote {  // what a path's features are made of
    std::uint32_t one;
    std::uint16_t input;
    std::size_t votes;  // where its masks are
  };
  struct Ending {
    std::uint32_t edge;
    std::size_t length;
  };

  const FrontierSettings& settings() const { return task_.settings; }
  void weigh_classes(std::span<const double> most_of_input);
  void drop_behind_beam(std::span<const Extension> dropped);
  void certify(std::span<const Path> paths, Combined& found) const;
  std::size_t planes() const;  // masks of runs that a hypothesis must remember
  void begin();
  void expand(std::uint32_t node);
  bool is_used(std::uint32_t node, std::size_t s, std::size_t at) const {
    const std::size_t place = problem_.start(s) + at;
    return (used_[node * blocks_ + place / 64] >> (place % 64) & 1) != 0;
  }
  void extend(std::uint32_t node, std::size_t s, std::uint16_t at);
  bool go_on(std::uint32_t node);
  void end(std::uint32_t node);
  double vote(std::uint32_t node, std::uint32_t one, std::uint64_t* masks);
  double model_scores(std::uint32_t node, std::uint32_t one, lm::State* states);
  std::uint64_t adjacent(std::uint32_t last, std::uint32_t next);
  bool take(const Extension& extension);
  void use(std::uint64_t* used, std::uint16_t* frontier, const Extension& extension) const;
  void skip(const std::uint64_t* used, std::uint16_t* frontier, std::size_t s) const;
  void drop(std::uint64_t* used, std::uint16_t* frontier, std::size_t s) const;
  void keep_in_step(std::uint64_t* used, std::uint16_t* frontier) const;
  bool move_laggards(std::uint64_t* used, std::uint16_t* frontier) const;
  std::uint64_t hash_of(std::uint32_t node) const;
  bool same(std::uint32_t one, std::uint32_t other) const;
  std::uint32_t new_node();
  void forget_last();
  void add_edge(const Extension& extension, std::uint32_t to, const std::uint64_t* masks);
  std::vector<Path> normalised();
  void write(const Path& path, Combined& found) const;

  const FrontierTask& task_;
  const FrontierProblem& problem_;
  const std::size_t inputs_, blocks_;
  std::vector<MaskSums> sums_;  // of each order: weight of a mask
  std::vector<std::uint64_t> adjacency_;
  std::vector<std::uint64_t> seen_;  // by class: the last hypothesis that was extended by it

  std::vector<double> scores_;
  std::vector<std::uint32_t> last_, lock_;
  std::vector<std::uint64_t> used_, runs_;
  std::vector<std::uint16_t> frontier_;
  std::vector<lm::State> states_;

  std::vector<Extension> extensions_;
  IdTable table_;
  Lattice lattice_;
  std::vector<EdgeNote> notes_;
  std::vector<std::uint64_t> votes_;
  std::vector<float> edge_models_;
  std::vector<Ending> endings_;
  std::vector<std::uint64_t> masks_;
  std::vector<float> model_scores_;
  std::vector<lm::State> model_states_;
  std::size_t length_ = 0;
  bool pruned_ = false, bounded_ = false;
  double above_ = -std::numeric_limits<double>::infinity();  // all sentences that the beam dropped
  std::vector<double> worth_, best_worth_;                   // by class; of the best k together
  std::vector<std::uint32_t> by_worth_;
  std::vector<std::uint64_t> own_;  // by class: its words
};

}  // namespace manyways::combine
