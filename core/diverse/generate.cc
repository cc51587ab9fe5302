#include "diverse/generate.h"

#include <utility>

#include "diverse/redecode.h"

namespace manyways::diverse {

namespace {

// Each word's class as the first word that has it.
std::vector<graph::Symbol> class_symbols(const graph::Hypergraph& graph, const ClassNames& names) {
  std::vector<graph::Symbol> classes;
  if (names.empty()) return classes;
  std::unordered_map<std::string, graph::Symbol> first;
  for (std::size_t i = 0; i < graph.words(); ++i) {
    const auto symbol = static_cast<graph::Symbol>(i);
    const std::string word(graph.word(symbol));
    const auto named = names.find(word);
    classes.push_back(
        first.try_emplace(named == names.end() ? word : named->second, symbol).first->second);
  }
  return classes;
}

template <typename T>
void join(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}
void join_offsets(std::vector<std::int64_t>& all, const std::vector<std::int64_t>& more) {
  const std::int64_t base = all.back();
  for (std::size_t i = 1; i < more.size(); ++i) all.push_back(base + more[i]);
}

void join_lists(DiverseLists& all, const DiverseLists& more) {
  join_offsets(all.sentence_offsets, more.sentence_offsets);
  join_offsets(all.rows.text_offsets, more.rows.text_offsets);
  join(all.rows.text, more.rows.text);
  join(all.rows.scores, more.rows.scores);
  join(all.rows.features, more.rows.features);
  join(all.penalised, more.penalised);
  join(all.rounds, more.rounds);
}

// The one translation of a sentence that is too long for a graph.
void add_single(const search::Model& model, const search::Input& input,
                const GenerateSettings& settings, DiverseLists& out) {
  search::DecodeSettings single;
  single.beam = settings.beam;
  single.details = false;
  search::Translations found = search::decode(model, std::span(&input, 1), single, 1);
  out.rows = std::move(found.rows);
  out.penalised = out.rows.scores;
  out.rounds.assign(out.rows.size(), 0);
  out.sentence_offsets.push_back(static_cast<std::int64_t>(out.rows.size()));
}

}  // namespace

void add_list(const graph::Hypergraph& graph, const GenerateSettings& settings, DiverseLists& out) {
  const std::vector<graph::Symbol> classes = class_symbols(graph, settings.classes);
  Rounds rounds(graph, settings.rounds, classes);
  for (const Found& found : rounds.run()) {
    graph::append(graph, found.derivation, found.score, {.features = true, .edges = false},
                  out.rows);
    out.penalised.push_back(found.penalised);
    out.rounds.push_back(static_cast<std::int32_t>(found.round));
  }
  out.sentence_offsets.push_back(static_cast<std::int64_t>(out.rows.size()));
}

DiverseLists generate(const search::Model& model, std::span<const search::Input> inputs,
                      const GenerateSettings& settings, unsigned threads) {
  std::vector<DiverseLists> parts(inputs.size());
  search::for_each_sentence(model, inputs.size(), threads, [&](search::Beam& beam, std::size_t i) {
    if (inputs[i].length > search::kLongestInput) {
      add_single(model, inputs[i], settings, parts[i]);
    } else if (settings.redecode) {
      redecode_list(beam, model, inputs[i], settings, parts[i]);
    } else {
      search::search_once(beam, inputs[i], settings.beam, true);
      add_list(search::make_graph(beam, model), settings, parts[i]);
    }
  });
  DiverseLists all;
  for (DiverseLists& part : parts) {
    join_lists(all, part);
    part = {};
  }
  return all;
}

}  // namespace manyways::diverse
