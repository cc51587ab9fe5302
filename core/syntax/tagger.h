// A trained tagger: opened out of a file, it tags lists of candidates.
//
//   Tagger tagger("en.tagger");
//   Tagged found = tagger.tag(text, {}, threads);      // one tag per word of the text
//
// The candidates of a list are taken in the order of their words, so that each comes after the one with
// which it shares the longest beginning: their steps are those of a trie of the list, walked depth
// first, and no trie is built (shared_order.h). Lists are shared out among threads; a list's tags do not
// depend on which lists stand beside it.
//
// Files of up to 256 MiB are checked whole when they are opened, which takes milliseconds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ragged.h"
#include "base/section_file.h"
#include "base/vocabulary.h"
#include "syntax/lexicon.h"
#include "syntax/weights.h"

namespace manyways::syntax {

// Words of candidates, candidates of lists; guides as in TagContext.
struct ListsView {
  RaggedView<WordId> rows;
  std::span<const std::int64_t> lists;  // list l is rows lists[l] .. lists[l + 1]
  const Vocabulary* vocabulary = nullptr;
};

// The facts of all words that a text has, by id.
class FactTable {
 public:
  FactTable(const Lexicon& lexicon, std::span<const WordId> ids, const Vocabulary& vocabulary);
  const WordFacts& operator[](WordId id) const { return facts_[places_[id]]; }

 private:
  std::vector<std::uint32_t> places_;
  std::vector<WordFacts> facts_;
};

// A list of names in a file: those of tags, or of labels.
void save_names(SectionWriter& writer, const std::string& section,
                const std::vector<std::string>& names);
std::vector<std::string> read_names(const SectionFile& file, const std::string& section,
                                    std::size_t most);

struct Tagged {
  std::vector<Tag> tags;             // one per word
  std::vector<std::int64_t> scores;  // of each candidate's tags, in the model's own units
};

class Tagger {
 public:
  static constexpr const char* kKind = "tagger";
  static constexpr std::uint32_t kVersion = 1;
  static constexpr std::size_t kWidestBeam = 64;

  explicit Tagger(const std::string& path);
  // Out of a file that holds other things too, whose sections it does not verify.
  Tagger(SectionFile& file, const std::string& prefix);

  const std::vector<std::string>& tags() const { return names_; }
  const Lexicon& lexicon() const { return lexicon_; }
  const Weights& weights() const { return weights_; }
  std::size_t beam() const { return beam_; }
  bool guided() const { return guided_; }

  // guides: one per word, for a tagger that was trained with them.
  Tagged tag(const ListsView& text, std::span<const std::uint16_t> guides, unsigned threads) const;
  // The same model as part of another file.
  void save(SectionWriter& writer, const std::string& prefix) const;

 private:
  void open(SectionFile& file, const std::string& prefix);

  std::unique_ptr<SectionFile> file_;
  std::vector<std::string> names_;
  Lexicon lexicon_;
  Weights weights_;
  std::size_t beam_ = 1;
  bool guided_ = false;
};

// The parts of a tagger in a file.
void save_tagger(SectionWriter& writer, const std::string& prefix,
                 const std::vector<std::string>& names, const Lexicon& lexicon,
                 const Weights& weights, std::uint32_t beam, bool guided);

}  // namespace manyways::syntax
