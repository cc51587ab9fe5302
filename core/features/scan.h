// What a reader sees in one text without knowing its language: words, signs, and the items that a
// translation must keep (numbers, addresses, tags, placeholders).
//
//   Scan scan;                          // scratch: one for many texts
//   scan.read(text);
//   scan.words, scan.items[kNumbers], scan.counts[kPunctuation], scan.letters_by_script
//
// A word is a run of letters, digits and marks, in lower case; every character of a script that is
// written without spaces is a word of its own. Words and items are known by their hashes. Items are
// found from left to right, at each place the first of this list that fits (ASCII unless a number):
//
//   address      http://, https:// or ftp:// and what may stand in one, or www. behind no letter or
//                digit; points, commas and closing signs at its end are not part of it
//   mail         a@b.c
//   tag          <name ...> or </name>, of up to 100 more characters
//   placeholder  {name}, ${name} of up to 60 characters; %s, %1$s, %(name)s; __NAME__
//   number       digits of any script with single . , ' or hard spaces between them, which are left
//                out, so that 1.000,5 and 1,000.5 are equal
//
// O(bytes), and nothing is allocated once the scratch has grown.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace manyways::features {

enum Item : std::uint8_t { kNumbers, kAddresses, kMails, kTags, kPlaceholders, kItems };

// How a text ends, closing quotes and brackets left out.
enum class Ending : std::uint8_t { kOther, kStop, kQuestion, kExclamation, kGoesOn };

struct Word {
  std::uint64_t hash;
  std::uint32_t length;  // code points
  bool letters;          // whether there is one in it
  bool alone;            // a character of a script without spaces
};

// Letters of Han, kana and Bopomofo are of one script here.
inline constexpr std::size_t kScripts = 32;

struct Scan {
  void read(std::string_view text);

  std::vector<Word> words;
  std::array<std::vector<std::uint64_t>, kItems> items;
  std::array<std::int32_t, kScripts> letters_by_script;
  std::int32_t characters;  // but for white space
  std::int32_t letters, capitals, punctuation;
  std::int32_t quotes;       // of all shapes, but not apostrophes
  std::int32_t unbalanced;   // brackets without partner
  std::int32_t longest_run;  // of one character, but for white space and digits
  Ending ending;

 private:
  void read_words(std::string_view text);
  void read_items(std::string_view text);
  std::vector<char32_t> open_;
};

}  // namespace manyways::features
