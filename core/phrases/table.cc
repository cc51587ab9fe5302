#include "phrases/table.h"

#include <cmath>

#include "base/error.h"

namespace manyways::phrases {
namespace {

[[noreturn]] void damaged(const SectionFile& file, const std::string& what) {
  throw InputError(file.path(), 0, "is damaged: " + what,
                   "Rebuild it, or copy it again from its source.");
}

std::vector<std::string> split_names(std::span<const char> text) {
  std::vector<std::string> names;
  std::string name;
  for (const char c : text) {
    if (c != '\n') {
      name += c;
      continue;
    }
    names.push_back(name);
    name.clear();
  }
  return names;
}

}  // namespace

void write_vocabulary(SectionWriter& writer, const std::string& name, const VocabularyView& words) {
  writer.add(name + ".bytes", words.bytes());
  writer.add(name + ".offsets", words.offsets());
  writer.add(name + ".table", words.table());
}

VocabularyView read_vocabulary(const SectionFile& file, const std::string& name) {
  for (const char* part : {".bytes", ".offsets", ".table"}) file.verify(name + part);
  const auto bytes = file.section<char>(name + ".bytes");
  const auto offsets = file.section<std::uint64_t>(name + ".offsets");
  const auto table = file.section<WordId>(name + ".table");
  if (offsets.size() <= kFirstWord || !VocabularyView::sound(bytes, offsets, table)) {
    damaged(file, "the vocabulary " + name + " does not fit together");
  }
  return {bytes, offsets, table};
}

std::span<const WordId> Option::target() const {
  const auto found = table_->slice(table_->targets_, table_->target_offsets_, head().target);
  if (found.empty() || found.size() > kLongestPhrase) {
    damaged(table_->file_, "a target phrase has " + std::to_string(found.size()) + " words");
  }
  return found;
}

std::span<const float> Option::scores() const { return {floats(), table_->shape_.scores}; }

std::span<const float> Option::reordering() const {
  return {floats() + table_->shape_.scores, table_->shape_.reordering};
}

std::span<const float> Option::counts() const {
  return {floats() + table_->shape_.scores + table_->shape_.reordering, kCounts};
}

std::span<const Link> Option::links() const {
  return table_->slice(table_->links_, table_->link_offsets_, head().links);
}

template <typename T>
std::span<const T> Table::slice(std::span<const T> values, std::span<const std::uint64_t> offsets,
                                std::uint32_t id) const {
  if (id + std::size_t{1} >= offsets.size()) damaged(file_, "an option points nowhere");
  file_.verify_range(&offsets[id], 2 * sizeof offsets[id]);
  const std::uint64_t begin = offsets[id], end = offsets[id + 1];
  if (begin > end || end > values.size()) damaged(file_, "an option points outside the file");
  const std::span<const T> found = values.subspan(begin, end - begin);
  file_.verify_range(found.data(), found.size_bytes());
  return found;
}

std::span<const Table::TrieNode> Table::children(Node node) const {
  if (node + std::size_t{1} >= nodes_.size()) damaged(file_, "its trie points outside the file");
  file_.verify_range(&nodes_[node], 2 * sizeof(TrieNode));
  const Node begin = nodes_[node].first_child, end = nodes_[node + 1].first_child;
  if (begin <= node || begin > end || end >= nodes_.size()) {
    damaged(file_, "its trie does not fit together");
  }
  const auto found = nodes_.subspan(begin, end - begin);
  file_.verify_range(found.data(), found.size_bytes());
  return found;
}

Table::Table(const std::string& path, std::string_view kind) : file_(path, kind, kTableVersion) {
  file_.verify("shape");
  file_.verify("names");
  const auto shape = file_.section<Shape>("shape");
  if (shape.size() != 1) damaged(file_, "its shape is missing");
  shape_ = shape[0];
  score_names_ = split_names(file_.section<char>("names"));
  source_words_ = read_vocabulary(file_, "source");
  target_words_ = read_vocabulary(file_, "target");
  nodes_ = file_.section<TrieNode>("nodes");
  roots_ = file_.section<Node>("roots");
  records_ = file_.section<std::byte>("options");
  targets_ = file_.section<WordId>("targets");
  target_offsets_ = file_.section<std::uint64_t>("target.ends");
  links_ = file_.section<Link>("links");
  link_offsets_ = file_.section<std::uint64_t>("link.ends");
  stride_ = sizeof(Option::Head) +
            sizeof(float) * (std::size_t{shape_.scores} + shape_.reordering + kCounts);
  if (score_names_.size() != shape_.scores || nodes_.size() < 2 || target_offsets_.empty() ||
      link_offsets_.empty() || roots_.size() != source_words_.size() ||
      records_.size() % stride_ != 0 || records_.size() / stride_ != shape_.options) {
    damaged(file_, "its parts do not fit together");
  }
  expect_sound();
}

// What the trie, the options and the phrases point at is looked at block by block, when it is first
// read: opening stays as quick as it is, and a look-up costs nothing more.
void Table::expect_sound() {
  file_.expect<TrieNode>("nodes", [this](std::size_t first, std::span<const TrieNode> nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const bool last = first + i + 1 == nodes_.size();
      if (nodes[i].word >= source_words_.size() || nodes[i].first_child >= nodes_.size() ||
          (!last && nodes[i].first_child <= first + i) ||
          (i > 0 && nodes[i].first_child < nodes[i - 1].first_child)) {
        return false;
      }
    }
    return true;
  });
  file_.expect<Node>("roots", [this](std::size_t, std::span<const Node> roots) {
    return std::all_of(roots.begin(), roots.end(), [this](Node node) {
      return node == kNone || (node > kRoot && node < nodes_.size());
    });
  });
  file_.expect<WordId>("targets", [this](std::size_t, std::span<const WordId> ids) {
    return std::all_of(ids.begin(), ids.end(),
                       [this](WordId id) { return id < target_words_.size(); });
  });
  file_.expect<float>("options", [this](std::size_t first, std::span<const float> values) {
    constexpr std::size_t head = sizeof(Option::Head) / sizeof(float);
    const std::size_t stride = stride_ / sizeof(float);
    std::size_t at = first % stride;
    for (const float value : values) {
      if (at >= head && !std::isfinite(value)) return false;
      if (++at == stride) at = 0;
    }
    return true;
  });
}

Table::Node Table::step(Node node, WordId word) const {
  if (node == kRoot) {
    if (word == kUnknownWord || word >= roots_.size()) return kNone;
    file_.verify_range(&roots_[word], sizeof(Node));
    return roots_[word];
  }
  const auto next = children(node);
  const auto found =
      std::lower_bound(next.begin(), next.end(), word,
                       [](const TrieNode& child, WordId wanted) { return child.word < wanted; });
  if (found == next.end() || found->word != word) return kNone;
  return static_cast<Node>(&*found - nodes_.data());
}

Options Table::options(Node node) const {
  if (node >= nodes_.size()) damaged(file_, "its trie points outside the file");
  file_.verify_range(&nodes_[node], sizeof(TrieNode));
  const std::uint64_t packed = nodes_[node].options;
  Options found;
  found.size_ = packed & ((std::uint64_t{1} << kCountBits) - 1);
  if (found.size_ == 0) return found;
  const std::uint64_t first = packed >> kCountBits;
  if (first + found.size_ > shape_.options) damaged(file_, "a phrase points outside the file");
  found.table_ = this;
  found.first_ = records_.data() + first * stride_;
  found.stride_ = stride_;
  file_.verify_range(found.first_, found.size_ * stride_);
  return found;
}

Options Table::find(std::span<const WordId> source) const {
  Node node = kRoot;
  for (const WordId word : source) {
    node = step(node, word);
    if (node == kNone) return {};
  }
  return options(node);
}

}  // namespace manyways::phrases
