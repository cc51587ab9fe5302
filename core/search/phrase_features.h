// Sparse features of phrase pairs: indicators by name, each worth what was learnt for it.
//
//   PhraseFeatureNames names;
//   names.of({source_words, target_words, links});
//       // Pair~ein_haus~a_house   the pair itself
//       // Words~haus~house        two linked words
//       // Insert~the              a target word without links
//       // Delete~doch             a source word without links
//       // Sizes~2~3               words on both sides
//
// A hierarchical rule has the same ones, its gaps being words [X] and [X,1], [X,2].
//
// In a search they are one column, the sum of the weights of a pair's features (phrase_features
// below): the inner loop never sees them. For tuning, phrase_feature_rows tells which features each
// derivation has. A word that is copied as it is, known or not, has none.
//
// Cost: the names are made once for each option that a model scores; a look-up is one hash.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash_table.h"
#include "phrases/table.h"
#include "search/feature.h"
#include "search/input.h"
#include "search/result.h"

namespace manyways::search {

struct PhraseText {
  std::span<const std::string_view> source, target;
  std::span<const phrases::Link> links;
};

class PhraseFeatureNames {
 public:
  // Valid until the next call; the order is that of the essay, words from left to right.
  std::span<const std::string> of(const PhraseText& pair);

 private:
  std::string& next(std::string_view kind);
  std::vector<std::string> names_;
  std::size_t used_ = 0;
  std::vector<bool> linked_;
};

// Weights by name, in a hash table of 64-bit hashes; 0 for any other name.
class PhraseWeights {
 public:
  // Throws std::invalid_argument if the sizes disagree or a value is not finite.
  PhraseWeights(std::span<const std::string> names, std::span<const double> values);
  double of(std::string_view name) const;

 private:
  HashMap<std::uint64_t, double, IsHash> weights_;
};

// The column `name`: the sum of the weights of a pair's features. Keeps the table by reference.
std::shared_ptr<const OptionFeature> phrase_features(const phrases::Table& table,
                                                     std::shared_ptr<const PhraseWeights> weights,
                                                     std::string name);

// The features of every row of translations that were made with details, in compressed rows.
struct PhraseFeatureRows {
  std::vector<std::string> names;
  std::vector<std::uint32_t> indices;  // into names; ascending in a row
  std::vector<double> values;          // how often
  std::vector<std::int64_t> offsets{0};
};

// Throws InputError if an input is a lattice.
PhraseFeatureRows phrase_feature_rows(std::span<const Input> inputs, const Translations& rows);

}  // namespace manyways::search
