#include "exact/agreement.h"

#include "exact/layered_graph.h"

namespace manyways::exact {

void Agreement::update() {
  std::size_t at = 0;
  for (std::size_t s = 0; s < states_.size(); ++s) {
    const State& state = states_[s];
    const std::size_t end = s + 1 < states_.size() ? states_[s + 1].first_meeting : values_.size();
    for (std::size_t meeting = state.first_meeting; meeting < end; ++meeting) {
      double best = kNever;
      std::uint32_t named = state.first_child;
      for (std::uint32_t child = state.first_child; child < state.first_child + state.children;
           ++child, ++at) {
        const double score = static_cast<double>(scores_[at]) - multipliers[child];
        if (score <= best || !alive[child]) continue;
        best = score;
        named = child;
      }
      values_[meeting] = best;
      named_[meeting] = named;
    }
  }
}

}  // namespace manyways::exact
