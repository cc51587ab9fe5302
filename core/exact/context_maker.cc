#include <algorithm>
#include <numeric>
#include <utility>

#include "exact/context_graph.h"
#include "exact/prefixes.h"

namespace manyways::exact {

namespace {

constexpr std::uint32_t kStatesBetween = 0x1f;  // two looks at the watch, less one

// Where a graph is made from: the *doors* of a state of the coarser graph, each a first word and the options
// behind it. A door is one of that graph's heads; without one, states are positions, and doors are
// made here.
class Doors {
 public:
  Doors(const Problem& problem, const ContextGraph* coarser) : coarser_(coarser) {
    if (coarser_ != nullptr) return;
    const auto options = problem.options().all();
    const auto word = [&](std::uint32_t option) {
      return options[option].words.empty() ? 0 : options[option].words[0] + 1u;
    };
    for (std::uint32_t end = 0; end <= problem.length(); ++end) {
      first_door_.push_back(static_cast<std::uint32_t>(words_.size()));
      const Problem::Range range = problem.after(end);
      const std::size_t begin = behind_.size();
      for (std::uint32_t i = range.begin; i < range.end; ++i)
        behind_.push_back({i, problem.span(i).end});
      std::stable_sort(behind_.begin() + static_cast<std::ptrdiff_t>(begin), behind_.end(),
                       [&](const auto& a, const auto& b) { return word(a.first) < word(b.first); });
      for (std::size_t i = begin; i < behind_.size(); ++i) {
        if (i > begin && word(behind_[i].first) == words_.back()) continue;
        words_.push_back(word(behind_[i].first));
        first_behind_.push_back(i);
      }
    }
    first_door_.push_back(static_cast<std::uint32_t>(words_.size()));
    first_behind_.push_back(behind_.size());
  }

  std::uint32_t first(std::uint32_t parent) const {
    return coarser_ != nullptr ? coarser_->first_head(parent) : first_door_[parent];
  }
  // 1 + the first word; 0: none.
  WordId word(std::uint32_t door) const {
    return coarser_ != nullptr ? coarser_->word(door) : words_[door];
  }
  // visit(option, the coarser graph's state then).
  template <class Visit>
  void each_behind(std::uint32_t door, Visit visit) const {
    if (coarser_ != nullptr) return coarser_->each_behind(door, visit);
    for (std::size_t i = first_behind_[door]; i < first_behind_[door + 1]; ++i)
      visit(behind_[i].first, behind_[i].second);
  }

 private:
  const ContextGraph* coarser_;
  std::vector<std::uint32_t> first_door_;  // by end
  std::vector<WordId> words_;
  std::vector<std::size_t> first_behind_;                        // by door
  std::vector<std::pair<std::uint32_t, std::uint32_t>> behind_;  // option and next
};

}  // namespace

class ContextGraphMaker {
 public:
  ContextGraphMaker(const Problem& problem, Contexts& contexts, unsigned level,
                    const ContextGraph* coarser)
      : problem_(problem),
        contexts_(contexts),
        level_(level),
        coarser_(coarser),
        doors_(problem, coarser),
        prefixes_(problem.options(), contexts) {
    keys_.add(contexts.begin());
    ends_.push_back(0);
    children_.add(contexts.begin());
    first_step_.push_back(0);
  }

  // False: given up.
  bool find(Watch& watch, std::size_t most) {
    for (std::uint32_t at = 0; at < keys_.size(); ++at) {
      if (heads_.size() + steps_.size() > most || ((at & kStatesBetween) == 0 && watch.over()))
        return false;
      first_head_.push_back(static_cast<std::uint32_t>(heads_.size()));
      const std::uint32_t parent = parent_of(at), end = ends_[at];
      for (std::uint32_t door = doors_.first(parent); door < doors_.first(parent + 1); ++door) {
        const WordId word = doors_.word(door);
        Contexts::State behind = context_of(at);
        if (word != 0) contexts_.step(behind, word - 1, behind);
        const std::uint32_t relay = relays_.add(std::uint64_t{door} << 32 | behind);
        if (relay + 1 == first_step_.size()) add_relay(door, behind, end, band_of(at));
        if (first_step_[relay] == first_step_[relay + 1]) continue;
        heads_.push_back({word, relay});
      }
    }
    first_head_.push_back(static_cast<std::uint32_t>(heads_.size()));
    return true;
  }

  // What stands behind the same state of the coarser graph is put side by side, states and relays
  // alike: sweeps then read the same memory again and again.
  ContextGraph graph() {
    sort_states();
    sort_children();
    ContextGraph graph(problem_, keys_.size());
    graph.agreement_.multipliers.assign(child_number_.size(), 0.0);
    graph.agreement_.alive.assign(child_number_.size(), true);
    for (const std::uint32_t at : states_) add_state(graph, at);
    graph.last_named_.resize(keys_.size());
    graph.values_.resize(graph.heads_.size());
    graph.named_.resize(graph.heads_.size());
    graph.worth_.resize(graph.cold_.size());
    return graph;
  }

 private:
  struct Step {
    double fixed;
    std::uint32_t option, next, child;
  };
  struct Head {
    WordId word;
    std::uint32_t relay;
  };

  std::uint32_t parent_of(std::uint32_t state) const {
    return static_cast<std::uint32_t>(keys_.at(state) >> 32);
  }
  Contexts::State context_of(std::uint32_t state) const {
    return static_cast<Contexts::State>(keys_.at(state));
  }
  Problem::Band band_of(std::uint32_t state) const {
    return coarser_ == nullptr ? problem_.covered_at(ends_[state])
                               : coarser_->band(parent_of(state));
  }

  void add_relay(std::uint32_t door, Contexts::State behind, std::uint32_t end,
                 Problem::Band band) {
    bool entered = false;
    doors_.each_behind(door, [&](std::uint32_t option, std::uint32_t parent) {
      if (!entered) prefixes_.enter_behind(option, behind);
      entered = true;
      const auto& found = prefixes_.score(option);
      const double fixed = problem_.base_step(end, option) + found.score;
      if (fixed == kNever) return;
      const std::uint32_t next =
          keys_.add(std::uint64_t{parent} << 32 | contexts_.shortened(found.state, level_));
      if (next == ends_.size()) ends_.push_back(problem_.span(option).end);
      const std::uint32_t child =
          children_.add(std::uint64_t{next} << 32 | contexts_.shortened(found.state, level_ + 1));
      steps_.push_back({fixed, option, next, child});
    });
    first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
    relay_bands_.push_back(band);
  }

  void sort_states() {
    states_.resize(keys_.size());
    std::iota(states_.begin(), states_.end(), 0u);
    std::ranges::stable_sort(states_, {}, [&](std::uint32_t at) { return parent_of(at); });
    state_number_.resize(states_.size());
    for (std::uint32_t i = 0; i < states_.size(); ++i) state_number_[states_[i]] = i;
  }

  // Numbers the children anew, in the order of their states' new numbers.
  void sort_children() {
    const auto state = [&](std::uint32_t child) {
      return state_number_[children_.at(child) >> 32];
    };
    first_child_.assign(keys_.size() + 1, 0);
    const auto count = static_cast<std::uint32_t>(children_.size());
    for (std::uint32_t i = 0; i < count; ++i) ++first_child_[state(i) + 1];
    for (std::size_t i = 1; i < first_child_.size(); ++i) first_child_[i] += first_child_[i - 1];
    std::vector<std::uint32_t> next(first_child_.begin(), first_child_.end() - 1);
    child_number_.resize(count);
    child_context_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      child_number_[i] = next[state(i)]++;
      child_context_[child_number_[i]] = static_cast<Contexts::State>(children_.at(i));
    }
    relay_number_.assign(relay_bands_.size(), kNothing);
  }

  // A state with its heads, and those of their relays that were not there yet.
  void add_state(ContextGraph& graph, std::uint32_t at) {
    const std::uint32_t number = state_number_[at];
    Agreement& agreement = graph.agreement_;
    agreement.add_state(first_child_[number + 1] - first_child_[number]);
    graph.bands_.push_back(band_of(at));
    for (std::uint32_t h = first_head_[at]; h < first_head_[at + 1]; ++h) {
      const auto [word, relay] = heads_[h];
      if (relay_number_[relay] == kNothing) put_relay(graph, relay);
      graph.relays_.push_back(relay_number_[relay]);
      graph.heads_.push_back(
          {word, agreement.add_scores([&, word = word](std::uint32_t child) {
             Contexts::State unused;
             return word == 0 ? 0.0 : contexts_.step(child_context_[child], word - 1, unused);
           })});
    }
    graph.first_head_.push_back(static_cast<std::uint32_t>(graph.heads_.size()));
    graph.last_scores_.push_back(agreement.add_scores(
        [&](std::uint32_t child) { return contexts_.finish(child_context_[child]); }));
  }
  void put_relay(ContextGraph& graph, std::uint32_t relay) {
    relay_number_[relay] = static_cast<std::uint32_t>(graph.relay_bands_.size());
    graph.relay_bands_.push_back(relay_bands_[relay]);
    graph.alive_.push_back(relay_number_[relay]);
    for (std::uint32_t i = first_step_[relay]; i < first_step_[relay + 1]; ++i) {
      const Step& step = steps_[i];
      const Problem::Span span = problem_.span(step.option);
      graph.cold_.push_back({step.fixed, step.option, child_number_[step.child]});
      graph.offsets_.push_back((span.end - span.start) * graph.stride_ + state_number_[step.next]);
    }
    graph.first_step_.push_back(static_cast<std::uint32_t>(graph.cold_.size()));
  }

  const Problem& problem_;
  Contexts& contexts_;
  unsigned level_;
  const ContextGraph* coarser_;
  Doors doors_;
  Prefixes<Contexts> prefixes_;
  Numbering<std::uint64_t> keys_;      // of states: coarser state (or position) << 32 | context
  Numbering<std::uint64_t> relays_;    // door << 32 | context behind the first word
  Numbering<std::uint64_t> children_;  // state << 32 | finer context
  std::vector<std::uint32_t> ends_, first_head_, first_step_;
  std::vector<Problem::Band> relay_bands_;
  std::vector<Head> heads_;
  std::vector<Step> steps_;
  // New numbers, by those as they were found, and what they are of.
  std::vector<std::uint32_t> state_number_, states_, child_number_, relay_number_;
  std::vector<std::uint32_t> first_child_;      // by state's new number
  std::vector<Contexts::State> child_context_;  // by new number
};

ContextGraph ContextGraph::made(const Problem& problem, Contexts& contexts, unsigned level,
                                const ContextGraph* coarser, Watch& watch, std::size_t most) {
  ContextGraphMaker maker(problem, contexts, level, coarser);
  if (maker.find(watch, most)) return maker.graph();
  ContextGraph none(problem, 0);
  none.complete_ = false;
  return none;
}

}  // namespace manyways::exact
