#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "base/vocabulary.h"
#include "common.h"
#include "text/column.h"
#include "text/encode.h"

namespace manyways::bindings {
namespace {

using text::Column;
using text::ColumnView;
using text::EncodedColumn;

ColumnView as_column(const Array<std::uint8_t>& data, const Array<std::int64_t>& offsets) {
  const ColumnView column{view(data), view(offsets)};
  text::check_column(column);
  return column;
}

auto to_arrays(Column&& column) {
  return std::pair(to_array(std::move(column.data)), to_array(std::move(column.offsets)));
}

auto to_arrays(EncodedColumn&& words) {
  return std::pair(to_array(std::move(words.ids)), to_array(std::move(words.offsets)));
}

// Runs `work` without the interpreter's lock, then hands its columns to NumPy.
template <typename Work>
auto released(Work work) {
  auto result = [&] {
    nb::gil_scoped_release release;
    return work();
  }();
  return to_arrays(std::move(result));
}

void bind_encode(nb::module_& m) {
  m.def(
      "encode",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets, Vocabulary& vocabulary, bool grow,
         unsigned threads) {
        const ColumnView column = as_column(data, offsets);
        return released([&] {
          return grow ? text::encode_and_grow(column, vocabulary, threads)
                      : text::encode(column, vocabulary.view(), threads);
        });
      },
      "data"_a, "offsets"_a, "vocabulary"_a, "grow"_a, "threads"_a = 0,
      "Word ids of a column of tokenised texts, and their offsets.");
  m.def(
      "decode",
      [](Array<WordId> ids, Array<std::int64_t> offsets, const Vocabulary& vocabulary,
         unsigned threads) {
        return released(
            [&] { return text::decode(view(ids), view(offsets), vocabulary.view(), threads); });
      },
      "ids"_a, "offsets"_a, "vocabulary"_a, "threads"_a = 0,
      "The texts of word ids, as data and offsets.");
}

}  // namespace

void bind_text(nb::module_& m) { bind_encode(m); }

}  // namespace manyways::bindings
