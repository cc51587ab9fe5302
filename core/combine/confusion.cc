#include "combine/confusion.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "base/hash_table.h"
#include "base/interrupt.h"
#include "base/threads.h"

namespace manyways::combine {

namespace {

// Columns behind those of the models.
enum Column : std::size_t {
  kCount,
  kEmpty,
  kConfidence,
  kShare,
  kPairs,
  kBackbone,
  kPrior,
  kFixed
};
constexpr const char* kColumnNames[] = {"words", "empty",    "confidence", "votes",
                                        "pairs", "backbone", "prior"};

struct NetworkTask {
  const Words& words;
  const ConfusionSettings& settings;
  std::span<const double> weights;
  std::size_t columns;

  std::size_t models() const { return words.models.size(); }
  std::size_t column(Column which) const { return 2 * models() + which; }
};

class NetworkSearch {
 public:
  NetworkSearch(const NetworkTask& task, std::vector<Input> inputs)
      : task_(task), inputs_(std::move(inputs)), shares_(votes_of(inputs_)), row_(task.columns) {}

  void run(std::int64_t backbone);
  void list(Combined& found);

 private:
  struct Note {
    std::uint64_t inputs, before;
    std::uint32_t network;
  };
  static MaskSums votes_of(const std::vector<Input>& inputs) {
    std::vector<double> votes;
    for (const Input& input : inputs) votes.push_back(input.vote);
    return MaskSums(votes);
  }
  void walk(const Network& network);
  void step(std::uint32_t from, const Arc& arc, std::uint32_t network);
  void ask_models(std::uint32_t from, WordId word);
  void add_features(const Note& note, WordId word, const float* scores, double* row) const;
  double score(const Note& note, WordId word, const float* scores);
  bool same(std::uint32_t one, std::uint32_t other) const;
  std::uint64_t hash_of(std::uint32_t node) const;

  struct Step {
    double score;
    std::uint32_t from;
    const Arc* arc;
  };

  const NetworkTask& task_;
  std::vector<Input> inputs_;
  MaskSums shares_;
  std::vector<Network> networks_;
  std::vector<double> row_, scores_;
  std::vector<std::uint64_t> last_;
  std::vector<lm::State> states_, model_states_;
  std::vector<float> edge_models_, model_scores_;
  std::vector<Step> steps_;
  IdTable table_;
  Lattice lattice_;
  std::vector<Note> notes_;
  std::vector<std::uint32_t> endings_;
  bool pruned_ = false;
};

// What an edge adds to each feature. A note with no inputs is the end of a network.
void NetworkSearch::add_features(const Note& note, WordId word, const float* scores,
                                 double* row) const {
  for (std::size_t m = 0; m < task_.models(); ++m) {
    row[2 * m] += static_cast<double>(scores[m]);
    row[2 * m + 1] +=
        note.inputs != 0 && word != kNoWord && task_.words.model_words[m][word] == kUnknownWord;
  }
  const std::size_t backbone = networks_[note.network].backbone;
  if (note.inputs == 0) {
    row[task_.column(kPrior)] += std::log(std::max(inputs_[backbone].vote, 1e-9));
    return;
  }
  const double share = shares_(note.inputs);
  row[task_.column(kConfidence)] += std::log(std::max(share, 1e-9));
  row[task_.column(kPairs)] += shares_(note.inputs & note.before);
  row[task_.column(word == kNoWord ? kEmpty : kCount)] += 1;
  if (word == kNoWord) return;
  row[task_.column(kShare)] += share;
  row[task_.column(kBackbone)] += static_cast<double>(note.inputs >> backbone & 1);
  if (!task_.settings.individual) return;
  for (std::uint64_t mask = note.inputs; mask != 0; mask &= mask - 1) {
    const Input& input = inputs_[static_cast<std::size_t>(std::countr_zero(mask))];
    row[task_.column(kFixed) + static_cast<std::size_t>(input.system)] += 1;
  }
}

double NetworkSearch::score(const Note& note, WordId word, const float* scores) {
  std::fill(row_.begin(), row_.end(), 0.0);
  add_features(note, word, scores, row_.data());
  double sum = 0;
  for (std::size_t i = 0; i < row_.size(); ++i) sum += row_[i] * task_.weights[i];
  return sum;
}

std::uint64_t NetworkSearch::hash_of(std::uint32_t node) const {
  std::uint64_t hash = mix64(last_[node] + 1);
  for (std::size_t m = 0; m < task_.models(); ++m) {
    hash = mix64(hash ^ states_[node * task_.models() + m].node);
  }
  return hash;
}

bool NetworkSearch::same(std::uint32_t one, std::uint32_t other) const {
  const auto states = [&](std::uint32_t node) {
    return std::span(states_).subspan(node * task_.models(), task_.models());
  };
  return last_[one] == last_[other] &&
         std::equal(states(one).begin(), states(one).end(), states(other).begin());
}

// What the models say of a word behind a hypothesis, and their states then; of no word, nothing.
void NetworkSearch::ask_models(std::uint32_t from, WordId word) {
  for (std::size_t m = 0; m < task_.models(); ++m) {
    model_states_[m] = states_[from * task_.models() + m];
    if (word == kNoWord) {
      model_scores_[m] = 0;
      continue;
    }
    const WordId known = word == kSentenceEnd ? word : task_.words.model_words[m][word];
    model_scores_[m] = task_.words.models[m]->score(model_states_[m], known, model_states_[m]);
  }
}

void NetworkSearch::step(std::uint32_t from, const Arc& arc, std::uint32_t network) {
  ask_models(from, arc.word);
  const Note note{arc.inputs, last_[from], network};
  steps_.push_back({scores_[from] + score(note, arc.word, model_scores_.data()), from, &arc});
}

void NetworkSearch::walk(const Network& network) {
  const auto number = static_cast<std::uint32_t>(&network - networks_.data());
  std::uint32_t layer = 0, layer_end = 1;
  for (const Slot& slot : network.slots) {
    check_interrupt();
    steps_.clear();
    for (std::uint32_t node = layer; node < layer_end; ++node) {
      for (const Arc& arc : slot.arcs) step(node, arc, number);
    }
    std::stable_sort(steps_.begin(), steps_.end(),
                     [](const Step& a, const Step& b) { return a.score > b.score; });
    table_.clear();
    layer = static_cast<std::uint32_t>(scores_.size());
    for (const Step& one : steps_) {
      const auto node = static_cast<std::uint32_t>(scores_.size());
      if (node - layer == task_.settings.beam) {
        pruned_ = true;
        break;
      }
      scores_.push_back(one.score);
      last_.push_back(one.arc->inputs);
      ask_models(one.from, one.arc->word);
      states_.insert(states_.end(), model_states_.begin(), model_states_.end());
      const std::uint32_t found = table_.find_or_add(
          hash_of(node), node, [&](std::uint32_t id) { return same(id, node); },
          [&](std::uint32_t id) { return hash_of(id); });
      if (found != node) {
        scores_.pop_back();
        last_.pop_back();
        states_.resize(states_.size() - task_.models());
      }
      lattice_.add({one.from, found, one.arc->word, one.score - scores_[one.from]});
      notes_.push_back({one.arc->inputs, last_[one.from], number});
      edge_models_.insert(edge_models_.end(), model_scores_.begin(), model_scores_.end());
    }
    layer_end = static_cast<std::uint32_t>(scores_.size());
  }
  for (std::uint32_t node = layer; node < layer_end; ++node) {
    ask_models(node, kSentenceEnd);
    const Note note{0, last_[node], number};
    endings_.push_back(
        lattice_.add({node, 0, kNoWord, score(note, kNoWord, model_scores_.data())}));
    notes_.push_back(note);
    edge_models_.insert(edge_models_.end(), model_scores_.begin(), model_scores_.end());
  }
}

void NetworkSearch::run(std::int64_t backbone) {
  model_scores_.resize(task_.models());
  model_states_.resize(task_.models());
  scores_.push_back(0);
  last_.push_back(all_of(inputs_.size()));
  for (const lm::Model* model : task_.words.models) states_.push_back(model->begin_state());
  const NetworkSettings settings{task_.settings.aligner, task_.settings.incremental};
  for (std::size_t s = 0; s < inputs_.size(); ++s) {
    const bool wanted = backbone == kEveryBackbone || (inputs_[s].members >> backbone & 1) != 0;
    if (wanted) networks_.push_back(build_network(inputs_, s, task_.words, settings));
  }
  for (const Network& network : networks_) walk(network);
}

void NetworkSearch::list(Combined& found) {
  const auto goal = static_cast<std::uint32_t>(scores_.size());
  for (const std::uint32_t edge : endings_) lattice_.edges[edge].to = goal;
  for (const Path& path : best_paths(lattice_, goal, task_.settings.size)) {
    const std::size_t first = found.features.size();
    found.features.resize(first + task_.columns, 0.0);
    for (const std::uint32_t e : path.edges) {
      const Note& note = notes_[e];
      const WordId word = lattice_.edges[e].word;
      add_features(note, word, edge_models_.data() + e * task_.models(),
                   found.features.data() + first);
      if (word == kNoWord) continue;
      found.words.push_back(word);
      std::uint64_t agreed = 0;
      for (std::uint64_t mask = note.inputs; mask != 0; mask &= mask - 1) {
        agreed |= inputs_[static_cast<std::size_t>(std::countr_zero(mask))].members;
      }
      const Input& base = inputs_[networks_[note.network].backbone];
      const bool own = (agreed & base.members) != 0;
      found.origins.push_back(
          static_cast<std::int16_t>(own ? base.first : std::countr_zero(agreed)));
      found.agreed.push_back(agreed);
    }
    found.word_offsets.push_back(static_cast<std::int64_t>(found.words.size()));
    found.scores.push_back(path.score);
  }
  found.sentence_offsets.push_back(static_cast<std::int64_t>(found.scores.size()));
  found.optimal.push_back(!pruned_);
}

}  // namespace

std::vector<std::string> confusion_features(const ConfusionSettings& settings, std::size_t models,
                                            const std::vector<std::string>& systems) {
  std::vector<std::string> names = model_features(models);
  names.insert(names.end(), std::begin(kColumnNames), std::end(kColumnNames));
  for (const std::string& system : systems) {
    if (settings.individual) names.push_back("system:" + system);
  }
  return names;
}

Combined combine_networks(const Words& words, const Lists& lists,
                          std::span<const std::int64_t> backbones,
                          const ConfusionSettings& settings, std::span<const double> weights,
                          const std::vector<std::string>& systems, unsigned threads) {
  const std::size_t columns = confusion_features(settings, words.models.size(), systems).size();
  const NetworkTask task{words, settings, weights, columns};
  constexpr std::size_t kBlock = 8;  // sentences
  std::vector<Combined> parts((lists.size() + kBlock - 1) / kBlock);
  parallel_for(parts.size(), threads, [&](std::size_t block) {
    const std::size_t end = std::min(lists.size(), (block + 1) * kBlock);
    for (std::size_t s = block * kBlock; s < end; ++s) {
      auto inputs = inputs_of(lists, s, !settings.individual);
      if (inputs.empty()) {
        parts[block].sentence_offsets.push_back(parts[block].sentence_offsets.back());
        parts[block].optimal.push_back(1);
        continue;
      }
      NetworkSearch search(task, std::move(inputs));
      search.run(backbones[s]);
      search.list(parts[block]);
    }
  });
  Combined all;
  for (const Combined& part : parts) all.append(part);
  return all;
}

}  // namespace manyways::combine
