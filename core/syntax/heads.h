// Which child of a constituent is its head.
//
//   HeadRules rules(HeadRules::Kind::kEnglish);
//   std::size_t head = rules.head("NP", {"DT", "JJ", "NN"});        // 2
//
// English: by the usual priorities of Penn Treebank labels (after Magerman 1995 and Collins 1999). For
// other treebanks the first or the last child that is no punctuation mark.
#pragma once

#include <span>
#include <string_view>

namespace manyways::syntax {

class HeadRules {
 public:
  enum class Kind { kEnglish, kFirst, kLast };

  explicit HeadRules(Kind kind) : kind_(kind) {}
  // children: labels of constituents and tags of words; there is at least one.
  std::size_t head(std::string_view label, std::span<const std::string_view> children) const;

 private:
  Kind kind_;
};

}  // namespace manyways::syntax
