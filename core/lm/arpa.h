// ARPA files: the text form of n-gram models that all toolkits read and write.
//
//   Ngrams ngrams = parse_arpa(text, "lm.arpa");      // log10 becomes natural log
//   write_arpa(ngrams, [&](std::string_view piece) { file.write(piece); });
//
// Reading accepts tabs or spaces, CR LF, text before \data\, a missing back-off, "<UNK>" and
// "-inf". Everything else that is not ARPA is an InputError with its line: wrong counts, words
// without a unigram, probabilities above 1, NaN, a cut-off file. Time and memory are linear in the
// text.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "lm/ngrams.h"

namespace manyways::lm {

// `name` stands in error messages.
Ngrams parse_arpa(std::string_view text, const std::string& name);

using TextSink = std::function<void(std::string_view)>;

// Writes n-grams as they come; calls `sink` with pieces of about a megabyte.
class ArpaWriter : public NgramSink {
 public:
  ArpaWriter(const VocabularyView& vocabulary, TextSink sink)
      : vocabulary_(vocabulary), sink_(std::move(sink)) {}

  void begin(std::span<const std::uint64_t> sizes) override;
  void add(std::span<const WordId> words, float score, float backoff) override;
  void end() override;

 private:
  VocabularyView vocabulary_;
  TextSink sink_;
  std::string text_;
  std::size_t order_ = 0, current_ = 0;
};

void write_arpa(const Ngrams& ngrams, const TextSink& sink);

}  // namespace manyways::lm
