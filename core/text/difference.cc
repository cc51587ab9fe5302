#include "text/difference.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/threads.h"
#include "base/unicode.h"

namespace manyways::text {
namespace {

struct Word {
  std::uint64_t hash;
  std::string_view text;
  std::uint32_t start, end;  // in characters
  bool kept;

  std::uint32_t weight() const { return end - start; }
  bool operator==(const Word& other) const { return hash == other.hash && text == other.text; }
};

enum class Kind { kSpace, kWord, kMark, kAlone };

Kind kind_of(char32_t c) {
  if (unicode::is_space(c)) return Kind::kSpace;
  if (unicode::in_category(c, unicode::kMark | unicode::kFormat)) return Kind::kMark;
  if (!unicode::in_category(c, unicode::kLetter | unicode::kNumber)) return Kind::kAlone;
  return unicode::is_unspaced(unicode::script(c)) ? Kind::kAlone : Kind::kWord;
}

bool is_apostrophe(char32_t c) { return c == U'\'' || c == U'\u2019'; }

// Fills `words`. An apostrophe joins what stands on both sides of it; marks go with what they follow.
void split(std::string_view text, std::vector<Word>& words) {
  words.clear();
  Kind before = Kind::kSpace;  // of the word that is open
  bool joins = false;          // whether its last character is an apostrophe
  std::uint32_t place = 0;
  const char* at = text.data();
  for (const char* const end = at + text.size(); at < end; ++place) {
    const char* const start = at;
    const char32_t c = unicode::decode_utf8(at, end);
    Kind kind = kind_of(c);
    if (kind == Kind::kMark && before == Kind::kSpace) kind = Kind::kAlone;
    const char* next = at;
    const bool inside = before == Kind::kWord && !joins && is_apostrophe(c) && next < end &&
                        kind_of(unicode::decode_utf8(next, end)) == Kind::kWord;
    if (kind == Kind::kSpace) {
      before = Kind::kSpace;
    } else if (kind == Kind::kMark || inside || (kind == Kind::kWord && before == Kind::kWord)) {
      Word& word = words.back();
      word.text = {word.text.data(), static_cast<std::size_t>(at - word.text.data())};
      word.end = place + 1;
    } else {
      words.push_back({0, {start, static_cast<std::size_t>(at - start)}, place, place + 1, false});
      before = kind;
    }
    joins = inside;
  }
  for (Word& word : words) word.hash = hash_string(word.text);
}

// Marks the words that stay.
class Aligner {
 public:
  void align(std::vector<Word>& left, std::vector<Word>& right) {
    std::size_t begin = 0;
    std::size_t m = left.size(), n = right.size();
    while (begin < m && begin < n && left[begin] == right[begin])
      keep(left[begin], right[begin]), ++begin;
    while (m > begin && n > begin && left[m - 1] == right[n - 1]) keep(left[--m], right[--n]);
    m -= begin, n -= begin;
    if (m == 0 || n == 0 || m > kMostCells / n) return;
    fill({left.data() + begin, m}, {right.data() + begin, n});
  }

 private:
  static void keep(Word& one, Word& other) { one.kept = other.kept = true; }

  // best_[i * (n + 1) + j]: characters that the first i words and the first j can keep.
  void fill(std::span<Word> left, std::span<Word> right) {
    const std::size_t wide = right.size() + 1;
    best_.assign((left.size() + 1) * wide, 0);
    for (std::size_t i = 1; i <= left.size(); ++i) {
      const std::uint32_t* const above = best_.data() + (i - 1) * wide;
      std::uint32_t* const row = best_.data() + i * wide;
      for (std::size_t j = 1; j < wide; ++j) {
        row[j] = std::max(above[j], row[j - 1]);
        if (left[i - 1] == right[j - 1])
          row[j] = std::max(row[j], above[j - 1] + left[i - 1].weight());
      }
    }
    for (std::size_t i = left.size(), j = right.size(); i > 0 && j > 0;) {
      const std::uint32_t value = best_[i * wide + j];
      if (value == best_[i * wide + j - 1]) {
        --j;
      } else if (value == best_[(i - 1) * wide + j]) {
        --i;
      } else {
        keep(left[--i], right[--j]);
      }
    }
  }

  std::vector<std::uint32_t> best_;
};

void append(Ragged<std::uint32_t>& rows, const RaggedView<std::uint32_t>& more) {
  for (std::size_t i = 0; i < more.size(); ++i) rows.add(more[i].data(), more[i].size());
}

void add_stretches(std::span<const Word> words, Ragged<std::uint32_t>& rows) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].kept) continue;
    rows.values.push_back(words[i].start);
    while (i + 1 < words.size() && !words[i + 1].kept) ++i;
    rows.values.push_back(words[i].end);
  }
  rows.end_row();
}

}  // namespace

Differences differences(const TextView& left, const TextView& right, unsigned threads) {
  if (left.size() != right.size())
    throw std::invalid_argument("columns of equally many texts are needed");
  const std::vector<std::size_t> bounds = text_blocks(left);
  std::vector<Differences> blocks(bounds.size() - 1);
  parallel_for(blocks.size(), threads, [&](std::size_t block) {
    std::vector<Word> one, other;
    Aligner aligner;
    for (std::size_t i = bounds[block]; i < bounds[block + 1]; ++i) {
      split(left[i], one);
      split(right[i], other);
      aligner.align(one, other);
      add_stretches(one, blocks[block].left);
      add_stretches(other, blocks[block].right);
    }
  });
  Differences found;
  for (const Differences& each : blocks) {
    append(found.left, each.left.view());
    append(found.right, each.right.view());
  }
  return found;
}

}  // namespace manyways::text
