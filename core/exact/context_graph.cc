#include <utility>

#include "exact/prefixes.h"
#include "exact/step_graph.h"

namespace manyways::exact {

namespace {

// The states of a level, the steps between them, and the children by which they come.
class Finder {
 public:
  struct Step {
    double score;  // of the target features
    std::uint32_t option, next, child;
  };

  Finder(const Problem& problem, Contexts& contexts, unsigned level)
      : problem_(problem),
        contexts_(contexts),
        level_(level),
        last_(problem.options().all().size()),
        prefixes_(problem.options(), contexts) {
    keys.add(contexts.begin());
    ends.push_back(0);
    children.add(contexts.begin());
  }

  // each_option(state, visit) says what may follow, and where the coarser graph goes with it. False:
  // given up.
  template <class EachOption>
  bool run(EachOption each_option, Watch& watch, std::size_t most) {
    for (std::uint32_t at = 0; at < keys.size(); ++at) {
      if (steps.size() > most || ((at & kStatesBetween) == 0 && watch.over())) return false;
      first.push_back(steps.size());
      prefixes_.enter(context(at));
      each_option(at, [&](std::uint32_t option, std::uint32_t parent) { ask(option, parent); });
    }
    first.push_back(steps.size());
    return true;
  }
  // The coarser graph's state; without one, the position.
  std::uint32_t parent(std::uint32_t state) const {
    return static_cast<std::uint32_t>(keys.at(state) >> 32);
  }
  Contexts::State context(std::uint32_t state) const {
    return static_cast<Contexts::State>(keys.at(state));
  }

  Numbering<std::uint64_t> keys;      // of states: parent << 32 | context
  std::vector<std::uint32_t> ends;    // of states
  Numbering<std::uint64_t> children;  // state << 32 | finer context
  std::vector<Step> steps;
  std::vector<std::size_t> first;  // step, by state

 private:
  struct Last {  // where an option led
    Contexts::State state = 0;
    std::uint32_t parent = 0, next = kNothing, child = 0;
  };

  void ask(std::uint32_t option, std::uint32_t parent) {
    const auto& found = prefixes_.score(option);
    Last& led = last_[option];
    if (led.next == kNothing || led.state != found.state || led.parent != parent) {
      led.state = found.state;
      led.parent = parent;
      led.next = keys.add(std::uint64_t{parent} << 32 | contexts_.shortened(found.state, level_));
      if (led.next == ends.size()) ends.push_back(problem_.span(option).end);
      led.child = children.add(std::uint64_t{led.next} << 32 |
                               contexts_.shortened(found.state, level_ + 1));
    }
    steps.push_back({found.score, option, led.next, led.child});
  }

  const Problem& problem_;
  Contexts& contexts_;
  unsigned level_;
  std::vector<Last> last_;
  Prefixes<Contexts> prefixes_;
};

// The children in the order of their states.
struct ByState {
  explicit ByState(const Finder& found) : first(found.keys.size() + 1, 0) {
    const auto state = [&](std::size_t child) {
      return found.children.at(static_cast<std::uint32_t>(child)) >> 32;
    };
    for (std::size_t i = 0; i < found.children.size(); ++i) ++first[state(i) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    number.resize(found.children.size());
    context.resize(number.size());
    for (std::uint32_t i = 0; i < number.size(); ++i) {
      number[i] = next[state(i)]++;
      context[number[i]] = static_cast<Contexts::State>(found.children.at(i));
    }
  }
  std::vector<std::uint32_t> first;      // by state
  std::vector<std::uint32_t> number;     // of each child as it was found
  std::vector<Contexts::State> context;  // by number
};

}  // namespace

StepGraph StepGraph::by_context(const Problem& problem, Contexts& contexts, unsigned level,
                                const StepGraph* coarser, Watch& watch, std::size_t most) {
  Finder found(problem, contexts, level);
  const auto each_option = [&](std::uint32_t state, auto visit) {
    if (coarser != nullptr) {
      coarser->each_step(found.parent(state), visit);
      return;
    }
    const Problem::Range range = problem.after(found.ends[state]);
    for (std::uint32_t i = range.begin; i < range.end; ++i) visit(i, problem.span(i).end);
  };
  const bool complete = found.run(each_option, watch, most);
  StepGraph graph(problem, complete ? found.keys.size() : 0);
  graph.complete_ = complete;
  if (!complete) return graph;

  const ByState children(found);
  Agreement& agreement = graph.agreement_;
  agreement.multipliers.assign(children.number.size(), 0.0);
  agreement.alive.assign(children.number.size(), true);
  const auto options = problem.options().all();
  struct Head {  // a first word, in the state under way
    std::uint32_t state = kNothing, meeting = 0;
    double score = 0;
  };
  HashMap<std::uint64_t, Head> heads;  // 1 + word; 0: none
  for (std::uint32_t at = 0; at < found.keys.size(); ++at) {
    const Contexts::State here = found.context(at);
    const std::uint32_t end = found.ends[at];
    agreement.add_state(children.first[at], children.first[at + 1] - children.first[at]);
    for (std::size_t s = found.first[at]; s < found.first[at + 1]; ++s) {
      const Finder::Step& step = found.steps[s];
      const auto words = options[step.option].words;
      const double base = problem.base_step(end, step.option);
      if (base + step.score == kNever) continue;
      Head& head = *heads.insert(words.empty() ? 0 : words[0] + 1u, Head{}).first;
      if (head.state != at) {
        const auto score_behind = [&](Contexts::State context) {
          Contexts::State unused;
          return words.empty() ? 0.0 : contexts.step(context, words[0], unused);
        };
        head = {at, 0, score_behind(here)};
        head.meeting = agreement.add_meeting(
            [&](std::uint32_t child) { return score_behind(children.context[child]); });
      }
      graph.add_step(step.option, step.next, base + step.score);
      graph.meetings_.push_back(
          {base + step.score - head.score, head.meeting, children.number[step.child]});
    }
    graph.last_meeting_.push_back(agreement.add_meeting(
        [&](std::uint32_t child) { return contexts.finish(children.context[child]); }));
    graph.add_state(contexts.finish(here), coarser == nullptr ? problem.covered_at(end)
                                                              : coarser->bands_[found.parent(at)]);
  }
  return graph;
}

}  // namespace manyways::exact
