#include "features/signs.h"

#include <algorithm>

#include "base/hash.h"
#include "base/hash_table.h"
#include "base/threads.h"
#include "features/languages.h"
#include "features/scan.h"

namespace manyways::features {

const std::array<const char*, kSigns> kSignNames = {"characters",
                                                    "words",
                                                    "letters",
                                                    "capitals",
                                                    "punctuation",
                                                    "quotes",
                                                    "unbalanced",
                                                    "longest-run",
                                                    "ending",
                                                    "types",
                                                    "doubled",
                                                    "repeated",
                                                    "foreign",
                                                    "own",
                                                    "copied",
                                                    "untranslated",
                                                    "language",
                                                    "numbers-lost",
                                                    "addresses-lost",
                                                    "mails-lost",
                                                    "tags-lost",
                                                    "placeholders-lost",
                                                    "numbers-added",
                                                    "addresses-added",
                                                    "mails-added",
                                                    "tags-added",
                                                    "placeholders-added"};

namespace {

constexpr std::int64_t kBlockBytes = 1 << 16;

// How many of sorted `one` are not in sorted `other`, each as often as it is there.
std::int32_t missing(std::span<const std::uint64_t> one, std::span<const std::uint64_t> other) {
  std::int32_t count = 0;
  std::size_t j = 0;
  for (const std::uint64_t each : one) {
    while (j != other.size() && other[j] < each) ++j;
    const bool there = j != other.size() && other[j] == each;
    j += there;
    count += !there;
  }
  return count;
}

// The lists of one thread, one after the other.
class Lists {
 public:
  explicit Lists(const Languages& languages) : languages_(languages) {}

  void count(const TextView& texts, std::size_t begin, std::size_t end,
             const std::string_view* source, std::int32_t* rows) {
    open(source);
    for (std::size_t c = begin; c != end; ++c) {
      scan_.read(texts[c]);
      std::int32_t* const row = rows + (c - begin) * kSigns;
      alone(row);
      if (source != nullptr) beside_source(row);
      keep(c - begin);
    }
    close(end - begin, rows);
  }

 private:
  struct Known {
    std::uint32_t holders;  // candidates that have the word
    std::uint32_t last;     // the newest of them
  };

  void open(const std::string_view* source) {
    seen_.clear();
    source_words_.clear();
    source_holders_.clear();
    kinds_.clear();
    matches_.clear();
    scripts_.clear();
    totals_.fill(0);
    if (source == nullptr) return;
    scan_.read(*source);
    for (const Word& word : scan_.words) {
      if (!word.letters || (word.length < 2 && !word.alone)) continue;
      const auto id = static_cast<std::uint32_t>(source_holders_.size());
      if (source_words_.insert(word.hash, id).second) source_holders_.push_back({0, 0});
    }
    source_items_ = scan_.items;
  }

  void alone(std::int32_t* row) {
    row[kCharacters] = scan_.characters;
    row[kWords] = static_cast<std::int32_t>(scan_.words.size());
    row[kLetters] = scan_.letters;
    row[kCapitals] = scan_.capitals;
    row[kPunctuation] = scan_.punctuation;
    row[kQuotes] = scan_.quotes;
    row[kUnbalanced] = scan_.unbalanced;
    row[kLongestRun] = scan_.longest_run;
    row[kEnding] = static_cast<std::int32_t>(scan_.ending);
    row[kLanguage] = languages_.of(scan_);
    trigrams_.clear();
    for (std::size_t i = 0; i != scan_.words.size(); ++i) {
      if (i > 0) row[kDoubled] += scan_.words[i].hash == scan_.words[i - 1].hash;
      if (i < 2) continue;
      const std::uint64_t pair = hash_combine(scan_.words[i - 2].hash, scan_.words[i - 1].hash);
      row[kRepeated] += !trigrams_.insert(hash_combine(pair, scan_.words[i].hash));
    }
  }

  void beside_source(std::int32_t* row) {
    for (const Word& word : scan_.words) row[kCopied] += source_words_.contains(word.hash);
    for (std::size_t i = 0; i != kItems; ++i) {
      row[kLost + i] = missing(source_items_[i], scan_.items[i]);
      row[kAdded + i] = missing(scan_.items[i], source_items_[i]);
    }
  }

  // Remembers the kinds of words and the scripts of candidate `c`, for `close`.
  void keep(std::size_t c) {
    const auto number = static_cast<std::uint32_t>(c + 1);  // 0 is nobody
    for (const Word& word : scan_.words) {
      const auto id = static_cast<std::uint32_t>(kinds_.size());
      const auto [known, fresh] = seen_.insert(word.hash, id);
      if (fresh) kinds_.push_back({0, 0});
      Known& kind = kinds_[*known];
      if (kind.last == number) continue;
      kind = {kind.holders + 1, number};
      matches_.push_back({number, *known, false});
      const std::uint32_t* const in_source = source_words_.find(word.hash);
      if (in_source == nullptr) continue;
      ++source_holders_[*in_source].holders;
      matches_.push_back({number, *in_source, true});
    }
    for (std::size_t s = 0; s != kScripts; ++s) totals_[s] += scan_.letters_by_script[s];
    scripts_.push_back(scan_.letters_by_script);
  }

  void close(std::size_t count, std::int32_t* rows) {
    for (const Match& match : matches_) {
      std::int32_t* const row = rows + (match.candidate - 1) * kSigns;
      if (match.in_source) {
        row[kUntranslated] += 2 * std::size_t{source_holders_[match.word].holders} < count;
      } else {
        ++row[kTypes];
        row[kOwn] += kinds_[match.word].holders == 1;
      }
    }
    const auto most = std::max_element(totals_.begin(), totals_.end());
    const auto script = static_cast<std::size_t>(most - totals_.begin());
    for (std::size_t c = 0; c != count; ++c) {
      std::int32_t* const row = rows + c * kSigns;
      row[kForeign] = row[kLetters] - scripts_[c][script];
    }
  }

  struct Match {
    std::uint32_t candidate, word;
    bool in_source;
  };

  const Languages& languages_;
  Scan scan_;
  HashMap<std::uint64_t, std::uint32_t, IsHash> seen_, source_words_;
  HashSet<std::uint64_t, IsHash> trigrams_;
  std::vector<Known> kinds_, source_holders_;
  std::vector<Match> matches_;
  std::vector<std::array<std::int32_t, kScripts>> scripts_;
  std::array<std::int64_t, kScripts> totals_;
  std::array<std::vector<std::uint64_t>, kItems> source_items_;
};

// Bounds of blocks of lists of about so many bytes.
std::vector<std::size_t> list_blocks(const TextView& texts, std::span<const std::int64_t> offsets) {
  std::vector<std::size_t> bounds{0};
  std::int64_t from = texts.offsets[0];
  for (std::size_t s = 1; s < offsets.size(); ++s) {
    const std::int64_t to = texts.offsets[static_cast<std::size_t>(offsets[s])];
    if (to - from < kBlockBytes && s + 1 < offsets.size()) continue;
    bounds.push_back(s);
    from = to;
  }
  return bounds;
}

}  // namespace

std::vector<std::int32_t> count_signs(const TextView& texts,
                                      std::span<const std::int64_t> sentence_offsets,
                                      const TextView& sources, unsigned threads) {
  std::vector<std::int32_t> rows(texts.size() * kSigns);
  const std::vector<std::size_t> bounds = list_blocks(texts, sentence_offsets);
  const Languages languages;
  parallel_for(bounds.size() - 1, threads, [&](std::size_t block) {
    Lists lists(languages);
    for (std::size_t s = bounds[block]; s != bounds[block + 1]; ++s) {
      const auto begin = static_cast<std::size_t>(sentence_offsets[s]);
      const auto end = static_cast<std::size_t>(sentence_offsets[s + 1]);
      const std::string_view source = sources.get(s);
      lists.count(texts, begin, end, sources.size() == 0 ? nullptr : &source,
                  rows.data() + begin * kSigns);
    }
  });
  return rows;
}

}  // namespace manyways::features
