#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "base/bitext.h"
#include "base/vocabulary.h"
#include "common.h"
#include "features/model1.h"
#include "features/ngram_set.h"
#include "features/treelets.h"

namespace manyways::bindings::of_rich {
namespace {

using features::Model1;
using features::Model1Settings;
using features::NgramCounter;
using features::NgramSet;
using features::ParsedView;
using features::Treelets;
using features::TreeletTrainer;

// (data, offsets): a column of texts, read in place.
using TextArrays = std::pair<Array<std::uint8_t>, Array<std::int64_t>>;

TextView column_of(const TextArrays& column) {
  const TextView texts = text_view(column.first, column.second);
  check_column(texts);
  return texts;
}

using Numbers16 = Array<std::uint16_t>;
using Numbers32 = Array<std::uint32_t>;
using Names = std::vector<std::string>;
using ParsedArrays = std::tuple<Array<std::int64_t>, Numbers16, Numbers32, Numbers32,
                                Array<std::int64_t>, Numbers16, Array<WordId>>;

ParsedView parsed_view(const ParsedArrays& arrays, const Names& labels, const Names& tags,
                       const Vocabulary& vocabulary) {
  const auto& [offsets, numbers, begins, ends, word_offsets, word_tags, words] = arrays;
  const ParsedView parsed{view(offsets),      view(numbers),   view(begins), view(ends),
                          view(word_offsets), view(word_tags), view(words)};
  parsed.check(labels.size(), tags.size(), vocabulary.size());
  return parsed;
}

void bind_ngrams(nb::module_& m) {
  nb::class_<NgramCounter>(m, "NgramCounter", "Counts n-grams of text and writes a set of them.")
      .def(
          "__init__",
          [](NgramCounter* self, std::size_t order) {
            if (order < 1 || order > 10) throw std::invalid_argument("order must be from 1 to 10");
            new (self) NgramCounter(order);
          },
          "order"_a)
      .def(
          "add",
          [](NgramCounter& self, const TextArrays& texts) {
            const TextView column = column_of(texts);
            nb::gil_scoped_release release;
            self.add(column);
          },
          "texts"_a)
      .def(
          "add_counted",
          [](NgramCounter& self, const TextArrays& ngrams, const Array<std::uint64_t>& counts,
             std::uint64_t least) {
            const TextView column = column_of(ngrams);
            check_count(counts.shape(0), column.size(), "counts");
            nb::gil_scoped_release release;
            return self.add_counted(column, view(counts), least);
          },
          "ngrams"_a, "counts"_a, "least"_a, "How many were of the right length.")
      .def_prop_ro("added", &NgramCounter::added)
      .def("write", &NgramCounter::write, "path"_a, "least"_a,
           nb::call_guard<nb::gil_scoped_release>(), "How many were written.");
  nb::class_<NgramSet>(m, "NgramSet", "A mapped set of n-grams.")
      .def(nb::init<const std::string&>(), "path"_a)
      .def("__len__", &NgramSet::size)
      .def_prop_ro("order", &NgramSet::order)
      .def("verify", &NgramSet::verify, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "match",
          [](const NgramSet& self, const TextArrays& texts, Threads threads) {
            const TextView column = column_of(texts);
            return to_matrix(released([&] { return self.match(column, threads); }), 2);
          },
          "texts"_a, "threads"_a = 0, "Per text: n-grams that are in the set, and that are not.");
}

void bind_model1(nb::module_& m) {
  SETTINGS_CLASS(m, Model1Settings, passes, least);
  m.def(
      "train_model1",
      [](const std::pair<Array<WordId>, Array<std::int64_t>>& source,
         const std::pair<Array<WordId>, Array<std::int64_t>>& target,
         const Vocabulary& source_words, const Vocabulary& target_words,
         const Model1Settings& settings, const std::string& path, Threads threads) {
        const Bitext text{view(source.first), view(source.second), view(target.first),
                          view(target.second)};
        text.check();
        check_ids(text.source_words, source_words.size(), "source word ids");
        check_ids(text.target_words, target_words.size(), "target word ids");
        if (settings.passes < 1 || settings.passes > 1000)
          throw std::invalid_argument("passes must be from 1 to 1000");
        nb::gil_scoped_release release;
        return features::train_model1(text, source_words, target_words, settings, path, threads);
      },
      "source"_a, "target"_a, "source_vocabulary"_a, "target_vocabulary"_a, "settings"_a, "path"_a,
      "threads"_a = 0, "Writes t(source word | target word); how many were kept.");
  nb::class_<Model1>(m, "Model1", "A mapped table of word translation probabilities.")
      .def(nb::init<const std::string&>(), "path"_a)
      .def("__len__", &Model1::size)
      .def("probability", &Model1::probability, "f"_a, "e"_a,
           "t(f | e); e empty: of the word that answers to nothing.")
      .def("verify", &Model1::verify, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "score",
          [](const Model1& self, const TextArrays& texts, const Array<std::int64_t>& offsets,
             const TextArrays& sources, double threshold, Threads threads) {
            const TextView column = column_of(texts);
            const TextView other = column_of(sources);
            check_all_in_rows(view(offsets), column.size(), "sentence offsets");
            check_count(other.size(), offsets.shape(0) - 1, "sources");
            finite(threshold, "the threshold");
            auto rows = released(
                [&] { return self.score(column, view(offsets), other, threshold, threads); });
            return to_matrix(std::move(rows), Model1::kColumns);
          },
          "texts"_a, "sentence_offsets"_a, "sources"_a, "threshold"_a, "threads"_a = 0,
          "Per text: log of the sum, log of the highest, share of weak words.");
}

void bind_treelets(nb::module_& m) {
  nb::class_<TreeletTrainer>(m, "TreeletTrainer", "Learns a language model of bracketed trees.")
      .def(nb::init<>())
      .def(
          "add",
          [](TreeletTrainer& self, const TextArrays& trees) {
            const TextView column = column_of(trees);
            nb::gil_scoped_release release;
            for (std::size_t t = 0; t != column.size(); ++t) {
              if (!self.add(column[t])) return static_cast<std::int64_t>(t);
            }
            return std::int64_t{-1};
          },
          "trees"_a, "The number of the first text that is no tree, at which it stops; else -1.")
      .def(
          "add_parsed",
          [](TreeletTrainer& self, const ParsedArrays& parsed, const Names& labels,
             const Names& tags, const Vocabulary& vocabulary) {
            const ParsedView columns = parsed_view(parsed, labels, tags, vocabulary);
            nb::gil_scoped_release release;
            self.add(columns, features::ParsedNames(labels, tags, vocabulary));
          },
          "parsed"_a, "labels"_a, "tags"_a, "vocabulary"_a,
          "Trees of a parser: offsets, labels, begins, ends; word offsets, tags, words.")
      .def_prop_ro("trees", &TreeletTrainer::trees)
      .def("write", &TreeletTrainer::write, "path"_a, nb::call_guard<nb::gil_scoped_release>());
  nb::class_<Treelets>(m, "Treelets", "A mapped language model of trees.")
      .def(nb::init<const std::string&>(), "path"_a)
      .def("verify", &Treelets::verify, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "score",
          [](const Treelets& self, const TextArrays& trees, Threads threads) {
            const TextView column = column_of(trees);
            return to_array(released([&] { return self.score(column, threads); }));
          },
          "trees"_a, "threads"_a = 0, "The logarithm of each tree's probability.")
      .def(
          "score_parsed",
          [](const Treelets& self, const ParsedArrays& parsed, const Names& labels,
             const Names& tags, const Vocabulary& vocabulary, Threads threads) {
            const ParsedView columns = parsed_view(parsed, labels, tags, vocabulary);
            return to_array(released([&] {
              return self.score(columns, features::ParsedNames(labels, tags, vocabulary), threads);
            }));
          },
          "parsed"_a, "labels"_a, "tags"_a, "vocabulary"_a, "threads"_a = 0,
          "The same of a parser's columns.");
}

}  // namespace

void bind_rich(nb::module_& m) {
  bind_ngrams(m);
  bind_model1(m);
  bind_treelets(m);
}

}  // namespace manyways::bindings::of_rich
