#include "base/offsets.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace manyways {

void check_offsets(std::span<const std::int64_t> offsets, std::size_t size, const char* what) {
  if (offsets.empty() || offsets.front() < 0 || !std::is_sorted(offsets.begin(), offsets.end()) ||
      static_cast<std::uint64_t>(offsets.back()) > size) {
    throw std::invalid_argument(std::string(what) + " must rise and stay between 0 and " +
                                std::to_string(size));
  }
}

void check_all_in_rows(std::span<const std::int64_t> offsets, std::size_t size, const char* what) {
  check_offsets(offsets, size, what);
  if (offsets.front() != 0 || static_cast<std::uint64_t>(offsets.back()) != size) {
    throw std::invalid_argument(std::string(what) + " must rise from 0 to " + std::to_string(size));
  }
}

void check_count(std::size_t found, std::size_t expected, const char* what) {
  if (found == expected) return;
  throw std::invalid_argument(std::string(what) + ": expected " + std::to_string(expected) +
                              ", found " + std::to_string(found));
}

void check_ids(std::span<const std::uint32_t> ids, std::size_t limit, const char* what) {
  const auto most = std::max_element(ids.begin(), ids.end());
  if (most == ids.end() || *most < limit) return;
  throw std::invalid_argument(std::string(what) + " must be below " + std::to_string(limit) +
                              "; found " + std::to_string(*most));
}

}  // namespace manyways
