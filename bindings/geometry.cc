#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "common.h"
#include "geometry/beam.h"
#include "geometry/choices.h"
#include "geometry/enumerate.h"
#include "geometry/plane.h"
#include "metrics/metric.h"
#include "tune/graph_envelope.h"
#include "tune/hope_fear.h"
#include "tune/lists.h"

namespace manyways::bindings::of_geometry {
namespace {

namespace mg = manyways::geometry;
using Chosen = Array<std::uint32_t>;

constexpr std::size_t kWidestPicture = 8192;

void bind_choices(nb::module_& m) {
  nb::class_<mg::Points>(m, "Points", "Candidates as points, each feature in its own unit.")
      .def(nb::init<const tune::Lists&>(), "lists"_a)
      .def(
          "can_win",
          [](const mg::Points& self, const Chosen& chosen) {
            mg::WinTest test(self);
            auto found = released([&] { return test.run(view(chosen)); });
            return std::make_pair(found, to_array(found ? test.weights() : std::vector<double>()));
          },
          "chosen"_a, "Whether the chosen candidates of different lists can win together; weights.")
      .def(
          "conflict",
          [](const mg::Points& self, const Chosen& chosen) {
            mg::WinTest test(self);
            if (test.run(view(chosen)))
              return std::vector<std::pair<std::uint32_t, std::uint32_t>>();
            return test.conflict();
          },
          "chosen"_a, "Pairs (chosen, rival) that no weights put in order; empty if some do.")
      .def(
          "corners",
          [](const mg::Points& self) {
            std::vector<std::uint8_t> wins(self.candidates());
            nb::gil_scoped_release release;
            mg::WinTest test(self);
            for (std::uint32_t c = 0; c < wins.size(); ++c) wins[c] = test.run({&c, 1});
            nb::gil_scoped_acquire acquire;
            return to_array(std::move(wins));
          },
          "For each candidate, whether it can win its list.");
}

void bind_searches(nb::module_& m) {
  m.def(
      "feasible_choices",
      [](const mg::Points& points, std::uint64_t most_tests) {
        auto found = released([&] { return mg::feasible_choices(points, most_tests); });
        return std::make_tuple(to_matrix(std::move(found.choices), points.sentences()), found.tests,
                               found.complete);
      },
      "points"_a, "most_tests"_a,
      "All choices that can win, the tests it took, whether it is all.");
  m.def(
      "exact_choice",
      [](const mg::Points& points, const Array<double>& losses, std::uint64_t most_tests) {
        auto found = released(
            [&] { return mg::exact_choice(points, finite(losses, "losses"), most_tests); });
        return std::make_tuple(found.proven, found.loss, to_array(std::move(found.choice)),
                               to_array(std::move(found.weights)), found.tests);
      },
      "points"_a, "losses"_a, "most_tests"_a,
      "Whether the best was found, its loss, choice and weights, and the tests it took.");
  m.def(
      "linear_gains",
      [](const tune::Lists& lists, const metrics::Metric& metric, const Chosen& choice) {
        if (metric.columns() != lists.width() || choice.shape(0) != lists.sentences())
          throw std::invalid_argument("lists, metric and choice do not fit together");
        for (const std::uint32_t c : view(choice))
          if (c >= lists.candidates()) throw std::invalid_argument("there is no such candidate");
        return to_array(mg::linear_gains(lists, tune::CorpusScore(metric), view(choice)));
      },
      "lists"_a, "metric"_a, "choice"_a,
      "What each candidate adds to the score in place of the chosen one, by the score's slope.");
  using mg::BeamSettings;
  SETTINGS_CLASS(m, BeamSettings, beam, tests, radius, passes, patience, seed);
  m.def(
      "beam_search",
      [](const tune::Lists& lists, const metrics::Metric& metric, const Array<double>& start,
         const mg::BeamSettings& settings, Threads threads) {
        if (metric.columns() != lists.width() || start.shape(0) != lists.dimensions())
          throw std::invalid_argument("lists, metric and start do not fit together");
        if (!(finite(settings.radius, "the radius") > 0))
          throw std::invalid_argument("the radius must be positive");
        const tune::CorpusScore score(metric);
        auto result = released([&] {
          return mg::beam_search(lists, score, finite(start, "start"), settings, threads);
        });
        return std::make_tuple(to_array(std::move(result.weights)),
                               to_array(std::move(result.history)), result.tests);
      },
      "lists"_a, "metric"_a, "start"_a, "settings"_a, "threads"_a,
      "The best weights, the score after each pass, and the tests it took.");
}

void bind_plane(nb::module_& m) {
  m.def(
      "search_plane",
      [](const tune::Lists& lists, const metrics::Metric& metric, const Array<double>& origin,
         const Array<double>& first, const Array<double>& second,
         std::tuple<double, double, double, double> window,
         std::pair<std::size_t, std::size_t> size, Threads threads) {
        if (metric.columns() != lists.width())
          throw std::invalid_argument("these statistics are of another metric");
        const tune::CorpusScore score(metric);
        const auto [left, right, bottom, top] = window;
        for (const double side : {left, right, bottom, top}) finite(side, "the window");
        at_most(size.first, kWidestPicture, "the width of the picture");
        at_most(size.second, kWidestPicture, "the height of the picture");
        mg::PlaneBest best;
        std::vector<double> picture;
        std::size_t edges;
        {
          nb::gil_scoped_release release;
          const mg::PlaneSearch search(
              lists, score,
              {finite(origin, "origin"), finite(first, "first"), finite(second, "second")},
              {left, right, bottom, top}, threads);
          best = search.best();
          picture = search.raster(size.first, size.second);
          edges = search.edges();
        }
        return std::make_tuple(best.x, best.y, best.score, to_matrix(std::move(best.corners), 2),
                               edges, best.pieces, to_array(std::move(picture)));
      },
      "lists"_a, "metric"_a, "origin"_a, "first"_a, "second"_a, "window"_a, "size"_a, "threads"_a,
      "The best point of a plane (x, y, score, corners of its face), edges, pieces, and a "
      "picture.");
}

void bind_hope_fear(nb::module_& m) {
  nb::class_<tune::HopeFear>(m, "HopeFear", "Hope and fear candidates of search graphs.")
      .def(
          "__init__",
          [](tune::HopeFear* self, const std::vector<const graph::Hypergraph*>& graphs,
             const std::vector<std::vector<std::string>>& references, const Array<double>& rewards,
             Threads threads) {
            nb::gil_scoped_release release;
            new (self) tune::HopeFear(all_there(graphs, "graphs"), references,
                                      finite(rewards, "rewards"), threads);
          },
          "graphs"_a, "references"_a, "rewards"_a, "threads"_a = 1)
      .def(
          "find",
          [](const tune::HopeFear& self, const Array<double>& weights, Threads threads) {
            nb::gil_scoped_release release;
            return self.find(finite(weights, "weights"), threads);
          },
          "weights"_a, "threads"_a = 1,
          "The best of score + x * gain for all x from -1 to 1, fear first, of each graph.");
}

void bind_graph_lines(nb::module_& m) {
  nb::class_<tune::EnvelopeLists> found(m, "EnvelopeLists",
                                        "Lists in columns; reading a column takes it.");
  def_rows(found);
  m.def(
      "envelope_lists",
      [](const std::vector<const graph::Hypergraph*>& graphs, const Array<double>& weights,
         const Matrix<double>& directions, double density, Threads threads) {
        nb::gil_scoped_release release;
        return tune::envelope_lists(all_there(graphs, "graphs"), finite(weights, "weights"),
                                    finite(directions, "directions"), finite(density, "density"),
                                    threads);
      },
      "graphs"_a, "weights"_a, "directions"_a, "density"_a, "threads"_a,
      "What is best somewhere on a line through the weights, for each graph.");
  m.def(
      "graph_envelope",
      [](const graph::Hypergraph& graph, const Array<double>& weights,
         const Array<double>& direction) {
        tune::GraphEnvelope envelope;
        envelope.find_along(graph, finite(weights, "weights"), finite(direction, "direction"));
        std::vector<double> rows;
        for (const auto& line : envelope.lines()) {
          rows.push_back(line.start);
          rows.push_back(line.intercept);
          rows.push_back(line.slope);
        }
        return to_matrix(std::move(rows), 3);
      },
      "graph"_a, "weights"_a, "direction"_a,
      "Rows (start, intercept, slope) of the upper envelope of all derivations.");
}

}  // namespace

void bind_geometry(nb::module_& m) {
  bind_choices(m);
  bind_searches(m);
  bind_plane(m);
  bind_graph_lines(m);
  bind_hope_fear(m);
}

}  // namespace manyways::bindings::of_geometry
