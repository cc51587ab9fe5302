#include "combine/frontier.h"

#include <algorithm>

#include "base/interrupt.h"
#include "base/threads.h"
#include "combine/frontier_search.h"

namespace manyways::combine {

FrontierSearch::FrontierSearch(const FrontierTask& task, const FrontierProblem& problem)
    : task_(task),
      problem_(problem),
      inputs_(problem.inputs()),
      blocks_((problem.words() + 63) / 64),
      adjacency_(problem.classes() * problem.classes(), kUnknownMask),
      seen_(problem.classes(), kUnknownMask),
      masks_(task.orders()),
      model_scores_(task.models()),
      model_states_(task.models()) {
  std::vector<double> values(inputs_), most(inputs_);
  for (std::size_t q = 0; q < task.orders(); ++q) {
    const std::size_t column = task.column(q);
    for (std::size_t s = 0; s < inputs_; ++s) {
      values[s] = task.individual(q)
                      ? task.weights[column + static_cast<std::size_t>(problem.input(s).system)]
                      : task.weights[column] * problem.input(s).vote;
      most[s] += std::max(0.0, values[s]);
    }
    sums_.emplace_back(values);
  }
  weigh_classes(most);
}

std::size_t FrontierSearch::planes() const {
  const auto of = [](unsigned order) { return order > 2 ? order - 2 : 0; };
  return of(settings().exact_order) + of(settings().any_order);
}

void FrontierSearch::begin() {
  const std::uint32_t node = new_node();
  last_[node] = problem_.begin_class();
  for (std::size_t m = 0; m < task_.models(); ++m)
    states_[m] = task_.words.models[m]->begin_state();
  keep_in_step(used_.data(), frontier_.data());
}

std::uint64_t FrontierSearch::adjacent(std::uint32_t last, std::uint32_t next) {
  std::uint64_t& known = adjacency_[last * problem_.classes() + next];
  if (known == kUnknownMask) known = problem_.adjacent(last, next);
  return known;
}

// The votes for a class behind a hypothesis: a mask for each order, and what they weigh together.
double FrontierSearch::vote(std::uint32_t node, std::uint32_t one, std::uint64_t* masks) {
  const std::uint64_t near = adjacent(last_[node], one);
  const std::uint64_t* runs = runs_.data() + node * planes();
  double sum = 0;
  std::size_t q = 0;
  for (const bool exact : {true, false}) {
    const unsigned order = exact ? settings().exact_order : settings().any_order;
    const std::uint64_t linked = exact ? problem_.exactly(one) : problem_.anyhow(one);
    for (unsigned k = 1; k <= order; ++k, ++q) {
      std::uint64_t before = kUnknownMask;  // inputs whose run was at least k - 1
      if (k == 2) before = exact ? problem_.exactly(last_[node]) : problem_.anyhow(last_[node]);
      if (k > 2) before = *runs++;
      masks[q] = k == 1 ? linked : linked & near & before;
      sum += sums_[q](masks[q]);
    }
  }
  return sum;
}

// What the language models say of a class behind a hypothesis; leaves their scores in model_scores_.
double FrontierSearch::model_scores(std::uint32_t node, std::uint32_t one, lm::State* states) {
  double sum = 0;
  for (std::size_t m = 0; m < task_.models(); ++m) {
    const WordId word = one == problem_.end_class()
                            ? kSentenceEnd
                            : task_.words.model_words[m][problem_.word_of(one)];
    lm::State& next = states[m];
    model_scores_[m] = task_.words.models[m]->score(states_[node * task_.models() + m], word, next);
    sum += task_.weights[2 * m] * static_cast<double>(model_scores_[m]);
    if (word == kUnknownWord) sum += task_.weights[2 * m + 1];
  }
  return sum;
}

void FrontierSearch::expand(std::uint32_t node) {
  if (lock_[node] != kFree) {
    const std::size_t s = (lock_[node] >> 16) - 1;
    extend(node, s, static_cast<std::uint16_t>(problem_.places(last_[node])[s] + 1));
    return;
  }
  bool ends = false;
  for (std::size_t s = 0; s < inputs_; ++s) {
    const std::uint16_t at = frontier_[node * inputs_ + s];
    if (at < problem_.length(s)) {
      extend(node, s, at);
    } else {
      ends = true;
    }
  }
  if (settings().go_on && go_on(node)) ends = true;
  if (ends) end(node);
}

// Extends by the words right behind the last one; whether it is the last of some input.
bool FrontierSearch::go_on(std::uint32_t node) {
  bool ends = false;
  const auto places = problem_.places(last_[node]);
  for (std::size_t s = 0; s < inputs_; ++s) {
    if (places[s] == FrontierProblem::kNowhere) continue;
    const auto at = static_cast<std::uint16_t>(places[s] + 1);
    if (at >= problem_.length(s)) {
      ends = true;
    } else if (at != frontier_[node * inputs_ + s] && !is_used(node, s, at)) {
      extend(node, s, at);
    }
  }
  return ends;
}

void FrontierSearch::extend(std::uint32_t node, std::size_t s, std::uint16_t at) {
  if (length_ == problem_.most_words()) return;
  const std::size_t word = problem_.start(s) + at;
  const std::uint32_t one = problem_.class_of(word);
  std::uint32_t lock = lock_[node];
  if (lock == kFree && problem_.phrase_end(word) > at + 1) {
    bool unused = true;
    for (std::size_t i = at; i < problem_.phrase_end(word); ++i) {
      unused = unused && !is_used(node, s, i);
    }
    if (unused) lock = static_cast<std::uint32_t>(s + 1) << 16 | problem_.phrase_end(word);
  }
  if (lock == kFree && !settings().punctuation_phrases) {
    if (seen_[one] == node) return;  // the same word, linked to the same, by another input
    seen_[one] = node;
  }
  Extension next{0, node, one, lock, static_cast<std::uint16_t>(s)};
  next.score = scores_[node] + task_.weights[2 * task_.models()] + vote(node, one, masks_.data()) +
               model_scores(node, one, model_states_.data());
  extensions_.push_back(next);
}

void FrontierSearch::end(std::uint32_t node) {
  Extension last{0, node, problem_.end_class(), kFree, 0};
  const double score =
      vote(node, last.one, masks_.data()) + model_scores(node, last.one, model_states_.data());
  last.score = scores_[node] + score;
  endings_.push_back({static_cast<std::uint32_t>(lattice_.edges.size()), length_ + 1});
  add_edge(last, kNoGoal, masks_.data());
}

void FrontierSearch::add_edge(const Extension& extension, std::uint32_t to,
                              const std::uint64_t* masks) {
  const bool last = extension.one == problem_.end_class();
  lattice_.add({extension.from, to, last ? kNoWord : problem_.word_of(extension.one),
                extension.score - scores_[extension.from]});
  notes_.push_back({extension.one, extension.input, votes_.size()});
  votes_.insert(votes_.end(), masks, masks + task_.orders());
  edge_models_.insert(edge_models_.end(), model_scores_.begin(), model_scores_.end());
}

void FrontierSearch::run() {
  begin();
  std::uint32_t layer = 0;
  for (length_ = 0; layer < scores_.size(); ++length_) {
    check_interrupt();
    const auto layer_end = static_cast<std::uint32_t>(scores_.size());
    extensions_.clear();
    for (std::uint32_t node = layer; node < layer_end; ++node) expand(node);
    std::stable_sort(extensions_.begin(), extensions_.end(),
                     [](const Extension& a, const Extension& b) { return a.score > b.score; });
    table_.clear();
    unsigned kept = 0;
    std::size_t next = 0;
    for (; next < extensions_.size() && kept < settings().beam; ++next) {
      kept += take(extensions_[next]);
    }
    drop_behind_beam(std::span(extensions_).subspan(next));
    layer = layer_end;
  }
}

std::vector<std::string> frontier_features(const FrontierSettings& settings, std::size_t models,
                                           const std::vector<std::string>& systems) {
  std::vector<std::string> names = model_features(models);
  names.emplace_back("words");
  for (const bool exact : {true, false}) {
    for (unsigned k = 1; k <= (exact ? settings.exact_order : settings.any_order); ++k) {
      const std::string name = (exact ? "exact:" : "any:") + std::to_string(k);
      if (k > settings.individual) names.push_back(name);
      for (const std::string& system : systems) {
        if (k <= settings.individual) names.push_back(name + ":" + system);
      }
    }
  }
  return names;
}

Combined combine_frontiers(const Words& words, const Lists& lists, const MatchSettings& matching,
                           const FrontierSettings& settings, std::span<const double> weights,
                           const std::vector<std::string>& systems, unsigned threads) {
  const FrontierTask task{words, matching, settings, weights, systems.size()};
  constexpr std::size_t kBlock = 8;  // sentences
  std::vector<Combined> parts((lists.size() + kBlock - 1) / kBlock);
  parallel_for(parts.size(), threads, [&](std::size_t block) {
    const std::size_t end = std::min(lists.size(), (block + 1) * kBlock);
    for (std::size_t s = block * kBlock; s < end; ++s) {
      auto inputs = inputs_of(lists, s, settings.individual == 0);
      if (inputs.empty()) {
        parts[block].sentence_offsets.push_back(parts[block].sentence_offsets.back());
        parts[block].optimal.push_back(1);
        parts[block].above.push_back(std::numeric_limits<double>::quiet_NaN());
        continue;
      }
      const FrontierProblem problem(std::move(inputs), words, matching, settings);
      FrontierSearch search(task, problem);
      search.run();
      search.list(parts[block]);
    }
  });
  Combined all;
  for (const Combined& part : parts) all.append(part);
  return all;
}

}  // namespace manyways::combine
