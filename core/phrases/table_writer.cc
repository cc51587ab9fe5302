#include "phrases/table_writer.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "base/error.h"

namespace manyways::phrases {

TableWriter::TableWriter(const std::string& path, std::vector<std::string> score_names,
                         std::size_t reordering, bool has_counts, std::string_view kind)
    : writer_(path, kind, kTableVersion),
      names_(std::move(score_names)),
      reordering_(reordering),
      floats_(names_.size() + reordering + kCounts),
      has_counts_(has_counts),
      levels_(1) {
  levels_[0].push_back({0, 0, 0});
}

std::uint32_t TableWriter::add_target(std::span<const WordId> target) {
  const bool sources = levels_.size() > 1;
  if ((sources && targets_first_) || target.empty() || target.size() > kLongestPhrase) {
    throw std::invalid_argument("target phrases come first or last and have 1 to 255 words");
  }
  if (target_sizes_.empty()) {
    flush_options();
    (sources ? targets_last_ : targets_first_) = true;
    writer_.begin("targets");
  }
  if (target_sizes_.size() >= ~std::uint32_t{0}) throw std::length_error("too many phrases");
  writer_.write(std::as_bytes(target));
  target_sizes_.push_back(static_cast<std::uint8_t>(target.size()));
  return static_cast<std::uint32_t>(target_sizes_.size() - 1);
}

void TableWriter::begin_source(std::span<const WordId> source) {
  flush_options();
  if (targets_last_) throw std::invalid_argument("a source phrase after the last targets");
  if (levels_.size() == 1) writer_.begin("options");
  const auto parting = std::mismatch(source.begin(), source.end(), source_.begin(), source_.end());
  const bool ascends = parting.first != source.end() &&
                       (parting.second == source_.end() || *parting.first > *parting.second);
  if (!ascends || source.size() > kLongestPhrase) {
    throw std::invalid_argument("source phrases must ascend and be of 1 to 255 words");
  }
  const auto shared = static_cast<std::size_t>(parting.first - source.begin());
  if (levels_.size() <= source.size() + 1) levels_.resize(source.size() + 2);
  for (std::size_t depth = shared; depth < source.size(); ++depth) {
    const auto first_child = static_cast<Table::Node>(levels_[depth + 2].size());
    levels_[depth + 1].push_back({source[depth], first_child, 0});
  }
  source_.assign(source.begin(), source.end());
}

void TableWriter::add_option(std::uint32_t target, std::span<const Link> links,
                             std::span<const float> floats) {
  if (floats.size() != floats_ || source_.empty() ||
      (targets_first_ && target >= target_sizes_.size())) {
    throw std::invalid_argument("an option needs a source, a target and all its scores");
  }
  targets_needed_ = std::max(targets_needed_, std::uint64_t{target} + 1);
  double total = 0;
  for (std::size_t i = 0; i < names_.size(); ++i) total += floats[i];
  drafts_.push_back({total, target, links_.add(links), draft_floats_.size()});
  draft_floats_.insert(draft_floats_.end(), floats.begin(), floats.end());
}

void TableWriter::flush_options() {
  if (drafts_.empty()) return;
  if (drafts_.size() >> Table::kCountBits != 0) {
    throw InputError("", 0, "a source phrase has more than 16 million options",
                     "Prune the table first.");
  }
  std::stable_sort(drafts_.begin(), drafts_.end(),
                   [](const Draft& a, const Draft& b) { return a.total > b.total; });
  const std::size_t stride = 2 * sizeof(std::uint32_t) + floats_ * sizeof(float);
  buffer_.resize(drafts_.size() * stride);
  std::byte* at = buffer_.data();
  for (const Draft& draft : drafts_) {
    const std::uint32_t head[2] = {draft.target, draft.links};
    std::memcpy(at, head, sizeof head);
    std::memcpy(at + sizeof head, &draft_floats_[draft.floats], floats_ * sizeof(float));
    at += stride;
  }
  writer_.write(buffer_);
  levels_[source_.size()].back().options = options_ << Table::kCountBits | drafts_.size();
  options_ += drafts_.size();
  drafts_.clear();
  draft_floats_.clear();
}

std::vector<Table::TrieNode> TableWriter::join_levels() const {
  std::size_t total = 1;
  for (const auto& level : levels_) total += level.size();
  if (total >= Table::kNone) throw std::length_error("too many source phrases");
  std::vector<Table::TrieNode> nodes;
  nodes.reserve(total);
  for (const auto& level : levels_) {
    const auto next_level = static_cast<Table::Node>(nodes.size() + level.size());
    for (Table::TrieNode node : level) {
      node.first_child += next_level;
      nodes.push_back(node);
    }
  }
  nodes.push_back({0, static_cast<Table::Node>(nodes.size()), 0});
  return nodes;
}

void TableWriter::write_target_ends() {
  writer_.begin("target.ends");
  std::uint64_t end = 0;
  std::vector<std::uint64_t> ends{end};
  for (const std::uint8_t size : target_sizes_) {
    ends.push_back(end += size);
    if (ends.size() < 8192) continue;
    writer_.write(std::as_bytes(std::span(ends)));
    ends.clear();
  }
  writer_.write(std::as_bytes(std::span(ends)));
}

void TableWriter::finish(const VocabularyView& source_words, const VocabularyView& target_words) {
  flush_options();
  if (targets_needed_ > target_sizes_.size())
    throw std::invalid_argument("an option lacks its target");
  if (target_sizes_.empty()) writer_.begin("targets");
  if (levels_.size() == 1) writer_.begin("options");
  const std::vector<Table::TrieNode> nodes = join_levels();
  std::vector<Table::Node> roots(source_words.size(), Table::kNone);
  for (Table::Node node = nodes[0].first_child; node < nodes[1].first_child; ++node) {
    roots.at(nodes[node].word) = node;
  }
  std::size_t longest = levels_.size() - 1;
  while (longest > 0 && levels_[longest].empty()) --longest;
  const Table::Shape shape{options_, static_cast<std::uint32_t>(names_.size()),
                           static_cast<std::uint32_t>(reordering_), has_counts_ ? 1u : 0u,
                           static_cast<std::uint32_t>(longest)};
  std::string names;
  for (const std::string& name : names_) names += name + '\n';
  writer_.add("nodes", nodes);
  writer_.add("roots", roots);
  write_target_ends();
  writer_.add("links", links_.values());
  writer_.add("link.ends", links_.offsets());
  writer_.add("shape", std::span<const Table::Shape>(&shape, 1));
  writer_.add("names", std::span<const char>(names));
  write_vocabulary(writer_, "source", source_words);
  write_vocabulary(writer_, "target", target_words);
  writer_.finish();
}

}  // namespace manyways::phrases
