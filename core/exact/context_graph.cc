#include "exact/context_graph.h"

#include <algorithm>
#include <array>

namespace manyways::exact {

namespace {

// The best of value(begin) to value(end - 1), several at a time, so that none waits for the one before.
template <std::size_t kWide, class Value>
double best_of(std::uint32_t begin, std::uint32_t end, Value value) {
  std::array<double, kWide> best;
  best.fill(kNever);
  for (; begin + kWide <= end; begin += kWide) {
    for (std::uint32_t k = 0; k < kWide; ++k) best[k] = std::max(best[k], value(begin + k));
  }
  for (; begin < end; ++begin) best[0] = std::max(best[0], value(begin));
  return *std::max_element(best.begin(), best.end());
}

}  // namespace

ContextGraph::ContextGraph(const Problem& problem, std::size_t states)
    : problem_(&problem),
      length_(problem.length()),
      stride_(static_cast<std::uint32_t>(states)),
      walls_(problem.has_walls()) {
  outside_.assign(states * (problem.length() + 1 + problem.longest()), kNever);
  first_head_.push_back(0);
  first_step_.push_back(0);
}

std::size_t ContextGraph::nodes() const {
  std::size_t count = 1;
  for (const Band& band : bands_) count += band.high - band.low;
  return count;
}

// What heads and steps are worth under the multipliers.
void ContextGraph::load(std::span<const double> bonus) {
  agreement_.update();
  double* const finish = outside_.data() + last_row();
  for (std::uint32_t s = 0; s < states(); ++s) {
    std::uint32_t h = first_head_[s];
    for (; h < first_head_[s + 1]; ++h)
      values_[h] = agreement_.best(s, heads_[h].scores, named_[h]);
    finish[s] = agreement_.best(s, last_scores_[s], last_named_[s]);
  }
  for (std::uint32_t i = 0; i < worth_.size(); ++i) worth_[i] = weight(i) + bonus[cold_[i].option];
}

double ContextGraph::behind(std::uint32_t relay, std::uint32_t n, std::uint32_t* which) const {
  const double* const there = outside_.data() + std::size_t{n} * stride_;
  double best = kNever;
  for (std::uint32_t i = first_step_[relay]; i < first_step_[relay + 1]; ++i) {
    const double value = worth_[i] + there[offsets_[i]];
    if (value <= best || !allowed(n, cold_[i].option)) continue;
    best = value;
    if (which != nullptr) *which = i;
  }
  return best;
}

void ContextGraph::relay_row(std::uint32_t n) {
  const double* const there = outside_.data() + std::size_t{n} * stride_;
  row_.resize(relay_bands_.size());
  for (const std::uint32_t r : alive_) {
    if (!covers(relay_bands_[r], n)) {
      row_[r] = kNever;
    } else if (walls_) {
      row_[r] = behind(r, n);
    } else {
      row_[r] = best_of<4>(first_step_[r], first_step_[r + 1],
                           [&](std::uint32_t i) { return worth_[i] + there[offsets_[i]]; });
    }
  }
}

double ContextGraph::sweep_back(std::span<const double> bonus, Watch* watch) {
  load(bonus);
  for (std::uint32_t n = length_; n-- > 0;) {
    if (watch != nullptr && watch->over()) return kNever;
    relay_row(n);
    double* const here = outside_.data() + std::size_t{n} * stride_;
    for (std::uint32_t s = 0; s < states(); ++s) {
      here[s] = covers(bands_[s], n)
                    ? best_of<4>(first_head_[s], first_head_[s + 1],
                                 [&](std::uint32_t h) { return values_[h] + row_[relays_[h]]; })
                    : kNever;
    }
  }
  return outside_[0];
}

// The best ways to each relay when n words are covered, into ahead_.
void ContextGraph::reach_relays(std::uint32_t n) {
  ahead_.resize(relay_bands_.size());
  for (const std::uint32_t r : alive_) ahead_[r] = kNever;
  const double* const here = inside_.data() + std::size_t{n} * stride_;
  for (std::uint32_t s = 0; s < states(); ++s) {
    if (here[s] == kNever || !covers(bands_[s], n)) continue;
    for (std::uint32_t h = first_head_[s]; h < first_head_[s + 1]; ++h) {
      double& ahead = ahead_[relays_[h]];
      ahead = std::max(ahead, here[s] + values_[h]);
    }
  }
}

void ContextGraph::sweep_forward(std::span<const double> bonus, Watch* watch) {
  load(bonus);
  inside_.assign(outside_.size(), kNever);
  inside_[0] = 0;
  for (std::uint32_t n = 0; n < length_; ++n) {
    if (watch != nullptr && watch->over()) return;
    reach_relays(n);
    double* const here = inside_.data() + std::size_t{n} * stride_;
    for (const std::uint32_t r : alive_) {
      if (ahead_[r] == kNever) continue;
      for (std::uint32_t i = first_step_[r]; i < first_step_[r + 1]; ++i) {
        if (!allowed(n, cold_[i].option)) continue;
        double& there = here[offsets_[i]];
        there = std::max(there, ahead_[r] + worth_[i]);
      }
    }
  }
}

// Takes out of columns whose rows belong to someone each what is not kept.
template <class Keep, class... Columns>
void ContextGraph::squeeze(std::vector<std::uint32_t>& first, Keep keep, Columns&... columns) {
  std::uint32_t out = 0;
  for (std::size_t owner = 0; owner + 1 < first.size(); ++owner) {
    const std::uint32_t begin = first[owner];
    first[owner] = out;
    for (std::uint32_t i = begin; i < first[owner + 1]; ++i) {
      if (!keep(i)) continue;
      ((columns[out] = columns[i]), ...);
      ++out;
    }
  }
  first.back() = out;
  (columns.resize(out), ...);
}

void ContextGraph::cut(std::span<const double> /*bonus*/, double threshold) {  // it is in worth_
  threshold_ = threshold;
  for (std::uint32_t s = 0; s < states(); ++s) {
    Band& band = bands_[s];
    const auto through = [&](std::uint32_t n) {
      const std::size_t at = std::size_t{n} * stride_ + s;
      return inside_[at] + outside_[at];
    };
    while (band.low < band.high && through(band.low) < threshold) ++band.low;
    while (band.low < band.high && through(band.high - 1) < threshold) --band.high;
  }
  std::vector<double> head_best(heads_.size(), kNever), step_best(worth_.size(), kNever);
  for (std::uint32_t n = 0; n < length_; ++n) {
    relay_row(n);
    reach_relays(n);
    const double* const here = inside_.data() + std::size_t{n} * stride_;
    const double* const there = outside_.data() + std::size_t{n} * stride_;
    for (std::uint32_t s = 0; s < states(); ++s) {
      if (here[s] == kNever || !covers(bands_[s], n)) continue;
      for (std::uint32_t h = first_head_[s]; h < first_head_[s + 1]; ++h)
        head_best[h] = std::max(head_best[h], here[s] + row_[relays_[h]]);
    }
    for (const std::uint32_t r : alive_) {
      if (ahead_[r] == kNever) continue;
      for (std::uint32_t i = first_step_[r]; i < first_step_[r + 1]; ++i)
        step_best[i] = std::max(step_best[i], ahead_[r] + there[offsets_[i]]);
    }
  }
  const auto keep_head = [&](std::uint32_t h) { return head_best[h] + values_[h] >= threshold; };
  const auto keep_step = [&](std::uint32_t i) { return step_best[i] + worth_[i] >= threshold; };
  squeeze(first_head_, keep_head, heads_, relays_, values_, named_);
  squeeze(first_step_, keep_step, worth_, offsets_, cold_);
  narrow_relays();
  agreement_.alive.assign(agreement_.alive.size(), false);
  agreement_.alive[0] = true;  // of the start
  for (const Cold& step : cold_) agreement_.alive[step.child] = true;
}

// A relay is looked at with the numbers of words of the states that lead to it; where none does any more, not
// at all.
void ContextGraph::narrow_relays() {
  relay_bands_.assign(relay_bands_.size(), {length_, 0});
  for (std::uint32_t s = 0; s < states(); ++s) {
    for (std::uint32_t h = first_head_[s]; h < first_head_[s + 1]; ++h) {
      Band& band = relay_bands_[relays_[h]];
      band.low = std::min(band.low, bands_[s].low);
      band.high = std::max(band.high, bands_[s].high);
    }
  }
  alive_.clear();
  for (std::uint32_t r = 0; r < relay_bands_.size(); ++r) {
    if (relay_bands_[r].low < relay_bands_[r].high) alive_.push_back(r);
  }
}

template <class Visit>
void ContextGraph::walk_best(Visit visit) const {
  if (outside_[0] == kNever) return;
  std::uint32_t state = 0;
  for (std::uint32_t n = 0; n < length_;) {
    double best = kNever;
    std::uint32_t head = 0, step = 0;
    for (std::uint32_t h = first_head_[state]; h < first_head_[state + 1]; ++h) {
      std::uint32_t which = 0;
      const double value = values_[h] + behind(relays_[h], n, &which);
      if (value <= best) continue;
      best = value;
      head = h;
      step = which;
    }
    visit(head, step);
    n += offsets_[step] / stride_;
    state = offsets_[step] % stride_;
  }
}

void ContextGraph::best_path(std::vector<std::uint32_t>& options) const {
  options.clear();
  walk_best([&](std::uint32_t, std::uint32_t step) { options.push_back(cold_[step].option); });
}

void ContextGraph::disagreements(std::vector<Agreement::Disagreement>& found) const {
  found.clear();
  if (outside_[0] == kNever) return;
  std::uint32_t came = 0, state = 0;
  const auto meet = [&](std::uint32_t named) {
    if (named != came) found.push_back({came, named});
  };
  walk_best([&](std::uint32_t head, std::uint32_t step) {
    meet(named_[head]);
    came = cold_[step].child;
    state = offsets_[step] % stride_;
  });
  meet(last_named_[state]);
}

std::uint32_t ContextGraph::child_behind(std::uint32_t child, std::uint32_t option,
                                         WordId first_word) const {
  const std::uint32_t state = agreement_.state_of(child);
  std::uint32_t head = first_head_[state];
  while (heads_[head].word != first_word) ++head;
  std::uint32_t step = first_step_[relays_[head]];
  while (cold_[step].option != option) ++step;
  return cold_[step].child;
}

void ContextGraph::pair_up() {
  pairs_.clear();
  first_pair_.assign(1, 0);
  for (std::uint32_t s = 0; s < states(); ++s) {
    const Band band = bands_[s];
    for (std::uint32_t h = first_head_[s]; h < first_head_[s + 1]; ++h) {
      const std::uint32_t relay = relays_[h];
      for (std::uint32_t i = first_step_[relay]; i < first_step_[relay + 1]; ++i) {
        const double own = values_[h] + worth_[i];
        for (std::uint32_t n = band.low; n < band.high; ++n) {
          const std::size_t row = std::size_t{n} * stride_;
          if (inside_[row + s] + own + outside_[row + offsets_[i]] < threshold_) continue;
          pairs_.push_back(i);
          break;
        }
      }
      first_pair_.push_back(pairs_.size());
    }
  }
}

}  // namespace manyways::exact
