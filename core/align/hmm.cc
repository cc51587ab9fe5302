#include "align/hmm.h"

#include <algorithm>

namespace manyways::align {
namespace {

constexpr float kLive = 1e-6f;         // mass below this is not propagated
constexpr float kJumpCounted = 1e-4f;  // nor counted as a jump below this

}  // namespace

void ForwardBackward::forward(const Emissions& emissions, float null) {
  const std::size_t states = emissions.states, width = states + 1;
  linked_.resize(emissions.observed * states);
  mass_.resize((emissions.observed + 1) * width);
  scale_.resize(emissions.observed);
  sum_.resize(width);
  std::fill_n(mass_.begin(), width, 0.0f);
  mass_[0] = 1;
  for (std::size_t j = 0; j < emissions.observed; ++j) {
    const float* before = mass_.data() + j * width;
    std::fill_n(sum_.begin(), states, 0.0f);
    for (std::size_t p = 0; p < width; ++p) {
      if (before[p] <= kLive) continue;
      const int position = static_cast<int>(p) - 1;
      const float from = before[p] * (1 - null) * jumps_.inverse_sum(position);
      const float* weights = jumps_.weights_from(position);
      for (std::size_t i = 0; i < states; ++i) sum_[i] += from * weights[i];
    }
    const float* row = emissions.row(j);
    float* linked = linked_.data() + j * states;
    float* after = mass_.data() + (j + 1) * width;
    const float stay = null * emissions.null[j];
    float total = after[0] = before[0] * stay;
    for (std::size_t i = 0; i < states; ++i) {
      linked[i] = sum_[i] * row[i];
      after[i + 1] = linked[i] + before[i + 1] * stay;
      total += after[i + 1];
    }
    const float factor = scale_[j] = 1.0f / total;
    for (std::size_t i = 0; i < states; ++i) linked[i] *= factor;
    for (std::size_t p = 0; p < width; ++p) after[p] *= factor;
  }
}

void ForwardBackward::count_jumps(std::size_t j, const Emissions& emissions, const float* posterior,
                                  float null, Jumps::Counts& counts) const {
  const std::size_t states = emissions.states;
  const float* before = mass_.data() + j * (states + 1);
  for (std::size_t p = 0; p <= states; ++p) {
    if (before[p] <= kJumpCounted) continue;
    const int position = static_cast<int>(p) - 1;
    const float from = before[p] * (1 - null) * jumps_.inverse_sum(position);
    const float* weights = jumps_.weights_from(position);
    for (std::size_t i = 0; i < states; ++i) {
      if (posterior[i] <= kJumpCounted) continue;
      counts[Jumps::index(static_cast<int>(i) - position)] += from * weights[i] * arrive_[i];
    }
  }
}

void ForwardBackward::backward(const Emissions& emissions, float null, Posteriors& posteriors,
                               Jumps::Counts* jump_counts) {
  const std::size_t states = emissions.states, width = states + 1;
  later_.resize(width);
  arrive_.resize(states);
  const float* last = mass_.data() + emissions.observed * width;
  const float* to_end = jumps_.weights_to(static_cast<int>(states));
  float total = 0;
  for (std::size_t p = 0; p < width; ++p)
    total += last[p] * (later_[p] = to_end[static_cast<int>(p) - 1]);
  for (std::size_t p = 0; p < width; ++p) {
    later_[p] /= total;
    if (jump_counts != nullptr) {
      const int distance = static_cast<int>(states) - static_cast<int>(p) + 1;
      (*jump_counts)[Jumps::index(distance)] += last[p] * later_[p];
    }
  }
  for (std::size_t j = emissions.observed; j-- > 0;) {
    const float* linked = linked_.data() + j * states;
    const float* row = emissions.row(j);
    float* posterior = posteriors.links.data() + j * states;
    float sum = 0;
    for (std::size_t i = 0; i < states; ++i) {
      posterior[i] = linked[i] * later_[i + 1];
      arrive_[i] = row[i] * later_[i + 1] * scale_[j];
      sum += posterior[i];
    }
    posteriors.null[j] = std::max(0.0f, 1.0f - sum);
    if (jump_counts != nullptr) count_jumps(j, emissions, posterior, null, *jump_counts);
    std::fill_n(sum_.begin(), width, 0.0f);
    for (std::size_t i = 0; i < states; ++i) {
      if (arrive_[i] <= kLive) continue;
      const float* weights = jumps_.weights_to(static_cast<int>(i)) - 1;
      for (std::size_t p = 0; p < width; ++p) sum_[p] += arrive_[i] * weights[p];
    }
    const float stay = null * emissions.null[j] * scale_[j];
    for (std::size_t p = 0; p < width; ++p) {
      later_[p] =
          (1 - null) * jumps_.inverse_sum(static_cast<int>(p) - 1) * sum_[p] + stay * later_[p];
    }
  }
}

void ForwardBackward::run(const Emissions& emissions, const HmmModel& model, Posteriors& posteriors,
                          Jumps::Counts* jump_counts) {
  posteriors.resize(emissions);
  jumps_.resize(model.jumps, static_cast<int>(emissions.states));
  forward(emissions, model.null);
  backward(emissions, model.null, posteriors, jump_counts);
}

}  // namespace manyways::align
