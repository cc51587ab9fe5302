#include "grammar/moses_import.h"

#include <algorithm>
#include <utility>

#include "base/split.h"

namespace manyways::grammar {
namespace {

constexpr std::string_view kLabel = "[X]", kGap = "[X][X]";

bool is_label(std::string_view token) {
  return token.size() > 2 && token.front() == '[' && token.back() == ']';
}

}  // namespace

RuleImport::RuleImport(std::string path)
    : MosesImport(std::move(path), "", kRuleKind), source_gap_(source_words_.add(kSourceGap)) {
  for (unsigned k = 0; k < kMostGaps; ++k) target_gaps_[k] = target_words_.add(kTargetGaps[k]);
}

std::string_view RuleImport::without_label(std::string_view side) const {
  if (side == kLabel) {
    phrase_lines_.fail(
        phrases::quoted(side) + " does not end with [X] behind words or gaps",
        "If a label stands first, as in grammars of cdec and Joshua, write Moses's form: "
        "das [X][X] [X] ||| the [X][X] [X] ||| 0.5 ... ||| 0-0 1-1");
  }
  if (side.size() <= kLabel.size() || !side.ends_with(kLabel) ||
      side[side.size() - kLabel.size() - 1] != ' ') {
    phrase_lines_.fail(phrases::quoted(side) + " does not end with [X]",
                       "Only grammars with the one label X can be read; glue rules are built in.");
  }
  return side.substr(0, side.size() - kLabel.size());
}

void RuleImport::read_symbols(std::string_view side, Vocabulary& words, std::string_view gap,
                              std::vector<WordId>& out) {
  side = without_label(side);
  read_words(phrase_lines_, side, words, out);
  std::size_t at = 0;
  for_each_field(side, [&](std::string_view token) {
    if (token == kGap) {
      out[at] = words.find(gap);
    } else if (is_label(token)) {
      phrase_lines_.fail("the symbol " + std::string(token.substr(0, 80)) + "; expected [X][X]",
                         "Only grammars with the one label X can be read.");
    }
    ++at;
  });
}

void RuleImport::read_sides(std::string_view source, std::string_view target,
                            std::string_view links) {
  read_symbols(source, source_words_, kSourceGap, source_);
  read_symbols(target, target_words_, kTargetGaps[0], target_);
  read_links(links);
  number_gaps(links);
}

// Gives each gap of the target the number of the source gap it is linked to.
void RuleImport::number_gaps(std::string_view links) {
  const auto target_gaps = std::count(target_.begin(), target_.end(), target_gaps_[0]);
  const auto source_gaps = std::count(source_.begin(), source_.end(), source_gap_);
  if (source_gaps > std::ptrdiff_t{kMostGaps}) {
    phrase_lines_.fail("a rule with " + std::to_string(source_gaps) + " gaps; expected at most 2");
  }
  bool one_to_one = target_gaps == source_gaps;
  std::ptrdiff_t linked = 0;
  std::vector<bool> taken(source_.size() + target_.size());  // gaps of both sides
  std::vector<WordId> numbered = target_;
  for (const phrases::Link link : links_) {
    const bool from = source_[link.source] == source_gap_;
    one_to_one = one_to_one && from == (target_[link.target] == target_gaps_[0]);
    if (!from) continue;
    const std::size_t at = source_.size() + link.target;
    one_to_one = one_to_one && !taken[link.source] && !taken[at];
    taken[link.source] = taken[at] = true;
    const auto index = std::count(source_.begin(), source_.begin() + link.source, source_gap_);
    numbered[link.target] = target_gaps_[static_cast<std::size_t>(index)];
    ++linked;
  }
  if (!one_to_one || linked != source_gaps) {
    phrase_lines_.fail(
        "the gaps of the two sides are not linked one to one by " + phrases::quoted(links),
        "Expected one link for each gap of the source, to a gap of the target.");
  }
  target_ = std::move(numbered);
}

}  // namespace manyways::grammar
