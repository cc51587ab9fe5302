// A phrase table in a memory-mapped file: what a phrase-based search asks about a sentence.
//
//   Table table("phrases.bin");                             // opens in well under a millisecond
//   std::vector<WordId> words;                              // the table's own ids of source words
//   for (auto w : sentence) words.push_back(table.source_words().find(w));
//   for (Option option : table.find(words)) {               // all options of one source phrase
//     option.target();       // words, ids of table.target_words()
//     option.scores();       // natural logs, as many as table.score_names()
//     option.reordering();   // natural logs of the reordering model, empty if there is none
//     option.links();        // source-target positions inside the phrase
//   }
//   table.for_each_span(words, [&](std::size_t begin, std::size_t end, Options options) { ... });
//
// or, to walk by hand, one word at a time:
//
//   Table::Node node = Table::kRoot;
//   for (end = begin; end < n; ++end) {
//     node = table.step(node, words[end]);
//     if (node == Table::kNone) break;                      // no longer phrase can match either
//     Options options = table.options(node);                // may be empty: only a prefix
//   }
//
// A step is a binary search among the words that follow a prefix (a direct look-up for the first
// word), so all options of a sentence are found in microseconds. Nothing is copied: spans point
// into the file and stay valid as long as the Table. All const members may be used by many threads.
//
// All options of a source phrase are kept; they are sorted by the sum of their scores, best first,
// and equal sums by the order in which the builder gave them. Options with equal target words have
// equal target_id(), a number below target_phrases(), good for caching what depends on words only.
// The unknown word never matches.
// Reordering scores stand in the order of Moses's table (msd-bidirectional-fe: backward monotone,
// swap, discontinuous, then forward); a pair that the reordering table lacks has zeros.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/section_file.h"
#include "base/vocabulary.h"

namespace manyways::phrases {

struct Link {
  std::uint8_t source, target;
  friend bool operator==(const Link&, const Link&) = default;
  friend auto operator<=>(const Link&, const Link&) = default;
};

inline constexpr std::string_view kTableKind = "phrase table";
inline constexpr std::uint32_t kTableVersion = 1;
inline constexpr std::size_t kCounts = 3;           // of the target, of the source, of the pair
inline constexpr std::size_t kLongestPhrase = 255;  // positions in links are bytes
inline constexpr float kLowestScore = -100.0f;      // what a probability of zero becomes

class Table;

class Option {
 public:
  std::span<const WordId> target() const;
  std::uint32_t target_id() const { return head().target; }
  std::span<const float> scores() const;
  std::span<const float> reordering() const;
  // Of the target phrase, of the source phrase, of the pair; zeros if the table came without.
  std::span<const float> counts() const;
  std::span<const Link> links() const;

 private:
  friend class Options;
  friend class Table;
  struct Head {
    std::uint32_t target, links;
  };
  Option(const Table* table, const std::byte* record) : table_(table), record_(record) {}
  const Head& head() const { return *reinterpret_cast<const Head*>(record_); }
  const float* floats() const { return reinterpret_cast<const float*>(record_ + sizeof(Head)); }

  const Table* table_;
  const std::byte* record_;
};

// A range of options, best first.
class Options {
 public:
  class Iterator {
   public:
    Iterator(const Options* options, std::size_t index) : options_(options), index_(index) {}
    Option operator*() const { return (*options_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const Options* options_;
    std::size_t index_;
  };

  Options() = default;
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Option operator[](std::size_t index) const { return {table_, first_ + index * stride_}; }
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size_}; }

 private:
  friend class Table;
  const Table* table_ = nullptr;
  const std::byte* first_ = nullptr;
  std::size_t stride_ = 0;
  std::size_t size_ = 0;
};

class Table {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;  // the empty phrase
  static constexpr Node kNone = ~Node{0};

  explicit Table(const std::string& path, std::string_view kind = kTableKind);
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  const std::string& path() const { return file_.path(); }
  const VocabularyView& source_words() const { return source_words_; }
  const VocabularyView& target_words() const { return target_words_; }
  const std::vector<std::string>& score_names() const { return score_names_; }
  std::size_t reordering_scores() const { return shape_.reordering; }
  bool has_counts() const { return shape_.has_counts != 0; }
  std::size_t longest_source() const { return shape_.longest_source; }
  std::size_t options_in_all() const { return shape_.options; }
  std::size_t target_phrases() const { return target_offsets_.size() - 1; }

  // The prefix one word longer, or kNone.
  Node step(Node node, WordId word) const;
  // The options of the phrase that `node` stands for.
  Options options(Node node) const;
  Options find(std::span<const WordId> source) const;

  // Calls visit(begin, end, options) for every span of the sentence that has options, by begin,
  // then by end.
  template <typename Visit>
  void for_each_span(std::span<const WordId> sentence, Visit&& visit) const {
    for (std::size_t begin = 0; begin < sentence.size(); ++begin) {
      Node node = kRoot;
      for (std::size_t end = begin; end < sentence.size();) {
        node = step(node, sentence[end++]);
        if (node == kNone) break;
        const Options found = options(node);
        if (!found.empty()) visit(begin, end, found);
      }
    }
  }
  // The prefixes one word longer, in the order of word ids; the node of children(node)[i] is
  // first_child(node) + i.
  struct TrieNode;
  std::span<const TrieNode> children(Node node) const;
  Node first_child(Node node) const { return nodes_[node].first_child; }
  WordId word(Node node) const { return nodes_[node].word; }
  // Reads the whole file once; throws InputError if a bit has changed.
  void verify() const { file_.verify_all(); }

  // What the file holds (see table_writer.h, which writes it).
  struct Shape {
    std::uint64_t options;
    std::uint32_t scores, reordering, has_counts, longest_source;
  };
  struct TrieNode {
    WordId word;
    Node first_child;       // the children end where those of the next node begin
    std::uint64_t options;  // index of the first << kCountBits | how many
  };
  static constexpr unsigned kCountBits = 24;

 private:
  friend class Option;

  void expect_sound();
  template <typename T>
  std::span<const T> slice(std::span<const T> values, std::span<const std::uint64_t> offsets,
                           std::uint32_t id) const;

  SectionFile file_;
  Shape shape_{};
  std::vector<std::string> score_names_;
  VocabularyView source_words_, target_words_;
  std::span<const TrieNode> nodes_;
  std::span<const Node> roots_;  // of each source word: its node, or kNone
  std::span<const std::byte> records_;
  std::size_t stride_ = 0;
  std::span<const WordId> targets_;
  std::span<const std::uint64_t> target_offsets_;
  std::span<const Link> links_;
  std::span<const std::uint64_t> link_offsets_;
};

// Reads and checks a vocabulary that a writer stored under `name`.
VocabularyView read_vocabulary(const SectionFile& file, const std::string& name);
void write_vocabulary(SectionWriter& writer, const std::string& name, const VocabularyView& words);

}  // namespace manyways::phrases
