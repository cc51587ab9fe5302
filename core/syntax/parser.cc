#include "syntax/parser.h"

#include <algorithm>

#include "base/error.h"
#include "base/threads.h"
#include "syntax/parse_search.h"
#include "syntax/shared_order.h"

namespace manyways::syntax {
namespace {

// Appends the constituents below a part to a tree.
class TreeMaker {
 public:
  TreeMaker(std::span<const ParseNode> nodes, const Transitions& transitions, TreeColumns& trees)
      : nodes_(nodes), transitions_(transitions), trees_(trees), first_(trees.labels.size()) {}

  void make(std::int32_t root) {
    open_.push_back({root, -1, true});
    while (!open_.empty()) {
      const Open next = open_.back();
      open_.pop_back();
      expand(next);
    }
    trees_.offsets.push_back(static_cast<std::int64_t>(trees_.labels.size()));
  }

 private:
  struct Open {
    std::int32_t node, parent;
    bool whole;  // it is a constituent of its own, even if it is partial
  };

  void expand(const Open& open) {
    const ParseNode& node = nodes_[static_cast<std::size_t>(open.node)];
    std::int32_t parent = open.parent;
    if (open.whole) {
      for (const Label label : transitions_.symbol(node.symbol)) {
        trees_.labels.push_back(label);
        trees_.begins.push_back(node.begin);
        trees_.ends.push_back(node.end);
        trees_.heads.push_back(node.head);
        trees_.parents.push_back(parent);
        parent = static_cast<std::int32_t>(trees_.labels.size() - first_ - 1);
      }
    }
    if (node.left < 0) return;
    for (const std::int32_t child : {node.right, node.left}) {  // the left one is taken first
      const ParseNode& part = nodes_[static_cast<std::size_t>(child)];
      open_.push_back({child, parent, !part.partial || part.head != node.head});
    }
  }

  std::span<const ParseNode> nodes_;
  const Transitions& transitions_;
  TreeColumns& trees_;
  std::size_t first_;
  std::vector<Open> open_;
};

void append_tree(const TreeColumns& from, std::size_t tree, TreeColumns& to) {
  const auto first = from.offsets[tree], end = from.offsets[tree + 1];
  const auto part = [&](const auto& values, auto& all) {
    all.insert(all.end(), values.begin() + first, values.begin() + end);
  };
  part(from.labels, to.labels);
  part(from.begins, to.begins);
  part(from.ends, to.ends);
  part(from.parents, to.parents);
  part(from.heads, to.heads);
  to.offsets.push_back(static_cast<std::int64_t>(to.labels.size()));
}

// Words with their tags, as one number each.
using WordTag = std::uint64_t;

// Parses one list after the other; its memory serves all of them.
class ListParser {
 public:
  ListParser(const Parser& parser, const ListsView& text, const FactTable& facts,
             RaggedView<WordTag> tagged, std::size_t beam)
      : parser_(parser),
        text_(text),
        facts_(facts),
        tagged_(tagged),
        search_(parser.weights(), parser.transitions(), beam) {}

  // Appends the trees of a list, and puts their scores by candidate.
  void parse(std::size_t list, TreeColumns& trees, std::int64_t* scores) {
    const auto first = static_cast<std::size_t>(text_.lists[list]);
    const auto end = static_cast<std::size_t>(text_.lists[list + 1]);
    order_rows(tagged_, first, end, order_);
    found_ = TreeColumns();
    place_.resize(end - first);
    std::span<const WordTag> last;
    for (const std::uint32_t row : order_) {
      const std::span<const WordTag> words = tagged_[row];
      const std::size_t common = common_start(last, words);
      const bool same = common == words.size() && common == last.size() && found_.size() > 0;
      if (!same) parse_row(words, common);
      place_[row - first] = found_.size() - 1;
      scores[row] = score_;
      last = words;
    }
    for (const std::size_t place : place_) append_tree(found_, place, trees);
  }

 private:
  void parse_row(std::span<const WordTag> words, std::size_t common) {
    if (words.empty()) {
      found_.offsets.push_back(found_.offsets.back());
      score_ = 0;
      return;
    }
    context_words_.assign(words.size() + kParseAhead + 1, &end_);
    context_tags_.assign(words.size() + kParseAhead + 1, kNoTag);
    for (std::size_t i = 0; i < words.size(); ++i) {
      context_words_[i] = &facts_[static_cast<WordId>(words[i] >> 16)];
      context_tags_[i] = static_cast<Tag>(words[i] & 0xffff);
    }
    context_ = {context_words_, context_tags_};
    search_.run(context_, common);
    TreeMaker(search_.nodes(), parser_.transitions(), found_).make(search_.best().node);
    score_ = search_.best().score;
  }

  const Parser& parser_;
  const ListsView& text_;
  const FactTable& facts_;
  RaggedView<WordTag> tagged_;
  ParseSearch<Weights> search_;
  WordFacts end_ = boundary_facts(1);
  std::vector<const WordFacts*> context_words_;
  std::vector<Tag> context_tags_;
  ParseContext context_;
  TreeColumns found_;               // in the order in which they are made
  std::int64_t score_ = 0;          // of the last one
  std::vector<std::size_t> place_;  // by row of the list: the tree in found_
  std::vector<std::uint32_t> order_;
};

}  // namespace

Parser::Parser(const std::string& path) : file_(path, kKind, kVersion) {
  file_.verify("parse_header");
  const auto header = file_.section<std::uint32_t>("parse_header");
  if (header.size() != 1 || header[0] < 1 || header[0] > kWidestBeam) {
    throw InputError(path, 0, "is no usable parser: its header is damaged",
                     "Train it again, or copy it again from its source.");
  }
  beam_ = header[0];
  tagger_ = std::make_unique<Tagger>(file_, "tagger_");
  if (tagger_->guided()) {
    throw InputError(path, 0, "is no usable parser: its tagger needs guides", "Train it again.");
  }
  labels_ = read_names(file_, "label_names", kMostLabels);
  transitions_ = Transitions(file_, labels_.size(), tagger_->tags().size());
  weights_ = Weights(file_, "parse_", transitions_.size());
  file_.verify_all();
}

Parses Parser::parse(const ListsView& text, std::span<const Tag> tags, std::size_t beam,
                     unsigned threads) const {
  Parses made;
  made.tags =
      tags.empty() ? tagger_->tag(text, {}, threads).tags : std::vector(tags.begin(), tags.end());
  std::vector<WordTag> tagged(made.tags.size());
  for (std::size_t i = 0; i < tagged.size(); ++i) {
    tagged[i] = WordTag{text.rows.values[i]} << 16 | made.tags[i];
  }
  made.scores.resize(text.rows.size());
  const FactTable facts(tagger_->lexicon(), text.rows.values, *text.vocabulary);
  const std::size_t lists = text.lists.size() - 1;
  constexpr std::size_t kBlock = 16;
  std::vector<TreeColumns> blocks((lists + kBlock - 1) / kBlock);
  parallel_for(blocks.size(), threads, [&](std::size_t block) {
    ListParser parser(*this, text, facts, {tagged, text.rows.offsets}, beam == 0 ? beam_ : beam);
    const std::size_t end = std::min(lists, (block + 1) * kBlock);
    for (std::size_t list = block * kBlock; list < end; ++list) {
      parser.parse(list, blocks[block], made.scores.data());
    }
  });
  for (TreeColumns& block : blocks) {
    join_columns(made.trees, block, &TreeColumns::labels, &TreeColumns::begins, &TreeColumns::ends,
                 &TreeColumns::parents, &TreeColumns::heads);
    join_offsets(made.trees.offsets, block.offsets);
    block = TreeColumns();
  }
  return made;
}

void save_parser(const std::string& path, const Tagger& tagger,
                 const std::vector<std::string>& labels, const Transitions& transitions,
                 const Weights& weights, std::uint32_t beam) {
  SectionWriter writer(path, Parser::kKind, Parser::kVersion);
  writer.add("parse_header", std::span<const std::uint32_t>(&beam, 1));
  tagger.save(writer, "tagger_");
  save_names(writer, "label_names", labels);
  transitions.save(writer);
  weights.save(writer, "parse_");
  writer.finish();
}

}  // namespace manyways::syntax
