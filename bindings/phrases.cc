#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "common.h"
#include "phrases/lines.h"
#include "phrases/moses_import.h"
#include "phrases/table.h"

namespace manyways::bindings {
namespace {

using phrases::MosesImport;
using phrases::Option;
using phrases::Table;

std::string join_words(std::span<const WordId> ids, const VocabularyView& words) {
  std::string text;
  for (const WordId id : ids) {
    if (!text.empty()) text += ' ';
    text += words.word(id);
  }
  return text;
}

std::vector<WordId> source_ids(const Table& table, std::string_view text) {
  std::vector<WordId> ids;
  phrases::for_each_token(text,
                          [&](std::string_view w) { ids.push_back(table.source_words().find(w)); });
  return ids;
}

// Target, scores, reordering, counts, links.
using OptionTuple = std::tuple<std::string, std::vector<float>, std::vector<float>,
                               std::vector<float>, std::vector<std::pair<int, int>>>;

OptionTuple option_tuple(const Table& table, Option option) {
  const auto floats = [](std::span<const float> values) {
    return std::vector<float>(values.begin(), values.end());
  };
  std::vector<std::pair<int, int>> links;
  for (const phrases::Link link : option.links()) links.emplace_back(link.source, link.target);
  return {join_words(option.target(), table.target_words()), floats(option.scores()),
          floats(option.reordering()), floats(option.counts()), std::move(links)};
}

std::string_view bytes_view(const nb::bytes& block) { return {block.c_str(), block.size()}; }

void bind_table(nb::module_& m) {
  nb::class_<Table>(m, "Table", "A memory-mapped phrase table.")
      .def(nb::init<const std::string&>(), "path"_a)
      .def("__len__", &Table::options_in_all)
      .def_prop_ro("score_names", &Table::score_names)
      .def_prop_ro("reordering_scores", &Table::reordering_scores)
      .def_prop_ro("has_counts", &Table::has_counts)
      .def_prop_ro("longest_source", &Table::longest_source)
      .def_prop_ro("target_phrases", &Table::target_phrases)
      .def(
          "find",
          [](const Table& self, std::string_view source) {
            std::vector<OptionTuple> found;
            for (const Option option : self.find(source_ids(self, source))) {
              found.push_back(option_tuple(self, option));
            }
            return found;
          },
          "source"_a, "All options of a source phrase: target, scores, reordering, counts, links.")
      .def(
          "spans",
          [](const Table& self, std::string_view sentence) {
            std::vector<std::size_t> rows;
            {
              nb::gil_scoped_release release;
              self.for_each_span(source_ids(self, sentence),
                                 [&](std::size_t begin, std::size_t end, phrases::Options found) {
                                   rows.insert(rows.end(), {begin, end, found.size()});
                                 });
            }
            return to_matrix(std::move(rows), 3);
          },
          "sentence"_a, "Rows (begin, end, options) for the spans of a sentence that have options.")
      .def("verify", &Table::verify, nb::call_guard<nb::gil_scoped_release>());
}

void bind_import(nb::module_& m) {
  nb::class_<MosesImport>(m, "MosesImport", "Moses's text tables become a table file.")
      .def(nb::init<std::string, std::string>(), "phrase_path"_a, "reordering_path"_a)
      .def("add_phrases",
           [](MosesImport& self, const nb::bytes& block) {
             const std::string_view text = bytes_view(block);
             nb::gil_scoped_release release;
             self.add_phrases(text);
           })
      .def("end_phrases", &MosesImport::end_phrases)
      .def("add_reordering",
           [](MosesImport& self, const nb::bytes& block) {
             const std::string_view text = bytes_view(block);
             nb::gil_scoped_release release;
             self.add_reordering(text);
           })
      .def("end_reordering", &MosesImport::end_reordering)
      .def("write", &MosesImport::write, "path"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("pairs", &MosesImport::pairs)
      .def_prop_ro("matched_reordering", &MosesImport::matched_reordering);
}

}  // namespace

void bind_phrases(nb::module_& m) {
  bind_table(m);
  bind_import(m);
}

}  // namespace manyways::bindings
