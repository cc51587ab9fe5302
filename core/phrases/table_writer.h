// Writes the file that Table reads, source phrase by source phrase.
//
//   TableWriter writer("phrases.bin", {"p(f|e)", "lex(f|e)", "p(e|f)", "lex(e|f)"}, 6, true);
//   writer.begin_source(words);                    // ascending in lexicographic order of ids
//   writer.add_option(target, links, floats);      // scores, reordering scores, counts, in a row
//   writer.finish(source_vocabulary, target_vocabulary);
//
// Targets come before the first source or after the last option, whichever suits who knows first
// how many there will be.
//
// Options go to disk as they come; in memory stay the trie of source phrases (16 bytes a node), the
// distinct target phrases and the distinct link patterns. The file appears whole at finish().
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/interner.h"
#include "phrases/table.h"

namespace manyways::phrases {

class TableWriter {
 public:
  TableWriter(const std::string& path, std::vector<std::string> score_names, std::size_t reordering,
              bool has_counts, std::string_view kind = kTableKind);

  // Of 1 to 255 words; the ids count up from 0. All before the first source, or all after the last option.
  std::uint32_t add_target(std::span<const WordId> target);
  // Each source phrase once, sorted; throws std::invalid_argument otherwise.
  void begin_source(std::span<const WordId> source);
  // floats: scores, then reordering scores, then kCounts counts.
  void add_option(std::uint32_t target, std::span<const Link> links, std::span<const float> floats);
  void finish(const VocabularyView& source_words, const VocabularyView& target_words);

  std::size_t floats_per_option() const { return floats_; }
  std::uint64_t options() const { return options_; }

 private:
  struct Draft {
    double total;
    std::uint32_t target, links;
    std::size_t floats;  // index of its first float in draft_floats_
  };
  void flush_options();
  void write_target_ends();
  std::vector<Table::TrieNode> join_levels() const;

  SectionWriter writer_;
  std::vector<std::string> names_;
  std::size_t reordering_, floats_;
  bool has_counts_;
  std::vector<WordId> source_;
  std::vector<std::vector<Table::TrieNode>> levels_;
  std::vector<Draft> drafts_;
  std::vector<float> draft_floats_;
  std::vector<std::byte> buffer_;
  std::vector<std::uint8_t> target_sizes_;
  std::uint64_t targets_needed_ = 0;  // one more than the highest that an option named
  bool targets_first_ = false, targets_last_ = false;
  Interner<Link> links_;
  std::uint64_t options_ = 0;
};

}  // namespace manyways::phrases
