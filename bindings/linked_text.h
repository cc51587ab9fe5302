// Sentence pairs and links as Python hands them over; phrases and rules are learnt from them.
#pragma once

#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <tuple>

#include "base/ids.h"
#include "base/vocabulary.h"
#include "common.h"
#include "phrases/linked_text.h"

namespace manyways::bindings {

// Source words and offsets, target words and offsets, rows of links and their offsets.
using LinkedArrays = std::tuple<Array<WordId>, Array<std::int64_t>, Array<WordId>,
                                Array<std::int64_t>, Matrix<std::uint16_t>, Array<std::int64_t>>;

inline phrases::LinkedText linked_text(const LinkedArrays& arrays) {
  const auto& [source, source_offsets, target, target_offsets, links, link_offsets] = arrays;
  if (links.shape(1) != 2) throw std::invalid_argument("links must have two columns");
  const phrases::LinkedText text{
      {view(source), view(source_offsets), view(target), view(target_offsets)},
      {reinterpret_cast<const phrases::WordLink*>(links.data()), links.shape(0)},
      view(link_offsets)};
  phrases::check_linked_text(text);
  return text;
}

// The same, for those who also read the words themselves.
inline phrases::LinkedText linked_text(const LinkedArrays& arrays, const Vocabulary& source_words,
                                       const Vocabulary& target_words) {
  check_ids(view(std::get<0>(arrays)), source_words.size(), "source word ids");
  check_ids(view(std::get<2>(arrays)), target_words.size(), "target word ids");
  return linked_text(arrays);
}

// Learning a table from them.
template <typename Settings, auto Train>
void def_train(nb::module_& m, const char* doc) {
  m.def(
      "train",
      [](const LinkedArrays& text, const Vocabulary& source_words, const Vocabulary& target_words,
         const Settings& settings, const std::string& path, Threads threads) {
        nb::gil_scoped_release release;
        const auto [occurrences, pairs, kept, sources, targets] =
            Train(linked_text(text, source_words, target_words), source_words.view(),
                  target_words.view(), settings, path, threads);
        return std::tuple(occurrences, pairs, kept, sources, targets);
      },
      "text"_a, "source_words"_a, "target_words"_a, "settings"_a, "path"_a, "threads"_a, doc);
}

// A member that takes a block of text.
template <auto Add, typename T>
void def_block(nb::class_<T>& bound, const char* name) {
  bound.def(name, [](T& self, const nb::bytes& block) {
    const std::string_view text(block.c_str(), block.size());
    nb::gil_scoped_release release;
    (self.*Add)(text);
  });
}

}  // namespace manyways::bindings
