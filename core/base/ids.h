// Words are numbers inside the core; strings live only at the edges.
//
// The three lowest ids mean the same in every vocabulary, so that language models, phrase
// tables and searches can name them without asking.
#pragma once

#include <cstdint>

namespace manyways {

using WordId = std::uint32_t;

inline constexpr WordId kUnknownWord = 0;    // <unk>
inline constexpr WordId kSentenceStart = 1;  // <s>
inline constexpr WordId kSentenceEnd = 2;    // </s>
inline constexpr WordId kFirstWord = 3;      // the first id that a text can bring in

}  // namespace manyways
