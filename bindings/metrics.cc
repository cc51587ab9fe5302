#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "common.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/consensus.h"
#include "metrics/lists.h"
#include "metrics/metric.h"
#include "metrics/oracle.h"
#include "metrics/ter.h"
#include "metrics/text.h"
#include "metrics/tokenise.h"

namespace manyways::bindings::of_metrics {
namespace {

namespace mm = manyways::metrics;

// (data, offsets): a column of texts, read in place.
using Column = std::pair<Array<std::uint8_t>, Array<std::int64_t>>;
using Rows = Matrix<std::int64_t>;

TextView texts_of(const Column& column) { return text_view(column.first, column.second); }

mm::Lists lists_of(const Column& candidates, const Array<std::int64_t>& sentence_offsets,
                   const std::vector<Column>& references) {
  mm::Lists lists{texts_of(candidates), view(sentence_offsets), {}};
  for (const Column& each : references) lists.references.push_back(texts_of(each));
  return lists;
}

std::span<const std::int64_t> rows_of(const mm::Metric& metric, const Rows& rows) {
  if (rows.shape(1) != metric.columns())
    throw std::invalid_argument("these statistics are of another metric");
  return {rows.data(), rows.shape(0) * rows.shape(1)};
}

template <typename Function>
nb::ndarray<nb::numpy, double, nb::ndim<1>> scored(const mm::Metric& metric, const Rows& rows,
                                                   Function function) {
  const auto values = rows_of(metric, rows);
  return to_array(released([&] { return function(metric, values); }));
}

mm::BleuScoring scoring_of(const std::string& smoothing, double value, bool effective_order,
                           double more_reference) {
  static constexpr std::pair<const char*, mm::Smoothing> kNames[] = {
      {"none", mm::Smoothing::kNone},
      {"floor", mm::Smoothing::kFloor},
      {"add-k", mm::Smoothing::kAddK},
      {"exp", mm::Smoothing::kExp},
      {"add-k-all", mm::Smoothing::kAddKAll}};
  for (const auto& [name, each] : kNames)
    if (smoothing == name) return {each, value, effective_order, more_reference};
  throw std::invalid_argument("no smoothing has the name " + smoothing);
}

// (code points, kinds): the newer characters, or empty arrays.
using NewerColumns = std::pair<Array<std::uint32_t>, Array<std::uint8_t>>;

std::shared_ptr<const mm::NewerCharacters> newer_of(const NewerColumns& newer) {
  if (newer.first.shape(0) != newer.second.shape(0))
    throw std::invalid_argument("each newer character needs a kind");
  auto result = std::make_shared<mm::NewerCharacters>();
  for (const std::uint32_t point : view(newer.first)) result->points.push_back(point);
  for (const std::uint8_t kind : view(newer.second))
    result->kinds.push_back(static_cast<mm::Newer>(kind));
  return result;
}

void bind_metric(nb::module_& m) {
  nb::class_<mm::Metric>(m, "Metric", "A metric of the core: statistics of texts, scores of sums.")
      .def_prop_ro("columns", &mm::Metric::columns)
      .def_prop_ro("direction", &mm::Metric::direction)
      .def_prop_ro("size_unit", &mm::Metric::size_unit)
      .def(
          "statistics",
          [](const mm::Metric& self, const Column& candidates,
             const Array<std::int64_t>& sentence_offsets, const std::vector<Column>& references,
             Threads threads) {
            const mm::Lists lists = lists_of(candidates, sentence_offsets, references);
            auto rows = released([&] { return mm::statistics(self, lists, threads); });
            return to_matrix(std::move(rows), self.columns());
          },
          "candidates"_a, "sentence_offsets"_a, "references"_a, "threads"_a = 0,
          "One int64 row per candidate; a set of references has one row per sentence.")
      .def(
          "scores",
          [](const mm::Metric& self, const Rows& sums) { return scored(self, sums, mm::scores); },
          "sums"_a, "The corpus score of each row of summed statistics.")
      .def(
          "sentence_scores",
          [](const mm::Metric& self, const Rows& rows) {
            return scored(self, rows, mm::sentence_scores);
          },
          "rows"_a, "The sentence score of each row.");
}

void bind_tokenise(nb::module_& m) {
  m.def(
      "tokenise",
      [](const std::string& text, const std::string& tokenise, bool normalized, bool no_punct,
         bool asian_support, const NewerColumns& newer) {
        mm::Tokeniser tokeniser(mm::splitting_of(tokenise), {normalized, no_punct, asian_support},
                                newer_of(newer));
        std::vector<std::string> words;
        for (const std::string_view word : tokeniser.split(text)) words.emplace_back(word);
        return words;
      },
      "text"_a, "tokenise"_a, "normalized"_a, "no_punct"_a, "asian_support"_a, "newer"_a,
      "The words that a metric counts.");
}

// Runs `function` on the lists without the GIL and gives its numbers `columns` to a row.
template <typename Function>
auto list_rows(std::size_t columns, const Column& candidates, const Array<std::int64_t>& offsets,
               const std::vector<Column>& references, Function function) {
  const mm::Lists lists = lists_of(candidates, offsets, references);
  auto rows = released([&] { return function(lists); });
  return to_matrix(std::move(rows), columns);
}

// What lists show without references.
template <auto Statistics>
void def_list_rows(nb::module_& m, const char* name, std::size_t columns, const char* doc) {
  m.def(
      name,
      [columns](const Column& candidates, const Array<std::int64_t>& offsets,
                const std::string& tokenise, Threads threads) {
        const auto splitting = mm::splitting_of(tokenise);
        return list_rows(columns, candidates, offsets, {}, [&](const mm::Lists& lists) {
          return Statistics(lists, splitting, threads);
        });
      },
      "candidates"_a, "sentence_offsets"_a, "tokenise"_a, "threads"_a, doc);
}

void bind_lists(nb::module_& m) {
  using Offsets = Array<std::int64_t>;
  m.def(
      "coverage",
      [](const Column& candidates, const Offsets& offsets, const std::vector<Column>& references,
         const std::string& tokenise, bool sum, Threads threads) {
        const auto splitting = mm::splitting_of(tokenise);
        const auto combine = sum ? mm::Combine::kSum : mm::Combine::kMax;
        return list_rows(8, candidates, offsets, references, [&](const mm::Lists& lists) {
          return mm::coverage_statistics(lists, splitting, combine, threads);
        });
      },
      "candidates"_a, "sentence_offsets"_a, "references"_a, "tokenise"_a, "sum"_a, "threads"_a,
      "Per sentence: n-grams of the references that the list has, and n-grams of the references.");
  def_list_rows<&mm::self_bleu_statistics>(
      m, "self_bleu", mm::kBleuColumns,
      "Rows of BLEU, the other candidates of a list being the references.");
  def_list_rows<&mm::novelty_statistics>(
      m, "novelty", 2, "Per candidate: n-grams that the first of its list has not, and n-grams.");
  m.def(
      "distinct",
      [](const Column& candidates, const Offsets& offsets, Threads threads) {
        const mm::Lists lists = lists_of(candidates, offsets, {});
        return to_array(mm::distinct_counts(lists, threads));
      },
      "candidates"_a, "sentence_offsets"_a, "threads"_a, "Different texts of each list.");
  m.def(
      "best_candidates",
      [](const mm::Metric& metric, const Rows& rows, const Offsets& offsets) {
        return to_array(mm::best_candidates(metric, rows_of(metric, rows), view(offsets)));
      },
      "metric"_a, "rows"_a, "sentence_offsets"_a,
      "The row with the best sentence score of each list; -1 where it is empty.");
  m.def(
      "improve_choice",
      [](const mm::Metric& metric, const Rows& rows, const Offsets& offsets,
         const Offsets& choice) {
        const auto values = rows_of(metric, rows);
        std::vector<std::int64_t> result(view(choice).begin(), view(choice).end());
        {
          nb::gil_scoped_release release;
          result = mm::improve_choice(metric, values, view(offsets), std::move(result));
        }
        return to_array(std::move(result));
      },
      "metric"_a, "rows"_a, "sentence_offsets"_a, "choice"_a,
      "A choice whose corpus score no change of one candidate betters.");
}

mm::ConsensusMethod method_of(const std::string& name) {
  static constexpr std::pair<const char*, mm::ConsensusMethod> kNames[] = {
      {"pairs", mm::ConsensusMethod::kPairs},
      {"aggregate", mm::ConsensusMethod::kAggregate},
      {"prune", mm::ConsensusMethod::kPrune}};
  for (const auto& [each, method] : kNames)
    if (name == each) return method;
  throw std::invalid_argument("no way to consensus has the name " + name);
}

// (metric, candidates, pool): texts as the metric reads them.
using BoundUtility = std::tuple<const mm::Metric*, Column, Column>;

mm::Utility utility_of(const BoundUtility& utility) {
  if (std::get<0>(utility) == nullptr) throw std::invalid_argument("a metric must not be None");
  return {std::get<0>(utility), texts_of(std::get<1>(utility)), texts_of(std::get<2>(utility))};
}

void bind_consensus(nb::module_& m) {
  using Offsets = Array<std::int64_t>;
  nb::class_<mm::ConsensusOptions>(m, "ConsensusOptions", "How candidates are compared.")
      .def(
          "__init__",
          [](mm::ConsensusOptions* self, const std::string& method, double confidence,
             std::uint64_t seed) {
            if (!(confidence > 0 && confidence < 1))
              throw std::invalid_argument("confidence must be between 0 and 1");
            new (self) mm::ConsensusOptions{method_of(method), confidence, seed};
          },
          "method"_a, "confidence"_a, "seed"_a);
  m.def(
      "consensus",
      [](const std::vector<BoundUtility>& utilities, const Offsets& candidate_offsets,
         const Offsets& pool_offsets, const Array<double>& weights,
         const mm::ConsensusOptions& options, Threads threads) {
        std::vector<mm::Utility> all;
        for (const BoundUtility& each : utilities) all.push_back(utility_of(each));
        const mm::Pools pools{view(candidate_offsets), view(pool_offsets), view(weights)};
        auto values = released([&] { return mm::consensus(all, pools, options, threads); });
        return to_matrix(std::move(values), all.size());
      },
      "utilities"_a, "candidate_offsets"_a, "pool_offsets"_a, "weights"_a, "options"_a, "threads"_a,
      "Expected score of each candidate against its pool, a column per metric.");
  m.def(
      "agreements",
      [](const BoundUtility& utility, const Offsets& candidate_offsets, const Offsets& pool_offsets,
         const Array<std::int32_t>& groups, std::size_t count, Threads threads) {
        at_most(count, 1 << 20, "count");
        const mm::Utility one = utility_of(utility);
        const std::vector<double> weights(one.pool.size(), 1.0);
        const mm::Pools pools{view(candidate_offsets), view(pool_offsets), weights};
        auto values =
            released([&] { return mm::agreements(one, pools, view(groups), count, threads); });
        return to_matrix(std::move(values), count);
      },
      "utility"_a, "candidate_offsets"_a, "pool_offsets"_a, "groups"_a, "count"_a, "threads"_a,
      "Mean score of each candidate against each group of its pool.");
}

}  // namespace

void bind_metrics(nb::module_& m) {
  bind_metric(m);
  bind_consensus(m);
  nb::class_<mm::BleuScoring>(m, "BleuScoring", "How BLEU smooths.")
      .def(
          "__init__",
          [](mm::BleuScoring* self, const std::string& smoothing, double value,
             bool effective_order, double more_reference) {
            new (self)
                mm::BleuScoring(scoring_of(smoothing, value, effective_order, more_reference));
          },
          "smoothing"_a, "value"_a, "effective_order"_a, "more_reference"_a);
  m.def(
      "bleu",
      [](const std::string& tokenise, bool shortest, const mm::BleuScoring& corpus,
         const mm::BleuScoring& sentence, const NewerColumns& newer) {
        const auto length =
            shortest ? mm::ReferenceLength::kShortest : mm::ReferenceLength::kClosest;
        return mm::make_bleu(
            {mm::splitting_of(tokenise), length, corpus, sentence, newer_of(newer)});
      },
      "tokenise"_a, "shortest"_a, "corpus"_a, "sentence"_a, "newer"_a, "BLEU over words.");
  m.def(
      "chrf",
      [](int char_order, int word_order, double beta, bool eps_smoothing) {
        return mm::make_chrf({char_order, word_order, beta, eps_smoothing});
      },
      "char_order"_a, "word_order"_a, "beta"_a, "eps_smoothing"_a, "chrF, or chrF++ with words.");
  m.def(
      "ter",
      [](bool normalized, bool no_punct, bool asian_support) {
        return mm::make_ter({normalized, no_punct, asian_support});
      },
      "normalized"_a, "no_punct"_a, "asian_support"_a, "Translation edit rate.");
  bind_tokenise(m);
  bind_lists(m);
}

}  // namespace manyways::bindings::of_metrics
