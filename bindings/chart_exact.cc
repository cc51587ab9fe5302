#include <nanobind/stl/vector.h>

#include "chart_exact/prover.h"
#include "common.h"
#include "inputs.h"

namespace manyways::bindings::of_chart_exact {
namespace {

using namespace manyways::chart_exact;  // NOLINT: one file, one folder

}  // namespace

void bind_chart_exact(nb::module_& m) {
  nb::class_<ChartProveSettings>(m, "ProveSettings")
      .def(nb::init<>())
      .def_rw("time_limit", &ChartProveSettings::time_limit)
      .def_rw("looks", &ChartProveSettings::looks)
      .def_rw("memory", &ChartProveSettings::memory)
      .def_rw("tolerance", &ChartProveSettings::tolerance);
  m.def(
      "prove",
      [](const chart::RuleModel& model, Inputs& inputs, const ChartProveSettings& settings,
         Threads threads) { return prove_all(model, inputs.items, settings, threads); },
      "model"_a, "inputs"_a, "settings"_a, "threads"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace manyways::bindings::of_chart_exact
