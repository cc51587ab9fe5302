// The tokeniser: running text to words and signs between single spaces.
//
//   Tokeniser tokeniser(rules);                 // rules of one language
//   tokeniser.tokenise("It's 5,300 m. long.", out);   // "It 's 5,300 m. long ."
//
// The rules are those of the Moses tokeniser without its escaping: signs stand alone; a comma
// between digits, a hyphen, and a dot inside a word stay; runs of dots stay together; an
// apostrophe goes by the language; a final dot stays after an abbreviation, after a word that
// holds dots already, and before a lower-case word. Han and Kana stand one by one in every
// language; what a segmenter has separated by spaces stays so only for other scripts.
// Control and direction characters vanish. One pass, O(length), no allocation per word.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/vocabulary.h"
#include "text/characters.h"

namespace manyways::text {

enum class Apostrophe : std::uint8_t {
  kAlone,  // rock ' n ' roll: a token of its own
  kRight,  // it 's (English)
  kLeft    // l' eau (French, Italian)
};

struct TokeniserRules {
  Apostrophe apostrophe = Apostrophe::kAlone;
  bool ordinals = false;         // "3." is the third: the dot stays after one or two digits
  bool inner_colon = false;      // EU:n (Finnish, Swedish)
  bool inner_point = false;      // col·legi (Catalan)
  bool ideographs_alone = true;  // false: a run of Han or Kana is one token
  std::vector<std::string> abbreviations;          // without their dot
  std::vector<std::string> numeric_abbreviations;  // only before a digit: No. 5
};

class Tokeniser {
 public:
  explicit Tokeniser(const TokeniserRules& rules);

  // Appends the tokens of one text to `out`, single spaces between them.
  void tokenise(std::string_view text, std::string& out) const;

 private:
  struct Token {
    const char* begin;
    const char* end;
  };
  struct Scan;

  // False if the text holds characters that must be taken out first.
  bool split(std::string_view text, std::vector<Token>& tokens) const;
  bool keeps_dot(std::string_view prefix, const Token* next) const;

  TokeniserRules rules_;
  Vocabulary abbreviations_;
  Vocabulary numeric_abbreviations_;
};

}  // namespace manyways::text
