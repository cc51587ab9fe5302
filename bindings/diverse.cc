#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <utility>

#include "common.h"
#include "diverse/generate.h"
#include "diverse/select.h"
#include "inputs.h"

namespace manyways::bindings::of_diverse {
namespace {

using namespace manyways::diverse;  // NOLINT: one file, one folder

using Orders = std::vector<std::pair<unsigned, double>>;

std::vector<Order> to_orders(const Orders& orders) {
  std::vector<Order> found;
  for (const auto& [length, weight] : orders) {
    if (length == 0) throw std::invalid_argument("an n-gram has at least one word");
    found.push_back({length, finite(weight, "the weight of an order")});
  }
  return found;
}

Orders from_orders(const std::vector<Order>& orders) {
  Orders found;
  for (const Order& order : orders) found.emplace_back(order.length, order.weight);
  return found;
}

template <typename Model>
void def_generate(nb::module_& m, const char* doc) {
  m.def(
      "generate",
      [](const Model& model, const Inputs& inputs, const GenerateSettings& settings,
         Threads threads) { return generate(model, inputs.items, settings, threads); },
      nb::call_guard<nb::gil_scoped_release>(), "model"_a, "inputs"_a, "settings"_a,
      "threads"_a = 0, doc);
}

void bind_generation(nb::module_& m) {
  nb::class_<DiverseLists> found(m, "DiverseLists", "Lists in columns; reading a column takes it.");
  def_rows(found);
  found
      .def(
          "take_penalised", [](DiverseLists& l) { return to_array(std::move(l.penalised)); },
          "The score less the penalties of the round that found it.")
      .def("take_rounds", [](DiverseLists& l) { return to_array(std::move(l.rounds)); })
      .def_ro("searches", &DiverseLists::searches, "How often a sentence was searched, in all.")
      .def_ro("iterations", &DiverseLists::iterations, "Of all proofs.")
      .def_ro("unproved", &DiverseLists::unproved, "Texts without a finished proof.");
  def_enum<Engine>(m, "Engine",
                   {{"graph", Engine::kGraph},
                    {"redecode", Engine::kRedecode},
                    {"groups", Engine::kGroups},
                    {"sample", Engine::kSample},
                    {"exact", Engine::kExact}});
  auto settings = SETTINGS_CLASS(m, GenerateSettings, beam, chart, classes, engine, seed, features);
  settings
      .def_prop_rw(
          "orders", [](const GenerateSettings& s) { return from_orders(s.rounds.orders); },
          [](GenerateSettings& s, const Orders& orders) { s.rounds.orders = to_orders(orders); })
      .def_prop_rw(
          "traits",
          [](const GenerateSettings& s) {
            return std::pair(s.rounds.traits.length, s.rounds.traits.reordering);
          },
          [](GenerateSettings& s, std::pair<double, double> traits) {
            s.rounds.traits = {traits.first, traits.second};
          },
          "What the same length and the same reordering cost.");
  INNER_FIELDS(settings, &GenerateSettings::rounds, RoundSettings, relative, fall, rounds, each,
               strength, distinct)
  m.def(
      "from_graphs",
      [](const std::vector<const graph::Hypergraph*>& graphs, const GenerateSettings& settings,
         Threads threads) {
        all_there(graphs, "graphs");
        nb::gil_scoped_release release;
        return from_graphs(graphs, settings, threads);
      },
      "graphs"_a, "settings"_a, "threads"_a = 0, "The diverse list of each search graph.");
  def_generate<search::PhraseModel>(m, "The diverse list of each sentence.");
  def_generate<chart::RuleModel>(m, "The same with a hierarchical model.");
}

}  // namespace

void bind_diverse(nb::module_& m) {
  bind_generation(m);
  def_enum<Method>(
      m, "Method",
      {{"greedy", Method::kGreedy}, {"coverage", Method::kCoverage}, {"dpp", Method::kDpp}});
  SETTINGS_CLASS(m, SelectSettings, method, size, strength, by_length)
      .def_prop_rw(
          "orders", [](const SelectSettings& s) { return from_orders(s.orders); },
          [](SelectSettings& s, const Orders& orders) { s.orders = to_orders(orders); });
  m.def(
      "select",
      [](Array<std::uint32_t> words, Array<std::int64_t> offsets,
         Array<std::int64_t> sentence_offsets, Array<double> scores, const SelectSettings& settings,
         Array<std::int32_t> traits, const std::vector<double>& trait_weights, Threads threads) {
        check_all_in_rows(view(offsets), words.shape(0), "offsets");
        check_all_in_rows(view(sentence_offsets), scores.shape(0), "sentence_offsets");
        check_count(offsets.shape(0), scores.shape(0) + 1, "offsets");
        check_count(traits.shape(0), scores.shape(0) * trait_weights.size(), "traits");
        finite(scores, "scores");
        finite(settings.strength, "strength");
        const Lists lists{view(words),
                          view(offsets),
                          view(sentence_offsets),
                          view(scores),
                          {view(traits), trait_weights}};
        std::vector<std::int64_t> rows, row_offsets;
        {
          nb::gil_scoped_release release;
          rows = select(lists, settings, threads, row_offsets);
        }
        return nb::make_tuple(to_array(std::move(rows)), to_array(std::move(row_offsets)));
      },
      "words"_a, "offsets"_a, "sentence_offsets"_a, "scores"_a, "settings"_a, "traits"_a,
      "trait_weights"_a, "threads"_a = 0,
      nb::sig("def select(words: numpy.typing.NDArray[numpy.uint32], offsets: "
              "numpy.typing.NDArray[numpy.int64], sentence_offsets: "
              "numpy.typing.NDArray[numpy.int64], scores: numpy.typing.NDArray[numpy.float64], "
              "settings: SelectSettings, traits: numpy.typing.NDArray[numpy.int32], trait_weights: "
              "list[float], "
              "threads: int = 0) -> tuple[numpy.typing.NDArray[numpy.int64], "
              "numpy.typing.NDArray[numpy.int64]]"),
      "The rows picked from each list, in the order of picking, and where each list's begin.");
}

}  // namespace manyways::bindings::of_diverse
