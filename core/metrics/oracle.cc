#include "metrics/oracle.h"

#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/offsets.h"

namespace manyways::metrics {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 40;  // of a sentence: sums of millions fit

void check_rows(const Metric& metric, std::span<const std::int64_t> rows,
                std::span<const std::int64_t> offsets) {
  check_all_in_rows(offsets, rows.size() / metric.columns(), "sentence offsets");
  for (const std::int64_t value : rows)
    if (value > kLargest || value < -kLargest)
      throw std::invalid_argument("a statistic is too large to be one: " + std::to_string(value));
}

}  // namespace

std::vector<std::int64_t> best_candidates(const Metric& metric, std::span<const std::int64_t> rows,
                                          std::span<const std::int64_t> sentence_offsets) {
  check_rows(metric, rows, sentence_offsets);
  const std::size_t columns = metric.columns();
  std::vector<std::int64_t> choice(sentence_offsets.size() - 1, -1);
  for (std::size_t s = 0; s < choice.size(); ++s) {
    double best = 0;
    for (std::int64_t c = sentence_offsets[s]; c < sentence_offsets[s + 1]; ++c) {
      const double value =
          metric.direction() *
          metric.sentence_score(rows.data() + static_cast<std::size_t>(c) * columns);
      if (choice[s] < 0 || value > best) {
        best = value;
        choice[s] = c;
      }
    }
  }
  return choice;
}

std::vector<std::int64_t> improve_choice(const Metric& metric, std::span<const std::int64_t> rows,
                                         std::span<const std::int64_t> sentence_offsets,
                                         std::vector<std::int64_t> choice, int rounds) {
  check_rows(metric, rows, sentence_offsets);
  if (choice.size() + 1 != sentence_offsets.size())
    throw std::invalid_argument("a choice needs one row per sentence");
  for (std::size_t s = 0; s < choice.size(); ++s)
    if (choice[s] >= 0 && (choice[s] < sentence_offsets[s] || choice[s] >= sentence_offsets[s + 1]))
      throw std::invalid_argument("a choice must be a row of its sentence, or -1");
  const std::size_t columns = metric.columns();
  const auto row = [&](std::int64_t c) {
    return rows.data() + static_cast<std::size_t>(c) * columns;
  };
  std::vector<std::int64_t> sums(columns, 0), rest(columns), whole(columns);
  for (const std::int64_t c : choice)
    for (std::size_t k = 0; c >= 0 && k < columns; ++k) sums[k] += row(c)[k];
  double best = metric.direction() * metric.score(sums.data());
  bool changed = true;
  for (int round = 0; round < rounds && changed; ++round) {
    changed = false;
    for (std::size_t s = 0; s < choice.size(); ++s) {
      if (choice[s] < 0) continue;
      for (std::size_t k = 0; k < columns; ++k) rest[k] = sums[k] - row(choice[s])[k];
      for (std::int64_t c = sentence_offsets[s]; c < sentence_offsets[s + 1]; ++c) {
        for (std::size_t k = 0; k < columns; ++k) whole[k] = rest[k] + row(c)[k];
        const double value = metric.direction() * metric.score(whole.data());
        if (value <= best) continue;
        best = value;
        choice[s] = c;
        changed = true;
      }
      for (std::size_t k = 0; k < columns; ++k) sums[k] = rest[k] + row(choice[s])[k];
    }
  }
  return choice;
}

}  // namespace manyways::metrics
