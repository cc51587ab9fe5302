// Is this UTF-8? ASCII is checked 32 bytes at a time.
#pragma once

#include <cstddef>

namespace manyways::candidates {

// The first byte in [data, data + size) that no UTF-8 text can hold there (overlong forms,
// surrogates and zero bytes included), or `size` if there is none.
std::size_t find_bad_byte(const char* data, std::size_t size);

}  // namespace manyways::candidates
