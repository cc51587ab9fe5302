// Moses's text tables become our table file.
//
//   MosesImport import;
//   import.add_phrases("phrase-table.gz", block);       // any number of blocks, cut anywhere
//   import.end_phrases();
//   import.add_reordering("reordering-table.gz", block);   // if there is a reordering model
//   import.end_reordering();
//   import.write("phrases.bin");
//
// A line is `source ||| target ||| scores [||| links [||| counts [||| ...]]]`; further fields are
// left out. A probability p becomes log p, at least kLowestScore. All lines have the same number of
// scores; a pair occurs once. Reordering lines of pairs that the phrase table lacks are left
// out. In memory: about 100 bytes per pair.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/interner.h"
#include "base/vocabulary.h"
#include "phrases/lines.h"
#include "phrases/table.h"

namespace manyways::phrases {

class MosesImport {
 public:
  MosesImport(std::string phrase_path, std::string reordering_path,
              std::string_view kind = kTableKind);
  virtual ~MosesImport() = default;

  void add_phrases(std::string_view block);
  void end_phrases();
  void add_reordering(std::string_view block);
  void end_reordering();
  // Throws InputError if there was no line at all.
  void write(const std::string& path) const;

  std::uint64_t pairs() const { return pairs_.size(); }
  std::uint64_t matched_reordering() const { return matched_; }

 protected:
  // Fills source_, target_ and links_ from the fields of a line of the phrase table.
  virtual void read_sides(std::string_view source, std::string_view target, std::string_view links);
  void read_words(const LineReader& reader, std::string_view text, Vocabulary& words,
                  std::vector<WordId>& out) const;
  // Positions must lie inside source_ and target_.
  void read_links(std::string_view text);

  LineReader phrase_lines_;
  Vocabulary source_words_, target_words_;
  std::vector<WordId> source_, target_;  // the sides of the line at hand
  std::vector<Link> links_;

 private:
  struct Pair {
    std::uint32_t source, target, links;
    float counts[kCounts];
  };
  void phrase_line(std::string_view line);
  void reordering_line(std::string_view line);
  void read_scores(const LineReader& reader, std::string_view text, std::vector<float>& out);
  void read_counts(std::string_view text, Pair& pair);
  static std::uint64_t hash(const Pair& pair);
  auto same_as(const Pair& pair) const;
  std::vector<std::uint32_t> sorted_pairs() const;

  LineReader reordering_lines_;
  const std::string_view kind_;
  Interner<WordId> sources_, targets_;
  Interner<Link> link_patterns_;
  std::vector<Pair> pairs_;
  IdTable pair_ids_;  // of pairs_, by source and target
  std::vector<float> scores_, reordering_;
  std::size_t scores_per_pair_ = 0, reordering_per_pair_ = 0;
  bool has_counts_ = false;
  std::uint64_t matched_ = 0;
  std::vector<std::string_view> fields_;
  std::vector<float> row_;
};

}  // namespace manyways::phrases
