// Which word of one text is which word of another: one-to-one, as many as there are, in the fewest chunks.
//
//   Matcher matcher(stages);
//   matcher.match(a, b, links);            // links[i]: the word of b that word i of a is, and how
//   Links all = link_inputs(inputs, stages, {.transitive = true});
//
// Stage by stage (Banerjee and Lavie 2005): words whose keys of the stage are equal and that no earlier
// stage has linked. A stage links as many words as can be. Of all ways to do so it takes one with the
// fewest chunks, counting the links of earlier stages too (a chunk is a run of words that stand next to
// each other in both texts), and of those one with the least sum of |i - j|. Words that occur once on
// both sides leave no choice; for the others a beam of partial matchings goes from left to right. Fewest
// chunks is NP-hard in general, so with many repeated words the beam may miss it; `exact()` says whether
// it dropped anything.
//
// Cost: O(words * beam * repetitions) for each pair. Equal matchings: the one whose links come first.
//
// link_inputs() matches all pairs of a list's inputs. With `transitive`, words that are linked over
// others become linked themselves, if the whole component has at most one word of each input.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "combine/words.h"

namespace manyways::combine {

struct Link {
  std::int16_t to = -1;  // -1: none
  std::uint8_t kind = 0;
};

struct MatchSettings {
  unsigned beam = 24;
  bool transitive = false;
};

class Matcher {
 public:
  Matcher(std::span<const Stage> stages, unsigned beam) : stages_(stages), beam_(beam) {}

  void match(std::span<const WordId> a, std::span<const WordId> b, std::vector<Link>& links);
  // Whether the last matching is proved to be a best one, stage by stage.
  bool exact() const { return exact_; }

 private:
  struct Partial {
    int joined, distance;  // links that continue a chunk; sum of |i - j|
    int last;              // where the word before is linked, or kNowhere
    std::uint32_t parent;
    std::int16_t choice;
  };
  static constexpr int kNowhere = -2;

  void run_stage(const Stage& stage, std::span<const WordId> a, std::span<const WordId> b,
                 std::vector<Link>& links);
  void find_options(const Stage& stage, std::span<const WordId> a, std::span<const WordId> b,
                    std::span<const Link> links);
  void extend(std::size_t i, int fixed, std::size_t words);
  void add(std::size_t parent, int j, std::size_t i, std::size_t words);
  void prune(std::size_t first, std::size_t words);

  std::span<const Stage> stages_;
  unsigned beam_;
  bool exact_ = true;
  // Of the stage: for each word of a the words of b that it may be, and how many words of a with the same key are left from there on.
  std::vector<std::uint32_t> option_starts_, left_;
  std::vector<std::int16_t> options_;
  std::vector<std::pair<std::uint32_t, std::int16_t>> keyed_, keyed_a_;
  std::vector<char> taken_;
  std::vector<Partial> partials_, kept_;
  std::vector<std::uint64_t> used_, kept_used_;
  std::size_t layer_ = 0, layer_end_ = 0;
};

// All links between the inputs of a sentence. Word i of input s is start[s] + i.
struct Links {
  std::size_t inputs = 0;
  std::vector<std::uint32_t> start;  // one more than inputs
  std::vector<Link> links;           // [word * inputs + other]; of a word's own input, itself

  std::span<const Link> of(std::size_t word) const {
    return std::span(links).subspan(word * inputs, inputs);
  }
  std::size_t words() const { return start.back(); }
};

Links link_inputs(std::span<const Input> inputs, std::span<const Stage> stages,
                  const MatchSettings& settings);

}  // namespace manyways::combine
