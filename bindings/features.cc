#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "common.h"
#include "features/signs.h"

namespace manyways::bindings::of_features {
namespace {

// (data, offsets): a column of texts, read in place.
using Column = std::pair<Array<std::uint8_t>, Array<std::int64_t>>;

TextView texts_of(const Column& column) {
  const TextView texts = text_view(column.first, column.second);
  check_column(texts);
  return texts;
}

// Every text in a list, and a source for each list, or none.
void check_lists(const TextView& texts, std::span<const std::int64_t> offsets,
                 const TextView& sources) {
  check_all_in_rows(offsets, texts.size(), "sentence offsets");
  if (sources.size() != 0) check_count(sources.size(), offsets.size() - 1, "sources");
}

}  // namespace

void bind_features(nb::module_& m) {
  m.def(
      "sign_names",
      [] {
        return std::vector<std::string>(features::kSignNames.begin(), features::kSignNames.end());
      },
      "What count_signs counts, column by column.");
  m.def(
      "count_signs",
      [](const Column& texts, const Array<std::int64_t>& sentence_offsets, const Column& sources,
         Threads threads) {
        const TextView column = texts_of(texts);
        const TextView other = texts_of(sources);
        check_lists(column, view(sentence_offsets), other);
        std::vector<std::int32_t> rows;
        {
          nb::gil_scoped_release release;
          rows = features::count_signs(column, view(sentence_offsets), other, threads);
        }
        return to_matrix(std::move(rows), features::kSigns);
      },
      "texts"_a, "sentence_offsets"_a, "sources"_a, "threads"_a = 0,
      "A row of counts per text, a column for each of sign_names(); sources: one per list, or "
      "none.");
}

}  // namespace manyways::bindings::of_features
