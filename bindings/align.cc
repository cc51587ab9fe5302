#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>

#include "align/aligner.h"
#include "align/forms.h"
#include "align/links.h"
#include "align/model.h"
#include "align/symmetrise.h"
#include "common.h"

namespace manyways::bindings::of_align {
namespace {

using align::Aligner;
using align::AlignSettings;
using align::Links;
using align::LinksView;
using align::Symmetry;

// source, target, offsets, probability, possible; the last two may be empty.
auto to_arrays(Links&& links) {
  return to_tuple(std::move(links.source), std::move(links.target), std::move(links.offsets),
                  std::move(links.probability), std::move(links.possible));
}

// source, target, offsets.
using LinkArrays = std::tuple<Array<std::int32_t>, Array<std::int32_t>, Array<std::int64_t>>;

LinksView as_links(const LinkArrays& arrays) {
  const auto& [source, target, offsets] = arrays;
  const LinksView links{view(source), view(target), view(offsets)};
  links.check();
  return links;
}

// The posteriors of one sentence under the HMM: links (observed x states), NULL, jump counts. Here
// so that tests can compare it with an enumeration.
auto hmm_posteriors(Matrix<float> rows, Array<float> null_row, Array<float> jump_weights,
                    float null) {
  align::Emissions emissions;
  emissions.resize(rows.shape(0), rows.shape(1));
  if (null_row.shape(0) != emissions.observed || emissions.observed * emissions.states == 0) {
    throw std::invalid_argument("the arrays do not fit each other");
  }
  std::copy_n(rows.data(), rows.size(), emissions.rows.begin());
  std::copy_n(null_row.data(), null_row.size(), emissions.null.begin());
  align::HmmModel model;
  model.null = null;
  if (jump_weights.size() != model.jumps.weights.size()) {
    throw std::invalid_argument("there must be a weight for every distance");
  }
  std::copy_n(jump_weights.data(), jump_weights.size(), model.jumps.weights.begin());
  align::Posteriors posteriors;
  align::Jumps::Counts jumps{};
  align::ForwardBackward().run(emissions, model, posteriors, &jumps);
  return std::tuple(to_matrix(std::move(posteriors.links), emissions.states),
                    to_array(std::move(posteriors.null)),
                    to_array(std::vector<double>(jumps.begin(), jumps.end())));
}

// Words and offsets of the source, words and offsets of the target.
using TextArrays =
    std::tuple<Array<WordId>, Array<std::int64_t>, Array<WordId>, Array<std::int64_t>>;

// An aligner together with the arrays that it reads in place.
struct BoundAligner {
  BoundAligner(TextArrays given, const AlignSettings& settings, Threads threads,
               const Vocabulary* source, const Vocabulary* target, const align::Model* base)
      : text(std::move(given)) {
    nb::gil_scoped_release release;
    const auto& [source_words, source_offsets, target_words, target_offsets] = text;
    if (source != nullptr) check_ids(view(source_words), source->size(), "source word ids");
    if (target != nullptr) check_ids(view(target_words), target->size(), "target word ids");
    align::WordForms forms;
    if (source != nullptr && target != nullptr) {
      forms = align::compare_forms(source->view(), target->view());
    }
    aligner = std::make_unique<Aligner>(
        Bitext{view(source_words), view(source_offsets), view(target_words), view(target_offsets)},
        settings, threads, std::move(forms), base);
  }
  TextArrays text;
  std::unique_ptr<Aligner> aligner;
};

void bind_settings(nb::module_& m) {
  using align::FertilitySettings, align::LexicalPrior;
  def_enum<Symmetry>(m, "Symmetry",
                     {{"forward", Symmetry::kForward},
                      {"backward", Symmetry::kBackward},
                      {"intersection", Symmetry::kIntersection},
                      {"union", Symmetry::kUnion},
                      {"grow_diag", Symmetry::kGrowDiag},
                      {"grow_diag_final", Symmetry::kGrowDiagFinal},
                      {"grow_diag_final_and", Symmetry::kGrowDiagFinalAnd},
                      {"posterior", Symmetry::kPosterior}});
  auto settings = SETTINGS_CLASS(m, AlignSettings, model1_passes, hmm_passes, null, jump_alpha);
  def_inner<&AlignSettings::fertility, &FertilitySettings::passes>(settings, "fertility_passes");
  def_inner<&AlignSettings::fertility, &FertilitySettings::prior>(settings, "further_prior");
  def_inner<&AlignSettings::fertility, &FertilitySettings::threshold>(settings,
                                                                      "further_threshold");
  def_inner<&AlignSettings::fertility, &FertilitySettings::least_rate>(settings, "further_rate");
  INNER_FIELDS(settings, &AlignSettings::lexical, LexicalPrior, alpha, null_alpha, twin, mark, kin,
               variational)
}

void bind_links(nb::module_& m) {
  m.def(
      "parse_links",
      [](nb::bytes text, const std::string& path) {
        auto links =
            released([&] { return align::parse_links({text.c_str(), text.size()}, path); });
        return to_arrays(std::move(links));
      },
      "text"_a, "path"_a, "Links of a Pharaoh file; path is for messages.");
  m.def(
      "format_links",
      [](Array<std::int32_t> source, Array<std::int32_t> target, Array<std::int64_t> offsets,
         Array<float> probability) {
        LinksView links{view(source), view(target), view(offsets), view(probability)};
        links.check();
        return to_bytes(align::format_links(links));
      },
      "source"_a, "target"_a, "offsets"_a, "probability"_a, "Links as a Pharaoh file.");
  m.def(
      "symmetrise",
      [](const LinkArrays& forward, const LinkArrays& backward, Symmetry symmetry, bool moses_order,
         Threads threads) {
        return to_arrays(released([&] {
          return align::symmetrise(as_links(forward), as_links(backward), symmetry,
                                   moses_order ? align::Visits::kMoses : align::Visits::kAtools,
                                   threads);
        }));
      },
      "forward"_a, "backward"_a, "symmetry"_a, "moses_order"_a, "threads"_a = 0,
      "One set of links out of two directions.");
}

}  // namespace

void bind_align(nb::module_& m) {
  bind_settings(m);
  bind_links(m);
  m.def("hmm_posteriors", &hmm_posteriors, "rows"_a, "null_row"_a, "jump_weights"_a, "null"_a,
        "The HMM's posteriors of one sentence.");
  m.def(
      "digamma",
      [](double x) {
        if (!(x > 0)) throw std::invalid_argument("x must be positive");
        return align::digamma(x);
      },
      "x"_a, "The derivative of log gamma, for x > 0.");

  nb::class_<align::Model>(m, "Model", "What an aligner learned; enough to align new sentences.")
      .def_ro("source_vocabulary", &align::Model::source, nb::rv_policy::reference_internal)
      .def_ro("target_vocabulary", &align::Model::target, nb::rv_policy::reference_internal)
      .def("copy", [](const align::Model& self) { return align::Model(self); })
      .def(
          "counts",
          [](const align::Model& self) {
            return std::tuple(
                to_array(std::vector(self.pairs.source)), to_array(std::vector(self.pairs.target)),
                to_array(std::vector(self.pairs.count)), to_array(std::vector(self.null_source)),
                to_array(std::vector(self.null_target)));
          },
          "Source words, target words and counts of pairs; counts of words without partner.")
      .def(
          "save", [](const align::Model& self, const std::string& path) { save_model(self, path); },
          "path"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_static("load", &align::load_model, "path"_a, nb::call_guard<nb::gil_scoped_release>());

  nb::class_<BoundAligner>(m, "Aligner", "Trains on a corpus pass by pass, then gives its links.")
      .def(nb::init<TextArrays, const AlignSettings&, Threads, const Vocabulary*, const Vocabulary*,
                    const align::Model*>(),
           "text"_a, "settings"_a, "threads"_a = 0, "source_vocabulary"_a.none() = nb::none(),
           "target_vocabulary"_a.none() = nb::none(), "base"_a.none() = nb::none(),
           nb::keep_alive<1, 7>(), "base: a model whose counts training adds to.")
      .def(
          "model",
          [](const BoundAligner& self, const Vocabulary& source, const Vocabulary& target) {
            return self.aligner->model(source, target);
          },
          "source_vocabulary"_a, "target_vocabulary"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("passes", [](const BoundAligner& self) { return self.aligner->passes(); })
      .def_prop_ro("passes_done",
                   [](const BoundAligner& self) { return self.aligner->passes_done(); })
      .def(
          "run_pass", [](BoundAligner& self) { self.aligner->pass(); },
          nb::call_guard<nb::gil_scoped_release>())
      .def(
          "pair_counts",
          [](const BoundAligner& self) {
            align::PairCounts counts = self.aligner->pair_counts(0);
            return to_tuple(std::move(counts.source), std::move(counts.target),
                            std::move(counts.count));
          },
          "Expected counts of all word pairs: source words, target words, counts.")
      .def(
          "links",
          [](const BoundAligner& self, Symmetry symmetry, float threshold, bool probabilities) {
            auto links =
                released([&] { return self.aligner->links({symmetry, threshold, probabilities}); });
            return to_arrays(std::move(links));
          },
          "symmetry"_a, "threshold"_a, "probabilities"_a);
}

}  // namespace manyways::bindings::of_align
