#include "combine/frontier.h"

#include <algorithm>
#include "base/hash.h"
#include "base/hash_table.h"
#include "base/interrupt.h"
#include "base/threads.h"
#include "combine/frontier_problem.h"

namespace manyways::combine {

namespace {

constexpr std::uint64_t kUnknownMask = ~std::uint64_t{0};
constexpr std::uint32_t kNoGoal = ~std::uint32_t{0};  // until the goal has a number
constexpr std::uint32_t kFree = 0;  // of a lock: the hypothesis may go on with any input

// What is the same for all sentences.
struct Task {
  const Words& words;
  const MatchSettings& matching;
  const FrontierSettings& settings;
  std::span<const double> weights;
  std::size_t systems;

  std::size_t models() const { return words.models.size(); }
  std::size_t orders() const { return settings.exact_order + settings.any_order; }
  // The first column of the votes with one order: collective, or one for each system.
  std::size_t column(std::size_t order) const {
    std::size_t at = 2 * models() + 1;
    for (std::size_t q = 0; q < order; ++q) at += individual(q) ? systems : 1;
    return at;
  }
  // Orders 0 .. exact_order - 1 are exact:1 ..., those behind them any:1 ...
  unsigned run(std::size_t order) const {
    return static_cast<unsigned>(order < settings.exact_order ? order
                                                              : order - settings.exact_order) +
           1;
  }
  bool individual(std::size_t order) const { return run(order) <= settings.individual; }
  std::size_t columns() const { return column(orders()); }
};

// The search of one sentence. Hypotheses are numbers; what they are lies in columns.
class Search {
 public:
  Search(const Task& task, const FrontierProblem& problem);

  void run();
  void list(Combined& found);

 private:
  struct Extension {
    double score;
    std::uint32_t from, one;  // hypothesis, class
    std::uint32_t lock;       // input + 1, end
    std::uint16_t input;
  };
  struct EdgeNote {  // what a path's features are made of
    std::uint32_t one;
    std::uint16_t input;
    std::size_t votes;  // where its masks are
  };
  struct Ending {
    std::uint32_t edge;
    std::size_t length;
  };

  const FrontierSettings& settings() const { return task_.settings; }
  std::size_t planes() const;  // masks of runs that a hypothesis must remember
  void begin();
  void expand(std::uint32_t node);
  bool is_used(std::uint32_t node, std::size_t s, std::size_t at) const {
    const std::size_t place = problem_.start(s) + at;
    return (used_[node * blocks_ + place / 64] >> (place % 64) & 1) != 0;
  }
  void extend(std::uint32_t node, std::size_t s, std::uint16_t at);
  bool go_on(std::uint32_t node);
  void end(std::uint32_t node);
  double vote(std::uint32_t node, std::uint32_t one, std::uint64_t* masks);
  double model_scores(std::uint32_t node, std::uint32_t one, lm::State* states);
  std::uint64_t adjacent(std::uint32_t last, std::uint32_t next);
  bool take(const Extension& extension);
  void use(std::uint64_t* used, std::uint16_t* frontier, const Extension& extension) const;
  void skip(const std::uint64_t* used, std::uint16_t* frontier, std::size_t s) const;
  void drop(std::uint64_t* used, std::uint16_t* frontier, std::size_t s) const;
  void keep_in_step(std::uint64_t* used, std::uint16_t* frontier) const;
  bool move_laggards(std::uint64_t* used, std::uint16_t* frontier) const;
  std::uint64_t hash_of(std::uint32_t node) const;
  bool same(std::uint32_t one, std::uint32_t other) const;
  std::uint32_t new_node();
  void forget_last();
  void add_edge(const Extension& extension, std::uint32_t to, const std::uint64_t* masks);
  std::vector<Path> normalised();
  void write(const Path& path, Combined& found) const;

  const Task& task_;
  const FrontierProblem& problem_;
  const std::size_t inputs_, blocks_;
  std::vector<MaskSums> sums_;  // of each order: weight of a mask
  std::vector<std::uint64_t> adjacency_;
  std::vector<std::uint64_t> seen_;  // by class: the last hypothesis that was extended by it

  std::vector<double> scores_;
  std::vector<std::uint32_t> last_, lock_;
  std::vector<std::uint64_t> used_, runs_;
  std::vector<std::uint16_t> frontier_;
  std::vector<lm::State> states_;

  std::vector<Extension> extensions_;
  IdTable table_;
  Lattice lattice_;
  std::vector<EdgeNote> notes_;
  std::vector<std::uint64_t> votes_;
  std::vector<float> edge_models_;
  std::vector<Ending> endings_;
  std::vector<std::uint64_t> masks_;
  std::vector<float> model_scores_;
  std::vector<lm::State> model_states_;
  std::size_t length_ = 0;
  bool pruned_ = false;
};

Search::Search(const Task& task, const FrontierProblem& problem)
    : task_(task),
      problem_(problem),
      inputs_(problem.inputs()),
      blocks_((problem.words() + 63) / 64),
      adjacency_(problem.classes() * problem.classes(), kUnknownMask),
      seen_(problem.classes(), kUnknownMask),
      masks_(task.orders()),
      model_scores_(task.models()),
      model_states_(task.models()) {
  std::vector<double> values(inputs_);
  for (std::size_t q = 0; q < task.orders(); ++q) {
    const std::size_t column = task.column(q);
    for (std::size_t s = 0; s < inputs_; ++s) {
      values[s] = task.individual(q)
                      ? task.weights[column + static_cast<std::size_t>(problem.input(s).system)]
                      : task.weights[column] * problem.input(s).vote;
    }
    sums_.emplace_back(values);
  }
}

std::size_t Search::planes() const {
  const auto of = [](unsigned order) { return order > 2 ? order - 2 : 0; };
  return of(settings().exact_order) + of(settings().any_order);
}

std::uint32_t Search::new_node() {
  const auto node = static_cast<std::uint32_t>(scores_.size());
  scores_.push_back(0);
  last_.push_back(0);
  lock_.push_back(kFree);
  used_.resize(used_.size() + blocks_);
  runs_.resize(runs_.size() + planes());
  frontier_.resize(frontier_.size() + inputs_);
  states_.resize(states_.size() + task_.models());
  return node;
}

void Search::forget_last() {
  scores_.pop_back();
  last_.pop_back();
  lock_.pop_back();
  used_.resize(used_.size() - blocks_);
  runs_.resize(runs_.size() - planes());
  frontier_.resize(frontier_.size() - inputs_);
  states_.resize(states_.size() - task_.models());
}

void Search::begin() {
  const std::uint32_t node = new_node();
  last_[node] = problem_.begin_class();
  for (std::size_t m = 0; m < task_.models(); ++m)
    states_[m] = task_.words.models[m]->begin_state();
  keep_in_step(used_.data(), frontier_.data());
}

std::uint64_t Search::adjacent(std::uint32_t last, std::uint32_t next) {
  std::uint64_t& known = adjacency_[last * problem_.classes() + next];
  if (known == kUnknownMask) known = problem_.adjacent(last, next);
  return known;
}

// The votes for a class behind a hypothesis: a mask for each order, and what they weigh together.
double Search::vote(std::uint32_t node, std::uint32_t one, std::uint64_t* masks) {
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
double Search::model_scores(std::uint32_t node, std::uint32_t one, lm::State* states) {
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

void Search::expand(std::uint32_t node) {
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
bool Search::go_on(std::uint32_t node) {
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

void Search::extend(std::uint32_t node, std::size_t s, std::uint16_t at) {
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

void Search::end(std::uint32_t node) {
  Extension last{0, node, problem_.end_class(), kFree, 0};
  const double score =
      vote(node, last.one, masks_.data()) + model_scores(node, last.one, model_states_.data());
  last.score = scores_[node] + score;
  endings_.push_back({static_cast<std::uint32_t>(lattice_.edges.size()), length_ + 1});
  add_edge(last, kNoGoal, masks_.data());
}

void Search::add_edge(const Extension& extension, std::uint32_t to, const std::uint64_t* masks) {
  const bool last = extension.one == problem_.end_class();
  lattice_.add({extension.from, to, last ? kNoWord : problem_.word_of(extension.one),
                extension.score - scores_[extension.from]});
  notes_.push_back({extension.one, extension.input, votes_.size()});
  votes_.insert(votes_.end(), masks, masks + task_.orders());
  edge_models_.insert(edge_models_.end(), model_scores_.begin(), model_scores_.end());
}

// Moves a frontier over used words.
void Search::skip(const std::uint64_t* used, std::uint16_t* frontier, std::size_t s) const {
  const std::uint16_t size = problem_.length(s);
  while (frontier[s] < size) {
    const std::size_t place = problem_.start(s) + frontier[s];
    if ((used[place / 64] >> (place % 64) & 1) == 0) break;
    ++frontier[s];
  }
}

void Search::drop(std::uint64_t* used, std::uint16_t* frontier, std::size_t s) const {
  const std::size_t place = problem_.start(s) + frontier[s];
  used[place / 64] |= std::uint64_t{1} << (place % 64);
  skip(used, frontier, s);
}

void Search::use(std::uint64_t* used, std::uint16_t* frontier, const Extension& extension) const {
  const auto places = problem_.places(extension.one);
  for (std::size_t t = 0; t < inputs_; ++t) {
    if (places[t] == FrontierProblem::kNowhere) continue;
    const std::size_t place = problem_.start(t) + static_cast<std::size_t>(places[t]);
    used[place / 64] |= std::uint64_t{1} << (place % 64);
    if (places[t] == frontier[t]) skip(used, frontier, t);
  }
  if (!settings().punctuation_phrases) return;
  for (std::size_t t = 0; t < inputs_; ++t) {
    while (t != extension.input && frontier[t] < problem_.length(t) &&
           problem_.is_sign(problem_.start(t) + frontier[t])) {
      drop(used, frontier, t);
    }
  }
}

void Search::keep_in_step(std::uint64_t* used, std::uint16_t* frontier) const {
  if (settings().horizon == Horizon::kAlignment) {
    while (move_laggards(used, frontier)) {
    }
    return;
  }
  for (;;) {
    std::size_t least = inputs_;
    std::uint16_t most = 0;
    for (std::size_t s = 0; s < inputs_; ++s) {
      if (frontier[s] >= problem_.length(s)) continue;
      most = std::max(most, frontier[s]);
      if (least == inputs_ || frontier[s] < frontier[least]) least = s;
    }
    if (least == inputs_ || frontier[least] + settings().radius >= most) return;
    drop(used, frontier, least);
  }
}

// One round of votes on who may stay; false if all may.
bool Search::move_laggards(std::uint64_t* used, std::uint16_t* frontier) const {
  double all = 0;
  for (std::size_t s = 0; s < inputs_; ++s) {
    if (frontier[s] < problem_.length(s)) all += problem_.input(s).vote;
  }
  std::uint64_t late = 0;
  for (std::size_t t = 0; t < inputs_; ++t) {
    if (frontier[t] >= problem_.length(t)) continue;
    double stay = 0;
    for (std::size_t s = 0; s < inputs_; ++s) {
      if (frontier[s] >= problem_.length(s)) continue;
      if (s == t || frontier[t] >= problem_.least_place(s, frontier[s], t))
        stay += problem_.input(s).vote;
    }
    if (stay < settings().stay * all - 1e-12) late |= std::uint64_t{1} << t;
  }
  for (std::size_t t = 0; t < inputs_; ++t) {
    if (late >> t & 1) drop(used, frontier, t);
  }
  return late != 0;
}

std::uint64_t Search::hash_of(std::uint32_t node) const {
  std::uint64_t hash = mix64(std::uint64_t{last_[node]} << 32 | lock_[node]);
  const auto add = [&hash](std::uint64_t value) { hash = mix64(hash ^ value) + value; };
  for (std::size_t b = 0; b < blocks_; ++b) add(used_[node * blocks_ + b]);
  for (std::size_t p = 0; p < planes(); ++p) add(runs_[node * planes() + p]);
  for (std::size_t m = 0; m < task_.models(); ++m) add(states_[node * task_.models() + m].node);
  return hash;
}

bool Search::same(std::uint32_t one, std::uint32_t other) const {
  const auto equal = [&](const auto& column, std::size_t width) {
    return std::equal(column.begin() + static_cast<std::ptrdiff_t>(one * width),
                      column.begin() + static_cast<std::ptrdiff_t>((one + 1) * width),
                      column.begin() + static_cast<std::ptrdiff_t>(other * width));
  };
  return last_[one] == last_[other] && lock_[one] == lock_[other] && equal(used_, blocks_) &&
         equal(runs_, planes()) && equal(states_, task_.models());
}

// Makes the hypothesis that an extension leads to; false if there is no room for it.
bool Search::take(const Extension& extension) {
  const std::uint32_t from = extension.from, node = new_node();
  scores_[node] = extension.score;
  last_[node] = extension.one;
  std::uint64_t* used = used_.data() + node * blocks_;
  std::uint16_t* frontier = frontier_.data() + node * inputs_;
  std::copy_n(used_.data() + from * blocks_, blocks_, used);
  std::copy_n(frontier_.data() + from * inputs_, inputs_, frontier);
  use(used, frontier, extension);
  keep_in_step(used, frontier);
  if (extension.lock != kFree) {
    const std::size_t s = (extension.lock >> 16) - 1;
    const auto next = static_cast<std::uint16_t>(problem_.places(extension.one)[s] + 1);
    const bool goes_on = next < (extension.lock & 0xffff) && !is_used(node, s, next);
    lock_[node] = goes_on ? extension.lock : kFree;
  }
  vote(from, extension.one, masks_.data());
  std::uint64_t* runs = runs_.data() + node * planes();
  for (std::size_t q = 0; q < task_.orders(); ++q) {
    const unsigned order =
        q < settings().exact_order ? settings().exact_order : settings().any_order;
    if (task_.run(q) >= 2 && task_.run(q) < order) *runs++ = masks_[q];
  }
  model_scores(from, extension.one, states_.data() + node * task_.models());
  const std::uint32_t found = table_.find_or_add(
      hash_of(node), node, [&](std::uint32_t id) { return same(id, node); },
      [&](std::uint32_t id) { return hash_of(id); });
  if (found != node) forget_last();
  add_edge(extension, found, masks_.data());
  return found == node;
}

void Search::run() {
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
    for (const Extension& extension : extensions_) {
      if (kept == settings().beam) {
        pruned_ = true;
        break;
      }
      kept += take(extension);
    }
    layer = layer_end;
  }
}

void Search::list(Combined& found) {
  std::vector<Path> paths;
  if (settings().normalise) {
    paths = normalised();
  } else {
    const auto goal = static_cast<std::uint32_t>(scores_.size());
    for (const Ending& ending : endings_) lattice_.edges[ending.edge].to = goal;
    paths = best_paths(lattice_, goal, settings().size);
  }
  for (const Path& path : paths) write(path, found);
  found.sentence_offsets.push_back(static_cast<std::int64_t>(found.scores.size()));
  found.optimal.push_back(!pruned_);
}

// The best by score per word: one goal for each length, which all have their own best.
std::vector<Path> Search::normalised() {
  std::vector<Path> paths;
  auto goal = static_cast<std::uint32_t>(scores_.size());
  for (std::size_t at = 0; at < endings_.size(); ++goal) {
    const std::size_t length = endings_[at].length;
    for (; at < endings_.size() && endings_[at].length == length; ++at) {
      lattice_.edges[endings_[at].edge].to = goal;
    }
    for (Path& path : best_paths(lattice_, goal, settings().size)) {
      path.score /= static_cast<double>(length);
      paths.push_back(std::move(path));
    }
  }
  std::stable_sort(paths.begin(), paths.end(),
                   [](const Path& a, const Path& b) { return a.score > b.score; });
  if (paths.size() > settings().size) paths.resize(settings().size);
  return paths;
}

void Search::write(const Path& path, Combined& found) const {
  const std::size_t first = found.features.size();
  found.features.resize(first + task_.columns(), 0.0);
  double* row = found.features.data() + first;
  for (const std::uint32_t e : path.edges) {
    const EdgeNote& note = notes_[e];
    const bool last = note.one == problem_.end_class();
    for (std::size_t m = 0; m < task_.models(); ++m) {
      row[2 * m] += static_cast<double>(edge_models_[e * task_.models() + m]);
      row[2 * m + 1] +=
          !last && task_.words.model_words[m][problem_.word_of(note.one)] == kUnknownWord;
    }
    for (std::size_t q = 0; q < task_.orders(); ++q) {
      std::uint64_t mask = votes_[note.votes + q];
      for (; mask != 0; mask &= mask - 1) {
        const Input& input = problem_.input(static_cast<std::size_t>(std::countr_zero(mask)));
        const std::size_t column = task_.column(q);
        if (task_.individual(q)) {
          row[column + static_cast<std::size_t>(input.system)] += 1;
        } else {
          row[column] += input.vote;
        }
      }
    }
    if (last) continue;
    row[2 * task_.models()] += 1;
    found.words.push_back(problem_.word_of(note.one));
    found.origins.push_back(static_cast<std::int16_t>(problem_.input(note.input).first));
    std::uint64_t agreed = 0;
    for (std::uint64_t mask = problem_.anyhow(note.one); mask != 0; mask &= mask - 1) {
      agreed |= problem_.input(static_cast<std::size_t>(std::countr_zero(mask))).members;
    }
    found.agreed.push_back(agreed);
  }
  if (settings().normalise) {
    for (std::size_t i = 0; i < task_.columns(); ++i)
      row[i] /= static_cast<double>(path.edges.size());
  }
  found.word_offsets.push_back(static_cast<std::int64_t>(found.words.size()));
  found.scores.push_back(path.score);
}

}  // namespace

std::vector<std::string> frontier_features(const FrontierSettings& settings, std::size_t models,
                                           const std::vector<std::string>& systems) {
  std::vector<std::string> names;
  for (std::size_t m = 0; m < models; ++m) {
    names.push_back("LM" + std::to_string(m));
    names.push_back("OOV" + std::to_string(m));
  }
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
  const Task task{words, matching, settings, weights, systems.size()};
  constexpr std::size_t kBlock = 8;  // sentences
  std::vector<Combined> parts((lists.size() + kBlock - 1) / kBlock);
  parallel_for(parts.size(), threads, [&](std::size_t block) {
    const std::size_t end = std::min(lists.size(), (block + 1) * kBlock);
    for (std::size_t s = block * kBlock; s < end; ++s) {
      auto inputs = inputs_of(lists, s, settings.individual == 0);
      if (inputs.empty()) {
        parts[block].sentence_offsets.push_back(parts[block].sentence_offsets.back());
        parts[block].optimal.push_back(1);
        continue;
      }
      const FrontierProblem problem(std::move(inputs), words, matching, settings);
      Search search(task, problem);
      search.run();
      search.list(parts[block]);
    }
  });
  Combined all;
  for (const Combined& part : parts) all.append(part);
  return all;
}

}  // namespace manyways::combine
