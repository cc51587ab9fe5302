#include "syntax/trees.h"

#include <algorithm>

#include "base/error.h"
#include "base/interner.h"
#include "base/split.h"

namespace manyways::syntax {
namespace {

constexpr std::string_view kEscapes[][2] = {{"-LRB-", "("}, {"-RRB-", ")"}, {"-LSB-", "["},
                                            {"-RSB-", "]"}, {"-LCB-", "{"}, {"-RCB-", "}"}};

constexpr std::size_t kDeepest = 1000;

bool is_wrapper(std::string_view label) {
  return label.empty() || label == "ROOT" || label == "TOP" || label == "S1" || label == "VROOT";
}

// Without its function: what stands before the first - or =, unless the label begins with it.
std::string_view plain_label(std::string_view label) {
  return label.substr(0, label.find_first_of("-=", 1));
}

std::string unescaped(std::string_view word) {
  for (const auto& [escape, plain] : kEscapes) {
    if (word == escape) return std::string(plain);
  }
  std::string found;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool escape =
        word[i] == '\\' && i + 1 < word.size() && (word[i + 1] == '/' || word[i + 1] == '*');
    if (!escape) found += word[i];
  }
  return found;
}

struct ReadNode {
  std::string label;
  std::uint32_t begin = 0, end = 0;
  std::int32_t parent = -1;
};

class TreeReader {
 public:
  TreeReader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  Treebank read() {
    for (std::string_view token = next(); !token.empty(); token = next()) {
      if (token == "(") {
        open();
      } else if (token == ")") {
        close();
      } else {
        word(token);
      }
    }
    if (!open_.empty()) fail(first_line_, "a tree is not closed before the file ends");
    return std::move(bank_);
  }

 private:
  [[noreturn]] void fail(std::uint64_t line, const std::string& what) const {
    throw InputError(path_, line, what,
                     "Expected trees in brackets: (S (NP (PRP I)) (VP (VBP see)))");
  }

  std::string_view next() {
    while (at_ < text_.size() && is_space(text_[at_])) line_ += text_[at_++] == '\n';
    const std::size_t start = at_;
    if (at_ == text_.size()) return {};
    if (text_[at_] == '(' || text_[at_] == ')') return text_.substr(at_++, 1);
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '(' && text_[at_] != ')') {
      ++at_;
    }
    return text_.substr(start, at_ - start);
  }

  void open() {
    if (open_.empty()) {
      first_line_ = line_;
      nodes_.clear();
      words_ = tags_ = "";
      count_ = 0;
    }
    const std::size_t before = at_;
    const std::uint64_t line = line_;
    std::string_view label = next();
    if (label == "(" || label == ")") {  // a wrapper without a label
      label = {};
      at_ = before;
      line_ = line;
    }
    if (open_.size() == kDeepest) fail(line_, "a tree has more than 1000 levels");
    ReadNode node;
    node.label = label;
    node.begin = count_;
    node.parent = open_.empty() ? -1 : static_cast<std::int32_t>(open_.back());
    if (!open_.empty()) has_children_.back() = true;
    open_.push_back(nodes_.size());
    has_children_.push_back(false);
    nodes_.push_back(std::move(node));
    leaf_ = false;
  }

  void word(std::string_view token) {
    if (open_.empty() || leaf_ || has_children_.back()) {
      fail(line_,
           "found the word " + std::string(token.substr(0, 80)) + " where a bracket was expected");
    }
    leaf_ = true;
    const std::string tag = nodes_[open_.back()].label;
    if (tag == "-NONE-") return;
    if (tag.empty()) fail(line_, "the word " + std::string(token.substr(0, 80)) + " has no tag");
    words_ += (count_ == 0 ? "" : " ") + unescaped(token);
    tags_ += (count_ == 0 ? "" : " ") + tag;
    ++count_;
  }

  void close() {
    if (open_.empty()) fail(line_, "found a closing bracket without an opening one");
    const std::size_t node = open_.back();
    open_.pop_back();
    has_children_.pop_back();
    nodes_[node].end = count_;
    // Tags are no nodes, nor is what has no words.
    if (leaf_ || nodes_[node].begin == count_) nodes_.resize(node);
    leaf_ = false;
    if (open_.empty()) finish();
  }

  void finish() {
    if (count_ == 0) fail(first_line_, "a tree has no words");
    const std::size_t children = static_cast<std::size_t>(std::count_if(
        nodes_.begin(), nodes_.end(), [](const ReadNode& node) { return node.parent == 0; }));
    const bool covered = children == 1 && nodes_[1].begin == 0 && nodes_[1].end == count_;
    const bool wrapped = !nodes_.empty() && is_wrapper(nodes_[0].label) && (covered || count_ == 1);
    TreeColumns& trees = bank_.trees;
    for (std::size_t i = wrapped ? 1 : 0; i < nodes_.size(); ++i) {
      const ReadNode& node = nodes_[i];
      trees.labels.push_back(label_of(node.label));
      trees.begins.push_back(node.begin);
      trees.ends.push_back(node.end);
      trees.parents.push_back(node.parent - (wrapped ? 1 : 0));
    }
    trees.offsets.push_back(static_cast<std::int64_t>(trees.labels.size()));
    bank_.word_count += count_;
    bank_.words.add(words_);
    bank_.tags.add(tags_);
  }

  Label label_of(std::string_view label) {
    const std::string_view plain = label.empty() ? "ROOT" : plain_label(label);
    const std::uint32_t id = labels_.add(plain);
    if (id == bank_.names.size()) {
      if (bank_.names.size() == kMostLabels) fail(first_line_, "there are too many labels");
      bank_.names.emplace_back(plain);
    }
    return static_cast<Label>(id);
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1, first_line_ = 1;
  std::vector<ReadNode> nodes_;
  std::vector<std::size_t> open_;
  std::vector<bool> has_children_;  // of the open ones
  bool leaf_ = false;               // the open bracket holds a word
  std::string words_, tags_;
  std::uint32_t count_ = 0;
  Interner<char> labels_;
  Treebank bank_;
};

}  // namespace

Treebank read_trees(std::string_view text, const std::string& path) {
  return TreeReader(text, path).read();
}

}  // namespace manyways::syntax
