// Plain text: a candidate per line, the same number of lines for every sentence.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "candidates/reader.h"

namespace manyways::candidates {

class FlatReader : public Reader {
 public:
  // per_source > 0: lines per sentence. Sentences are numbered from 0.
  FlatReader(std::string path, std::size_t per_source)
      : Reader(std::move(path)), per_source_(per_source) {}

  // Lines that the last sentence lacks: 0 in a good file, after finish().
  std::size_t missing() const { return seen_ == 0 ? 0 : per_source_ - seen_; }

 protected:
  void read_line(std::string_view line) override;
  bool open_sentence() const override { return seen_ != 0; }

 private:
  std::size_t per_source_;
  std::size_t seen_ = 0;  // lines of the sentence at hand
  std::size_t next_ = 0;
};

}  // namespace manyways::candidates
