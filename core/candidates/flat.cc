#include "candidates/flat.h"

namespace manyways::candidates {

void FlatReader::read_line(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (seen_ == 0) begin_sentence(std::to_string(next_++));
  table_.start();
  table_.finish(block_);
  end_candidate(line, readable_, kNoScore);
  if (++seen_ == per_source_) seen_ = 0;
}

}  // namespace manyways::candidates
