// Sentence pairs and links as Python hands them over; phrases and rules are learnt from them.
#pragma once

#include <stdexcept>

#include "base/ids.h"
#include "common.h"
#include "phrases/linked_text.h"

namespace manyways::bindings {

inline phrases::LinkedText linked_text(const Array<WordId>& source,
                                       const Array<std::int64_t>& source_offsets,
                                       const Array<WordId>& target,
                                       const Array<std::int64_t>& target_offsets,
                                       const Matrix<std::uint16_t>& links,
                                       const Array<std::int64_t>& link_offsets) {
  if (links.shape(1) != 2) throw std::invalid_argument("links must have two columns");
  const phrases::LinkedText text{
      view(source),
      view(target),
      view(source_offsets),
      view(target_offsets),
      view(link_offsets),
      {reinterpret_cast<const phrases::WordLink*>(links.data()), links.shape(0)}};
  phrases::check_linked_text(text);
  return text;
}

}  // namespace manyways::bindings
