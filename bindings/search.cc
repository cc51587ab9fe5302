#include "search/decoder.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "base/error.h"
#include "common.h"
#include "search/forced.h"
#include "search/model.h"
#include "search/phrase_features.h"
#include "searches.h"

namespace manyways::bindings::of_search {
namespace {

using namespace manyways::search;  // NOLINT: one file, one folder

constexpr std::size_t kMostCandidates = 10'000'000;

using LatticeEdges = std::vector<std::tuple<std::uint32_t, std::uint32_t, nb::bytes, double>>;

std::string to_string(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

Inputs read_column(const Array<std::uint8_t>& data, const Array<std::int64_t>& offsets) {
  Inputs inputs;
  const char* text = reinterpret_cast<const char*>(data.data());
  const auto bounds = view(offsets);
  check_offsets(bounds, data.shape(0), "offsets");
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    inputs.items.push_back(
        read_sentence({text + bounds[i], static_cast<std::size_t>(bounds[i + 1] - bounds[i])}));
  }
  return inputs;
}

void add_lattice(Inputs& self, std::uint32_t length, const LatticeEdges& edges) {
  if (length > kLongestInput) {
    throw InputError("", 0,
                     "a lattice has " + std::to_string(length) + " positions; the most is " +
                         std::to_string(kLongestInput));
  }
  Input input;
  input.length = length;
  input.is_lattice = true;
  for (const auto& [start, end, word, score] : edges) {
    input.edges.push_back({start, end, to_string(word), score});
  }
  check_lattice(input);
  self.items.push_back(std::move(input));
}

void bind_inputs(nb::module_& m) {
  nb::class_<Inputs>(m, "Inputs", "Sentences and lattices to translate.")
      .def(nb::init<>())
      .def_static("from_column", &read_column, "data"_a, "offsets"_a)
      .def("__len__", [](const Inputs& self) { return self.items.size(); })
      .def("add_lattice", &add_lattice, "length"_a, "edges"_a,
           "Edges are (start, end, word, log score), sorted by start; an empty word is an epsilon.")
      .def(
          "give",
          [](Inputs& self, std::size_t i, std::uint32_t start, std::uint32_t end,
             const nb::bytes& text, bool exclusive, double score) {
            self.at(i).given.push_back({start, end, to_string(text), exclusive, score});
          },
          "index"_a, "start"_a, "end"_a, "text"_a, "exclusive"_a = true, "score"_a = 0.0)
      .def(
          "build_walls",
          [](Inputs& self, std::size_t i, std::vector<std::uint32_t> walls) {
            self.at(i).walls = std::move(walls);
          },
          "index"_a, "walls"_a, "Positions that nothing crosses, ascending.")
      .def(
          "forbid",
          [](Inputs& self, std::size_t i, std::uint32_t start, std::uint32_t end,
             const nb::bytes& text) {
            self.at(i).forbidden.push_back({start, end, to_string(text)});
          },
          "index"_a, "start"_a, "end"_a, "text"_a);
}

void bind_settings(nb::module_& m) {
  def_enum<Space>(m, "Space", {{"gap", Space::kGap}, {"free", Space::kFree}});
  def_enum<Consensus>(
      m, "Consensus",
      {{"none", Consensus::kNone}, {"list", Consensus::kList}, {"lattice", Consensus::kLattice}});
  SETTINGS_CLASS(m, BeamSettings, pops, stack, margin, diversity, plain, distortion_limit, space,
                 time_limit);
  SETTINGS_CLASS(m, ListSettings, candidates, distinct, details, consensus)
      .def_prop_rw(
          "mbr_scale", [](const ListSettings& s) { return s.mbr.scale; },
          [](ListSettings& s, double scale) { s.mbr.scale = scale; });
}

void bind_results(nb::module_& m) {
  nb::class_<Translations> found(m, "Translations",
                                 "Translations in columns; reading a column takes it.");
  def_rows(found);
  found
      .def(
          "take_steps", [](Translations& t) { return to_matrix(std::move(t.steps), kStepColumns); },
          "(source start, source end, target start, target end) of each step.")
      .def("take_links", [](Translations& t) { return to_matrix(std::move(t.links), 2); })
      .def(
          "take_status", [](Translations& t) { return to_array(std::move(t.status)); },
          "0 beam, 1 time limit, 2 gap space instead of the free one, 3 translated in pieces, "
          "4 optimal, 5 gap.")
      .def(
          "take_lower", [](Translations& t) { return to_array(std::move(t.lower)); },
          "Bounds of each sentence's best score; empty if nothing was proved.");
  TAKEN_COLUMNS(found, Translations, step_offsets, link_offsets, seconds, upper)
  nb::class_<Forced>(m, "Forced")
      .def_ro("reached", &Forced::reached)
      .def_ro("prefix", &Forced::prefix)
      .def_ro("translation", &Forced::translation);
}

// One row for each sentence that was reached, in columns.
Translations gather(const std::vector<Forced>& all) {
  Translations rows;
  for (const Forced& each : all) {
    if (each.reached) {
      rows.append(each.translation);
    } else {
      rows.sentence_offsets.push_back(rows.sentence_offsets.back());
    }
  }
  return rows;
}

void bind_phrase_features(nb::module_& m) {
  nb::class_<PhraseWeights>(m, "PhraseWeights", "Weights of sparse phrase features by name.")
      .def(
          "__init__",
          [](PhraseWeights* self, const std::vector<std::string>& names,
             const Array<double>& values) { new (self) PhraseWeights(names, view(values)); },
          "names"_a, "values"_a)
      .def(
          "of", [](const PhraseWeights& self, const std::string& name) { return self.of(name); },
          "name"_a, "0 for a name that has none.");
  m.def(
      "phrase_features",
      [](const Inputs& inputs, const Translations& rows) {
        auto found = released([&] { return phrase_feature_rows(inputs.items, rows); });
        return std::make_tuple(std::move(found.names), to_array(std::move(found.indices)),
                               to_array(std::move(found.values)),
                               to_array(std::move(found.offsets)));
      },
      "inputs"_a, "translations"_a,
      "Names, and in compressed rows which of them each translation has and how often.");
}

// A target feature of a model, opened for a chart, with the words of one sentence.
class Chart {
 public:
  Chart(const PhraseModel& model, std::size_t feature)
      : vocabulary_(model.table().target_words()), words_(vocabulary_) {
    if (feature >= model.target_features().size()) throw nb::index_error("no such target feature");
    scorer_ = model.target_features()[feature]->open_chart(words_);
  }
  WordId word(const std::string& word) {
    const WordId id = words_.add(word);
    known_ = std::max<std::size_t>(known_, id + std::size_t{1});
    return id;
  }
  std::pair<double, ChartScorer::State> join(const std::vector<ChartSymbol>& symbols,
                                             const std::vector<ChartScorer::State>& pieces) {
    for (const ChartSymbol symbol : symbols) {
      if (symbol < -static_cast<std::int64_t>(pieces.size()) ||
          static_cast<std::int64_t>(symbol) >= static_cast<std::int64_t>(known_)) {
        throw nb::index_error("no such word or piece");
      }
    }
    for (const ChartScorer::State piece : pieces) check(piece);
    ChartScorer::State out;
    const double score = scorer_->join(symbols, pieces, out);
    made_ = std::max(made_, out + 1);
    return {score, out};
  }
  ChartScorer::State begin() {
    const ChartScorer::State first = scorer_->begin();
    made_ = std::max(made_, first + 1);
    return first;
  }
  double finish(ChartScorer::State piece) {
    check(piece);
    return scorer_->finish(piece);
  }
  double estimate(const std::vector<WordId>& words) {
    for (const WordId word : words) {
      if (word >= known_) throw nb::index_error("no such word");
    }
    return scorer_->estimate(words);
  }

 private:
  void check(ChartScorer::State piece) const {
    if (piece >= made_) throw nb::index_error("no such piece");
  }
  VocabularyView vocabulary_;
  TargetWords words_;
  std::unique_ptr<ChartScorer> scorer_;
  std::size_t known_ = 0;        // words have lower ids
  ChartScorer::State made_ = 0;  // pieces have lower states
};

}  // namespace

void bind_search(nb::module_& m) {
  bind_inputs(m);
  bind_settings(m);
  bind_results(m);
  bind_phrase_features(m);
  nb::class_<PhraseModel>(m, "PhraseModel", "A phrase table, language models and weights.")
      .def(
          "__init__",
          [](PhraseModel* self, std::shared_ptr<phrases::Table> table, const NamedModels& lms,
             const WeightMap& weights, std::size_t table_limit,
             const std::shared_ptr<PhraseWeights>& phrase_weights, const NamedClasses& classes) {
            PhraseModelParts parts{.table = std::move(table), .language_models = {}};
            if (parts.table == nullptr) throw std::invalid_argument("a model needs a table");
            parts.language_models = bindings::language_models(lms, classes);
            parts.table_limit = table_limit;
            if (phrase_weights != nullptr) {
              parts.option_features.push_back(
                  phrase_features(*parts.table, phrase_weights, "PhraseFeatures0"));
            }
            new (self) PhraseModel(std::move(parts), weights);
          },
          "table"_a, "language_models"_a, "weights"_a, "table_limit"_a = 20,
          "phrase_weights"_a = nb::none(), "classes"_a = NamedClasses{},
          "classes: for language models of classes, the class of each word.")
      .def_prop_ro("feature_names", &PhraseModel::feature_names)
      .def_prop_ro("weights", &PhraseModel::weights)
      .def_prop_ro("table_limit", &PhraseModel::table_limit);
  nb::class_<Chart>(m, "Chart", "A target feature that scores pieces of a sentence in any order.")
      .def(nb::init<const PhraseModel&, std::size_t>(), "model"_a, "feature"_a,
           nb::keep_alive<1, 2>())
      .def("word", &Chart::word, "word"_a, "Its id in this sentence.")
      .def("join", &Chart::join, "symbols"_a, "pieces"_a,
           "What a piece is worth beyond its pieces (-1, -2 among the symbols), and its state.")
      .def("begin", &Chart::begin, "The first piece of every sentence.")
      .def("finish", &Chart::finish, "piece"_a, "The end of a sentence that starts with begin().")
      .def("estimate", &Chart::estimate, "words"_a);
  def_search<PhraseModel, BeamSettings>(m);
  m.def(
      "force",
      [](const PhraseModel& model, const Inputs& inputs, const std::vector<nb::bytes>& targets,
         const BeamSettings& settings, Threads threads) {
        const std::vector<std::string> texts = to_strings(targets);
        nb::gil_scoped_release release;
        return force(model, inputs.items, texts, settings, threads);
      },
      "model"_a, "inputs"_a, "targets"_a, "settings"_a, "threads"_a = 0);
  m.def(
      "best_rows",
      [](const graph::Hypergraph& graph, std::size_t count, bool distinct) {
        Translations rows;
        add_best(graph, at_most(count, kMostCandidates, "count"), distinct, true, rows);
        rows.sentence_offsets.push_back(static_cast<std::int64_t>(rows.rows.size()));
        return rows;
      },
      nb::call_guard<nb::gil_scoped_release>(), "graph"_a, "count"_a, "distinct"_a = true,
      "The best of a graph, with their steps and links.");
  m.def("gather", &gather, "forced"_a, "What was reached, as translations in columns.");
}

}  // namespace manyways::bindings::of_search
