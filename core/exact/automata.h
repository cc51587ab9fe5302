// What the finer graphs know more than the coarser ones, as automata that read options.
//
//   TargetAutomaton   the target features' state and the phrase before: exact scores
//   WindowAutomaton   which words close to the last end are covered: no word of them twice; and, if
//                     wanted, the phrase before: exact reordering scores
//   BlockAutomaton    the block of covered words around the last phrase: the published Y'
//   OnceAutomaton     which of some chosen words are covered, each exactly once: its tightening
//   CoverageAutomaton the whole set of covered words: exact coverage
//
// States are numbered as they are met.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interner.h"
#include "exact/layered_graph.h"
#include "exact/places.h"
#include "exact/problem.h"

namespace manyways::exact {

class TargetAutomaton : public Automaton {
 public:
  TargetAutomaton(const Problem& problem, const Places& places)
      : problem_(problem), places_(places) {}
  std::uint32_t start() override;
  Step step(std::uint32_t state, const Edge& edge, bool last) override;
  bool tells_parent() const override { return true; }

 private:
  const Problem& problem_;
  const Places& places_;
  Numbering<std::uint64_t>
      ids_;  // jump << 32 | place, with a reordering model; else states are places
};

class WindowAutomaton : public Automaton {
 public:
  // Remembers the words at most `reach` (up to 12) before and behind the last end. reorders: edges have the
  // best of all reordering scores at their end, and get their own.
  WindowAutomaton(const Problem& problem, std::uint32_t reach, bool reorders = false)
      : problem_(problem), reach_(reach), reorders_(reorders) {}
  std::uint32_t start() override;
  Step step(std::uint32_t state, const Edge& edge, bool last) override;

 private:
  const Problem& problem_;
  std::uint32_t reach_;
  bool reorders_;
  Numbering<std::uint64_t> ids_;  // mask << 32 | last end, or last jump
};

class BlockAutomaton : public Automaton {
 public:
  explicit BlockAutomaton(const Problem& problem) : problem_(problem) {}
  std::uint32_t start() override { return ids_.add(0); }
  Step step(std::uint32_t state, const Edge& edge, bool last) override;

 private:
  struct Asked {  // the last question: options of one span stand together
    std::uint32_t state;
    Problem::Span span;
    bool last;
    bool operator==(const Asked&) const = default;
  };
  const Problem& problem_;
  Numbering<std::uint64_t> ids_;  // begin of the block << 16 | its end
  Asked asked_{kNothing, {0, 0}, false};
  std::uint32_t answer_ = kNothing;
};

class OnceAutomaton : public Automaton {
 public:
  static constexpr std::size_t kMostWords = 31;

  OnceAutomaton(const Problem& problem, std::span<const std::uint32_t> words);
  std::uint32_t start() override { return 0; }
  Step step(std::uint32_t state, const Edge& edge, bool last) override;

 private:
  const Problem& problem_;
  std::vector<std::uint32_t> before_;  // how many of the words lie before each position
  std::uint32_t all_;
};

class CoverageAutomaton : public Automaton {
 public:
  explicit CoverageAutomaton(const Problem& problem);
  std::uint32_t start() override { return 0; }
  Step step(std::uint32_t state, const Edge& edge, bool last) override;
  std::size_t size() const { return hashes_.size(); }

 private:
  std::uint32_t extend(std::uint32_t state, std::uint32_t start, std::uint32_t end);
  bool fits(std::uint32_t state, std::uint32_t start, std::uint32_t end) const;
  bool can_finish(const std::uint64_t* bits, std::uint32_t end) const;
  bool covered(const std::uint64_t* bits, std::uint32_t i) const {
    return (bits[i / 64] >> (i % 64) & 1) != 0;
  }

  const Problem& problem_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_, hashes_;
  IdTable ids_{1024};
  HashMap<std::uint64_t, std::uint32_t> steps_{1024};  // where (state, span) leads
};

}  // namespace manyways::exact
