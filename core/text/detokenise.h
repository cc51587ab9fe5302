// The detokeniser: tokens back to running text.
//
//   Detokeniser detokeniser(rules);
//   detokeniser.detokenise("It 's \" fine \" ( or so ) .", out);   // It's "fine" (or so).
//
// Each token either clings to the one before, to the one after, to both or to none; a space stands
// where nobody clings. Quotation marks that look alike open and close in turn; those with a
// direction follow it, save where a language turns them round („so“, »so«). Contractions, currency
// and slashes look at their neighbours. What it cannot know it writes as most texts do. O(length).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/tokenise.h"

namespace manyways::text {

struct DetokeniserRules {
  Apostrophe apostrophe = Apostrophe::kAlone;
  std::u32string spaced_signs;      // signs that keep a space before them: % in German, ? in French
  bool unspaced = false;            // Chinese and Japanese: no space beside an ideograph at all
  bool leading_apostrophe = false;  // 's avonds, 't (Dutch)
};

class Detokeniser {
 public:
  explicit Detokeniser(const DetokeniserRules& rules) : rules_(rules) {}

  void detokenise(std::string_view text, std::string& out) const;

 private:
  struct Cling {
    bool left = false;
    bool right = false;
  };
  struct Quotes;

  Cling decide(const std::vector<std::string_view>& tokens, std::size_t i, Quotes& quotes) const;
  Cling decide_sign(const std::vector<std::string_view>& tokens, std::size_t i, char32_t sign,
                    Quotes& quotes) const;
  std::optional<Cling> decide_quote(const std::vector<std::string_view>& tokens, std::size_t i,
                                    char32_t sign, Quotes& quotes) const;
  static std::optional<Cling> decide_by_neighbours(const std::vector<std::string_view>& tokens,
                                                   std::size_t i, char32_t sign);
  Cling decide_apostrophe(const std::vector<std::string_view>& tokens, std::size_t i, bool curly,
                          Quotes& quotes) const;

  bool spaced(char32_t sign) const {
    return rules_.spaced_signs.find(sign) != std::u32string::npos;
  }

  DetokeniserRules rules_;
};

}  // namespace manyways::text
