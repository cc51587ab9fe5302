#include "diverse/generate.h"

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "base/interner.h"
#include "base/ragged.h"
#include "base/split.h"
#include "base/threads.h"
#include "diverse/searcher.h"
#include "graph/inside.h"
#include "graph/sample.h"

namespace manyways::diverse {

std::vector<graph::Symbol> class_symbols(const graph::Hypergraph& graph, const WordClasses& names) {
  using graph::Symbol;
  std::vector<Symbol> classes;
  if (names.empty()) return classes;
  Interner<char> known;
  std::vector<Symbol> first;  // of each name
  for (std::size_t i = 0; i < graph.words(); ++i) {
    const auto symbol = static_cast<Symbol>(i);
    const std::string_view word = graph.word(symbol);
    const std::uint32_t id = known.add(names.find(word).value_or(word));
    if (id == first.size()) first.push_back(symbol);
    classes.push_back(first[id]);
  }
  return classes;
}

namespace {

using graph::EdgeId;
using graph::Hypergraph;
using graph::Symbol;

void add_row(const Hypergraph& graph, const GenerateSettings& settings, const Found& found,
             DiverseLists& out) {
  graph::append(graph, found.derivation, found.score,
                {.features = settings.features, .edges = false}, out.rows);
  out.penalised.push_back(found.penalised);
  out.rounds.push_back(static_cast<std::int32_t>(found.round));
}

void end_list(DiverseLists& out) {
  out.sentence_offsets.push_back(static_cast<std::int64_t>(out.rows.size()));
}

// The rounds of one sentence over as many searches as they need.
class SentenceRounds {
 public:
  SentenceRounds(Searcher& searcher, const search::Input& input, const GenerateSettings& settings,
                 DiverseLists& out)
      : searcher_(searcher),
        input_(input),
        settings_(settings),
        out_(out),
        winners_(settings.rounds, settings.classes, settings.rounds.strength),
        again_(settings.engine != Engine::kGraph ||
               settings.rounds.fall < std::numeric_limits<double>::infinity()) {}

  void run() {
    while (round_ < settings_.rounds.rounds && search()) {
    }
    end_list(out_);
  }

 private:
  // One search and the rounds on its graph; false if it had nothing new.
  bool search() {
    const Winners before = winners_;  // what this search knows
    searcher_.search(input_, round_ == 0 ? nullptr : &before);
    ++out_.searches;
    const Hypergraph graph = searcher_.graph();
    const std::vector<Symbol> classes = class_symbols(graph, settings_.classes);
    const bool once = settings_.engine != Engine::kGraph;
    RoundSettings own = settings_.rounds;
    if (once) own.rounds = 1;
    Rounds rounds(graph, own, classes);
    if (round_ == 0) take_unit(rounds.unit());
    exclude(graph, rounds);
    // A new graph's first round is taken however far it fell.
    std::vector<Found> found;
    bool any = false;
    while (round_ < settings_.rounds.rounds) {
      found.clear();
      const Step step = rounds.step(round_, found, /*however_far=*/!any);
      if (step != Step::kFound) return any && again_;
      any = true;
      take(graph, rounds, before, found);
      ++round_;
      if (once) break;
    }
    return any;
  }

  void take_unit(double unit) {
    settings_.rounds.strength *= unit;
    settings_.rounds.relative = false;
    winners_ = Winners(settings_.rounds, settings_.classes, settings_.rounds.strength);
  }

  void take(const Hypergraph& graph, const Rounds& rounds, const Winners& before,
            std::vector<Found>& found) {
    for (Found& each : found) {
      if (again_) {
        derivation_words(graph, each.derivation, words_);
        each.score -= before.pays(spelling(graph, words_));
        texts_.push_back(spelt(graph, words_));
      }
      add_row(graph, settings_, each, out_);
    }
    if (again_) winners_.add(spelling(graph, rounds.winner()));
  }

  static Words spelling(const Hypergraph& graph, std::span<const Symbol> words) {
    Words spelt;
    for (const Symbol word : words) spelt.push_back(graph.word(word));
    return spelt;
  }
  static std::string spelt(const Hypergraph& graph, std::span<const Symbol> words) {
    std::string text;
    for (const Symbol word : words) (text += graph.word(word)) += ' ';
    return text;
  }

  // Tells the rounds what was found in other graphs.
  void exclude(const Hypergraph& graph, Rounds& rounds) {
    for (const std::string& text : texts_) {
      words_.clear();
      for (const std::string_view word : split_words(text)) {
        const WordId id = graph.vocabulary().find(word);
        if (id == kUnknownWord) break;
        words_.push_back(static_cast<Symbol>(id));
      }
      if (spelt(graph, words_) == text) rounds.exclude(words_);
    }
  }

  Searcher& searcher_;
  const search::Input& input_;
  GenerateSettings settings_;
  DiverseLists& out_;
  Winners winners_;
  const bool again_;  // whether there may be another search
  std::uint32_t round_ = 0;
  std::vector<std::string> texts_;
  std::vector<Symbol> words_;
};

// The best, then what is drawn; gives up after many draws that were known already.
void sample_list(const Hypergraph& graph, const GenerateSettings& settings, std::uint64_t block,
                 DiverseLists& out) {
  constexpr std::size_t kDrawsPerText = 50;
  const RoundSettings& wanted = settings.rounds;
  const std::size_t size = wanted.rounds * wanted.each;
  RoundSettings first = wanted;
  first.rounds = first.each = 1;
  Rounds rounds(graph, first);
  std::vector<Found> found = rounds.run();
  if (!found.empty()) add_row(graph, settings, found.front(), out);
  const double temperature = wanted.strength * rounds.unit();
  if (!found.empty() && temperature > 0) {
    const graph::Sampler sampler(graph, 1 / temperature);
    Random random(settings.seed, block);
    Found drawn{};
    Interner<char> known;
    std::vector<Symbol> words;
    auto is_new = [&](const std::vector<EdgeId>& derivation) {
      derivation_words(graph, derivation, words);
      std::string text;
      for (const Symbol word : words) (text += graph.word(word)) += ' ';
      const std::size_t before = known.size();
      return known.add(text) == before;
    };
    is_new(found.front().derivation);
    for (std::size_t draw = 0; draw < kDrawsPerText * size && known.size() < size; ++draw) {
      sampler.draw(random, drawn.derivation);
      if (!is_new(drawn.derivation)) continue;
      drawn.score = drawn.penalised = sum_scores(graph, drawn.derivation);
      drawn.round = static_cast<std::uint32_t>(known.size() - 1);
      add_row(graph, settings, drawn, out);
    }
  }
  end_list(out);
}

DiverseLists join_lists(std::vector<DiverseLists>& parts) {
  DiverseLists all;
  for (DiverseLists& more : parts) {
    join_offsets(all.sentence_offsets, more.sentence_offsets);
    all.rows.append(more.rows);
    join_columns(all, more, &DiverseLists::penalised, &DiverseLists::rounds);
    all.searches += more.searches;
    all.iterations += more.iterations;
    all.unproved += more.unproved;
    more = {};
  }
  return all;
}

// The one translation of a sentence that is too long for a graph.
void add_single(search::Translations found, const GenerateSettings& settings, DiverseLists& out) {
  out.rows = std::move(found.rows);
  if (!settings.features) out.rows.features.clear();
  out.penalised = out.rows.scores;
  out.rounds.assign(out.rows.size(), 0);
  end_list(out);
}

std::uint64_t hash_words(const search::Input& input) {
  std::uint64_t hash = input.length;
  for (const search::InputEdge& edge : input.edges) {
    hash = hash_combine(hash, hash_string(edge.word));
  }
  return hash;
}

DiverseLists generate_with(const std::function<std::unique_ptr<Searcher>()>& make,
                           std::span<const search::Input> inputs, const GenerateSettings& settings,
                           unsigned threads) {
  std::vector<DiverseLists> parts(inputs.size());
  search::for_each_with(make, inputs.size(), threads, [&](Searcher& searcher, std::size_t i) {
    const search::Input& input = inputs[i];
    if (input.length > search::kLongestInput) {
      add_single(searcher.single(input), settings, parts[i]);
    } else if (settings.engine == Engine::kExact) {
      searcher.certify(input, settings, parts[i]);
    } else if (settings.engine == Engine::kSample) {
      searcher.search(input, nullptr);
      sample_list(searcher.graph(), settings, hash_words(input), parts[i]);
    } else {
      SentenceRounds(searcher, input, settings, parts[i]).run();
    }
  });
  return join_lists(parts);
}

}  // namespace

DiverseLists generate(const search::PhraseModel& model, std::span<const search::Input> inputs,
                      const GenerateSettings& settings, unsigned threads) {
  return generate_with([&] { return open_searcher(model, settings); }, inputs, settings, threads);
}

DiverseLists generate(const chart::RuleModel& model, std::span<const search::Input> inputs,
                      const GenerateSettings& settings, unsigned threads) {
  return generate_with([&] { return open_searcher(model, settings); }, inputs, settings, threads);
}

DiverseLists from_graphs(std::span<const Hypergraph* const> graphs,
                         const GenerateSettings& settings, unsigned threads) {
  std::vector<DiverseLists> parts(graphs.size());
  parallel_for(graphs.size(), threads, [&](std::size_t i) {
    const Hypergraph& graph = *graphs[i];
    if (settings.engine == Engine::kSample) {
      sample_list(graph, settings, i, parts[i]);
      return;
    }
    const std::vector<Symbol> classes = class_symbols(graph, settings.classes);
    Rounds rounds(graph, settings.rounds, classes);
    for (const Found& found : rounds.run()) add_row(graph, settings, found, parts[i]);
    end_list(parts[i]);
  });
  return join_lists(parts);
}

}  // namespace manyways::diverse
