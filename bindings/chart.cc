#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>

#include "chart/decoder.h"
#include "chart/model.h"
#include "chart/parse.h"
#include "common.h"
#include "search/phrase_features.h"
#include "searches.h"

namespace manyways::bindings::of_chart {
namespace {

using namespace manyways::chart;  // NOLINT: one file, one folder

// Target with gaps as [X,1] and [X,2], score, estimate.
using RuleTuple = std::tuple<std::string, double, double>;
// Cells of the gaps, input score, rules.
using ApplicationTuple = std::tuple<std::vector<CellId>, double, std::vector<RuleTuple>>;
// Start, end, kind, applications.
using CellTuple =
    std::tuple<std::uint32_t, std::uint32_t, std::string, std::vector<ApplicationTuple>>;

std::string target_text(const Rule& rule, const search::TargetWords& words) {
  std::string text;
  for (const ChartSymbol symbol : rule.symbols) {
    if (!text.empty()) text += ' ';
    if (symbol < 0) {
      text += symbol == -1 ? "[X,1]" : "[X,2]";
    } else {
      text += words.word(static_cast<WordId>(symbol));
    }
  }
  return text;
}

std::vector<CellTuple> describe(const Forest& forest, const search::TargetWords& words) {
  const char* const kinds[] = {"X", "S", "goal"};
  std::vector<CellTuple> cells;
  for (const Cell& cell : forest.cells()) {
    std::vector<ApplicationTuple> applications;
    for (const Application& application : forest.applications(cell)) {
      std::vector<CellId> tails(application.tails.begin(),
                                application.tails.begin() + application.gaps());
      std::vector<RuleTuple> rules;
      for (const Rule& rule : application.block->rules) {
        rules.emplace_back(target_text(rule, words), rule.score, rule.estimate);
      }
      applications.emplace_back(std::move(tails), static_cast<double>(application.input_score),
                                std::move(rules));
    }
    cells.emplace_back(cell.start, cell.end, kinds[static_cast<unsigned>(cell.kind)],
                       std::move(applications));
  }
  return cells;
}

void bind_model(nb::module_& m) {
  nb::class_<RuleModel>(m, "RuleModel", "A grammar, language models and weights.")
      .def(
          "__init__",
          [](RuleModel* self, std::shared_ptr<grammar::RuleTable> rules, const NamedModels& lms,
             const search::WeightMap& weights, std::size_t table_limit, std::uint32_t span_limit,
             const std::shared_ptr<search::PhraseWeights>& phrase_weights,
             const NamedClasses& classes) {
            RuleModelParts parts{.rules = std::move(rules), .language_models = {}};
            if (parts.rules == nullptr) throw std::invalid_argument("a model needs rules");
            parts.language_models = bindings::language_models(lms, classes);
            parts.table_limit = table_limit;
            parts.span_limit = span_limit;
            if (phrase_weights != nullptr) {
              parts.option_features.push_back(
                  search::phrase_features(parts.rules->table(), phrase_weights, "PhraseFeatures0"));
            }
            new (self) RuleModel(std::move(parts), weights);
          },
          "rules"_a, "language_models"_a, "weights"_a, "table_limit"_a = 20, "span_limit"_a = 20,
          "phrase_weights"_a = nb::none(), "classes"_a = NamedClasses{},
          "classes: for language models of classes, the class of each word.")
      .def_prop_ro("feature_names", &RuleModel::feature_names)
      .def_prop_ro("weights", &RuleModel::weights);
}

void bind_search(nb::module_& m) {
  def_enum<Method>(m, "Method", {{"grouping", Method::kGrouping}, {"cube", Method::kCube}});
  SETTINGS_CLASS(m, ChartSettings, pops, method, margin, time_limit);
  def_search<RuleModel, ChartSettings>(m);
  m.def(
      "force",
      [](const RuleModel& model, const Inputs& inputs, const std::vector<nb::bytes>& targets,
         Threads threads) {
        const std::vector<std::string> texts = to_strings(targets);
        nb::gil_scoped_release release;
        return force(model, inputs.items, texts, threads);
      },
      "model"_a, "inputs"_a, "targets"_a, "threads"_a = 0);
}

}  // namespace

void bind_chart(nb::module_& m) {
  bind_model(m);
  bind_search(m);
  m.def(
      "parse",
      [](const RuleModel& model, Inputs& inputs, std::size_t index) {
        ChartTarget target(model.target_features(), model.target_weights());
        Parser parser(model);
        return describe(parser.parse(inputs.at(index), target), parser.words());
      },
      "model"_a, "inputs"_a, "index"_a = 0,
      "The forest of a sentence: (start, end, kind, [(tails, input score, [(target, score, "
      "estimate)])]) of each cell.");
}

}  // namespace manyways::bindings::of_chart
