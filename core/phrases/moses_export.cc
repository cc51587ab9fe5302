#include "phrases/moses_export.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/number.h"

namespace manyways::phrases {
namespace {

// As Moses writes them.
void append_number(std::string& out, double value) {
  static const NumberStyle kSixDigits("general:6");
  kSixDigits.append(value, out);
}

constexpr std::size_t kBlock = std::size_t{1} << 20;

std::string_view spelled(const VocabularyView& words, WordId id) {
  const std::string_view word = words.word(id);
  return word.find(' ') == std::string_view::npos ? word : "[X][X]";
}

// What stands after the last word of a side.
std::string_view side_end(MosesExport::Kind kind) {
  return kind == MosesExport::Kind::rules ? "[X] |||" : "|||";
}

// Ranks of the words, and of what ends a side, by the bytes that stand in a line: each is followed
// by a space.
std::vector<std::uint32_t> byte_ranks(const VocabularyView& words, MosesExport::Kind kind) {
  const auto bytes = [&](std::uint32_t id) {
    return std::string(id < words.size() ? spelled(words, id) : side_end(kind)) + ' ';
  };
  std::vector<std::uint32_t> order(words.size() + 1), ranks(words.size() + 1);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return bytes(a) < bytes(b); });
  std::uint32_t rank = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k > 0 && bytes(order[k]) != bytes(order[k - 1])) ++rank;
    ranks[order[k]] = rank;
  }
  return ranks;
}

bool before(std::span<const WordId> a, std::span<const WordId> b,
            const std::vector<std::uint32_t>& ranks) {
  const auto parting = std::mismatch(a.begin(), a.end(), b.begin(), b.end(),
                                     [&](WordId x, WordId y) { return ranks[x] == ranks[y]; });
  const auto rank = [&](auto at, auto end) { return at == end ? ranks.back() : ranks[*at]; };
  return rank(parting.first, a.end()) < rank(parting.second, b.end());
}

void append_words(std::string& out, std::span<const WordId> ids, const VocabularyView& words) {
  for (const WordId id : ids) {
    out += spelled(words, id);
    out += ' ';
  }
}

void append_probabilities(std::string& out, std::span<const float> logs) {
  for (const float log : logs) {
    out += ' ';
    append_number(out, std::exp(double{log}));
  }
}

}  // namespace

MosesExport::MosesExport(const Table& table, Kind kind)
    : table_(table),
      kind_(kind),
      source_ranks_(byte_ranks(table.source_words(), kind)),
      target_ranks_(byte_ranks(table.target_words(), kind)) {
  open(Table::kRoot, 0);
}

// Puts what follows `node` on the stack, last first.
void MosesExport::open(Table::Node node, std::size_t depth) {
  const auto children = table_.children(node);
  std::vector<std::uint32_t> order(children.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return source_ranks_[children[a].word] > source_ranks_[children[b].word];
  });
  bool own = depth == 0;
  for (const std::uint32_t child : order) {
    if (!own && source_ranks_[children[child].word] < source_ranks_.back()) {
      stack_.push_back({node, depth, true});
      own = true;
    }
    stack_.push_back({table_.first_child(node) + child, depth + 1, false});
  }
  if (!own) stack_.push_back({node, depth, true});
}

std::string MosesExport::next() {
  std::string out;
  while (!stack_.empty() && out.size() < kBlock) {
    const Step step = stack_.back();
    stack_.pop_back();
    if (step.options) {
      words_.resize(step.depth);
      write_options(table_.options(step.node), out);
    } else {
      words_.resize(step.depth - 1);
      words_.push_back(table_.word(step.node));
      open(step.node, step.depth);
    }
  }
  return out;
}

void MosesExport::write_options(Options options, std::string& out) {
  if (options.empty()) return;
  source_.clear();
  append_words(source_, words_, table_.source_words());
  source_ += side_end(kind_);
  source_ += ' ';
  std::vector<std::uint32_t> order(options.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return before(options[a].target(), options[b].target(), target_ranks_);
  });
  for (const std::uint32_t option : order) {
    out += source_;
    write_option(options[option], out);
  }
}

void MosesExport::write_option(Option option, std::string& out) const {
  append_words(out, option.target(), table_.target_words());
  out += side_end(kind_);
  if (kind_ == Kind::reordering) {
    append_probabilities(out, option.reordering());
    out += '\n';
    return;
  }
  append_probabilities(out, option.scores());
  out += " |||";
  std::vector<Link> links(option.links().begin(), option.links().end());
  if (kind_ == Kind::rules) std::sort(links.begin(), links.end());  // by source, as Moses does
  for (const Link link : links) {
    out += ' ';
    out += std::to_string(link.source);
    out += '-';
    out += std::to_string(link.target);
  }
  out += " |||";
  if (table_.has_counts()) {
    for (const float count : option.counts()) {
      out += ' ';
      append_number(out, count);
    }
  }
  out += " ||| |||\n";
}

}  // namespace manyways::phrases
