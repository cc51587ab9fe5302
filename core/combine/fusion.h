// A candidate improved by spans of the others, for any scorer of whole texts (Vernikos and Popescu-Belis 2024).
//
//   Fusion fusion(lists, bases, values, {.beam = 4});
//   while (fusion.propose(texts)) fusion.accept(scores_of(texts));      // all sentences at once
//   Combined found = fusion.list(10);
//
// The base of a sentence is compared with every other candidate: where they differ (what is between the
// words of a longest common subsequence) the other's words are a detour around words [start, end) of the
// base. From left to right, every hypothesis of the beam may take one of the detours that start at a
// place, if its last one ended there or before; the texts that come out are scored whole, and the `beam`
// best of them and of the old ones go on. Candidates and all texts that were scored make the list.
//
// Cost: as many texts are scored as there are detours, times the beam: linear in the candidates. Equal
// scores: the text that was made first, and the candidates before those.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "combine/paths.h"
#include "combine/words.h"

namespace manyways::combine {

struct FusionSettings {
  unsigned beam = 4;
};

// Texts to be scored, by sentence.
struct Proposal {
  std::vector<WordId> words;
  std::vector<std::int64_t> word_offsets{0}, sentence_offsets{0};
};

class Fusion {
 public:
  // bases: for each sentence a place in its list, or -1 if it has no words. values: of all candidates. The
  // lists must live as long as this.
  Fusion(const Lists& lists, std::span<const std::int64_t> bases, std::span<const double> values,
         FusionSettings settings);

  // The next texts, none of which was scored before; false if there are no more.
  bool propose(Proposal& texts);
  // What they are worth, in the same order. Throws std::invalid_argument if there are not as many.
  void accept(std::span<const double> values);
  // Up to `size` texts of each sentence, best first. The features have one column, the value.
  Combined list(std::size_t size) const;

 private:
  struct Detour {
    std::uint32_t start, end;
    std::span<const WordId> words;
    std::uint64_t members;  // places in the list that say so
  };
  struct Said {  // a word of a text: whose, and who agrees
    WordId word;
    std::int16_t origin;
    std::uint64_t members;
  };
  struct Text {
    std::vector<Said> words;
    double value;
    std::uint32_t end;  // of the base: what is behind is the base's still
  };
  struct Sentence {
    std::vector<Said> base;
    std::vector<Detour> detours;  // by start
    std::size_t next = 0;
    std::vector<Text> texts;          // all that were scored
    std::vector<std::uint32_t> beam;  // of them, best first
    std::vector<Text> proposed;
  };
  void compare(const Lists& lists, std::size_t s, std::size_t base);
  void add_detours(Sentence& sentence, std::span<const WordId> base, std::span<const WordId> other,
                   std::uint64_t member);
  void propose(Sentence& sentence);
  static Text with_detour(const Sentence& sentence, const Text& text, const Detour& detour);
  static bool equal(const Text& one, const Text& other);

  FusionSettings settings_;
  std::vector<Sentence> sentences_;
};

}  // namespace manyways::combine
