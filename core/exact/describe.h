// A derivation as users see it: words, features, steps and links.
#pragma once

#include <cstdint>
#include <span>

#include "exact/problem.h"
#include "search/result.h"

namespace manyways::exact {

void describe(Problem& problem, std::span<const std::uint32_t> derivation, double score,
              search::Translations& out);

}  // namespace manyways::exact
