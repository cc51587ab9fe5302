// Splitting text for metrics, exactly as sacreBLEU does: none, 13a, intl, char, zh, tercom.
//
//   Tokeniser tokeniser(Splitting::k13a);
//   std::span<const std::string_view> words = tokeniser.split(line);   // valid until the next call
//
// sacreBLEU's tokenisers are chains of regular-expression substitutions that put spaces around
// characters. What a chain does to a character depends only on its neighbours and on what became of
// the character before, so one pass over the bytes gives the same words; they are pieces of the
// line itself and nothing is copied. Only escapes (`&lt;`, `<skipped>`, line breaks) and tercom's
// options need a rewritten line first.
//
// About 1 ns per byte, no allocation once the buffers have grown. Casing is the caller's.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace manyways::metrics {

enum class Splitting { kNone, k13a, kIntl, kChar, kZh, kTercom };

// What `tercom` does besides splitting at spaces (sacreBLEU's options of the same names).
struct TercomOptions {
  bool normalized = false;
  bool no_punct = false;
  bool asian_support = false;
};

// Numbers, punctuation and symbols that the core's Unicode tables do not know yet. sacreBLEU's intl
// asks the package `regex`, which may be ahead of the Python that the core was built with.
enum class Newer : std::uint8_t { kNumber, kPunctuation, kSymbol };
struct NewerCharacters {
  std::vector<std::uint32_t> points;  // rising
  std::vector<Newer> kinds;
};

// "13a" and so on; throws std::invalid_argument for a name it does not know.
Splitting splitting_of(std::string_view name);

class Tokeniser {
 public:
  explicit Tokeniser(Splitting splitting, TercomOptions tercom = {},
                     std::shared_ptr<const NewerCharacters> newer = nullptr)
      : splitting_(splitting), tercom_(tercom), newer_(std::move(newer)) {}

  std::span<const std::string_view> split(std::string_view line);

 private:
  Splitting splitting_;
  TercomOptions tercom_;
  std::shared_ptr<const NewerCharacters> newer_;
  std::string rewritten_;
  std::vector<std::string_view> words_;
};

// The number of bytes of the space character (as Python's str.isspace has it) at `at`, or 0.
std::size_t space_at(const char* at, const char* end);

// Without the space characters at the end, as str.rstrip.
std::string_view strip_end(std::string_view line);

// Splits at runs of space characters, as str.split; appends to `words`.
void split_at_spaces(std::string_view line, std::vector<std::string_view>& words);

// The line after tercom's options, before splitting at spaces.
std::string tercom_rewrite(std::string_view line, TercomOptions options);

}  // namespace manyways::metrics
