// Which language a text is in, as far as its small words tell.
//
//   const Languages languages;
//   languages.of(scan);          // its number, from 1; 0 if that cannot be told
//
// Each language has a list of words that every sentence of some length has (the, der, los, ...), all in
// lower case. The language of a text is the one most of whose words it has, counted as often as they
// occur; it is not told if that are fewer than two, or as many as another language's. Texts in other
// scripts than Latin and Cyrillic, of which there is no list, are told apart by their script
// (scan.h: letters_by_script), not here.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/hash_table.h"
#include "features/scan.h"

namespace manyways::features {

struct Language {
  std::string_view code;   // ISO 639-1
  std::string_view words;  // with blanks between
};

std::span<const Language> languages();

class Languages {
 public:
  Languages();
  std::int32_t of(const Scan& scan) const;

 private:
  // A bit for each language whose list has the word.
  HashMap<std::uint64_t, std::uint32_t, IsHash> owners_;
};

}  // namespace manyways::features
