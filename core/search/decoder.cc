#include "search/decoder.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <stdexcept>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/split.h"
#include "base/threads.h"
#include "graph/inside.h"
#include "graph/kbest.h"
#include "search/forced.h"

namespace manyways::search {

void for_each_sentence(const PhraseModel& model, std::size_t sentences, unsigned threads,
                       const std::function<void(Beam&, std::size_t)>& work) {
  for_each_with([&] { return std::make_unique<Beam>(model); }, sentences, threads, work);
}

double Sentence::left(double time_limit) const {
  constexpr double kNothing = 1e-9;  // 0 would be no limit
  return time_limit <= 0 ? time_limit : std::max(kNothing, time_limit - seconds());
}

Status search_once(Beam& beam, const Input& input, BeamSettings settings, bool keep_arcs,
                   const ScorerMaker* extra) {
  const Sentence sentence;
  if (beam.search(input, settings, keep_arcs, nullptr, extra)) {
    return beam.out_of_time() ? Status::kTimeLimit : Status::kBeam;
  }
  settings.space = Space::kGap;
  settings.time_limit = sentence.left(settings.time_limit);
  beam.search(input, settings, keep_arcs, nullptr, extra);
  return Status::kFallback;
}

namespace {

class BeamEngine : public Engine {
 public:
  BeamEngine(const PhraseModel& model, const BeamSettings& settings)
      : model_(model), settings_(settings), beam_(model) {}
  Status search(const Input& input, double time_limit, bool keep_arcs) override {
    settings_.time_limit = time_limit;
    return search_once(beam_, input, settings_, keep_arcs);
  }
  graph::Hypergraph graph() override { return make_graph(beam_, model_); }

 private:
  const PhraseModel& model_;
  BeamSettings settings_;
  Beam beam_;
};

void add_mbr(const graph::Hypergraph& graph, const ListSettings& settings, Translations& out) {
  if (settings.consensus == Consensus::kLattice) {
    graph::Hypergraph pruned;
    const auto derivation = graph::lattice_mbr(graph, settings.mbr, pruned);
    add_row(pruned, derivation, sum_scores(pruned, derivation), settings.details, out);
    return;
  }
  graph::KBest best(graph, {true});
  std::vector<std::uint32_t> words;
  std::vector<std::int64_t> offsets{0};
  std::vector<double> scores;
  std::vector<graph::Symbol> symbols;
  while (best.size() < std::max<std::size_t>(1, settings.candidates) && best.next()) {
    best.words(best.size() - 1, symbols);
    words.insert(words.end(), symbols.begin(), symbols.end());
    offsets.push_back(static_cast<std::int64_t>(words.size()));
    scores.push_back(best.score(best.size() - 1));
  }
  const auto gains = graph::mbr_gains(words, offsets, scores, settings.mbr.scale);
  const auto chosen =
      static_cast<std::size_t>(std::max_element(gains.begin(), gains.end()) - gains.begin());
  std::vector<graph::EdgeId> derivation;
  best.derivation(chosen, derivation);
  add_row(graph, derivation, scores[chosen], settings.details, out);
}

void add_candidates(const graph::Hypergraph& graph, const ListSettings& settings,
                    Translations& out) {
  if (settings.consensus != Consensus::kNone) {
    add_mbr(graph, settings, out);
  } else if (settings.candidates <= 1) {
    const auto derivation = graph::best_derivation(graph);
    add_row(graph, derivation, sum_scores(graph, derivation), settings.details, out);
  } else {
    add_best(graph, settings.candidates, settings.distinct, settings.details, out);
  }
}

// One row from the rows of consecutive pieces.
void add_joined(const Translations& pieces, std::size_t features, Translations& out) {
  const std::size_t count = pieces.rows.size();
  std::vector<double> sum(features, 0.0);
  double score = 0;
  std::int32_t source = 0, target = 0;
  for (std::size_t p = 0; p < count; ++p) {
    if (p > 0) out.rows.text.push_back(' ');
    const auto begin = pieces.rows.text.begin();
    out.rows.text.insert(out.rows.text.end(), begin + pieces.rows.text_offsets[p],
                         begin + pieces.rows.text_offsets[p + 1]);
    for (std::size_t c = 0; c < features; ++c) sum[c] += pieces.rows.features[p * features + c];
    score += pieces.rows.scores[p];
    std::int32_t words = 0;
    for (std::int64_t s = pieces.step_offsets[p]; s < pieces.step_offsets[p + 1]; ++s) {
      const std::int32_t* step = pieces.steps.data() + static_cast<std::int64_t>(kStepColumns) * s;
      out.steps.insert(out.steps.end(),
                       {source + step[0], source + step[1], target + step[2], target + step[3]});
      words = std::max(words, step[3]);
    }
    for (std::int64_t l = pieces.link_offsets[p]; l < pieces.link_offsets[p + 1]; ++l) {
      out.links.insert(out.links.end(),
                       {source + pieces.links[2 * l], target + pieces.links[2 * l + 1]});
    }
    source += static_cast<std::int32_t>(kLongestInput);
    target += words;
  }
  out.rows.text_offsets.push_back(static_cast<std::int64_t>(out.rows.text.size()));
  out.rows.scores.push_back(score);
  out.rows.features.insert(out.rows.features.end(), sum.begin(), sum.end());
  out.step_offsets.push_back(static_cast<std::int64_t>(out.steps.size() / kStepColumns));
  out.link_offsets.push_back(static_cast<std::int64_t>(out.links.size() / 2));
}

Status decode_pieces(const Sentence& sentence, Engine& engine, const Input& input,
                     const ListSettings& settings, double time_limit, Translations& out) {
  if (input.is_lattice || !input.given.empty() || !input.forbidden.empty() ||
      !input.walls.empty()) {
    refuse_long(input);
  }
  Translations pieces;
  Status status = Status::kSplit;
  std::size_t features = 0;
  for (std::uint32_t start = 0; start < input.length; start += kLongestInput) {
    check_interrupt();
    Input piece;
    piece.length = std::min(kLongestInput, input.length - start);
    for (std::uint32_t i = 0; i < piece.length; ++i) {
      piece.edges.push_back({i, i + 1, input.edges[start + i].word});
    }
    if (engine.search(piece, sentence.left(time_limit), false) == Status::kTimeLimit) {
      status = Status::kTimeLimit;
    }
    const graph::Hypergraph graph = engine.graph();
    features = graph.features();
    const auto derivation = graph::best_derivation(graph);
    add_row(graph, derivation, sum_scores(graph, derivation), settings.details, pieces);
  }
  add_joined(pieces, features, out);
  return status;
}

void decode_one(Engine& engine, const Input& input, const ListSettings& settings, double time_limit,
                Translations& out) {
  const Sentence sentence;
  Status status;
  if (input.length > kLongestInput) {
    status = decode_pieces(sentence, engine, input, settings, time_limit, out);
  } else {
    const bool list = settings.candidates > 1 || settings.consensus != Consensus::kNone;
    status = engine.search(input, time_limit, list);
    add_candidates(engine.graph(), settings, out);
  }
  out.sentence_offsets.push_back(static_cast<std::int64_t>(out.rows.size()));
  out.status.push_back(static_cast<std::uint8_t>(status));
  out.seconds.push_back(sentence.seconds());
}

}  // namespace

void refuse_long(const Input& input) {
  if (input.length <= kLongestInput) return;
  throw InputError("", 0,
                   "a sentence has " + std::to_string(input.length) +
                       " words; graphs, given translations and lattices go up to " +
                       std::to_string(kLongestInput),
                   "Split it.");
}

Translations decode(const EngineMaker& make, std::span<const Input> inputs,
                    const ListSettings& settings, double time_limit, unsigned threads) {
  std::vector<Translations> parts(inputs.size());
  for_each_with(make, inputs.size(), threads, [&](Engine& engine, std::size_t i) {
    decode_one(engine, inputs[i], settings, time_limit, parts[i]);
  });
  Translations all;
  for (Translations& part : parts) {
    all.append(part);
    part = {};
  }
  return all;
}

std::vector<graph::Hypergraph> decode_graphs(const EngineMaker& make, std::span<const Input> inputs,
                                             double time_limit, unsigned threads) {
  for (const Input& input : inputs) refuse_long(input);
  std::vector<graph::Hypergraph> graphs(inputs.size());
  for_each_with(make, inputs.size(), threads, [&](Engine& engine, std::size_t i) {
    engine.search(inputs[i], time_limit, true);
    graphs[i] = engine.graph();
  });
  return graphs;
}

Translations decode(const PhraseModel& model, std::span<const Input> inputs,
                    const BeamSettings& settings, const ListSettings& wanted, unsigned threads) {
  const auto make = [&] { return std::make_unique<BeamEngine>(model, settings); };
  return decode(make, inputs, wanted, settings.time_limit, threads);
}

std::vector<graph::Hypergraph> decode_graphs(const PhraseModel& model,
                                             std::span<const Input> inputs,
                                             const BeamSettings& settings, unsigned threads) {
  const auto make = [&] { return std::make_unique<BeamEngine>(model, settings); };
  return decode_graphs(make, inputs, settings.time_limit, threads);
}

std::vector<Forced> force(const PhraseModel& model, std::span<const Input> inputs,
                          std::span<const std::string> targets, BeamSettings settings,
                          unsigned threads) {
  if (inputs.size() != targets.size()) throw std::invalid_argument("one target for each input");
  for (const Input& input : inputs) refuse_long(input);
  settings.plain = true;
  settings.margin = std::numeric_limits<double>::infinity();
  std::vector<Forced> results(inputs.size());
  for_each_sentence(model, inputs.size(), threads, [&](Beam& beam, std::size_t i) {
    const std::vector<std::string_view> words = split_words(targets[i]);
    Forced& result = results[i];
    result.reached = beam.search(inputs[i], settings, false, &words);
    result.prefix = result.reached ? words.size() : beam.forced_prefix();
    if (!result.reached) return;
    const graph::Hypergraph graph = make_graph(beam, model);
    const auto derivation = graph::best_derivation(graph);
    add_row(graph, derivation, sum_scores(graph, derivation), true, result.translation);
    result.translation.sentence_offsets.push_back(1);
  });
  return results;
}

}  // namespace manyways::search
