#include "tune/lists.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace manyways::tune {

Lists::Lists(std::span<const double> features, std::size_t dimensions,
             std::span<const std::int64_t> statistics, std::size_t width,
             std::span<const std::int64_t> offsets)
    : candidates_(dimensions == 0 ? 0 : features.size() / dimensions),
      dimensions_(dimensions),
      width_(width),
      offsets_(offsets.begin(), offsets.end()) {
  if (dimensions == 0 || offsets.size() < 2 || offsets.front() != 0 ||
      static_cast<std::size_t>(offsets.back()) != candidates_ ||
      features.size() != candidates_ * dimensions || statistics.size() != candidates_ * width) {
    throw std::invalid_argument("features, statistics and offsets do not fit together");
  }
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    if (offsets[s] >= offsets[s + 1])
      throw std::invalid_argument("a list needs at least one candidate");
  }
  columns_.resize(features.size());
  for (std::size_t c = 0; c < candidates_; ++c) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      const double value = features[c * dimensions + d];
      if (!std::isfinite(value)) throw std::invalid_argument("a feature is not a finite number");
      columns_[d * candidates_ + c] = value;
    }
  }
  statistics_.assign(statistics.begin(), statistics.end());
}

Lists Lists::subset(std::span<const std::uint32_t> chosen) const {
  Lists part;
  part.candidates_ = chosen.size();
  part.dimensions_ = dimensions_;
  part.width_ = width_;
  part.offsets_.reserve(offsets_.size());
  std::size_t next = 0;
  for (const std::size_t start : offsets_) {
    while (next < chosen.size() && chosen[next] < start) ++next;
    part.offsets_.push_back(next);
  }
  part.columns_.resize(chosen.size() * dimensions_);
  for (std::size_t d = 0; d < dimensions_; ++d) {
    const double* from = columns_.data() + d * candidates_;
    double* to = part.columns_.data() + d * chosen.size();
    for (std::size_t i = 0; i < chosen.size(); ++i) to[i] = from[chosen[i]];
  }
  part.statistics_.reserve(chosen.size() * width_);
  for (const std::uint32_t c : chosen) {
    const auto row = statistics(c);
    part.statistics_.insert(part.statistics_.end(), row.begin(), row.end());
  }
  return part;
}

void Lists::project(std::span<const double> weights, std::span<double> scores) const {
  if (weights.size() != dimensions_ || scores.size() != candidates_)
    throw std::invalid_argument("one weight per feature and one score per candidate are needed");
  std::fill(scores.begin(), scores.end(), 0.0);
  for (std::size_t d = 0; d < dimensions_; ++d) {
    const double weight = weights[d];
    if (weight == 0) continue;
    const double* values = columns_.data() + d * candidates_;
    for (std::size_t c = 0; c < candidates_; ++c) scores[c] += weight * values[c];
  }
}

std::vector<std::uint32_t> Lists::best(std::span<const double> scores) const {
  std::vector<std::uint32_t> choice(sentences());
  for (std::size_t s = 0; s < sentences(); ++s) {
    const auto first = scores.begin() + static_cast<std::ptrdiff_t>(begin(s));
    const auto last = scores.begin() + static_cast<std::ptrdiff_t>(end(s));
    choice[s] = static_cast<std::uint32_t>(std::max_element(first, last) - scores.begin());
  }
  return choice;
}

std::vector<double> Lists::sum(std::span<const std::uint32_t> choice) const {
  std::vector<double> sums(width_, 0.0);
  for (const std::uint32_t candidate : choice) {
    const auto row = statistics(candidate);
    for (std::size_t k = 0; k < width_; ++k) sums[k] += row[k];
  }
  return sums;
}

std::vector<double> unit_steps(const Lists& lists) {
  std::vector<double> units(lists.dimensions(), 0.0);
  for (std::size_t d = 0; d < units.size(); ++d) {
    const auto column = lists.column(d);
    double total = 0;
    for (std::size_t s = 0; s < lists.sentences(); ++s) {
      const std::size_t first = lists.begin(s), last = lists.end(s);
      double sum = 0, squares = 0;
      for (std::size_t c = first; c < last; ++c) sum += column[c];
      const double mean = sum / static_cast<double>(last - first);
      for (std::size_t c = first; c < last; ++c) squares += (column[c] - mean) * (column[c] - mean);
      total += squares / static_cast<double>(last - first);
    }
    const double deviation = std::sqrt(total / static_cast<double>(lists.sentences()));
    units[d] = deviation > 1e-12 ? 1 / deviation : 0;
  }
  return units;
}

double corpus_score(const Lists& lists, const CorpusScore& score, std::span<const double> weights) {
  std::vector<double> scores(lists.candidates());
  lists.project(weights, scores);
  return score(lists.sum(lists.best(scores)).data());
}

}  // namespace manyways::tune
