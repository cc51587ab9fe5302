#include "text/characters.h"

namespace manyways::text {
namespace {

using unicode::Script;

bool is_ideograph(char32_t c) {
  if (c >= 0x3005 && c <= 0x3007) return true;  // iteration mark, closing mark, zero
  const Script script = unicode::script(c);
  return script == Script::kHan || script == Script::kHiragana || script == Script::kKatakana ||
         script == Script::kBopomofo;
}

}  // namespace

CharClass classify_other(char32_t c) {
  if (unicode::is_space(c) || c == 0x200B) return CharClass::kSpace;
  const auto category = unicode::category(c);
  if (category & unicode::kMark) return CharClass::kLetter;
  if (category & (unicode::kLetter | unicode::kLetterNumber)) {
    if (is_ideograph(c)) return CharClass::kIdeograph;
    return category & unicode::kLetterNumber ? CharClass::kDigit : CharClass::kLetter;
  }
  if (category & unicode::kDecimalNumber) return CharClass::kDigit;
  if (c == 0x200C || c == kZeroWidthJoiner || c == 0x00AD) return CharClass::kLetter;
  if (c == 0x066B || c == 0x066C) return CharClass::kComma;  // Arabic decimal, thousands
  if (c >= kShielded) return CharClass::kLetter;
  if (category & unicode::kFormat) return CharClass::kNothing;
  return CharClass::kSingle;
}

bool extends_previous(char32_t c) {
  return (c >= 0x1F3FB && c <= 0x1F3FF) || (c >= 128 && unicode::in_category(c, unicode::kMark)) ||
         (c >= 0xE0020 && c <= 0xE007F);
}

}  // namespace manyways::text
