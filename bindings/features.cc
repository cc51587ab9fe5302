#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "align/model.h"
#include "base/ids.h"
#include "common.h"
#include "features/glossary.h"
#include "features/languages.h"
#include "features/signs.h"
#include "features/word_pairs.h"

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

// (ids, offsets): words of texts, read in place.
using Words = std::pair<Array<WordId>, Array<std::int64_t>>;

RaggedView<WordId> words_of(const Words& words, std::size_t vocabulary, const char* what) {
  check_all_in_rows(view(words.second), words.first.shape(0), what);
  check_ids(view(words.first), vocabulary, what);
  return {view(words.first), view(words.second)};
}

void bind_glossary(nb::module_& m) {
  using features::Glossary;
  nb::class_<Glossary>(m, "Glossary", "Terms with their translations, a line each.")
      .def(
          "__init__",
          [](Glossary* self, const Column& terms, const Column& translations) {
            const TextView one = texts_of(terms);
            const TextView other = texts_of(translations);
            check_count(one.size(), other.size(), "terms");
            nb::gil_scoped_release release;
            new (self) Glossary(one, other);
          },
          "terms"_a, "translations"_a)
      .def("__len__", &Glossary::size);
  m.def(
      "count_terms",
      [](const Glossary& glossary, const Column& texts, const Array<std::int64_t>& sentence_offsets,
         const Column& sources, Threads threads) {
        const TextView column = texts_of(texts);
        const TextView other = texts_of(sources);
        check_lists(column, view(sentence_offsets), other);
        check_count(other.size(), sentence_offsets.shape(0) - 1, "sources");
        auto rows = released([&] {
          return features::count_terms(glossary, column, view(sentence_offsets), other, threads);
        });
        return to_matrix(std::move(rows), features::kTermColumns);
      },
      "glossary"_a, "texts"_a, "sentence_offsets"_a, "sources"_a, "threads"_a = 0,
      "Per text, how many terms of its source it renders as the glossary says, and how many not.");
}

void bind_word_pairs(nb::module_& m) {
  using features::WordPairs;
  nb::class_<WordPairs>(m, "WordPairs", "The counts of an aligner, to be asked for.")
      .def(nb::init<const align::Model&>(), "model"_a, nb::call_guard<nb::gil_scoped_release>());
  m.def(
      "score_pairs",
      [](const WordPairs& pairs, const Words& sources, const Words& candidates,
         const Array<std::int64_t>& sentence_offsets, Threads threads) {
        const RaggedView<WordId> left = words_of(sources, pairs.sources(), "source words");
        const RaggedView<WordId> right = words_of(candidates, pairs.targets(), "candidate words");
        check_all_in_rows(view(sentence_offsets), right.size(), "sentence offsets");
        check_count(left.size(), sentence_offsets.shape(0) - 1, "sources");
        auto rows = released([&] {
          return features::score_pairs(pairs, left, right, view(sentence_offsets), threads);
        });
        return to_matrix(std::move(rows), features::kPairColumns);
      },
      "pairs"_a, "sources"_a, "candidates"_a, "sentence_offsets"_a, "threads"_a = 0,
      "Per candidate: log p(candidate | source), log p(source | candidate), shares of the source's "
      "and of its own words that have a partner.");
}

}  // namespace

void bind_features(nb::module_& m) {
  bind_glossary(m);
  bind_word_pairs(m);
  m.def(
      "languages",
      [] {
        std::vector<std::pair<std::string, std::string>> found;
        for (const features::Language& each : features::languages())
          found.emplace_back(each.code, each.words);
        return found;
      },
      "The languages that can be told, each with its small words; number i + 1 is the i-th.");
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
        auto rows = released(
            [&] { return features::count_signs(column, view(sentence_offsets), other, threads); });
        return to_matrix(std::move(rows), features::kSigns);
      },
      "texts"_a, "sentence_offsets"_a, "sources"_a, "threads"_a = 0,
      "A row of counts per text, a column for each of sign_names(); sources: one per list, or "
      "none.");
}

}  // namespace manyways::bindings::of_features
