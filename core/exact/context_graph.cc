#include "exact/context_graph.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace manyways::exact {

namespace {

// The best of value(begin) to value(end - 1), four at a time, so that none waits for the one before.
template <class Value>
inline double best_of(std::uint32_t begin, std::uint32_t end, Value value) {
  std::array<double, 4> best{kNever, kNever, kNever, kNever};
  for (; begin + 4 <= end; begin += 4) {
    for (std::uint32_t k = 0; k < 4; ++k) best[k] = std::max(best[k], value(begin + k));
  }
  for (; begin < end; ++begin) best[0] = std::max(best[0], value(begin));
  return std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
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
    if (!agreement_.changed(s)) continue;
    for (std::uint32_t h = first_head_[s]; h < first_head_[s + 1]; ++h)
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

// The same without walls, of relay after relay.
auto ContextGraph::best_behind(std::uint32_t n) const {
  return [first = first_step_.data(), worth = worth_.data(), offsets = offsets_.data(),
          there = outside_.data() + std::size_t{n} * stride_](std::uint32_t relay) {
    return best_of(first[relay], first[relay + 1],
                   [=](std::uint32_t i) { return worth[i] + there[offsets[i]]; });
  };
}

void ContextGraph::relay_row(std::uint32_t n) {
  row_.resize(relay_bands_.size());
  const auto best = best_behind(n);
  double* const row = row_.data();
  for (const std::uint32_t r : alive_)
    row[r] = !covers(relay_bands_[r], n) ? kNever : walls_ ? behind(r, n) : best(r);
}

double ContextGraph::sweep_back(std::span<const double> bonus, Watch* watch) {
  load(bonus);
  for (std::uint32_t n = length_; n-- > 0;) {
    if (watch != nullptr && watch->over()) return kNever;
    relay_row(n);
    double* const here = outside_.data() + std::size_t{n} * stride_;
    const auto through = [values = values_.data(), relays = relays_.data(), row = row_.data()](
                             std::uint32_t h) { return values[h] + row[relays[h]]; };
    for (std::uint32_t s = 0; s < states(); ++s) {
      here[s] =
          covers(bands_[s], n) ? best_of(first_head_[s], first_head_[s + 1], through) : kNever;
    }
  }
  return outside_[0];
}

// Takes out of columns whose rows belong to someone each what is not kept.
template <class... Columns>
void ContextGraph::squeeze(std::vector<std::uint32_t>& first, const std::vector<char>& kept,
                           Columns&... columns) {
  std::uint32_t out = 0;
  for (std::size_t owner = 0; owner + 1 < first.size(); ++owner) {
    const std::uint32_t begin = first[owner];
    first[owner] = out;
    for (std::uint32_t i = begin; i < first[owner + 1]; ++i) {
      if (!kept[i]) continue;
      ((columns[out] = columns[i]), ...);
      ++out;
    }
  }
  first.back() = out;
  (columns.resize(out), ...);
}

// The bonus is in worth_ since the sweep.
void ContextGraph::cut(std::span<const double> /*bonus*/, double threshold, Watch& watch) {
  threshold_ = std::max(threshold, std::numeric_limits<double>::lowest());
  inside_.assign(outside_.size(), kNever);
  inside_[0] = 0;
  ahead_.resize(relay_bands_.size());
  row_.resize(relay_bands_.size());
  Kept kept{std::vector<Band>(states(), {0, 0}), std::vector<char>(heads_.size()),
            std::vector<char>(worth_.size())};
  for (std::uint32_t n = 0; n < length_; ++n) {
    if (watch.over()) return;
    look_ahead(n, kept);
  }
  bands_ = std::move(kept.bands);
  squeeze(first_head_, kept.heads, heads_, relays_, values_, named_);
  squeeze(first_step_, kept.steps, worth_, offsets_, cold_);
  narrow_relays();
  agreement_.alive.assign(agreement_.alive.size(), false);
  agreement_.alive[0] = true;  // of the start
  for (const Cold& step : cold_) agreement_.alive[step.child] = true;
}

// From the states with n words covered that are on a path of at least the threshold, along what else is on it.
void ContextGraph::look_ahead(std::uint32_t n, Kept& kept) {
  const double* const inside = inside_.data() + std::size_t{n} * stride_;
  const double* const outside = outside_.data() + std::size_t{n} * stride_;
  const auto on_path = [&](std::uint32_t s) { return inside[s] + outside[s] >= threshold_; };
  const double* const values = values_.data();
  const std::uint32_t* const relays = relays_.data();
  double* const ahead = ahead_.data();
  const auto best = best_behind(n);
  for (const std::uint32_t r : alive_) ahead[r] = kNever;
  for (std::uint32_t s = 0; s < states(); ++s) {
    if (!on_path(s)) continue;
    Band& band = kept.bands[s];
    band = {band.high == 0 ? n : band.low, n + 1};
    for (std::uint32_t h = first_head_[s]; h < first_head_[s + 1]; ++h)
      ahead[relays[h]] = std::max(ahead[relays[h]], inside[s] + values[h]);
  }
  for (const std::uint32_t r : alive_) {
    if (ahead[r] == kNever) continue;
    row_[r] = walls_ ? behind(r, n) : best(r);
    if (ahead[r] + row_[r] >= threshold_) step_ahead(n, r, kept.steps.data());
  }
  char* const heads = kept.heads.data();
  const double* const row = row_.data();
  for (std::uint32_t s = 0; s < states(); ++s) {
    if (!on_path(s)) continue;
    const double needed = threshold_ - inside[s];
    for (std::uint32_t h = first_head_[s]; h < first_head_[s + 1]; ++h)
      heads[h] |= values[h] + row[relays[h]] >= needed;
  }
}

// Along the steps of a relay that is reached; without branches, for at first most of them stay.
void ContextGraph::step_ahead(std::uint32_t n, std::uint32_t relay, char* kept) {
  double* const inside = inside_.data() + std::size_t{n} * stride_;
  const double* const outside = outside_.data() + std::size_t{n} * stride_;
  const double* const worth = worth_.data();
  const std::uint32_t* const offsets = offsets_.data();
  const double ahead = ahead_[relay], threshold = threshold_;
  const std::uint32_t end = first_step_[relay + 1];
  for (std::uint32_t i = first_step_[relay]; i < end; ++i) {
    if (!allowed(n, cold_[i].option)) continue;
    const double value = ahead + worth[i];
    double& there = inside[offsets[i]];
    kept[i] |= value + outside[offsets[i]] >= threshold;
    there = std::max(there, value);
  }
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
