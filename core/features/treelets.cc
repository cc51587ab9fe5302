#include "features/treelets.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "base/hash_table.h"
#include "base/offsets.h"
#include "base/split.h"
#include "base/threads.h"

namespace manyways::features {
namespace {

constexpr char kTreeletKind[] = "treelets";
enum TreeletModel : std::uint64_t { kRuleModel, kSymbolModel, kWordModel };
constexpr std::size_t kRuleItems = 3, kRuleLeast = 1, kSymbolItems = 4, kWordItems = 5;
constexpr std::size_t kDeepest = 1000, kTreesPerBlock = 4096;
const std::uint64_t kTop = word_hash("(top)"), kStop = word_hash("(stop)"),
                    kStart = word_hash("(start)"), kNumber = word_hash("<num>");
const std::uint64_t kWordsKey = word_hash("(number of words)"),
                    kSymbolsKey = word_hash("(number of symbols)");

bool is_number(std::string_view word) {
  bool digit = false;
  for (const char c : word) {
    if (c >= '0' && c <= '9') {
      digit = true;
    } else if (c != '.' && c != ',' && c != ':' && c != '-' && c != '/') {
      return false;
    }
  }
  return digit;
}

// NP-SBJ=2 is NP; what begins with a sign (-LRB-) stays.
std::string_view plain_label(std::string_view label) {
  const std::size_t sign = label.find_first_of("-=", 1);
  return label.empty() || label[0] == '-' || sign == std::string_view::npos ? label
                                                                            : label.substr(0, sign);
}

// As parsers and treebanks call what stands around a tree.
bool is_outermost(std::string_view label) {
  return label.empty() || label == "ROOT" || label == "TOP" || label == "S1" || label == "VROOT";
}

// What a rule is: the parent and all its children.
std::uint64_t rule_hash(const BracketTree& tree, std::uint32_t parent) {
  const BracketTree::Node& node = tree.nodes[parent];
  std::uint64_t hash = hash_combine(node.label, node.children);
  for (std::uint32_t c = node.first; c != BracketTree::kNone; c = tree.nodes[c].right)
    hash = hash_combine(hash, tree.nodes[c].label);
  return hash;
}

// Calls rule(context, outcome, node) for nodes with children and word(context, outcome) for tags.
template <typename Rule, typename Word>
void for_each_event(const BracketTree& tree, std::vector<std::uint64_t>& rules, Rule&& rule,
                    Word&& word) {
  rules.assign(tree.nodes.size(), 0);
  std::uint64_t last = kStart, before_last = kStart;
  for (std::uint32_t n = 0; n != tree.nodes.size(); ++n) {
    const BracketTree::Node& node = tree.nodes[n];
    const bool top = node.parent == BracketTree::kNone;
    const std::uint64_t above = top ? kTop : rules[node.parent];
    if (node.is_tag) {
      const std::uint64_t sister =
          node.right == BracketTree::kNone ? kStop : tree.nodes[node.right].label;
      word(EventContext{node.label, sister, last, before_last, above}, node.word);
      before_last = last;
      last = node.word;
    } else {
      rules[n] = rule_hash(tree, n);
      const std::uint64_t parent = top ? kTop : tree.nodes[node.parent].label;
      rule(EventContext{node.label, parent, above, 0, 0}, rules[n], n);
    }
  }
}

// The children of a node one by one, with kStop behind the last.
template <typename Visit>
void for_each_symbol(const BracketTree& tree, std::uint32_t node, Visit&& visit) {
  EventContext context{kStart, tree.nodes[node].label, kStart, kStart, 0};
  for (std::uint32_t c = tree.nodes[node].first;; c = tree.nodes[c].right) {
    const std::uint64_t symbol = c == BracketTree::kNone ? kStop : tree.nodes[c].label;
    visit(context, symbol);
    if (c == BracketTree::kNone) return;
    context = {symbol, context[1], context[0], context[2], 0};
  }
}

}  // namespace

std::uint32_t BracketTree::append(std::uint64_t label) {
  const auto fresh = static_cast<std::uint32_t>(nodes.size());
  const std::uint32_t parent = open_.empty() ? kNone : open_.back().node;
  nodes.push_back({label, 0, parent, kNone, kNone, 0, false});
  if (parent != kNone) {
    Open& above = open_.back();
    (above.last == kNone ? nodes[parent].first : nodes[above.last].right) = fresh;
    above.last = fresh;
    ++nodes[parent].children;
  }
  return fresh;
}

bool BracketTree::read(std::string_view text) {
  nodes.clear();
  open_.clear();
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto skip = [&] {
    while (at != end && is_space(*at)) ++at;
  };
  const auto token = [&] {
    const char* const start = at;
    while (at != end && !is_space(*at) && *at != '(' && *at != ')') ++at;
    return std::string_view(start, static_cast<std::size_t>(at - start));
  };
  bool done = false;
  for (skip(); at != end; skip()) {
    if (done) return false;
    if (*at == '(') {
      ++at;
      skip();
      const std::string_view label = plain_label(token());
      if (open_.size() == kDeepest) return false;
      if (!open_.empty() && open_.back().node != kNone && nodes[open_.back().node].is_tag)
        return false;
      const std::uint32_t parent = open_.empty() ? kNone : open_.back().node;
      std::uint64_t hash = word_hash(label);
      if (label == "VP" && parent != kNone)
        hash = hash_combine(hash, word_hash(open_.back().label));
      // A bracket around the whole is no node of its own.
      if (is_outermost(label) && open_.empty()) {
        open_.push_back({label, hash, kNone, kNone});
        continue;
      }
      if (label.empty()) return false;
      open_.push_back({label, hash, append(hash), kNone});
    } else if (*at == ')') {
      ++at;
      if (open_.empty()) return false;
      const std::uint32_t node = open_.back().node;
      open_.pop_back();
      if (node != kNone && !nodes[node].is_tag && nodes[node].children == 0) return false;
      done = open_.empty();
    } else {
      const std::string_view word = token();
      if (open_.empty() || open_.back().node == kNone) return false;
      Node& node = nodes[open_.back().node];
      if (node.is_tag || node.children != 0) return false;
      node.is_tag = true;
      node.word = is_number(word) ? kNumber : word_hash(word);
    }
  }
  return open_.empty();
}

TreeletTrainer::TreeletTrainer()
    : rules_(kRuleItems, kRuleLeast), symbols_(kSymbolItems), words_(kWordItems) {}

void BracketTree::build(const ParsedView& parsed, const ParsedNames& names, std::size_t row) {
  nodes.clear();
  open_.clear();
  auto node = static_cast<std::size_t>(parsed.offsets[row]);
  const auto last = static_cast<std::size_t>(parsed.offsets[row + 1]);
  const auto first_word = static_cast<std::size_t>(parsed.word_offsets[row]);
  const auto words = static_cast<std::size_t>(parsed.word_offsets[row + 1]) - first_word;
  for (std::size_t w = 0; w != words; ++w) {
    for (; node != last && parsed.begins[node] <= w; ++node) {
      const std::uint16_t label = parsed.labels[node];
      std::uint64_t hash = names.labels[label];
      if (names.is_verb_phrase[label] && !open_.empty())
        hash = hash_combine(hash, open_.back().hash);
      const std::uint32_t fresh = append(hash);
      // `hash` of an open one is its plain label's, which a verb phrase below it names.
      open_.push_back({{}, names.labels[label], fresh, kNone});
      ends_.push_back(parsed.ends[node]);
    }
    const std::uint32_t tag = append(names.tags[parsed.tags[first_word + w]]);
    nodes[tag].is_tag = true;
    nodes[tag].word = names.words[parsed.words[first_word + w]];
    while (!open_.empty() && ends_.back() <= w + 1) {
      open_.pop_back();
      ends_.pop_back();
    }
  }
  ends_.clear();
}

bool TreeletTrainer::add(std::string_view text) {
  if (!tree_.read(text)) return false;
  count();
  return true;
}

void TreeletTrainer::add(const ParsedView& parsed, const ParsedNames& names) {
  for (std::size_t row = 0; row != parsed.size(); ++row) {
    tree_.build(parsed, names, row);
    count();
  }
}

void TreeletTrainer::count() {
  if (tree_.nodes.empty()) return;
  ++trees_;
  std::vector<std::uint64_t> rules;
  for_each_event(
      tree_, rules,
      [&](const EventContext& context, std::uint64_t outcome, std::uint32_t node) {
        rules_.add(context, outcome);
        for_each_symbol(tree_, node, [&](const EventContext& around, std::uint64_t symbol) {
          symbols_.add(around, symbol);
        });
      },
      [&](const EventContext& context, std::uint64_t word) { words_.add(context, word); });
}

void TreeletTrainer::write(const std::string& path) {
  std::vector<Hashed> entries;
  // How many different words and symbols there are is counted by the models of no context.
  const auto even = [](const EventCounter& counter) {
    HashSet<std::uint64_t, IsHash> different;
    counter.for_each([&](const EventCounter::Event& event) { different.insert(event.outcome); });
    return 1.0 / static_cast<double>(different.size() + 1);
  };
  const double word = even(words_), symbol = even(symbols_);
  words_.finish(kWordModel, [&](const EventCounter::Event&) { return word; }, entries);
  rules_.finish(kRuleModel, [&](const EventCounter::Event&) { return 0.0; }, entries);
  symbols_.finish(kSymbolModel, [&](const EventCounter::Event&) { return symbol; }, entries);
  entries.push_back({kWordsKey, static_cast<float>(std::log(word))});
  entries.push_back({kSymbolsKey, static_cast<float>(std::log(symbol))});
  HashedTable::write(path, kTreeletKind, std::move(entries));
}

Treelets::Treelets(const std::string& path) : table_(path, kTreeletKind) {
  const float* const word = table_.find(kWordsKey);
  const float* const symbol = table_.find(kSymbolsKey);
  if (word == nullptr || symbol == nullptr)
    throw InputError(path, 0, "does not say how many words it knows", "Make it again.");
  unseen_word_ = *word;
  unseen_symbol_ = *symbol;
}

// Scores one tree after the other; what was asked for is remembered.
class Treelets::Scorer {
 public:
  explicit Scorer(const Treelets& model)
      : model_(model),
        rules_(model.table_, kRuleModel, kRuleItems, kRuleLeast),
        symbols_(model.table_, kSymbolModel, kSymbolItems),
        words_(model.table_, kWordModel, kWordItems) {}

  BracketTree tree;

  double score() {
    double sum = 0;
    for_each_event(
        tree, above_,
        [&](const EventContext& context, std::uint64_t outcome, std::uint32_t node) {
          sum += remembered(kRuleModel, context, outcome, [&] {
            return rules_.log_probability(context, outcome, [&] { return sequence(node); });
          });
        },
        [&](const EventContext& context, std::uint64_t word) {
          sum += remembered(kWordModel, context, word, [&] {
            return words_.log_probability(context, word, [&] { return model_.unseen_word_; });
          });
        });
    return sum;
  }

 private:
  double sequence(std::uint32_t node) const {
    double sum = 0;
    for_each_symbol(tree, node, [&](const EventContext& around, std::uint64_t symbol) {
      sum += symbols_.log_probability(around, symbol, [&] { return model_.unseen_symbol_; });
    });
    return sum;
  }

  template <typename Compute>
  double remembered(std::uint64_t model, const EventContext& context, std::uint64_t outcome,
                    Compute&& compute) {
    const std::uint64_t key = outcome_key(context_key(model, context, kMostItems), outcome);
    if (const double* const found = known_.find(key)) return *found;
    const double value = compute();
    known_.insert(key, value);
    return value;
  }

  const Treelets& model_;
  EventModel rules_, symbols_, words_;
  std::vector<std::uint64_t> above_;
  HashMap<std::uint64_t, double, IsHash> known_;
};

std::vector<double> Treelets::score(const TextView& trees, unsigned threads) const {
  std::vector<double> scores(trees.size(), 0.0);
  const std::vector<std::size_t> bounds = text_blocks(trees, 1 << 20);
  parallel_for(bounds.size() - 1, threads, [&](std::size_t block) {
    Scorer scorer(*this);
    for (std::size_t t = bounds[block]; t != bounds[block + 1]; ++t) {
      if (!scorer.tree.read(trees[t])) {
        const std::string begin(trees[t].substr(0, 60));
        throw InputError("", t + 1, "is not a tree in brackets: " + begin);
      }
      scores[t] = scorer.score();
    }
  });
  return scores;
}

std::vector<double> Treelets::score(const ParsedView& parsed, const ParsedNames& names,
                                    unsigned threads) const {
  std::vector<double> scores(parsed.size(), 0.0);
  const std::size_t blocks = (parsed.size() + kTreesPerBlock - 1) / kTreesPerBlock;
  parallel_for(blocks, threads, [&](std::size_t block) {
    Scorer scorer(*this);
    const std::size_t end = std::min(parsed.size(), (block + 1) * kTreesPerBlock);
    for (std::size_t t = block * kTreesPerBlock; t != end; ++t) {
      scorer.tree.build(parsed, names, t);
      scores[t] = scorer.score();
    }
  });
  return scores;
}

void ParsedView::check(std::size_t label_names, std::size_t tag_names,
                       std::size_t vocabulary) const {
  check_all_in_rows(offsets, labels.size(), "tree offsets");
  check_all_in_rows(word_offsets, words.size(), "word offsets");
  check_count(word_offsets.size(), offsets.size(), "word offsets");
  check_count(begins.size(), labels.size(), "begins");
  check_count(ends.size(), labels.size(), "ends");
  check_count(tags.size(), words.size(), "tags");
  check_ids(words, vocabulary, "word ids");
  const auto below = [](std::span<const std::uint16_t> numbers, std::size_t most,
                        const char* what) {
    for (const std::uint16_t each : numbers)
      if (each >= most) throw std::invalid_argument(std::string(what) + " have no such name");
  };
  below(labels, label_names, "labels");
  below(tags, tag_names, "tags");
}

ParsedNames::ParsedNames(const std::vector<std::string>& label_names,
                         const std::vector<std::string>& tag_names, const Vocabulary& vocabulary) {
  for (const std::string& each : label_names) {
    labels.push_back(word_hash(plain_label(each)));
    is_verb_phrase.push_back(plain_label(each) == "VP");
  }
  for (const std::string& each : tag_names) tags.push_back(word_hash(plain_label(each)));
  for (WordId id = 0; id != vocabulary.size(); ++id) {
    std::string_view word = vocabulary.word(id);
    if (word == "(") word = "-LRB-";
    if (word == ")") word = "-RRB-";
    words.push_back(is_number(word) ? kNumber : word_hash(word));
  }
}

}  // namespace manyways::features
