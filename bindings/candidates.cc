#include "candidates/jsonl.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <stdexcept>
#include <tuple>

#include "base/hash.h"
#include "candidates/flat.h"
#include "candidates/piped.h"
#include "candidates/profile.h"
#include "candidates/write.h"
#include "common.h"

namespace manyways::bindings::of_candidates {
namespace {

using namespace manyways::candidates;  // NOLINT: bindings only

constexpr std::array<const char*, 6> kRoles = {"id", "text", "features", "score", "links", "extra"};

template <typename To, typename T>
nb::object hand_over(GrowingArray<T>&& column) {
  return nb::cast(to_array_of<To>(std::move(column)));
}

template <typename To, typename T>
void put(nb::dict& columns, const char* name, Ragged<T>&& ragged, std::size_t rows) {
  if (ragged.rows() != rows || (ragged.values.size() == 0 && rows > 0 && name[0] == '?')) return;
  columns[name[0] == '?' ? name + 1 : name] = nb::make_tuple(
      hand_over<To>(std::move(ragged.values)), hand_over<std::int64_t>(std::move(ragged.offsets)));
}

// Every column by its name; "?" marks those that are left out when they hold nothing.
nb::dict to_columns(Block&& block) {
  const std::size_t rows = block.rows();
  const std::size_t sentences = block.sentences();
  const std::size_t references = block.references.rows();
  nb::dict columns;
  put<std::uint8_t>(columns, "ids", std::move(block.ids), sentences);
  if (block.sources.rows() > 0) {
    put<std::uint8_t>(columns, "sources", std::move(block.sources), sentences);
  }
  if (block.status.rows() > 0) {
    put<std::uint8_t>(columns, "status", std::move(block.status), sentences);
  }
  if (block.bounds.size() > 0) columns["bounds"] = hand_over<double>(std::move(block.bounds));
  if (block.reasons.rows() > 0) {
    put<std::uint8_t>(columns, "reasons", std::move(block.reasons), sentences);
  }
  if (block.qualities.size() > 0) {
    columns["qualities"] = hand_over<double>(std::move(block.qualities));
  }
  put<std::uint8_t>(columns, "texts", std::move(block.texts), rows);
  put<std::uint32_t>(columns, "tokens", std::move(block.tokens), rows);
  put<std::uint8_t>(columns, "?links", std::move(block.links), rows);
  put<double>(columns, "?word_scores", std::move(block.word_scores), rows);
  put<std::uint8_t>(columns, "?extra", std::move(block.extra), rows);
  put<std::uint8_t>(columns, "?flags", std::move(block.flags), rows);
  put<std::uint8_t>(columns, "?raw", std::move(block.raw), rows);
  if (block.sparse_values.values.size() > 0) {
    put<double>(columns, "sparse_values", std::move(block.sparse_values), rows);
    columns["sparse_names"] = hand_over<std::uint32_t>(std::move(block.sparse_names));
  }
  if (references > 0) {
    put<std::uint8_t>(columns, "references", std::move(block.references), references);
    columns["reference_starts"] = hand_over<std::int64_t>(std::move(block.reference_starts));
  }
  columns["sentence_offsets"] = hand_over<std::int64_t>(std::move(block.sentence_offsets));
  columns["sentence_lines"] = hand_over<std::int64_t>(std::move(block.sentence_lines));
  columns["features"] = hand_over<double>(std::move(block.features));
  if (block.systems.size() > 0) {
    columns["systems"] = hand_over<std::int32_t>(std::move(block.systems));
  }
  columns["lines"] = hand_over<std::int64_t>(std::move(block.lines));
  columns["incomplete"] = hand_over<std::int64_t>(std::move(block.incomplete));
  columns["scores"] = hand_over<double>(std::move(block.scores));
  return columns;
}

template <typename T>
std::span<const T> get(const nb::dict& columns, const char* name) {
  if (!columns.contains(name)) return {};
  return view(nb::cast<Array<T>>(columns[name], false));
}

template <typename T, typename View>
void get_ragged(const nb::dict& columns, const char* name, View& ragged) {
  if (!columns.contains(name)) return;
  const nb::object pair = columns[name];
  const auto values = view(nb::cast<Array<T>>(pair[0], false));
  using Value = typename decltype(ragged.values)::value_type;
  ragged.values = {reinterpret_cast<const Value*>(values.data()), values.size()};
  ragged.offsets = view(nb::cast<Array<std::int64_t>>(pair[1], false));
  check_offsets(ragged.offsets, values.size(), name);
}

template <typename View>
void check_rows(const View& ragged, std::size_t rows, const char* name) {
  if (!ragged.offsets.empty()) check_count(ragged.offsets.size(), rows + 1, name);
}

// Everything that the writers index with.
void check_block(const BlockView& block) {
  const std::size_t rows = block.scores.size();
  check_all_in_rows(block.sentence_offsets, rows, "sentence_offsets");
  const std::size_t sentences = block.sentence_offsets.size() - 1;
  check_count(block.ids.offsets.size(), sentences + 1, "ids");
  check_count(block.texts.offsets.size(), rows + 1, "texts");
  check_count(block.features.size(), rows * block.feature_names.size(), "features");
  check_rows(block.sources, sentences, "sources");
  check_rows(block.status, sentences, "status");
  if (!block.bounds.empty()) check_count(block.bounds.size(), 2 * sentences, "bounds");
  check_rows(block.reasons, sentences, "reasons");
  if (!block.qualities.empty()) check_count(block.qualities.size(), sentences, "qualities");
  check_rows(block.links, rows, "links");
  check_rows(block.extra, rows, "extra");
  check_rows(block.flags, rows, "flags");
  check_rows(block.raw, rows, "raw");
  check_rows(block.word_scores, rows, "word_scores");
  check_rows(block.sparse_values, rows, "sparse_values");
  check_count(block.sparse_names.size(), block.sparse_values.values.size(), "sparse_names");
  check_ids(block.sparse_names, block.sparse_feature_names.size(), "sparse_names");
  if (!block.reference_starts.empty()) {
    const std::size_t offsets = block.references.offsets.size();
    check_offsets(block.reference_starts, offsets == 0 ? 0 : offsets - 1, "reference_starts");
    check_count(block.reference_starts.size(), sentences + 1, "reference_starts");
  }
  if (block.systems.empty()) return;
  check_count(block.systems.size(), rows, "systems");
  for (const std::int32_t system : block.systems) {
    if (system < 0 || static_cast<std::size_t>(system) >= block.system_names.size()) {
      throw std::invalid_argument("systems must be numbers of system_names");
    }
  }
}

// The arrays stay the dictionary's: it must live as long as the view.
BlockView from_columns(const nb::dict& columns) {
  BlockView block;
  get_ragged<std::uint8_t>(columns, "ids", block.ids);
  get_ragged<std::uint8_t>(columns, "sources", block.sources);
  get_ragged<std::uint8_t>(columns, "status", block.status);
  get_ragged<std::uint8_t>(columns, "reasons", block.reasons);
  get_ragged<std::uint8_t>(columns, "references", block.references);
  get_ragged<std::uint8_t>(columns, "texts", block.texts);
  get_ragged<std::uint8_t>(columns, "links", block.links);
  get_ragged<std::uint8_t>(columns, "extra", block.extra);
  get_ragged<std::uint8_t>(columns, "flags", block.flags);
  get_ragged<std::uint8_t>(columns, "raw", block.raw);
  get_ragged<double>(columns, "sparse_values", block.sparse_values);
  get_ragged<double>(columns, "word_scores", block.word_scores);
  block.sentence_offsets = get<std::int64_t>(columns, "sentence_offsets");
  block.reference_starts = get<std::int64_t>(columns, "reference_starts");
  block.features = get<double>(columns, "features");
  block.scores = get<double>(columns, "scores");
  block.bounds = get<double>(columns, "bounds");
  block.qualities = get<double>(columns, "qualities");
  block.sparse_names = get<std::uint32_t>(columns, "sparse_names");
  block.systems = get<std::int32_t>(columns, "systems");
  using Names = std::vector<std::string>;
  block.feature_names = nb::cast<Names>(columns["feature_names"]);
  block.sparse_feature_names = nb::cast<Names>(columns["sparse_feature_names"]);
  block.system_names = nb::cast<Names>(columns["system_names"]);
  check_block(block);
  return block;
}

using ColumnTuple = std::tuple<std::string, int, int>;

PipedLayout to_layout(const std::vector<ColumnTuple>& columns, std::string label, std::string end) {
  PipedLayout layout{{}, std::move(label), std::move(end)};
  for (const auto& [name, lead, trail] : columns) {
    std::size_t role = 0;
    while (role < kRoles.size() && name != kRoles[role]) ++role;
    if (role == kRoles.size()) throw std::invalid_argument("no column is called '" + name + "'");
    if (lead < 0 || lead > 255 || trail < 0 || trail > 255) {
      throw std::invalid_argument("a column has 0 to 255 blanks on each side");
    }
    layout.columns.push_back({static_cast<ColumnRole>(role), static_cast<std::uint8_t>(lead),
                              static_cast<std::uint8_t>(trail)});
  }
  return layout;
}

std::vector<ColumnTuple> layout_columns(const PipedReader& reader) {
  std::vector<ColumnTuple> columns;
  for (const PipedColumn& column : reader.layout().columns) {
    columns.emplace_back(kRoles[static_cast<std::size_t>(column.role)], column.lead, column.trail);
  }
  return columns;
}

nb::object to_lines(Lines&& lines) {
  return nb::make_tuple(to_bytes(lines.bytes), to_array(std::move(lines.offsets)));
}

void bind_readers(nb::module_& m) {
  nb::class_<Reader>(m, "Reader", "Reads candidate lists from blocks of bytes into columns.")
      .def(
          "feed",
          [](Reader& self, Array<std::uint8_t> data) {
            nb::gil_scoped_release release;
            self.feed(reinterpret_cast<const char*>(data.data()), data.shape(0));
          },
          "data"_a)
      .def("finish", &Reader::finish, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "take", [](Reader& self, bool all) { return to_columns(self.take(all)); }, "all"_a,
          nb::sig("def take(self, all: bool) -> dict[str, typing.Any]"))
      .def(
          "set_dense",
          [](Reader& self, const std::vector<std::string>& names) {
            self.features().set_dense(names);
          },
          "names"_a)
      .def_prop_ro("complete", &Reader::complete)
      .def_prop_ro("feature_names",
                   [](const Reader& self) { return self.features().dense_names(); })
      .def_prop_ro("sparse_feature_names",
                   [](const Reader& self) { return self.features().sparse_names(); })
      .def_prop_ro("vocabulary", &Reader::vocabulary)
      .def_prop_ro("lines", &Reader::lines)
      .def_prop_ro("ends_with_newline", &Reader::ends_with_newline);
  nb::class_<PipedReader, Reader>(m, "PipedReader", "Reads lists whose columns stand between |||.")
      .def(nb::init<std::string, bool>(), "path"_a, "keep_raw"_a = false)
      .def_prop_ro("layout_columns", &layout_columns)
      .def_prop_ro("layout_label", [](const PipedReader& self) { return self.layout().label; })
      .def_prop_ro("layout_end", [](const PipedReader& self) { return self.layout().end; });
  nb::class_<JsonlReader, Reader>(m, "JsonlReader", "Reads our JSON Lines.")
      .def(nb::init<std::string>(), "path"_a)
      .def_prop_ro("system_names", &JsonlReader::systems);
  nb::class_<FlatReader, Reader>(m, "FlatReader", "Reads plain text, some lines per sentence.")
      .def(nb::init<std::string, std::size_t>(), "path"_a, "per_source"_a)
      .def_prop_ro("missing", &FlatReader::missing);
}

// Each row of bytes, without the interpreter's lock.
template <typename Use>
void for_each_row(const Array<std::uint8_t>& data, const Array<std::int64_t>& offsets, Use use) {
  check_offsets(view(offsets), data.shape(0), "offsets");
  nb::gil_scoped_release release;
  const TextView rows = text_view(data, offsets);
  for (std::size_t row = 0; row < rows.size(); ++row) use(rows[row]);
}

}  // namespace

void bind_candidates(nb::module_& m) {
  bind_readers(m);
  m.def(
      "write_piped",
      [](const nb::dict& columns, const std::vector<ColumnTuple>& layout, std::string label,
         std::string end, const std::string& numbers, const std::string& word_numbers) {
        const BlockView view = from_columns(columns);
        const PipedStyle style{to_layout(layout, std::move(label), std::move(end)),
                               NumberStyle(numbers), NumberStyle(word_numbers)};
        auto lines = released([&] { return write_piped(view, style); });
        return to_lines(std::move(lines));
      },
      "columns"_a, "layout"_a, "label"_a, "end"_a, "numbers"_a, "word_numbers"_a,
      nb::sig("def write_piped(columns: dict[str, object], layout: list[tuple[str, int, int]], "
              "label: str, end: str, numbers: str, word_numbers: str) -> "
              "tuple[bytes, numpy.typing.NDArray[numpy.int64]]"),
      "The lines of a ||| list, and where each begins.");
  m.def(
      "write_jsonl",
      [](const nb::dict& columns) {
        const BlockView view = from_columns(columns);
        auto lines = released([&] { return write_jsonl(view); });
        return to_lines(std::move(lines));
      },
      "columns"_a,
      nb::sig("def write_jsonl(columns: dict[str, object]) -> "
              "tuple[bytes, numpy.typing.NDArray[numpy.int64]]"),
      "The lines of our JSON Lines, and where each begins.");
  m.def(
      "profile_rows",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets) {
        GrowingArray<std::uint8_t> traits, scripts;
        GrowingArray<std::uint64_t> folded, joined;
        for_each_row(data, offsets, [&](std::string_view text) {
          const TextProfile found = profile(text);
          traits.push_back(found.traits);
          scripts.push_back(static_cast<std::uint8_t>(found.script));
          folded.push_back(found.folded);
          joined.push_back(found.joined);
        });
        return nb::make_tuple(hand_over<std::uint8_t>(std::move(traits)),
                              hand_over<std::uint8_t>(std::move(scripts)),
                              hand_over<std::uint64_t>(std::move(folded)),
                              hand_over<std::uint64_t>(std::move(joined)));
      },
      "data"_a, "offsets"_a,
      nb::sig("def profile_rows(data: numpy.typing.NDArray[numpy.uint8], offsets: "
              "numpy.typing.NDArray[numpy.int64]) -> tuple[numpy.typing.NDArray[numpy.uint8], "
              "numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint64], "
              "numpy.typing.NDArray[numpy.uint64]]"),
      "Traits, script, hash in lower case and hash without blanks beside marks, of each text.");
  m.def(
      "hash_rows",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets) {
        std::vector<std::uint64_t> hashes;
        hashes.reserve(offsets.shape(0));
        for_each_row(data, offsets, [&](std::string_view row) {
          hashes.push_back(hash_bytes(row.data(), row.size()));
        });
        return to_array(std::move(hashes));
      },
      "data"_a, "offsets"_a,
      nb::sig("def hash_rows(data: numpy.typing.NDArray[numpy.uint8], offsets: "
              "numpy.typing.NDArray[numpy.int64]) -> numpy.typing.NDArray[numpy.uint64]"),
      "The content hash of each row of bytes.");
  m.def(
      "intern",
      [](Array<std::uint8_t> data, Array<std::int64_t> offsets) {
        WordCache words(std::make_shared<Vocabulary>());
        Ragged<WordId> tokens;
        const char* const end = reinterpret_cast<const char*>(data.data()) + data.shape(0);
        for_each_row(data, offsets, [&](std::string_view text) { words.add(text, end, tokens); });
        return nb::make_tuple(hand_over<std::uint32_t>(std::move(tokens.values)),
                              hand_over<std::int64_t>(std::move(tokens.offsets)),
                              words.vocabulary());
      },
      "data"_a, "offsets"_a,
      nb::sig("def intern(data: numpy.typing.NDArray[numpy.uint8], offsets: "
              "numpy.typing.NDArray[numpy.int64]) -> tuple[numpy.typing.NDArray[numpy.uint32], "
              "numpy.typing.NDArray[numpy.int64], manyways._core.base.Vocabulary]"),
      "Words between blanks as ids, row by row, with their vocabulary.");
}

}  // namespace manyways::bindings::of_candidates
