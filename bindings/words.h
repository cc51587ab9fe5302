// Words of a model's file as Python's text.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "common.h"

namespace manyways::bindings {

// Throws InputError if the bytes, which a file at `path` holds, are not UTF-8.
inline nb::str file_text(std::string_view text, const std::string& path) {
  PyObject* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
  if (made != nullptr) return nb::steal<nb::str>(made);
  PyErr_Clear();
  throw InputError(path, 0, "is damaged: it holds a word that is not UTF-8",
                   "Rebuild it, or copy it again from its source.");
}

}  // namespace manyways::bindings
