#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <numeric>

#include "common.h"
#include "graph/candidates.h"
#include "graph/compose.h"
#include "graph/consensus.h"
#include "graph/hypergraph.h"
#include "graph/inside.h"
#include "graph/ngrams.h"
#include "graph/prefix.h"
#include "graph/prune.h"

namespace manyways::bindings::of_graph {
namespace {

using namespace manyways::graph;  // NOLINT: one file, one folder

constexpr std::size_t kMostCandidates = 10'000'000;
constexpr std::size_t kLongestNgram = 10;
const auto kOwned = nb::rv_policy::automatic;  // a new array, not a part of the graph
const auto kReleased = nb::call_guard<nb::gil_scoped_release>();

// One value of every edge, in one array.
template <typename T, typename Read>
auto edge_array(const Hypergraph& graph, Read read) {
  std::vector<T> values;
  values.reserve(graph.edges());
  for (EdgeId id = 0; id < graph.edges(); ++id) values.push_back(read(graph.edge(id)));
  return to_array(std::move(values));
}

auto edge_heads(const Hypergraph& graph) {
  std::vector<Node> heads(graph.edges());
  for (Node node = 0; node < graph.nodes(); ++node) {
    std::fill(heads.begin() + graph.edges_begin(node), heads.begin() + graph.edges_end(node), node);
  }
  return to_array(std::move(heads));
}

auto edge_tails(const Hypergraph& graph) {
  std::vector<std::int64_t> tails;
  for (const Edge& edge : graph.all_edges()) {
    for (const Node tail : edge.tails) tails.push_back(tail == kNoNode ? -1 : std::int64_t{tail});
  }
  return to_matrix(std::move(tails), 2);
}

auto edge_features(const Hypergraph& graph) {
  std::vector<double> rows(graph.edges() * graph.features(), 0.0);
  for (EdgeId id = 0; id < graph.edges(); ++id) {
    graph.add_features(id, std::span(rows).subspan(id * graph.features(), graph.features()));
  }
  return to_matrix(std::move(rows), graph.features());
}

// What a label writes: words, with "[1]" and "[2]" where the tails' words go.
nb::list label_symbols(const Hypergraph& graph, LabelId id) {
  if (id >= graph.labels()) throw nb::index_error("no such label");
  nb::list symbols;
  for (const Symbol s : graph.symbols(id)) {
    if (is_tail(s)) {
      symbols.append(nb::int_(static_cast<int>(s)));
    } else {
      const std::string_view word = graph.word(s);
      symbols.append(nb::steal(PyUnicode_DecodeUTF8(
          word.data(), static_cast<Py_ssize_t>(word.size()), "surrogateescape")));
    }
  }
  return symbols;
}

std::vector<double> node_values(const Hypergraph& graph, const std::string& semiring, double scale,
                                bool out) {
  auto run = [&](const auto& s) {
    using S = std::decay_t<decltype(s)>;
    auto in = inside(graph, s);
    return out ? outside<S>(graph, s, in) : in;
  };
  if (semiring == "viterbi") return run(Viterbi{});
  if (semiring == "log") return run(LogSum{scale});
  if (semiring == "count") return run(Counting{});
  throw std::invalid_argument("semiring is one of viterbi, log, count");
}

std::vector<Pattern> read_patterns(const Hypergraph& graph,
                                   const std::vector<std::vector<std::string>>& words,
                                   const std::vector<double>& weights) {
  if (words.size() != weights.size()) throw std::invalid_argument("one weight for each pattern");
  std::vector<Pattern> patterns;
  for (std::size_t i = 0; i < words.size(); ++i) {
    Pattern pattern{{}, finite(weights[i], "weights")};
    for (const std::string& word : words[i]) {
      const WordId id = graph.vocabulary().find(word);
      // A word that the graph lacks can never match: the whole pattern goes.
      if (id == kUnknownWord && graph.vocabulary().word(kUnknownWord) != word) {
        pattern.words.clear();
        break;
      }
      pattern.words.push_back(static_cast<Symbol>(id));
    }
    if (!pattern.words.empty()) patterns.push_back(std::move(pattern));
  }
  return patterns;
}

std::vector<std::string> words_of(const Hypergraph& graph, std::span<const Symbol> symbols) {
  std::vector<std::string> words;
  for (const Symbol symbol : symbols) words.emplace_back(graph.word(symbol));
  return words;
}

std::vector<std::string> all_words(const Hypergraph& graph) {
  std::vector<Symbol> symbols(graph.words());
  std::iota(symbols.begin(), symbols.end(), 0);
  return words_of(graph, symbols);
}

// The best, or the best distinct, derivations with penalties on word sequences.
Candidates penalised(const Hypergraph& graph, const std::vector<Pattern>& patterns,
                     std::size_t count, CandidateColumns columns) {
  const Automaton automaton(patterns);
  if (!graph.is_lattice() || !automaton.only_penalties()) {
    const Composed product = compose(graph, patterns);
    Candidates list =
        kbest_candidates(product.graph, count, {.distinct = true}, {columns.features, true});
    for (EdgeId& id : list.edges) id = product.original[id];
    return list;
  }
  const Lattice lattice(graph);
  ComposedSearch search(lattice, automaton);
  Candidates list;
  std::vector<EdgeId> derivation;
  double score = 0;
  while (list.size() < count &&
         (count == 1 ? search.best(derivation, score) : search.next_distinct(derivation, score))) {
    append(graph, derivation, score, columns, list);
  }
  return list;
}

void bind_candidates(nb::module_& m) {
  nb::class_<Candidates> rows(m, "Candidates",
                              "Finished translations in columns; reading a column takes it.");
  rows.def("__len__", &Candidates::size);
  TAKEN_COLUMNS(rows, Candidates, text, text_offsets, scores, edges, edge_offsets)
  def_taken_features(rows);
}

void bind_builder(nb::module_& m) {
  nb::class_<HypergraphBuilder>(m, "HypergraphBuilder", "Makes a graph, tails before heads.")
      .def(nb::init<std::vector<std::string>>(), "feature_names"_a)
      .def("add_word", &HypergraphBuilder::add_word, "word"_a)
      .def(
          "add_label",
          [](HypergraphBuilder& self, const std::vector<Symbol>& symbols,
             const std::vector<double>& features, std::int32_t start, std::int32_t end,
             const std::vector<std::pair<std::uint16_t, std::uint16_t>>& pairs) {
            for (const double value : features) finite(value, "features");
            std::vector<Link> links;
            for (const auto& [source, target] : pairs) links.push_back({source, target});
            return self.add_label(symbols, features, start, end, links);
          },
          "symbols"_a, "features"_a, "source_start"_a = -1, "source_end"_a = -1,
          "links"_a = std::vector<std::pair<std::uint16_t, std::uint16_t>>{})
      .def(
          "add_edge",
          [](HypergraphBuilder& self, LabelId label, const std::vector<Node>& tails, double score) {
            return self.add_edge(label, tails, finite(score, "score"));
          },
          "label"_a, "tails"_a, "score"_a)
      .def(
          "add_delta",
          [](HypergraphBuilder& self, std::uint32_t column, double value) {
            self.add_delta(column, finite(value, "value"));
          },
          "column"_a, "value"_a)
      .def("end_node", &HypergraphBuilder::end_node)
      .def("finish", [](HypergraphBuilder& self) { return std::move(self).finish(); });
}

void bind_algorithms(nb::class_<Hypergraph>& graph) {
  graph
      .def(
          "node_values",
          [](const Hypergraph& g, const std::string& semiring, double scale, bool out) {
            return to_array(node_values(g, semiring, finite(scale, "scale"), out));
          },
          "semiring"_a, "scale"_a = 1.0, "outside"_a = false,
          "Inside (or outside) values over a semiring: viterbi, log or count.")
      .def(
          "edge_posteriors",
          [](const Hypergraph& g, double scale) {
            return to_array(edge_posteriors(g, finite(scale, "scale")));
          },
          "scale"_a = 1.0)
      .def("edge_max_marginals",
           [](const Hypergraph& g) { return to_array(edge_max_marginals(g)); })
      .def(
          "expected_features",
          [](const Hypergraph& g, double scale) {
            return to_array(expected_features(g, finite(scale, "scale")));
          },
          "scale"_a = 1.0)
      .def("best_derivation", [](const Hypergraph& g) { return to_array(best_derivation(g)); })
      .def(
          "kbest",
          [](const Hypergraph& g, std::size_t count, bool distinct, bool features, bool edges) {
            at_most(count, kMostCandidates, "count");
            return kbest_candidates(g, count, {distinct}, {features, edges});
          },
          kReleased, "count"_a, "distinct"_a = true, "features"_a = true, "edges"_a = false)
      .def(
          "sample",
          [](const Hypergraph& g, std::size_t count, double scale, std::uint64_t seed) {
            at_most(count, kMostCandidates, "count");
            return sampled_candidates(g, count, finite(scale, "scale"), seed, {});
          },
          kReleased, "count"_a, "scale"_a, "seed"_a)
      .def(
          "penalised",
          [](const Hypergraph& g, const std::vector<std::vector<std::string>>& patterns,
             const std::vector<double>& weights, std::size_t count) {
            const auto read = read_patterns(g, patterns, weights);
            nb::gil_scoped_release release;
            return penalised(g, read, at_most(count, kMostCandidates, "count"), {true, true});
          },
          "patterns"_a, "weights"_a, "count"_a = 1,
          "The best distinct translations when every occurrence of a pattern adds its weight.")
      .def(
          "composed",
          [](const Hypergraph& g, const std::vector<std::vector<std::string>>& patterns,
             const std::vector<double>& weights) {
            return compose(g, read_patterns(g, patterns, weights)).graph;
          },
          "patterns"_a, "weights"_a, "The graph whose scores include the weights of all matches.")
      .def(
          "complete",
          [](const Hypergraph& g, const std::vector<std::vector<Symbol>>& prefix, bool tolerant) {
            const Completion found = complete(g, prefix, tolerant);
            return std::tuple(found.found, words_of(g, found.words), found.kept, found.edits,
                              found.score);
          },
          kReleased, "prefix"_a, "tolerant"_a = false,
          "The best translation that begins with one of these words in each place: whether there "
          "is one, its words, how many stand for the prefix, edits, score.")
      .def("prune_by_score", &prune_by_score, kReleased, "margin"_a)
      .def("prune_by_posterior", &prune_by_posterior, kReleased, "posterior"_a, "scale"_a = 1.0)
      .def("prune_by_density", &prune_by_density, kReleased, "density"_a)
      .def("unite", &unite, kReleased, "other"_a)
      .def(
          "ngrams",
          [](const Hypergraph& g, unsigned order, double scale) {
            std::vector<std::tuple<std::string, double, double>> values;
            at_most(order, kLongestNgram, "order");
            for (const NgramValue& n : ngram_values(g, order, finite(scale, "scale"))) {
              std::string text;
              append_text(g, n.words, text);
              values.emplace_back(std::move(text), n.expected, n.posterior);
            }
            return values;
          },
          kReleased, "order"_a = 4, "scale"_a = 1.0,
          "Every n-gram with its expected count and its probability to occur.")
      .def(
          "lattice_mbr",
          [](const Hypergraph& g, double scale, double precision, double ratio, double density) {
            Hypergraph pruned;
            for (const double each : {scale, precision, ratio, density}) finite(each, "settings");
            const auto edges = lattice_mbr(g, {scale, precision, ratio, density}, pruned);
            Candidates list;
            if (!edges.empty()) append(pruned, edges, sum_scores(pruned, edges), {}, list);
            return list;
          },
          kReleased, "scale"_a = 1.0, "precision"_a = 0.8, "ratio"_a = 0.6, "density"_a = 20.0);
}

}  // namespace

void bind_graph(nb::module_& m) {
  bind_candidates(m);
  bind_builder(m);
  nb::class_<Hypergraph> graph(m, "Hypergraph", "All derivations that a search kept.");
  PROPERTIES(graph, Hypergraph, nodes, edges, labels, is_lattice, feature_names)
  graph.def_prop_ro("vocabulary", &all_words, kOwned, "All words, in the order of their numbers.")
      .def_prop_ro(
          "edge_scores",
          [](const Hypergraph& g) {
            return edge_array<double>(g, [](const Edge& e) { return e.score; });
          },
          kOwned)
      .def_prop_ro(
          "edge_labels",
          [](const Hypergraph& g) {
            return edge_array<LabelId>(g, [](const Edge& e) { return e.label; });
          },
          kOwned)
      .def_prop_ro("edge_heads", &edge_heads, kOwned)
      .def_prop_ro("edge_tails", &edge_tails, kOwned, "(edges, 2); -1 where there is no tail.")
      .def_prop_ro("edge_features", &edge_features, kOwned)
      .def("label_symbols", &label_symbols, "label"_a,
           nb::sig("def label_symbols(self, label: int) -> list[str | int]"),
           "Words, and -1, -2 where the tails' words go.")
      .def(
          "label_span",
          [](const Hypergraph& g, LabelId id) {
            if (id >= g.labels()) throw nb::index_error("no such label");
            return std::pair(g.label(id).source_start, g.label(id).source_end);
          },
          "label"_a);
  bind_algorithms(graph);
  m.def(
      "mbr_gains",
      [](const Array<std::uint32_t>& words, const Array<std::int64_t>& offsets,
         const Array<double>& scores, double scale) {
        check_offsets(view(offsets), words.shape(0), "offsets");
        check_count(offsets.shape(0), scores.shape(0) + 1, "offsets");
        return to_array(mbr_gains(view(words), view(offsets), finite(scores, "scores"),
                                  finite(scale, "scale")));
      },
      "words"_a, "offsets"_a, "scores"_a, "scale"_a = 1.0,
      "Expected sentence BLEU of each text of one list against all of it.");
}

}  // namespace manyways::bindings::of_graph
