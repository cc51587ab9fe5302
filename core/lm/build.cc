#include "lm/build.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "base/error.h"
#include "base/hash_table.h"
#include "base/section_file.h"
#include "lm/model.h"

namespace manyways::lm {
namespace {

constexpr std::uint32_t kNone = IdTable::kNone;

// The n-grams of one order, findable by (index of the first n - 1 words in the order below, word).
class Level {
  // How the table of ids sees them.
  auto same_as(std::uint32_t first, WordId last) const {
    return
        [this, first, last](std::uint32_t id) { return context[id] == first && word[id] == last; };
  }
  auto hash_of() const {
    return [this](std::uint32_t id) { return slot_hash(context[id], word[id]); };
  }

 public:
  std::vector<std::uint32_t> context, suffix;  // indices in the order below
  std::vector<WordId> word;
  std::vector<float> score, backoff;
  std::vector<std::uint8_t> extends_left, extends_right;

  std::size_t size() const { return score.size(); }

  void reserve(std::size_t count) {
    context.reserve(count), suffix.reserve(count), word.reserve(count);
    score.reserve(count), backoff.reserve(count);
    extends_left.reserve(count), extends_right.reserve(count);
    ids_.reserve(count, hash_of());
  }
  std::uint32_t find(std::uint32_t first, WordId last) const {
    return ids_.find(slot_hash(first, last), same_as(first, last));
  }
  // kNone if it is there already.
  std::uint32_t add(std::uint32_t first, WordId last, std::uint32_t rest) {
    const auto id =
        ids_.find_or_add(slot_hash(first, last), size(), same_as(first, last), hash_of());
    if (id != size()) return kNone;
    context.push_back(first), suffix.push_back(rest), word.push_back(last);
    score.push_back(std::numeric_limits<float>::quiet_NaN()), backoff.push_back(0);
    extends_left.push_back(0), extends_right.push_back(0);
    return id;
  }

 private:
  IdTable ids_;
};

class Builder {
 public:
  explicit Builder(const Ngrams& ngrams) : ngrams_(ngrams), levels_(ngrams.order()) {
    add_unigrams();
    for (unsigned n = 2; n <= ngrams.order(); ++n) add_order(n);
    fill_missing();
    find_extensions();
    number_nodes();
  }
  void write(const std::string& path, const BuildOptions& options) const;

 private:
  void add_unigrams();
  void add_order(unsigned n);
  std::uint32_t intern(std::span<const WordId> words);
  void fill_missing();
  void find_extensions();
  void number_nodes();
  // `where` gets the slot of each n-gram, order by order.
  std::vector<Slot> make_slots(std::uint64_t home, std::vector<std::uint32_t>& where) const;
  void write_bounds(SectionWriter& writer, const std::vector<std::uint32_t>& where,
                    std::size_t slots) const;
  float stored(unsigned n, std::uint32_t i) const {
    const Level& level = levels_[n - 1];
    return level.extends_left[i] ? -std::fabs(level.score[i]) : std::fabs(level.score[i]);
  }

  const Ngrams& ngrams_;
  std::vector<Level> levels_;
  std::vector<std::vector<std::uint32_t>> next_;  // per order: the state after each n-gram
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> node_starts_;
};

void Builder::add_unigrams() {
  Level& level = levels_[0];
  const std::size_t words = ngrams_.vocabulary.size();
  level.score.assign(words, kMissingScore);
  level.backoff.assign(words, 0);
  level.suffix.assign(words, 0);
  level.extends_left.assign(words, 0);
  level.extends_right.assign(words, 0);
  const NgramOrder& unigrams = ngrams_.orders[0];
  for (std::size_t i = 0; i < unigrams.size(); ++i) {
    level.score[unigrams.words[i]] = unigrams.scores[i];
    if (!unigrams.backoffs.empty()) level.backoff[unigrams.words[i]] = unigrams.backoffs[i];
  }
}

// The index of an n-gram, which comes in, with all that it needs, if it is not there.
std::uint32_t Builder::intern(std::span<const WordId> words) {
  std::uint32_t index = words[0];
  for (std::size_t n = 2; n <= words.size(); ++n) {
    const std::uint32_t found = levels_[n - 1].find(index, words[n - 1]);
    index = found != kNone
                ? found
                : levels_[n - 1].add(index, words[n - 1], intern(words.subspan(1, n - 1)));
  }
  return index;
}

void Builder::add_order(unsigned n) {
  const NgramOrder& list = ngrams_.orders[n - 1];
  Level& level = levels_[n - 1];
  level.reserve(list.size());
  std::uint32_t context = kNone;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto words = ngrams_.words(n, i);
    // Lists are often sorted by context: look it up only when it changes.
    if (i == 0 || !std::equal(words.begin(), words.end() - 1, words.begin() - n)) {
      context = intern(words.first(n - 1));
    }
    std::uint32_t suffix = words.back();
    if (n > 2) {
      suffix = levels_[n - 2].find(levels_[n - 2].suffix[context], words.back());
      if (suffix == kNone) suffix = intern(words.subspan(1));
    }
    const std::uint32_t index = level.add(context, words.back(), suffix);
    if (index == kNone) {
      std::string text;
      for (const WordId word : words) (text += ' ') += ngrams_.vocabulary.word(word);
      throw InputError("", 0, "the n-gram" + text + " stands twice in the model");
    }
    level.score[index] = list.scores[i];
    if (!list.backoffs.empty()) level.backoff[index] = list.backoffs[i];
  }
}

// What was not in the list gets the score that the list gives it by backing off.
void Builder::fill_missing() {
  for (unsigned n = 2; n <= levels_.size(); ++n) {
    Level& level = levels_[n - 1];
    const Level& below = levels_[n - 2];
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (std::isnan(level.score[i])) {
        level.score[i] =
            std::min(0.0f, below.backoff[level.context[i]] + below.score[level.suffix[i]]);
      }
    }
  }
}

void Builder::find_extensions() {
  for (unsigned n = 2; n <= levels_.size(); ++n) {
    const Level& level = levels_[n - 1];
    Level& below = levels_[n - 2];
    for (const std::uint32_t i : level.context) below.extends_right[i] = 1;
    for (const std::uint32_t i : level.suffix) below.extends_left[i] = 1;
  }
  for (unsigned n = 1; n < levels_.size(); ++n) {
    Level& level = levels_[n - 1];
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (level.backoff[i] != 0) level.extends_right[i] = 1;
    }
  }
}

void Builder::number_nodes() {
  nodes_.push_back({0, 0});
  node_starts_.push_back(0);
  next_.resize(levels_.size());
  for (unsigned n = 1; n <= levels_.size(); ++n) {
    const Level& level = levels_[n - 1];
    std::vector<std::uint32_t>& next = next_[n - 1];
    next.resize(level.size());
    if (n < levels_.size()) node_starts_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    for (std::size_t i = 0; i < level.size(); ++i) {
      next[i] = n == 1 ? 0 : next_[n - 2][level.suffix[i]];
      if (n == levels_.size() || !level.extends_right[i]) continue;
      if (nodes_.size() >= kNone) throw InputError("", 0, "the model has more than 2^32 contexts");
      nodes_.push_back({level.backoff[i], next[i]});
      next[i] = static_cast<std::uint32_t>(nodes_.size() - 1);
    }
  }
}

std::vector<Slot> Builder::make_slots(std::uint64_t home, std::vector<std::uint32_t>& where) const {
  std::vector<Slot> slots(home + 1);
  for (unsigned n = 2; n <= levels_.size(); ++n) {
    const Level& level = levels_[n - 1];
    for (std::uint32_t i = 0; i < level.size(); ++i) {
      const std::uint32_t node = next_[n - 2][level.context[i]];
      std::size_t slot = first_slot(node, level.word[i], home);
      while (slots[slot].word != Slot::kFree) {
        if (++slot + 1 >= slots.size()) slots.emplace_back();
      }
      slots[slot] = {node, level.word[i], stored(n, i), next_[n - 1][i]};
      where.push_back(static_cast<std::uint32_t>(slot));
    }
  }
  return slots;
}

void Builder::write(const std::string& path, const BuildOptions& options) const {
  std::vector<std::uint64_t> header{0};
  std::uint64_t entries = 0;
  for (const Level& level : levels_) header.push_back(level.size());
  for (std::size_t n = 1; n < levels_.size(); ++n) entries += levels_[n].size();
  header[0] = static_cast<std::uint64_t>(static_cast<double>(entries) * options.slots_per) + 16;
  if (header[0] >= kNone)
    throw InputError("", 0, "the model has more n-grams than 2^32 slots hold");
  std::vector<Unigram> unigrams(levels_[0].size());
  for (std::uint32_t i = 0; i < unigrams.size(); ++i) unigrams[i] = {stored(1, i), next_[0][i]};
  std::vector<std::uint32_t> where;
  where.reserve(entries);
  const std::vector<Slot> slots = make_slots(header[0], where);

  SectionWriter writer(path, Model::kKind, Model::kVersion);
  const VocabularyView words = ngrams_.vocabulary.view();
  writer.add("header", header);
  writer.add("words", words.bytes());
  writer.add("word_offsets", words.offsets());
  writer.add("word_table", words.table());
  writer.add("node_starts", node_starts_);
  writer.add("unigrams", unigrams);
  writer.add("nodes", nodes_);
  writer.add("slots", slots);
  if (options.bounds) write_bounds(writer, where, slots.size());
  writer.finish();
}

// From the longest n-grams down: a bound covers the n-gram's own score behind the best back-off
// weights, and the bounds of all n-grams that end in it.
void Builder::write_bounds(SectionWriter& writer, const std::vector<std::uint32_t>& where,
                           std::size_t slots) const {
  std::vector<float> node_bounds(nodes_.size(), 0.0f);
  for (std::size_t node = nodes_.size(); --node > 0;) {
    float& below = node_bounds[nodes_[node].suffix];
    below = std::max(below, nodes_[node].backoff + node_bounds[node]);
  }
  std::vector<float> slot_bounds(slots, 0.0f), above, bounds;
  std::size_t end = where.size();
  for (std::size_t n = levels_.size(); n >= 1; --n) {
    const Level& level = levels_[n - 1];
    bounds.assign(level.size(), -std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < above.size(); ++i) {
      float& bound = bounds[levels_[n].suffix[i]];
      bound = std::max(bound, above[i]);
    }
    end -= n > 1 ? level.size() : 0;
    for (std::size_t i = 0; i < level.size(); ++i) {
      const std::uint32_t node = n > 1 ? next_[n - 2][level.context[i]] : 0;
      bounds[i] = std::max(bounds[i], level.score[i] + node_bounds[node]);
      if (n > 1) slot_bounds[where[end + i]] = bounds[i];
    }
    above.swap(bounds);
  }
  writer.add("unigram_bounds", above);
  writer.add("node_bounds", node_bounds);
  writer.add("slot_bounds", slot_bounds);
}

}  // namespace

void write_model(const Ngrams& ngrams, const std::string& path, const BuildOptions& options) {
  Builder(ngrams).write(path, options);
}

}  // namespace manyways::lm
