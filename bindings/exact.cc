#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <string>
#include <system_error>
#include <tuple>

#include "chart_exact/prover.h"
#include "common.h"
#include "exact/prover.h"
#include "inputs.h"

namespace manyways::bindings::of_exact {
namespace {

using namespace manyways::exact;  // NOLINT: one file, one folder
using chart_exact::ChartProveSettings;

// Ends proofs early, from any thread.
struct Stop {
  std::atomic<bool> set{false};
};

// Works in other threads, while this one looks for Ctrl-C: where that raises an exception it ends
// the proofs of this call, with what they have.
template <typename Model, typename Settings>
std::vector<Proof> prove_interruptibly(const Model& model, const Inputs& inputs, Settings settings,
                                       Threads threads, const Stop& stopped) {
  std::atomic<bool> stop{stopped.set.load()};
  settings.stop = &stop;
  nb::gil_scoped_release release;
  std::future<std::vector<Proof>> work;
  const auto prove = [&] { return prove_all(model, inputs.items, settings, threads); };
  try {
    work = std::async(std::launch::async, prove);
  } catch (const std::system_error&) {  // no other thread: this one works, and Ctrl-C waits
    return prove();
  }
  do {
    if (stopped.set) stop = true;
    nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() == 0) continue;
    PyErr_Clear();
    stop = true;
  } while (work.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready);
  return work.get();
}

using StageRow = std::tuple<std::string, std::size_t, std::size_t, double, double, int, double>;

std::vector<StageRow> stages(const Proof& proof) {
  std::vector<StageRow> list;
  for (const Stage& s : proof.stages) {
    list.emplace_back(s.name, s.nodes, s.edges, s.upper, s.lower, s.iterations, s.seconds);
  }
  return list;
}

void bind_settings(nb::module_& m) {
  def_enum<Method>(m, "Method",
                   {{"certified", Method::kCertified}, {"lagrangian", Method::kLagrangian}});
  SETTINGS_CLASS(m, ProveSettings, method, beam, time_limit, cpu_time, looks, memory, tolerance,
                 iterations, blocks, a_star, trace, candidates, distinct, graph)
      .def_prop_rw(
          "tighten",
          [](const ProveSettings& s) { return std::pair(s.tighten_after, s.tighten_words); },
          [](ProveSettings& s, std::pair<int, int> given) {
            std::tie(s.tighten_after, s.tighten_words) = given;
          });
}

void bind_chart_settings(nb::module_& m) {
  SETTINGS_CLASS(m, ChartProveSettings, method, chart, time_limit, cpu_time, looks, memory,
                 tolerance, iterations, candidates, distinct, graph);
}

void bind_proof(nb::module_& m) {
  nb::class_<Proof> proof(m, "Proof");
  READ_ONLY_FIELDS(proof, Proof, lower, upper, beam_score, iterations, constraints, nodes, edges,
                   seconds, best)
  proof
      .def_prop_ro(
          "status", [](const Proof& p) { return static_cast<int>(p.status); },
          "As in Translations.take_status.")
      .def("take_graph", [](Proof& p) { return std::move(p.graph); })
      .def_prop_ro("stages", &stages, "(name, nodes, edges, upper, lower, iterations, seconds)")
      .def("take_dual", [](Proof& p) { return to_array(std::move(p.trace.dual)); })
      .def("take_primal", [](Proof& p) { return to_array(std::move(p.trace.primal)); })
      .def(
          "take_counts",
          [](Proof& p, std::size_t words) { return to_matrix(std::move(p.trace.counts), words); },
          "words"_a, "How often each word is covered, by iteration.")
      .def(
          "take_added", [](Proof& p) { return to_matrix(std::move(p.trace.added), 2); },
          "(iterations so far, word) of each constraint.")
      .def_prop_ro("derivations",
                   [](Proof& p) -> search::Translations& { return p.trace.derivations; });
}

}  // namespace

void bind_exact(nb::module_& m) {
  bind_settings(m);
  bind_chart_settings(m);
  bind_proof(m);
  nb::class_<Stop>(m, "Stop", "Once set, proofs end with what they have.")
      .def(nb::init<>())
      .def("set", [](Stop& self) { self.set = true; })
      .def_prop_ro("is_set", [](const Stop& self) { return self.set.load(); });
  m.def(
      "gather",
      [](const std::vector<const Proof*>& proofs) {
        search::Translations all;
        for (const Proof* proof : all_there(proofs, "proofs")) all.append(proof->best);
        return all;
      },
      "proofs"_a, "The translations of all, in columns.");
  m.def("prove", &prove_interruptibly<search::PhraseModel, ProveSettings>, "model"_a, "inputs"_a,
        "settings"_a, "threads"_a, "stop"_a);
  m.def("prove", &prove_interruptibly<chart::RuleModel, ChartProveSettings>, "model"_a, "inputs"_a,
        "settings"_a, "threads"_a, "stop"_a);
  nb::class_<ExportedGraph> relaxed(m, "ExportedGraph",
                                    "A relaxed graph; reading a column takes it.");
  relaxed.def_ro("length", &ExportedGraph::length);
  TAKEN_COLUMNS(relaxed, ExportedGraph, layer, end, tail, head, source_start, source_end, score)
  m.def(
      "export_graph",
      [](const search::PhraseModel& model, Inputs& inputs, std::size_t index,
         const ProveSettings& settings) { return export_graph(model, inputs.at(index), settings); },
      nb::call_guard<nb::gil_scoped_release>(), "model"_a, "inputs"_a, "index"_a, "settings"_a);
}

}  // namespace manyways::bindings::of_exact
