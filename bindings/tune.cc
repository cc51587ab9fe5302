#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "common.h"
#include "metrics/metric.h"
#include "tune/allpairs.h"
#include "tune/envelope.h"
#include "tune/expected.h"
#include "tune/line_search.h"
#include "tune/lists.h"
#include "tune/margin_step.h"
#include "tune/mert.h"
#include "tune/mira.h"
#include "tune/pairs.h"
#include "tune/svm.h"

namespace manyways::bindings::of_tune {
namespace {

namespace mt = manyways::tune;
using metrics::Metric;
using Vector = Array<double>;

constexpr std::size_t kMostEpochs = 1'000'000, kMostDraws = 10'000'000;

using AfterRound = nb::typed<nb::callable, nb::object(double)>;

std::span<const double> weights_of(const mt::Lists& lists, const Vector& weights) {
  if (weights.shape(0) != lists.dimensions())
    throw std::invalid_argument("one weight per feature is needed");
  return finite(weights, "weights");
}

std::span<const double> values_of(const mt::Lists& lists, const Vector& values) {
  if (values.shape(0) != lists.candidates())
    throw std::invalid_argument("one number per candidate is needed");
  return finite(values, "numbers");
}

mt::CorpusScore score_of(const mt::Lists& lists, const Metric& metric) {
  if (metric.columns() != lists.width())
    throw std::invalid_argument("these statistics are of another metric");
  return mt::CorpusScore(metric);
}

void bind_lists_class(nb::module_& m) {
  nb::class_<mt::Lists>(m, "Lists", "Features and statistics of candidates, as tuners read them.")
      .def(
          "__init__",
          [](mt::Lists* self, const Matrix<double>& features,
             const Matrix<std::int64_t>& statistics, const Array<std::int64_t>& offsets) {
            nb::gil_scoped_release release;
            new (self) mt::Lists({features.data(), features.size()}, features.shape(1),
                                 {statistics.data(), statistics.size()}, statistics.shape(1),
                                 view(offsets));
          },
          "features"_a, "statistics"_a, "offsets"_a)
      .def(
          "score",
          [](const mt::Lists& self, const Metric& metric, const Vector& weights) {
            return mt::corpus_score(self, score_of(self, metric), weights_of(self, weights));
          },
          "metric"_a, "weights"_a, "The score of the 1-bests, negative if lower is better.")
      .def(
          "best",
          [](const mt::Lists& self, const Vector& weights) {
            std::vector<double> scores(self.candidates());
            self.project(weights_of(self, weights), scores);
            return to_array(self.best(scores));
          },
          "weights"_a, "The 1-best of each list; of equal scores the lowest index.");
}

void bind_lines(nb::module_& m) {
  m.def(
      "envelope",
      [](const Vector& intercepts, const Vector& slopes) {
        mt::Envelope envelope;
        envelope.find(finite(intercepts, "intercepts"), finite(slopes, "slopes"));
        std::vector<double> starts;
        std::vector<std::uint32_t> lines;
        for (const mt::Segment& each : envelope.segments()) {
          starts.push_back(each.start);
          lines.push_back(each.line);
        }
        return std::make_pair(to_array(std::move(starts)), to_array(std::move(lines)));
      },
      "intercepts"_a, "slopes"_a, "Where each line of the upper envelope begins, and which it is.");
  m.def(
      "intervals",
      [](const mt::Lists& lists, const Metric& metric, const Vector& intercepts,
         const Vector& slopes) {
        const auto score = score_of(lists, metric);
        mt::LineSearch search(lists, score);
        std::vector<double> starts, scores;
        for (const auto& each :
             search.intervals(values_of(lists, intercepts), values_of(lists, slopes))) {
          starts.push_back(each.start);
          scores.push_back(each.score);
        }
        return std::make_pair(to_array(std::move(starts)), to_array(std::move(scores)));
      },
      "lists"_a, "metric"_a, "intercepts"_a, "slopes"_a,
      "The score along a line: where each interval begins, and its score.");
  m.def(
      "line_search",
      [](const mt::Lists& lists, const Metric& metric, const Vector& intercepts,
         const Vector& slopes, double lowest, double highest, int window) {
        const auto score = score_of(lists, metric);
        const mt::Step step = mt::LineSearch(lists, score)
                                  .find(values_of(lists, intercepts), values_of(lists, slopes),
                                        {lowest, highest, window});
        return std::make_pair(step.length, step.score);
      },
      "lists"_a, "metric"_a, "intercepts"_a, "slopes"_a, "lowest"_a, "highest"_a, "window"_a,
      "The best step along a line, and the score there.");
}

void bind_winners(nb::module_& m) {
  m.def(
      "line_winners",
      [](const mt::Lists& lists, const Vector& weights, const Matrix<double>& directions,
         Threads threads) {
        return to_array(released([&] {
          return mt::line_winners(lists, weights_of(lists, weights),
                                  finite(directions, "directions"), threads);
        }));
      },
      "lists"_a, "weights"_a, "directions"_a, "threads"_a,
      "The candidates that win somewhere on a line through the weights, ascending.");
}

void bind_settings(nb::module_& m) {
  using mt::MertSettings, mt::MiraSettings, mt::PairSettings;
  SETTINGS_CLASS(m, MertSettings, restarts, random_directions, gradient, window, positive, seed);
  SETTINGS_CLASS(m, MiraSettings, rate, decay, epochs, seed);
  SETTINGS_CLASS(m, PairSettings, draws, keep, least, most, length_gap, seed);
}

void bind_mert(nb::module_& m) {
  m.def(
      "mert",
      [](const mt::Lists& lists, const Metric& metric, const Vector& starts,
         const mt::MertSettings& settings, Threads threads, const AfterRound& after_round) {
        const auto score = score_of(lists, metric);
        if (!settings.positive.empty()) {
          check_count(settings.positive.size(), lists.dimensions(), "positive");
        }
        const auto told = [&](double best) {
          nb::gil_scoped_acquire acquire;
          after_round(best);
        };
        auto result = released([&] {
          return mt::mert(lists, score, finite(starts, "starts"), settings, threads, told);
        });
        std::vector<double> history;
        for (const mt::MertRun& run : result.runs) history.push_back(run.score);
        return std::make_pair(to_array(std::move(result.weights)), to_array(std::move(history)));
      },
      "lists"_a, "metric"_a, "starts"_a, "settings"_a, "threads"_a, "after_round"_a,
      "The best weights, and each run's score; after_round is told the best so far.");
}

void bind_smooth(nb::module_& m) {
  m.def(
      "expected_score",
      [](const mt::Lists& lists, const Metric& metric, const Vector& weights, double sharpness,
         Threads threads) {
        const auto score = score_of(lists, metric);
        auto at = released([&] {
          return mt::expected_score(lists, score, weights_of(lists, weights), sharpness, threads);
        });
        return std::make_tuple(at.score, at.entropy, to_array(std::move(at.gradient)));
      },
      "lists"_a, "metric"_a, "weights"_a, "sharpness"_a, "threads"_a = 1,
      "The score of the expected statistics, the mean entropy, and the score's gradient.");
  nb::class_<mt::AllPairs>(m, "AllPairs", "The squared hinge over all preferences of each list.")
      .def(
          "__init__",
          [](mt::AllPairs* self, const mt::Lists& lists, const Array<std::int64_t>& gold,
             std::int64_t threshold, bool weighted, Threads threads) {
            new (self) mt::AllPairs(lists, view(gold), threshold, weighted, threads);
          },
          "lists"_a, "gold"_a, "threshold"_a, "weighted"_a = false, "threads"_a = 1,
          nb::keep_alive<1, 2>())
      .def_prop_ro("pairs", &mt::AllPairs::pairs)
      .def(
          "loss",
          [](const mt::AllPairs& self, const Vector& weights) {
            auto loss = released([&] { return self.loss(finite(weights, "weights")); });
            return std::make_pair(loss.value, to_array(std::move(loss.gradient)));
          },
          "weights"_a, "The loss per candidate, and its gradient.")
      .def(
          "hessian_product",
          [](const mt::AllPairs& self, const Vector& weights, const Vector& direction) {
            std::vector<double> product;
            {
              nb::gil_scoped_release release;
              product =
                  self.hessian_product(finite(weights, "weights"), finite(direction, "direction"));
            }
            return to_array(std::move(product));
          },
          "weights"_a, "direction"_a, "The generalised Hessian times the direction.");
}

void bind_steps(nb::module_& m) {
  m.def(
      "margin_step",
      [](const Matrix<double>& gaps, const Vector& losses, double rate) {
        return to_array(
            mt::margin_step(finite(gaps, "gaps"), gaps.shape(1), finite(losses, "losses"), rate));
      },
      "gaps"_a, "losses"_a, "rate"_a,
      "The smallest step that keeps all margins, slacks at a price of `rate`.");
  m.def(
      "mira",
      [](const mt::Lists& lists, const Metric& metric, const Vector& start,
         const mt::MiraSettings& settings) {
        const auto score = score_of(lists, metric);
        at_most(static_cast<std::size_t>(settings.epochs), kMostEpochs, "epochs");
        auto result =
            released([&] { return mt::mira(lists, score, weights_of(lists, start), settings); });
        return std::make_pair(to_array(std::move(result.weights)),
                              to_array(std::move(result.history)));
      },
      "lists"_a, "metric"_a, "start"_a, "settings"_a,
      "The averaged weights of the best epoch, and the score after each epoch.");
  m.def(
      "sample_pairs",
      [](const mt::Lists& lists, const Vector& gold, const Vector& lengths,
         const mt::PairSettings& settings, Threads threads) {
        std::vector<std::uint32_t> rows;
        at_most(static_cast<std::size_t>(settings.draws), kMostDraws, "draws");
        {
          nb::gil_scoped_release release;
          for (const mt::Pair& pair : mt::sample_pairs(
                   lists, finite(gold, "gold"), finite(lengths, "lengths"), settings, threads)) {
            rows.push_back(pair.better);
            rows.push_back(pair.worse);
          }
        }
        return to_matrix(std::move(rows), 2);
      },
      "lists"_a, "gold"_a, "lengths"_a, "settings"_a, "threads"_a,
      "Rows (better, worse) of candidates, list by list.");
}

void bind_svm(nb::module_& m) {
  using mt::SvmSettings;
  SETTINGS_CLASS(m, SvmSettings, c, gap, scans);
  nb::class_<mt::SvmResult> found(m, "SvmResult",
                                  "Weights of features in their units; reading takes them.");
  READ_ONLY_FIELDS(found, mt::SvmResult, value, bound, cuts)
  TAKEN_COLUMNS(found, mt::SvmResult, weights, scoring, history)
  const auto sentences_of = [](const mt::SlackLists& lists, const Array<std::uint32_t>& given) {
    check_ids(view(given), lists.lists().sentences(), "sentences");
    return view(given);
  };
  nb::class_<mt::SlackLists>(m, "SlackLists", "Lists for support vector machines.")
      .def(
          "__init__",
          [](mt::SlackLists* self, const mt::Lists& lists, const Vector& quality,
             const Vector& units, Threads threads) {
            const auto good = finite(quality, "quality"), widths = finite(units, "units");
            nb::gil_scoped_release release;
            new (self) mt::SlackLists(lists, good, widths, threads);
          },
          "lists"_a, "quality"_a, "units"_a, "threads"_a, nb::keep_alive<1, 2>())
      .def(
          "solve",
          [=](mt::SlackLists& self, const Array<std::uint32_t>& sentences, const Metric& metric,
              const mt::SvmSettings& settings, Threads threads) {
            const auto score = score_of(self.lists(), metric);
            const auto chosen = sentences_of(self, sentences);
            finite(settings.c, "c");
            nb::gil_scoped_release release;
            return self.solve(chosen, score, settings, threads);
          },
          "sentences"_a, "metric"_a, "settings"_a, "threads"_a, "The machine for these sentences.")
      .def(
          "best",
          [=](const mt::SlackLists& self, const Array<std::uint32_t>& sentences,
              const Vector& weights, Threads threads) {
            return to_array(self.best(sentences_of(self, sentences),
                                      weights_of(self.lists(), weights), threads));
          },
          "sentences"_a, "weights"_a, "threads"_a, "The best candidate of each sentence.");
}

}  // namespace

void bind_tune(nb::module_& m) {
  bind_lists_class(m);
  bind_lines(m);
  bind_winners(m);
  bind_settings(m);
  bind_mert(m);
  bind_smooth(m);
  bind_steps(m);
  bind_svm(m);
}

}  // namespace manyways::bindings::of_tune
