// The target states that can stand behind each position, and what the target features say of every
// step between them.
//
//   Places places;
//   places.find(problem, watch, most);
//   for (const Places::Step& step : places.steps(id)) { step.option, step.score, step.next }
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/problem.h"

namespace manyways::exact {

class Places {
 public:
  struct Step {
    double score;  // of the target features
    std::uint32_t option, next;
  };
  // False: given up, by the watch or after so many steps.
  bool find(Problem& problem, Watch& watch, std::size_t most);

  std::size_t size() const { return places_.size(); }
  std::uint32_t end(std::uint32_t place) const { return places_[place].end; }
  double finish(std::uint32_t place) const { return places_[place].finish; }
  std::span<const Step> steps(std::uint32_t place) const {
    const std::size_t first = places_[place].first;
    const std::size_t last = place + 1u < places_.size() ? places_[place + 1].first : steps_.size();
    return std::span(steps_).subspan(first, last - first);
  }
  // The step of an option, which must be among them: all that may follow, one after the other.
  const Step& step(std::uint32_t place, std::uint32_t option) const {
    return steps_[places_[place].first + option - places_[place].option];
  }

 private:
  struct Place {
    search::Target::State state;
    std::uint32_t end, option;  // option: of its first step
    std::size_t first;          // of its steps, by option
    double finish;
  };
  std::vector<Place> places_;
  std::vector<Step> steps_;
};

}  // namespace manyways::exact
