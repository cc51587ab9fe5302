// What every array of offsets is held to before it is used: row i is [offsets[i], offsets[i + 1]).
#pragma once

#include <cstdint>
#include <span>

namespace manyways {

// Throws std::invalid_argument unless there is an offset, they rise, and all stay inside `size`
// entries. `what` names them in the message.
void check_offsets(std::span<const std::int64_t> offsets, std::size_t size, const char* what);

// The same, and they begin with 0 and end with `size`: every entry is in a row.
void check_all_in_rows(std::span<const std::int64_t> offsets, std::size_t size, const char* what);

// Throws std::invalid_argument unless there are as many as expected.
void check_count(std::size_t found, std::size_t expected, const char* what);

// Throws std::invalid_argument if an id is not below `limit`.
void check_ids(std::span<const std::uint32_t> ids, std::size_t limit, const char* what);

}  // namespace manyways
