#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "base/mapped_file.h"
#include "common.h"
#include "lm/arpa.h"
#include "lm/batch.h"
#include "lm/build.h"
#include "lm/chart.h"
#include "lm/estimate.h"
#include "lm/list.h"
#include "lm/mix.h"
#include "lm/model.h"
#include "text/encode.h"
#include "words.h"

namespace manyways::bindings::of_lm {
namespace {

using lm::Ends;
using lm::Model;
using lm::Ngrams;
using lm::Piece;
using lm::PieceScorer;
using lm::State;

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

using WriteBytes = nb::typed<nb::callable, nb::object(nb::bytes)>;

lm::TextSink write_with(const WriteBytes& write) {
  return [&write](std::string_view piece) { write(to_bytes(piece)); };
}

State state_of(const Model& model, std::uint32_t state) {
  if (state < model.ready().nodes()) return {state};
  throw std::invalid_argument("the model has no such state");
}

auto ngram_arrays(const Ngrams& self, unsigned n) {
  if (n < 1 || n > self.order()) throw nb::index_error("the model has no n-grams of this length");
  const lm::NgramOrder& order = self.orders[n - 1];
  return std::tuple(to_matrix(std::vector(order.words), n), to_array(std::vector(order.scores)),
                    to_array(std::vector(order.backoffs)));
}

auto encode(const Model& self, Array<std::uint8_t> data, Array<std::int64_t> offsets,
            Threads threads) {
  const TextView column = text_view(data, offsets);
  check_column(column);
  auto words = released([&] { return text::encode(column, self.vocabulary(), threads); });
  return to_tuple(std::move(words.values), std::move(words.offsets));
}

auto score_sentences(const Model& self, Array<WordId> ids, Array<std::int64_t> offsets, bool bos,
                     bool eos, Threads threads) {
  check_offsets(view(offsets), ids.shape(0), "offsets");
  auto result = released(
      [&] { return lm::score_sentences(self, view(ids), view(offsets), Ends{bos, eos}, threads); });
  return to_tuple(std::move(result.scores), std::move(result.unknown_scores),
                  std::move(result.unknown));
}

auto score_words(const Model& self, Array<WordId> ids, Array<std::int64_t> offsets, bool bos,
                 bool eos) {
  check_offsets(view(offsets), ids.shape(0), "offsets");
  lm::WordScores result = lm::score_words(self, view(ids), view(offsets), Ends{bos, eos});
  return to_tuple(std::move(result.scores), std::move(result.lengths));
}

void bind_ngrams(nb::module_& m) {
  nb::class_<Ngrams>(m, "Ngrams", "An n-gram model as a list; natural logs.")
      .def_prop_ro("order", &Ngrams::order)
      .def_prop_ro("sizes",
                   [](const Ngrams& self) {
                     std::vector<std::size_t> sizes;
                     for (const auto& order : self.orders) sizes.push_back(order.size());
                     return sizes;
                   })
      .def_prop_ro(
          "vocabulary", [](const Ngrams& self) -> const Vocabulary& { return self.vocabulary; },
          nb::rv_policy::reference_internal)
      .def("arrays", &ngram_arrays, "n"_a,
           "Ids (count, n), scores and back-offs (empty in the highest order).");
  m.def(
      "parse_arpa",
      [](nb::bytes text, const std::string& name) {
        return released([&] { return lm::parse_arpa(bytes_of(text), name); });
      },
      "text"_a, "name"_a, "An ARPA file's content; `name` stands in messages.");
  m.def(
      "read_arpa",
      [](const std::string& path) {
        const MappedFile file(path);
        return lm::parse_arpa(text_of(file.bytes()), path);
      },
      "path"_a, nb::call_guard<nb::gil_scoped_release>(), "An uncompressed ARPA file.");
  m.def(
      "write_arpa",
      [](const Ngrams& ngrams, const WriteBytes& write) {
        lm::write_arpa(ngrams, write_with(write));
      },
      "ngrams"_a, "write"_a, "Calls `write` with the pieces of the ARPA file, as bytes.");
  m.def(
      "write_model",
      [](const Ngrams& ngrams, const std::string& path, bool bounds) {
        lm::write_model(ngrams, path, {.bounds = bounds});
      },
      "ngrams"_a, "path"_a, "bounds"_a = false, nb::call_guard<nb::gil_scoped_release>(),
      "Writes the file that Model opens.");
}

void bind_model(nb::module_& m) {
  nb::class_<Model>(m, "Model", "A memory-mapped language model. States are integers.")
      .def(nb::init<const std::string&>(), "path"_a)
      .def_prop_ro("order", &Model::order)
      .def_prop_ro("path", &Model::path)
      .def_prop_ro("sizes",
                   [](const Model& self) {
                     std::vector<std::uint64_t> sizes;
                     for (unsigned n = 1; n <= self.order(); ++n) sizes.push_back(self.size(n));
                     return sizes;
                   })
      .def_prop_ro("words", [](const Model& self) { return self.vocabulary().size(); })
      .def(
          "find",
          [](const Model& self, std::string_view word) { return self.vocabulary().find(word); },
          "word"_a, "The word's id; 0 if unknown.")
      .def(
          "word",
          [](const Model& self, WordId id) {
            if (id >= self.vocabulary().size()) throw nb::index_error("no word has this id");
            return file_text(self.vocabulary().word(id), self.path());
          },
          "id"_a)
      .def("encode", &encode, "data"_a, "offsets"_a, "threads"_a,
           "Ids of a column of tokenised texts, and their offsets.")
      .def("begin_state", [](const Model& self) { return self.ready().begin_state().node; })
      .def("null_state", [](const Model& self) { return self.null_state().node; })
      .def(
          "length",
          [](const Model& self, std::uint32_t state) { return self.length(state_of(self, state)); },
          "state"_a, "How many words the state remembers.")
      .def(
          "score",
          [](const Model& self, std::uint32_t state, WordId word) {
            State out;
            const float score = self.score(state_of(self, state), word, out);
            return std::tuple(score, out.node);
          },
          "state"_a, "word"_a, "(log probability, next state).")
      .def_prop_ro("has_bounds", &Model::has_bounds)
      .def(
          "upper_bound",
          [](const Model& self, std::uint32_t state, WordId word) {
            if (!self.has_bounds())
              throw std::invalid_argument("the model was built without bounds");
            return self.upper_bound(state_of(self, state), word);
          },
          "state"_a, "word"_a, "No longer context gives the word more.")
      .def("score_sentences", &score_sentences, "ids"_a, "offsets"_a, "bos"_a, "eos"_a, "threads"_a,
           "Per sentence: score, the part of unknown words, their number.")
      .def("score_words", &score_words, "ids"_a, "offsets"_a, "bos"_a, "eos"_a,
           "Per word: score, length of the matching n-gram.")
      .def("verify", &Model::verify, nb::call_guard<nb::gil_scoped_release>());
}

void bind_estimate(nb::module_& m) {
  using lm::EstimateSettings;
  using lm::Estimator;
  using lm::OrderReport;
  nb::class_<OrderReport>(m, "OrderReport", "What estimation found for n-grams of one length.")
      .def_ro("ngrams", &OrderReport::ngrams)
      .def_ro("kept", &OrderReport::kept)
      .def_ro("fallback", &OrderReport::fallback)
      .def_prop_ro("discounts", [](const OrderReport& self) {
        return std::vector<double>(self.discounts.begin() + 1, self.discounts.end());
      });
  def_enum<lm::Smoothing>(
      m, "Smoothing",
      {{"kneser_ney", lm::Smoothing::kKneserNey}, {"witten_bell", lm::Smoothing::kWittenBell}});
  SETTINGS_CLASS(m, EstimateSettings, order, smoothing, prune, discount_fallback, memory,
                 temporary);
  nb::class_<Estimator>(m, "Estimator", "Estimates an n-gram model from sentences of ids.")
      .def(
          "__init__",
          [](Estimator* self, const EstimateSettings& settings, Threads threads) {
            new (self) Estimator(settings, threads);
          },
          "settings"_a, "threads"_a)
      .def(
          "add",
          [](Estimator& self, Array<WordId> ids, Array<std::int64_t> offsets,
             Array<double> weights) {
            check_offsets(view(offsets), ids.shape(0), "offsets");
            if (weights.shape(0) != 0 && weights.shape(0) + 1 != offsets.shape(0)) {
              throw std::invalid_argument("there must be one weight per sentence, or none");
            }
            nb::gil_scoped_release release;
            self.add(view(ids), view(offsets), view(weights));
          },
          "ids"_a, "offsets"_a, "weights"_a)
      .def(
          "finish",
          [](Estimator& self, const Vocabulary& vocabulary) {
            nb::gil_scoped_release release;
            Ngrams ngrams{vocabulary, {}};
            lm::NgramCollector sink(ngrams);
            auto reports = self.finish(vocabulary.size(), sink);
            return std::pair(std::move(ngrams), std::move(reports));
          },
          "vocabulary"_a, "The model in memory, and a report per order.")
      .def(
          "finish_arpa",
          [](Estimator& self, const Vocabulary& vocabulary, const WriteBytes& write) {
            lm::ArpaWriter sink(vocabulary.view(), write_with(write));
            return self.finish(vocabulary.size(), sink);
          },
          "vocabulary"_a, "write"_a, "Writes an ARPA file piece by piece, in bounded memory.");
}

void bind_mix(nb::module_& m) {
  m.def("list_ngrams", &lm::list_ngrams, "model"_a, nb::call_guard<nb::gil_scoped_release>(),
        "All n-grams of an opened model.");
  m.def(
      "mix",
      [](const std::vector<const Model*>& models, const std::vector<double>& weights) {
        all_there(models, "models");
        nb::gil_scoped_release release;
        return lm::mix(models, weights);
      },
      "models"_a, "weights"_a, "Linear interpolation of models into one list of n-grams.");
}

void bind_chart(nb::module_& m) {
  nb::class_<Piece>(m, "Piece", "The two edges of a piece of a sentence.")
      .def_prop_ro("left",
                   [](const Piece& self) {
                     return std::vector<WordId>(self.left.begin(),
                                                self.left.begin() + self.left_length);
                   })
      .def_prop_ro("closed", [](const Piece& self) { return self.closed != 0; })
      .def_prop_ro("right", [](const Piece& self) { return self.right.node; })
      .def(
          "__eq__", [](const Piece& self, const Piece& other) { return self == other; },
          nb::is_operator(), nb::sig("def __eq__(self, arg: object, /) -> bool"))
      .def("__hash__", [](const Piece& self) { return hash_value(self); });
  nb::class_<PieceScorer>(m, "PieceScorer", "Scores pieces of a sentence for chart decoding.")
      .def(nb::init<const Model&>(), "model"_a, nb::keep_alive<1, 2>())
      .def("begin_sentence", &PieceScorer::begin_sentence)
      .def("word", &PieceScorer::word, "word"_a)
      .def("piece", &PieceScorer::piece, "piece"_a)
      .def("finish", [](PieceScorer& self) {
        Piece piece;
        const double gain = self.finish(piece);
        return std::tuple(gain, piece);
      });
}

}  // namespace

void bind_lm(nb::module_& m) {
  bind_ngrams(m);
  bind_model(m);
  bind_estimate(m);
  bind_mix(m);
  bind_chart(m);
}

}  // namespace manyways::bindings::of_lm
