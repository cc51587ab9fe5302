// The sentence splitter: running text into pieces, one sentence each.
//
//   splitter.split("Dr. Who came. He left.", ends);   // {14, 22}: "Dr. Who came. " and "He left."
//
// Pieces keep the white space that follows them, so that joined they are the text again, byte for
// byte. A sentence ends after . ! ? and their kin, with the quotes and brackets that close behind
// them, before white space and a word that is not in lower case; after the stops of Chinese,
// Japanese, Hindi, Urdu and others wherever they stand; and at an empty line. A dot after an
// abbreviation, an initial or (where the language writes them so) an ordinal number ends nothing.
// O(length).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/unicode.h"
#include "base/vocabulary.h"

namespace manyways::text {

class SentenceSplitter {
 public:
  // How a sign ends sentences: not, unless after an abbreviation, before a space, or always.
  enum class Stop { kNone, kDot, kSpaced, kAlways };

  // A cursor that looks ahead without moving.
  struct Cursor {
    const char* at;
    const char* end;

    bool done() const { return at == end; }
    char32_t peek() const {
      const char* ahead = at;
      return unicode::decode_utf8(ahead, end);
    }
    void next() { unicode::decode_utf8(at, end); }
  };

  SentenceSplitter(const std::vector<std::string>& abbreviations,
                   const std::vector<std::string>& numeric_abbreviations, bool ordinals);

  // Appends the end of every piece of the text (byte positions, the last one text.size()); nothing
  // for an empty text.
  void split(std::string_view text, std::vector<std::size_t>& ends) const;

 private:
  bool pass_stop(Cursor& cursor, Stop stop, std::string_view before) const;
  bool dot_ends(std::string_view before, char32_t next) const;

  Vocabulary abbreviations_;
  Vocabulary numeric_abbreviations_;
  bool ordinals_;
};

}  // namespace manyways::text
