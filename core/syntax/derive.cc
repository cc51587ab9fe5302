#include <algorithm>
#include <map>

#include "base/error.h"
#include "syntax/transitions.h"

namespace manyways::syntax {
namespace {

// Numbers for chains and actions, in the order in which they come.
class Numbers {
 public:
  explicit Numbers(TransitionParts& parts) : parts_(parts) { chain({}); }

  std::uint16_t chain(const std::vector<Label>& labels) {
    const auto [at, fresh] = chains_.try_emplace(labels, chains_.size());
    if (fresh) parts_.symbols.add(labels.data(), labels.size());
    return fit(at->second);
  }
  ActionId action(Action action) {
    const auto [at, fresh] = actions_.try_emplace(action, actions_.size());
    if (fresh) parts_.actions.push_back(action);
    return fit(at->second);
  }

 private:
  static std::uint16_t fit(std::size_t number) {
    if (number < 16'384) return static_cast<std::uint16_t>(number);
    throw InputError("", 0, "the trees have too many different constituents",
                     "At most 16384 chains of labels and as many actions can be learned.");
  }

  TransitionParts& parts_;
  std::map<std::vector<Label>, std::size_t> chains_;
  std::map<Action, std::size_t> actions_;
};

class Deriver {
 public:
  Deriver(const Treebank& bank, const HeadRules& rules, std::span<const Tag> tags,
          std::size_t tag_count)
      : bank_(bank), rules_(rules), tags_(tags), seen_(tag_count), numbers_(made_.parts) {}

  Derivations derive() {
    std::size_t word = 0;
    for (std::size_t tree = 0; tree < bank_.trees.size(); ++tree) {
      first_ = static_cast<std::size_t>(bank_.trees.offsets[tree]);
      nodes_ = static_cast<std::size_t>(bank_.trees.offsets[tree + 1]) - first_;
      words_ = count_words(bank_.words.view()[tree]);
      first_word_ = word;
      split_tags(bank_.tags.view()[tree]);
      if (nodes_ == 0) {
        shift(0, {});
      } else {
        constituent(0);
      }
      made_.actions.end_row();
      word += words_;
    }
    add_defaults();
    for (std::vector<ActionId>& each : seen_) {
      std::sort(each.begin(), each.end());
      made_.parts.shifts.add(each.data(), each.size());
    }
    return std::move(made_);
  }

 private:
  struct Child {
    bool word;
    std::uint32_t at;  // a word or a node
  };

  static std::size_t count_words(std::string_view text) {
    return text.empty() ? 0
                        : 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), ' '));
  }
  void split_tags(std::string_view text) {
    names_.clear();
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      names_.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  }
  std::uint32_t begin(std::uint32_t node) const { return bank_.trees.begins[first_ + node]; }
  std::uint32_t end(std::uint32_t node) const { return bank_.trees.ends[first_ + node]; }
  Label label(std::uint32_t node) const { return bank_.trees.labels[first_ + node]; }

  // The children of a node, and the number of the first node that is not below it.
  std::vector<Child> children(std::uint32_t node) const {
    std::vector<Child> found;
    std::uint32_t word = begin(node), next = node + 1;
    while (word < end(node)) {
      if (next < nodes_ && begin(next) == word && end(next) <= end(node)) {
        found.push_back({false, next});
        word = end(next);
        const std::uint32_t stop = end(next);
        while (next < nodes_ && begin(next) < stop) ++next;
      } else {
        found.push_back({true, word++});
      }
    }
    return found;
  }

  void emit(Action action) { made_.actions.values.push_back(numbers_.action(action)); }

  void shift(std::uint32_t word, const std::vector<Label>& chain) {
    const Action action{numbers_.chain(chain), Step::kShift, 0};
    emit(action);
    std::vector<ActionId>& seen = seen_[tags_[first_word_ + word]];
    const ActionId id = numbers_.action(action);
    if (std::find(seen.begin(), seen.end(), id) == seen.end()) seen.push_back(id);
  }

  void child(const Child& each) { each.word ? shift(each.at, {}) : constituent(each.at); }

  // All actions of a constituent. Its depth is that of a tree that was read, and so limited.
  void constituent(std::uint32_t node) {
    std::vector<Label> chain{label(node)};
    std::vector<Child> below = children(node);
    while (below.size() == 1 && !below[0].word) {
      node = below[0].at;
      chain.push_back(label(node));
      below = children(node);
    }
    if (below.size() == 1) return shift(below[0].at, chain);
    const std::size_t head = head_of(node, below);
    const std::uint16_t whole = numbers_.chain(chain), part = numbers_.chain({chain.back()});
    std::size_t left = below.size() - 1;  // reductions that are still to come
    const auto reduce = [&](Step step) {
      const bool partial = --left > 0;
      emit({partial ? part : whole, step, static_cast<std::uint8_t>(partial)});
    };
    for (std::size_t i = 0; i <= head; ++i) child(below[i]);
    for (std::size_t i = 0; i < head; ++i) reduce(Step::kHeadRight);
    for (std::size_t i = head + 1; i < below.size(); ++i) {
      child(below[i]);
      reduce(Step::kHeadLeft);
    }
  }

  std::size_t head_of(std::uint32_t node, const std::vector<Child>& below) const {
    std::vector<std::string_view> symbols;
    for (const Child& each : below) {
      symbols.push_back(each.word ? names_[each.at]
                                  : std::string_view(bank_.names[label(each.at)]));
    }
    return rules_.head(bank_.names[label(node)], symbols);
  }

  // Without a shift and a reduction there would be sentences that have no tree at all.
  void add_defaults() {
    numbers_.action({0, Step::kShift, 0});
    const std::uint16_t chain = numbers_.chain({0});
    numbers_.action({chain, Step::kHeadLeft, 0});
    numbers_.action({chain, Step::kHeadRight, 0});
  }

  const Treebank& bank_;
  const HeadRules& rules_;
  std::span<const Tag> tags_;
  std::vector<std::vector<ActionId>> seen_;
  Derivations made_;
  Numbers numbers_;
  std::size_t first_ = 0, nodes_ = 0, words_ = 0, first_word_ = 0;
  std::vector<std::string_view> names_;
};

}  // namespace

Derivations derive(const Treebank& bank, const HeadRules& rules, std::span<const Tag> tags,
                   std::size_t tag_count) {
  return Deriver(bank, rules, tags, tag_count).derive();
}

}  // namespace manyways::syntax
