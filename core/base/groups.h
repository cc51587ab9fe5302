// Rows that are alike, side by side: one call for each group.
//
//   for_each_group(std::span(events), &Event::target, [&](std::span<const Event> alike) { ... });
//
// `key`: a member or a function of a row. Rows that stand together and have equal keys are a group.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace manyways {

template <typename Row, typename Key, typename Work>
void for_each_group(std::span<Row> rows, const Key& key, const Work& work) {
  for (std::size_t begin = 0, end; begin < rows.size(); begin = end) {
    const auto first = std::invoke(key, rows[begin]);
    for (end = begin + 1; end < rows.size() && std::invoke(key, rows[end]) == first;) ++end;
    work(std::span<const Row>(rows.subspan(begin, end - begin)));
  }
}

}  // namespace manyways
