// Moses's text rule table becomes our grammar file; see phrases/moses_import.h for how to use it.
//
// A line is `im [X][X] haus [X] ||| in the [X][X] house [X] ||| scores ||| links ||| counts`. Links
// join gaps: each gap of the target has one link, to a gap of the source. X is the only label; a
// grammar with other labels (syntax, glue) is an InputError.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/table.h"
#include "phrases/moses_import.h"

namespace manyways::grammar {

class RuleImport : public phrases::MosesImport {
 public:
  explicit RuleImport(std::string path);

 protected:
  void read_sides(std::string_view source, std::string_view target,
                  std::string_view links) override;

 private:
  std::string_view without_label(std::string_view side) const;
  void read_symbols(std::string_view side, Vocabulary& words, std::string_view gap,
                    std::vector<WordId>& out);
  void number_gaps(std::string_view links);

  WordId source_gap_;
  std::array<WordId, kMostGaps> target_gaps_;
};

}  // namespace manyways::grammar
