// The tags of a sentence by beam search, from left to right.
//
//   TagSearch<Weights> search(weights, lexicon, tag_count, beam);
//   search.run(context, 0);                          // from the first word on
//   search.tags(context.size(), tags);               // the best sequence
//   search.run(other, 7);                            // another sentence with the same beginning
//
// After word i the beam holds the best hypotheses that differ in their last two tags: later features see
// no others, so that of two which agree in them only the better can win. Of equal scores the one that
// was made first stays ahead: by the rank of what it continues, then by the number of its tag.
//
// A word's step needs the words up to kTagAhead behind it and nothing later. Whoever tags a second
// sentence that agrees with the first up to there runs from the first step that differs.
//
// Words with a single allowed tag are not scored at all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "syntax/lexicon.h"
#include "syntax/tag_features.h"

namespace manyways::syntax {

struct TagItem {
  std::int64_t score = 0;
  Tag tag = kNoTag, before = kNoTag;
  std::uint32_t back = 0;  // its place in the beam before
  bool gold = true;        // all its tags are those of the gold sequence
};

template <typename Table>
class TagSearch {
 public:
  TagSearch(const Table& table, const Lexicon& lexicon, std::size_t tags, std::size_t beam)
      : table_(table), lexicon_(lexicon), beam_(beam), fixed_(tags), scores_(tags), all_(tags) {
    for (std::size_t t = 0; t < tags; ++t) all_[t] = static_cast<Tag>(t);
  }

  // The steps of words `from` and on; those before stand as they are. With gold tags each of them is
  // allowed where it stands.
  void run(const TagContext& context, std::size_t from, std::span<const Tag> gold = {}) {
    const std::size_t n = context.size();
    if (items_.size() < (n + 1) * beam_) {
      items_.resize((n + 1) * beam_);
      counts_.resize(n + 1);
    }
    items_[0] = {};
    counts_[0] = 1;
    for (std::size_t i = from; i < n; ++i) step(context, i, gold);
  }

  // Hypotheses after `words` words, the best first.
  std::span<const TagItem> beam(std::size_t words) const {
    return {items_.data() + words * beam_, counts_[words]};
  }
  // The tags of the best of them.
  void tags(std::size_t words, Tag* tags) const {
    std::uint32_t place = 0;
    for (std::size_t i = words; i > 0; --i) {
      const TagItem& item = items_[i * beam_ + place];
      tags[i - 1] = item.tag;
      place = item.back;
    }
  }

 private:
  void step(const TagContext& context, std::size_t i, std::span<const Tag> gold) {
    choose_allowed(context.at(i, 0), i, gold);
    const bool scored = allowed_.size() > 1;
    if (scored) {
      fixed_features(context, i, fixed_keys_);
      std::fill(fixed_.begin(), fixed_.end(), 0);
      table_.add(fixed_keys_.view(), fixed_.data());
    }
    next_ = items_.data() + (i + 1) * beam_;
    counts_[i + 1] = 0;
    for (std::uint32_t place = 0; place < counts_[i]; ++place) {
      const TagItem& item = items_[i * beam_ + place];
      if (scored) {
        state_features(context, i, item.before, item.tag, state_keys_);
        scores_ = fixed_;
        table_.add(state_keys_.view(), scores_.data());
      }
      for (const Tag tag : allowed_) {
        const std::int64_t score = item.score + (scored ? scores_[tag] : 0);
        keep({score, tag, item.tag, place, item.gold && !gold.empty() && tag == gold[i]},
             counts_[i + 1]);
      }
    }
  }

  void choose_allowed(const WordFacts& word, std::size_t i, std::span<const Tag> gold) {
    allowed_ = lexicon_.set(word.allowed);
    if (allowed_.empty()) allowed_ = all_;
    if (gold.empty() || std::find(allowed_.begin(), allowed_.end(), gold[i]) != allowed_.end()) {
      return;
    }
    with_gold_.assign(allowed_.begin(), allowed_.end());
    with_gold_.insert(std::upper_bound(with_gold_.begin(), with_gold_.end(), gold[i]), gold[i]);
    allowed_ = with_gold_;
  }

  // Puts an item where it belongs, unless one with its last two tags is better.
  void keep(const TagItem& item, std::uint32_t& count) {
    std::uint32_t place = count;
    while (place > 0 && next_[place - 1].score < item.score) --place;
    const auto same = [&](const TagItem& other) {
      return other.tag == item.tag && other.before == item.before;
    };
    if (place == beam_ || std::any_of(next_, next_ + place, same)) return;
    const TagItem* const worse = std::find_if(next_ + place, next_ + count, same);
    auto last = static_cast<std::uint32_t>(worse - next_);
    if (last == count && count < beam_) ++count;
    if (last == count) --last;
    for (std::uint32_t i = last; i > place; --i) next_[i] = next_[i - 1];
    next_[place] = item;
  }

  const Table& table_;
  const Lexicon& lexicon_;
  std::size_t beam_;
  std::vector<TagItem> items_;         // beam_ of them for each number of words
  std::vector<std::uint32_t> counts_;  // how many of those there are
  TagItem* next_ = nullptr;
  std::vector<std::int32_t> fixed_, scores_;
  std::vector<Tag> all_, with_gold_;
  std::span<const Tag> allowed_;
  FixedKeys fixed_keys_;
  StateKeys state_keys_;
};

}  // namespace manyways::syntax
