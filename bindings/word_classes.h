// A dict of words and their classes becomes WordClasses, and the other way round.
#pragma once

#include <nanobind/stl/string_view.h>

#include "base/word_classes.h"
#include "common.h"

namespace nanobind::detail {

template <>
struct type_caster<manyways::WordClasses> {
  NB_TYPE_CASTER(manyways::WordClasses, const_name("dict[str, str]"))

  bool from_python(handle src, std::uint8_t flags, cleanup_list* cleanup) noexcept {
    if (!isinstance<dict>(src)) return false;
    value = {};
    make_caster<std::string_view> word, name;
    for (const auto [key, found] : borrow<dict>(src)) {
      if (!word.from_python(key, flags, cleanup) || !name.from_python(found, flags, cleanup)) {
        return false;
      }
      value.add(word.value, name.value);
    }
    return true;
  }
  static handle from_cpp(const manyways::WordClasses& classes, rv_policy, cleanup_list*) noexcept {
    dict found;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      found[str(classes.word(i).data(), classes.word(i).size())] =
          str(classes.name(i).data(), classes.name(i).size());
    }
    return found.release();
  }
};

}  // namespace nanobind::detail
