#include "chart/parse.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/split.h"

namespace manyways::chart {

using search::GivenTranslation;
using search::Input;
using search::InputEdge;

namespace {

// Whether `test` holds for a row of words between gaps.
template <typename Test>
bool any_row(std::span<const ChartSymbol> symbols, Test&& test) {
  for (auto at = symbols.begin(); at != symbols.end();) {
    auto end = at;
    while (end != symbols.end() && *end >= 0) ++end;
    if (end != at && test(std::span(at, end))) return true;
    at = end == symbols.end() ? end : end + 1;
  }
  return false;
}

template <typename Words, typename Part>
bool contains(const Words& words, const Part& part) {
  const auto same = [](auto a, auto b) { return static_cast<WordId>(a) == static_cast<WordId>(b); };
  return std::search(words.begin(), words.end(), part.begin(), part.end(), same) != words.end();
}

// Every gap of the source stands in the target once.
void check_gaps(const RuleModel& model, std::span<const WordId> source,
                std::span<const ChartSymbol> target) {
  const auto gaps = std::count(source.begin(), source.end(), model.rules().gap());
  const auto first = std::count(target.begin(), target.end(), -1);
  const auto second = std::count(target.begin(), target.end(), -2);
  if (first == (gaps > 0) && second == (gaps > 1)) return;
  throw InputError(model.table().path(), 0, "is damaged: a rule's gaps differ on its two sides",
                   "Rebuild it, or copy it again from its source.");
}

}  // namespace

const Forest& Parser::parse(const Input& input, ChartTarget& target,
                            const std::vector<std::string_view>* only) {
  read(input, only);
  target.start_sentence(words_);
  for (std::uint32_t start = length_; start-- > 0;) {
    check_interrupt();
    parse_from(start, input, target);
    start_drafts_.push_back(drafts_.size());
  }
  make_forest();
  return forest_;
}

void Parser::read(const Input& input, const std::vector<std::string_view>* only) {
  length_ = input.length;
  words_.clear();
  drafts_.clear();
  start_drafts_.clear();
  own_blocks_.clear();
  known_.assign(input.edges.size(), false);
  filled_.assign((length_ + 1) * std::size_t{length_ + 1}, false);
  edge_starts_.assign(length_ + 2, 0);
  edge_words_.clear();
  for (const InputEdge& edge : input.edges) {
    ++edge_starts_[edge.start + 1];
    edge_words_.push_back(model_.table().source_words().find(edge.word));
  }
  for (std::uint32_t i = 0; i <= length_; ++i) edge_starts_[i + 1] += edge_starts_[i];
  read_given(input);
  read_forbidden(input);
  forced_ = only != nullptr;
  only_.clear();
  for (std::size_t i = 0; forced_ && i < only->size(); ++i) only_.push_back(words_.add((*only)[i]));
}

void Parser::read_given(const Input& input) {
  taken_.assign(length_, false);
  for (const GivenTranslation& given : input.given) {
    search::check_given(given, length_);
    if (!given.exclusive) continue;
    std::fill(taken_.begin() + given.start, taken_.begin() + given.end, true);
    for (const std::uint32_t wall : input.walls) {
      if (given.start < wall && wall < given.end) {
        throw InputError(
            "", 0,
            "the wall before word " + std::to_string(wall) + " stands inside a given translation");
      }
    }
  }
}

void Parser::read_forbidden(const Input& input) {
  forbidden_.clear();
  for (const search::ForbiddenTranslation& item : input.forbidden) {
    Terms terms{item.start, item.end, {}};
    for (const std::string_view word : split_words(item.text)) {
      terms.words.push_back(model_.table().target_words().find(word));
    }
    const bool possible =
        std::find(terms.words.begin(), terms.words.end(), kUnknownWord) == terms.words.end();
    if (possible && !terms.words.empty()) forbidden_.push_back(std::move(terms));
  }
}

void Parser::parse_from(std::uint32_t start, const Input& input, ChartTarget& target) {
  start_ = start;
  wall_ = length_;
  for (const std::uint32_t wall : input.walls) {
    if (wall > start) wall_ = std::min(wall_, wall);
  }
  last_end_ = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(wall_, std::uint64_t{start} + model_.parts().span_limit));
  const Place root{start, phrases::Table::kRoot, 0, 0, {kNoSpan, kNoSpan}, 0.0};
  walk(input, root, target);
  add_given(start, input, target);
  add_unknown(start, input, target);
  const Node gap = model_.table().step(phrases::Table::kRoot, model_.rules().gap());
  if (gap != phrases::Table::kNone) walk_gap(input, root, gap, target);
}

// All rules that go on from a place: by a word, or by a gap behind words.
void Parser::walk(const Input& input, const Place& place, ChartTarget& target) {
  for (std::size_t e = edge_starts_[place.at]; e < edge_starts_[place.at + 1]; ++e) {
    const InputEdge& edge = input.edges[e];
    const bool epsilon = edge.word.empty();
    if (edge.end > last_end_ || is_taken(edge)) continue;
    if (epsilon ? place.node == phrases::Table::kRoot : edge_words_[e] == kUnknownWord) continue;
    Place next = place;
    next.at = edge.end;
    next.score += edge.score;
    if (!epsilon) {
      next.node = model_.table().step(place.node, edge_words_[e]);
      if (next.node == phrases::Table::kNone) continue;
      ++next.words;
      path_.push_back(edge_words_[e]);
    }
    own_.push_back(static_cast<std::uint32_t>(e));
    if (next.words > 0) match(input, next, target);
    walk(input, next, target);
    own_.pop_back();
    if (!epsilon) path_.pop_back();
  }
  if (place.node == phrases::Table::kRoot || place.gaps == grammar::kMostGaps) return;
  const Node gap = model_.table().step(place.node, model_.rules().gap());
  if (gap != phrases::Table::kNone) walk_gap(input, place, gap, target);
}

// The same for a gap at the place, of every size that a cell has.
void Parser::walk_gap(const Input& input, const Place& place, Node next_node, ChartTarget& target) {
  Place next = place;
  next.node = next_node;
  ++next.gaps;
  path_.push_back(model_.rules().gap());
  for (next.at = place.at + 1; next.at <= last_end_; ++next.at) {
    const std::size_t gap = span(place.at, next.at);
    if (!filled_[gap]) continue;
    next.tails[place.gaps] = gap;
    if (next.words > 0) match(input, next, target);
    walk(input, next, target);
  }
  path_.pop_back();
}

// The rules of the source side that ends at a place, if there are any.
void Parser::match(const Input& input, const Place& place, ChartTarget& target) {
  if (model_.table().options(place.node).empty()) return;
  const RuleBlock* found = &block(place.node, target);
  if (!forbidden_.empty()) found = &allowed(*found, input);
  if (found->rules.empty()) return;
  if (own_.size() == 1 && place.gaps == 0) known_[own_[0]] = true;
  if (forced_) {
    found = &filtered(*found, [&](const Rule& rule) {
      return !any_row(rule.symbols, [&](auto row) { return !contains(only_, row); });
    });
  }
  add(place.at, *found, place);
}

void Parser::add(std::uint32_t end, const RuleBlock& block, const Place& place) {
  if (block.rules.empty()) return;
  drafts_.push_back({end, &block, place.tails, place.score});
  filled_[span(start_, end)] = true;
}

// The block of a node: all rules are scored, the best are kept.
const RuleBlock& Parser::block(Node node, ChartTarget& target) {
  if (const RuleBlock* known = model_.rule_cache().find(node)) return *known;
  auto block = std::make_unique<RuleBlock>();
  block->node = node;
  block->source = path_;
  const phrases::Options options = model_.table().options(node);
  std::size_t size = 0;
  for (const phrases::Option entry : options) size += entry.target().size();
  block->symbols.reserve(size);  // never moves: rules point into it
  for (const phrases::Option entry : options) {
    const std::size_t first = block->symbols.size();
    for (const WordId symbol : entry.target()) {
      const int gap = model_.rules().gap_of(symbol);
      block->symbols.push_back(gap < 0 ? static_cast<ChartSymbol>(symbol) : -1 - gap);
    }
    Rule rule{.symbols = std::span<const ChartSymbol>(block->symbols).subspan(first),
              .score = 0,
              .estimate = 0,
              .kind = RuleKind::kTable,
              .entry = entry};
    check_gaps(model_, block->source, rule.symbols);
    rule.score = model_.rule_score(rule, block->source);
    rule.estimate = rule.score + target.estimate(rule.symbols);
    block->rules.push_back(rule);
  }
  std::stable_sort(block->rules.begin(), block->rules.end(),
                   [](const Rule& a, const Rule& b) { return a.estimate > b.estimate; });
  const std::size_t limit = model_.parts().table_limit;
  if (limit > 0 && block->rules.size() > limit) {
    block->rules.erase(block->rules.begin() + static_cast<std::ptrdiff_t>(limit),
                       block->rules.end());
  }
  model_.make_segments(words_, *block);
  const RuleBlock* kept = model_.rule_cache().insert(block);
  if (block != nullptr && kept == block.get()) own_blocks_.push_back(std::move(block));
  return *kept;
}

template <typename Keep>
const RuleBlock& Parser::filtered(const RuleBlock& block, Keep&& keep) {
  if (std::all_of(block.rules.begin(), block.rules.end(), keep)) return block;
  auto part = std::make_unique<RuleBlock>();
  part->node = block.node;
  part->source = block.source;
  part->segments = block.segments;
  std::copy_if(block.rules.begin(), block.rules.end(), std::back_inserter(part->rules), keep);
  return *own_blocks_.emplace_back(std::move(part));
}

// Without what is forbidden for the words that the rule itself covers.
const RuleBlock& Parser::allowed(const RuleBlock& block, const Input& input) {
  const auto concerned = [&](const Terms& terms) {
    return terms.start == terms.end || std::any_of(own_.begin(), own_.end(), [&](std::uint32_t e) {
             return input.edges[e].start < terms.end && terms.start < input.edges[e].end;
           });
  };
  return filtered(block, [&](const Rule& rule) {
    return std::none_of(forbidden_.begin(), forbidden_.end(), [&](const Terms& terms) {
      return concerned(terms) &&
             any_row(rule.symbols, [&](auto row) { return contains(row, terms.words); });
    });
  });
}

bool Parser::is_taken(const InputEdge& edge) const {
  return std::find(taken_.begin() + edge.start, taken_.begin() + edge.end, true) !=
         taken_.begin() + edge.end;
}

// A block of one rule, which is these words.
void Parser::add_words(std::uint32_t end, std::string_view text, Rule rule, double input_score,
                       ChartTarget& target) {
  auto block = std::make_unique<RuleBlock>();
  if (rule.kind == RuleKind::kUnknown) {
    block->symbols.push_back(static_cast<ChartSymbol>(words_.add(text)));
  } else {
    for (const std::string_view word : split_words(text)) {
      block->symbols.push_back(static_cast<ChartSymbol>(words_.add(word)));
    }
  }
  rule.symbols = block->symbols;
  if (forced_ && !contains(only_, rule.symbols)) return;
  rule.score = model_.rule_score(rule, {});
  rule.estimate = rule.score + target.estimate(rule.symbols);
  block->rules.push_back(rule);
  model_.make_segments(words_, *block);
  add(end, *own_blocks_.emplace_back(std::move(block)),
      {0, phrases::Table::kNone, 0, 0, {kNoSpan, kNoSpan}, input_score});
}

void Parser::add_given(std::uint32_t start, const Input& input, ChartTarget& target) {
  for (const GivenTranslation& given : input.given) {
    if (given.start != start || given.end > wall_) continue;
    if (!given.exclusive && is_taken({given.start, given.end, {}, 0})) continue;
    for (std::size_t e = edge_starts_[start]; e < edge_starts_[start + 1]; ++e) {
      if (input.edges[e].end == given.end) known_[e] = true;
    }
    add_words(given.end, given.text, {{}, 0, 0, RuleKind::kGiven, static_cast<float>(given.score)},
              0.0, target);
  }
}

// A word that no rule covers alone is copied; an epsilon that no rule takes along is nothing.
void Parser::add_unknown(std::uint32_t start, const Input& input, ChartTarget& target) {
  for (std::size_t e = edge_starts_[start]; e < edge_starts_[start + 1]; ++e) {
    const InputEdge& edge = input.edges[e];
    if (edge.end > wall_ || is_taken(edge)) continue;
    if (edge.word.empty()) {
      add_words(edge.end, "", {{}, 0, 0, RuleKind::kEpsilon}, edge.score, target);
    } else if (!known_[e]) {
      add_words(edge.end, edge.word, {{}, 0, 0, RuleKind::kUnknown}, edge.score, target);
    }
  }
}

}  // namespace manyways::chart
