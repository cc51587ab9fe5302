#include "exact/places.h"

#include "base/interner.h"
#include "exact/prefixes.h"

namespace manyways::exact {

namespace {

// Names of single words for Target, beyond those of the options' phrases.
constexpr std::uint32_t kWordNames = std::uint32_t{1} << 31;

struct WordByWord {
  search::Target& target;
  double step(search::Target::State in, WordId word, search::Target::State& out) {
    return target.advance(in, kWordNames | word, {&word, 1}, out);
  }
};

}  // namespace

bool Places::find(Problem& problem, Watch& watch, std::size_t most) {
  places_.clear();
  steps_.clear();
  search::Target& target = problem.target();
  WordByWord reader{target};
  Prefixes prefixes(problem.options(), reader);
  Numbering<std::uint64_t> known;  // end << 32 | state
  const auto place_of = [&](std::uint32_t end, search::Target::State state) {
    const std::uint32_t id = known.add(std::uint64_t{end} << 32 | state);
    if (id == places_.size())
      places_.push_back({state, end, problem.after(end).begin, 0, target.finish(state)});
    return id;
  };
  place_of(0, target.begin());
  for (std::uint32_t at = 0; at < places_.size(); ++at) {
    places_[at].first = steps_.size();
    prefixes.enter(places_[at].state);
    const Problem::Range range = problem.after(places_[at].end);
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      const auto& found = prefixes.score(i);
      steps_.push_back({found.score, i, place_of(problem.span(i).end, found.state)});
    }
    if (steps_.size() > most || ((at & 63) == 0 && watch.over())) return false;
  }
  return true;
}

}  // namespace manyways::exact
