// The rows of a list in an order in which each shares the longest beginning with the one before it.
//
//   order_rows(rows, first, end, order);               // row numbers
//   for (...) common = common_start(rows[order[k - 1]], rows[order[k]]);
//
// Going through them in this order and taking back only what differs is a walk through the trie of the list.
// Rows are spans of anything that compares; equal rows keep their order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace manyways::syntax {

template <typename Rows>
void order_rows(const Rows& rows, std::size_t first, std::size_t end,
                std::vector<std::uint32_t>& order) {
  order.resize(end - first);
  std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(first));
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto one = rows[a], other = rows[b];
    const auto found =
        std::lexicographical_compare_three_way(one.begin(), one.end(), other.begin(), other.end());
    return found != 0 ? found < 0 : a < b;
  });
}

template <typename Span>
std::size_t common_start(const Span& one, const Span& other) {
  const auto ends = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  return static_cast<std::size_t>(ends.first - one.begin());
}

}  // namespace manyways::syntax
