#include "exact/prefixes.h"

#include "base/interner.h"

namespace manyways::exact {

namespace {
// Names of single words for Target, beyond those of the options' phrases.
constexpr std::uint32_t kWordNames = std::uint32_t{1} << 31;
}  // namespace

Prefixes::Prefixes(const search::SentenceOptions& options) : nodes_(1) {
  Numbering<std::uint64_t> known;  // parent << 32 | word
  for (const search::Option& option : options.all()) {
    std::uint32_t at = 0;
    for (const WordId word : option.words) {
      const std::uint32_t next = 1 + known.add(std::uint64_t{at} << 32 | word);
      if (next == nodes_.size()) {
        nodes_.emplace_back();
        nodes_.back().parent = at;
        nodes_.back().word = word;
      }
      at = next;
    }
    of_option_.push_back(at);
  }
}

const Prefixes::Node& Prefixes::visit(search::Target& target, Node& node) {
  if (node.round == round_ || &node == nodes_.data()) return node;
  const Score before = visit(target, nodes_[node.parent]).total;
  if (!node.known || node.in != before.state) {
    node.in = before.state;
    node.known = true;
    node.step = target.advance(node.in, kWordNames | node.word, {&node.word, 1}, node.out);
  }
  node.round = round_;
  node.total = {before.score + node.step, node.out};
  return node;
}

}  // namespace manyways::exact
