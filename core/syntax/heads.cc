#include "syntax/heads.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/split.h"

namespace manyways::syntax {
namespace {

// The first priority that any child has decides; `from_left` says which of several.
struct HeadRule {
  std::string_view label;
  bool from_left;
  std::string_view priorities;  // of equal rank if joined by |
};

constexpr HeadRule kEnglishRules[] = {
    {"ADJP", true, "NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB"},
    {"ADVP", false, "RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN"},
    {"CONJP", false, "CC RB IN"},
    {"NAC", true, "NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW"},
    {"NP", false, "NN|NNP|NNPS|NNS|NX|POS|JJR NP $|ADJP|PRN CD JJ|JJS|RB|QP"},
    {"NX", false, "NN|NNP|NNPS|NNS|NX|POS|JJR NP $|ADJP|PRN CD JJ|JJS|RB|QP"},
    {"PP", false, "IN TO VBG VBN RP FW"},
    {"PRT", false, "RP"},
    {"QP", true, "$ IN NNS NN JJ RB DT CD QP JJR JJS"},
    {"RRC", false, "VP NP ADVP ADJP PP"},
    {"S", true, "TO IN VP S SBAR ADJP UCP NP"},
    {"SBAR", true, "WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG"},
    {"SBARQ", true, "SQ S SINV SBARQ FRAG"},
    {"SINV", true, "VBZ VBD VBP VB MD VP S SINV ADJP NP"},
    {"SQ", true, "VBZ VBD VBP VB MD VP SQ"},
    {"VP", true, "TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP"},
    {"WHADJP", true, "CC WRB JJ ADJP"},
    {"WHADVP", false, "CC WRB"},
    {"WHNP", true, "WDT WP WP$ WHADJP WHPP WHNP"},
    {"WHPP", false, "IN TO FW"},
    {"INTJ", true, ""},
    {"PRN", true, ""},
};

bool is_mark(std::string_view symbol) {
  return std::none_of(symbol.begin(), symbol.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || static_cast<signed char>(c) < 0;
  });
}

bool is_one_of(std::string_view symbol, std::string_view names) {
  bool found = false;
  for_each_between(
      names, [](char c) { return c == '|'; },
      [&](std::string_view name) { found |= name == symbol; });
  return found;
}

// The first child, from either end, that is `good`; the number of children if there is none.
template <typename Good>
std::size_t scan(std::span<const std::string_view> children, bool from_left, Good&& good) {
  for (std::size_t k = 0; k < children.size(); ++k) {
    const std::size_t at = from_left ? k : children.size() - 1 - k;
    if (good(children[at])) return at;
  }
  return children.size();
}

std::size_t no_mark(std::span<const std::string_view> children, bool from_left) {
  const std::size_t at =
      scan(children, from_left, [](std::string_view symbol) { return !is_mark(symbol); });
  return at < children.size() ? at : (from_left ? 0 : children.size() - 1);
}

}  // namespace

std::size_t HeadRules::head(std::string_view label,
                            std::span<const std::string_view> children) const {
  if (kind_ != Kind::kEnglish) return no_mark(children, kind_ == Kind::kFirst);
  const auto* const rule = std::find_if(std::begin(kEnglishRules), std::end(kEnglishRules),
                                        [&](const HeadRule& each) { return each.label == label; });
  if (rule == std::end(kEnglishRules)) return no_mark(children, false);
  std::string_view rest = rule->priorities;
  for (std::string_view names = next_field(rest); !names.empty(); names = next_field(rest)) {
    // Of several noun phrases in one the first is the head.
    const bool from_left = rule->from_left || (names == "NP" && label != "ADVP");
    const std::size_t at = scan(children, from_left,
                                [&](std::string_view symbol) { return is_one_of(symbol, names); });
    if (at < children.size()) return at;
  }
  return no_mark(children, rule->from_left);
}

}  // namespace manyways::syntax
