// Many sentences at once: searches on all cores, results in the order of the input.
//
//   Translations all = decode(model, inputs, {.pops = 1000}, {.candidates = 100}, /*threads=*/0);
//
// Each thread has its own Beam and takes the next sentence when it is done with one: no lock, and
// the result does not depend on the number of threads. A sentence of more than kLongestInput words
// is translated in pieces and gets one candidate.
//
// Any other search comes in as an Engine, one for each thread; what is done with its graphs is the
// same.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "base/threads.h"
#include "graph/consensus.h"
#include "search/beam.h"
#include "search/result.h"

namespace manyways::search {

inline constexpr std::uint32_t kLongestInput = 500;

enum class Consensus : std::uint8_t { kNone, kList, kLattice };

// What is wanted of each sentence.
struct ListSettings {
  std::size_t candidates = 1;  // the k of k-best; with consensus, the length of its list
  bool distinct = true;
  bool details = true;  // steps and links
  Consensus consensus = Consensus::kNone;
  graph::LatticeMbrSettings mbr;
};

// A search that is used for one sentence after another.
class Engine {
 public:
  virtual ~Engine() = default;
  // Ends with a whole derivation also if the time is up (seconds; 0: no limit). With keep_arcs
  // everything that was found is kept for the graph, else the best alone.
  virtual Status search(const Input& input, double time_limit, bool keep_arcs) = 0;
  virtual graph::Hypergraph graph() = 0;  // of the last sentence
};
using EngineMaker = std::function<std::unique_ptr<Engine>()>;

Translations decode(const EngineMaker& make, std::span<const Input> inputs,
                    const ListSettings& settings, double time_limit, unsigned threads);
Translations decode(const PhraseModel& model, std::span<const Input> inputs,
                    const BeamSettings& settings, const ListSettings& wanted, unsigned threads);

// Calls work(worker, i) for each of the sentences 0 .. sentences - 1, each thread with a worker of
// its own.
template <typename Make, typename Work>
void for_each_with(const Make& make, std::size_t sentences, unsigned threads, const Work& work) {
  const std::size_t workers = std::min<std::size_t>(thread_count(threads), sentences);
  std::atomic<std::size_t> next{0};
  parallel_for(workers, static_cast<unsigned>(workers), [&](std::size_t) {
    const auto worker = make();
    try {
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < sentences;) {
        check_interrupt();
        work(*worker, i);
      }
    } catch (...) {
      next = sentences;  // nobody begins another one
      throw;
    }
  });
}

// The same with a Beam.
void for_each_sentence(const PhraseModel& model, std::size_t sentences, unsigned threads,
                       const std::function<void(Beam&, std::size_t)>& work);

// The time of one sentence: all searches that it takes (pieces, a second one in another space)
// share its limit.
class Sentence {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  // What is left of a time limit: never none, so that it stays a limit.
  double left(double time_limit) const;

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// One search; in the free space, where a beam can run dead, falls back on the gap space.
Status search_once(Beam& beam, const Input& input, BeamSettings settings, bool keep_arcs,
                   const ScorerMaker* extra = nullptr);

// Throws InputError for a sentence of more than kLongestInput words.
void refuse_long(const Input& input);

// The search graphs. Throws InputError as refuse_long does.
std::vector<graph::Hypergraph> decode_graphs(const EngineMaker& make, std::span<const Input> inputs,
                                             double time_limit, unsigned threads);
std::vector<graph::Hypergraph> decode_graphs(const PhraseModel& model,
                                             std::span<const Input> inputs,
                                             const BeamSettings& settings, unsigned threads);

}  // namespace manyways::search
