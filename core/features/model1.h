// IBM Model 1 of the source given a translation: how well a list's candidates explain their source.
//
//   train_model1(text, source_words, target_words, {.passes = 5}, "inverse.bin", threads);
//   Model1 model("inverse.bin");
//   std::vector<double> rows = model.score(texts, sentence_offsets, sources, 1e-3, threads);
//
// t(f | e) is learnt by expectation maximisation from equal probabilities, NULL included (Brown et
// al. 1993). Of a source f_1 .. f_J and a candidate e_1 .. e_I with e_0 = NULL a row has
//
//   sum    sum over j of log( 1/(I+1) sum over i of t(f_j | e_i) )
//   best   the same with the highest t in place of the sum
//   weak   the share of words f_j whose highest t is below a threshold
//
// where a t that is not in the table counts as kFloor. A list's words are looked up once: for each of
// them a column of J numbers, and a candidate is a sum and a maximum of columns. Sums are in the order
// of the words, and counts of training do not depend on theirs (align/counts.h): threads change
// nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/bitext.h"
#include "base/text_column.h"
#include "base/vocabulary.h"
#include "features/hashed_table.h"

namespace manyways::features {

struct Model1Settings {
  int passes = 5;
  double least = 1e-5;  // probabilities below it are not kept
};

// Writes t(f | e) for the words f of the source side; returns how many were kept.
std::size_t train_model1(const Bitext& text, const Vocabulary& source, const Vocabulary& target,
                         const Model1Settings& settings, const std::string& path, unsigned threads);

class Model1 {
 public:
  static constexpr float kFloor = 1e-7f;
  static constexpr std::size_t kColumns = 3;

  explicit Model1(const std::string& path);

  std::size_t size() const { return table_.size(); }
  // t(f | e), kFloor at least; an empty e is NULL.
  float probability(std::string_view f, std::string_view e) const;
  // kColumns numbers per text; a source for each list.
  std::vector<double> score(const TextView& texts, std::span<const std::int64_t> sentence_offsets,
                            const TextView& sources, double threshold, unsigned threads) const;
  void verify() const { table_.verify(); }

 private:
  HashedTable table_;
};

}  // namespace manyways::features
