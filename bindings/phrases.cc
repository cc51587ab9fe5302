#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "base/error.h"
#include "base/split.h"
#include "common.h"
#include "linked_text.h"
#include "phrases/extract.h"
#include "phrases/lexicon.h"

#include "phrases/moses_export.h"
#include "phrases/moses_import.h"
#include "phrases/table.h"
#include "phrases/train.h"
#include "words.h"

namespace manyways::bindings::of_phrases {
namespace {

using phrases::LinkedText;
using phrases::MosesExport;
using phrases::MosesImport;
using phrases::Option;
using phrases::Table;
using phrases::TrainSettings;

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
  for_each_field(text, [&](std::string_view w) { ids.push_back(table.source_words().find(w)); });
  return ids;
}

// Target, scores, reordering, counts, links.
using OptionTuple = std::tuple<nb::str, std::vector<float>, std::vector<float>, std::vector<float>,
                               std::vector<std::pair<int, int>>>;

OptionTuple option_tuple(const Table& table, Option option) {
  const auto floats = [](std::span<const float> values) {
    return std::vector<float>(values.begin(), values.end());
  };
  std::vector<std::pair<int, int>> links;
  for (const phrases::Link link : option.links()) links.emplace_back(link.source, link.target);
  return {file_text(join_words(option.target(), table.target_words()), table.path()),
          floats(option.scores()), floats(option.reordering()), floats(option.counts()),
          std::move(links)};
}

void bind_table(nb::module_& m) {
  nb::class_<Table> table(m, "Table", "A memory-mapped phrase table.");
  PROPERTIES(table, Table, score_names, reordering_scores, has_counts, longest_source,
             target_phrases)
  table.def(nb::init<const std::string&>(), "path"_a)
      .def("__len__", &Table::options_in_all)
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
  nb::class_<MosesImport> import(m, "MosesImport", "Moses's text tables become a table file.");
  def_block<&MosesImport::add_phrases>(import, "add_phrases");
  def_block<&MosesImport::add_reordering>(import, "add_reordering");
  import.def(nb::init<std::string, std::string>(), "phrase_path"_a, "reordering_path"_a)
      .def("end_phrases", &MosesImport::end_phrases)
      .def("end_reordering", &MosesImport::end_reordering)
      .def("write", &MosesImport::write, "path"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("pairs", &MosesImport::pairs)
      .def_prop_ro("matched_reordering", &MosesImport::matched_reordering);
}

void bind_export(nb::module_& m) {
  def_enum<MosesExport::Kind>(m, "TextKind",
                              {{"phrases", MosesExport::Kind::phrases},
                               {"reordering", MosesExport::Kind::reordering},
                               {"rules", MosesExport::Kind::rules}});
  nb::class_<MosesExport>(m, "MosesExport", "A table file becomes Moses's text, block by block.")
      .def(nb::init<const Table&, MosesExport::Kind>(), "table"_a, "kind"_a, nb::keep_alive<1, 2>())
      .def("next",
           [](MosesExport& self) { return to_bytes(released([&] { return self.next(); })); });
}

void bind_settings(nb::module_& m) {
  using phrases::ExtractSettings;
  using phrases::Orientation;
  def_enum<Orientation>(m, "Orientation",
                        {{"none", Orientation::none},
                         {"word", Orientation::word},
                         {"phrase", Orientation::phrase},
                         {"hierarchical", Orientation::hierarchical}});
  auto settings = SETTINGS_CLASS(m, TrainSettings, reordering_smoothing, kneser_ney, least_count,
                                 table_limit, memory);
  def_inner<&TrainSettings::extract, &ExtractSettings::longest>(settings, "longest");
  def_inner<&TrainSettings::extract, &ExtractSettings::orientation>(settings, "reordering");
  def_inner<&TrainSettings::extract, &ExtractSettings::sides>(settings, "sides");
}

void bind_train(nb::module_& m) {
  def_train<TrainSettings, &phrases::train>(
      m, "Learn a table file; returns occurrences, pairs, kept pairs, source and target phrases.");
  m.def(
      "extract",
      [](const LinkedArrays& arrays, const TrainSettings& settings) {
        std::vector<std::int32_t> rows;
        {
          nb::gil_scoped_release release;
          const LinkedText text = linked_text(arrays);
          phrases::Extractor extractor(settings.extract);
          phrases::SentenceLinks sentence;
          for (std::size_t s = 0; s < text.size(); ++s) {
            sentence.assign(text.links_of(s), text.source_size(s), text.target_size(s));
            for (const phrases::PhraseSpan& span : extractor.extract(sentence)) {
              rows.insert(rows.end(),
                          {static_cast<std::int32_t>(s), span.source_begin, span.source_size,
                           span.target_begin, span.target_size, span.before, span.after});
            }
          }
        }
        return to_matrix(std::move(rows), 7);
      },
      "text"_a, "settings"_a,
      "Rows (sentence, source begin, source size, target begin, target size, before, after).");
  m.def(
      "lexicon",
      [](const LinkedArrays& text) {
        std::vector<std::uint32_t> rows;
        {
          nb::gil_scoped_release release;
          const phrases::Lexicon lexicon(linked_text(text));
          for (const auto& entry : lexicon.entries()) {
            rows.insert(rows.end(), {entry.source, entry.target, entry.count});
          }
        }
        return to_matrix(std::move(rows), 3);
      },
      "text"_a, "Rows (source, target, links); 2^32 - 1 stands for NULL.");
}

}  // namespace

void bind_phrases(nb::module_& m) {
  bind_table(m);
  bind_import(m);
  bind_export(m);
  bind_settings(m);
  bind_train(m);
}

}  // namespace manyways::bindings::of_phrases
