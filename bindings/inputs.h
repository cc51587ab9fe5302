// What is translated, sentence by sentence, as Python hands it to every search.
#pragma once

#include <vector>

#include "common.h"
#include "search/input.h"

namespace manyways::bindings {

struct Inputs {
  std::vector<search::Input> items;

  search::Input& at(std::size_t index) {
    if (index >= items.size()) throw nb::index_error("no such sentence");
    return items[index];
  }
};

}  // namespace manyways::bindings
