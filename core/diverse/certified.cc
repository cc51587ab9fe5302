#include "diverse/certified.h"

#include "base/interner.h"
#include "base/split.h"
#include "exact/prover.h"

namespace manyways::diverse {

namespace {

class Certified {
 public:
  Certified(search::Beam& beam, const search::PhraseModel& model, const search::Input& input,
            const GenerateSettings& settings, double strength, DiverseLists& out)
      : beam_(beam),
        model_(model),
        input_(input),
        settings_(settings),
        out_(out),
        winners_(settings.rounds, settings.classes, strength) {}

  // The texts of one round; false if there are none.
  bool run(std::int32_t round) {
    if (!settings_.rounds.distinct) winners_.clear_excluded();
    std::string winner;
    std::size_t taken = 0;
    for (; taken < settings_.rounds.each; ++taken) {
      const exact::Proof proof = prove();
      const double penalised = proof.lower;
      const graph::Candidates& row = proof.best.rows;
      const std::string text(row.text.begin(), row.text.end());
      const Words words = split_words(text);
      if (winners_.excludes(words)) break;  // nothing else is left
      const std::size_t before = known_.size();
      if (known_.add(text) == before) {
        add(row, penalised - winners_.pays(words), penalised, round);
        out_.unproved += proof.status != exact::Status::kOptimal;
      }
      if (taken == 0) winner = text;
      winners_.exclude(words);
    }
    if (taken == 0) return false;
    winners_.add(split_words(winner));
    return true;
  }

 private:
  exact::Proof prove() {
    exact::ProveSettings settings;
    settings.beam = settings_.beam;
    settings.time_limit = settings_.beam.time_limit;
    const search::ScorerMaker scorer = winners_.scorer();
    settings.extra = &scorer;
    settings.start = multipliers_;
    ++out_.searches;
    exact::Proof proof = exact::prove(beam_, model_, input_, settings);
    out_.iterations += proof.iterations;
    multipliers_ = proof.multipliers;
    return proof;
  }

  void add(const graph::Candidates& row, double score, double penalised, std::int32_t round) {
    graph::Candidates& rows = out_.rows;
    rows.text.insert(rows.text.end(), row.text.begin(), row.text.end());
    rows.text_offsets.push_back(static_cast<std::int64_t>(rows.text.size()));
    rows.scores.push_back(score);
    if (settings_.features) {
      rows.features.insert(rows.features.end(), row.features.begin(), row.features.end());
    }
    out_.penalised.push_back(penalised);
    out_.rounds.push_back(round);
  }

  search::Beam& beam_;
  const search::PhraseModel& model_;
  const search::Input& input_;
  const GenerateSettings& settings_;
  DiverseLists& out_;
  Winners winners_;
  Interner<char> known_;
  std::vector<double> multipliers_;  // of the last proof: the next one starts from them
};

}  // namespace

void certified_list(search::Beam& beam, const search::PhraseModel& model,
                    const search::Input& input, const GenerateSettings& settings,
                    DiverseLists& out) {
  double strength = settings.rounds.strength;
  if (settings.rounds.relative) {
    search::search_once(beam, input, settings.beam, true);
    const graph::Hypergraph graph = search::make_graph(beam, model);
    strength *= Rounds(graph, settings.rounds).unit();
  }
  Certified lists(beam, model, input, settings, strength, out);
  for (std::size_t round = 0; round < settings.rounds.rounds; ++round) {
    if (!lists.run(static_cast<std::int32_t>(round))) break;
  }
  out.sentence_offsets.push_back(static_cast<std::int64_t>(out.rows.size()));
}

}  // namespace manyways::diverse
