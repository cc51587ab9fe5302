#include "metrics/ter.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "metrics/edit.h"
#include "metrics/ngrams.h"

namespace manyways::metrics {
namespace {

constexpr int kMaxShiftSize = 10;
constexpr int kMaxShiftDistance = 50;
constexpr int kMaxShiftCandidates = 1000;

struct Move {
  int length, start, target;
};

// Is gaining `gain` by `move` better than gaining `best_gain` by `best`?
bool better(int gain, const Move& move, int best_gain, const Move& best) {
  if (gain != best_gain) return gain > best_gain;
  if (move.length != best.length) return move.length > best.length;
  if (move.start != best.start) return move.start < best.start;
  return move.target < best.target;
}

// The search for shifts of one candidate towards one reference.
class ShiftSearch {
 public:
  // The edits needed; or `enough` or more as soon as it is clear that `enough` is not undercut.
  // `least`: a bound that no order of the candidate's words can beat.
  int edits(EditDistance& distance, std::span<const std::uint32_t> candidate, int least,
            int enough) {
    distance.set_candidate(candidate);
    checked_ = 0;
    for (int shifts = 0;; ++shifts) {
      if (shifts + least >= enough) return enough;
      if (distance.value() == least && distance.value() <= distance.trusted())
        return shifts + least;
      const int now = distance.align(alignment_);
      if (!collect(distance)) return shifts + now;
      Move best{};
      if (find_best(distance, now, now - least, best) == 0) return shifts + now;
      distance.apply(shift_of(best.start, best.length, best.target, size(distance)));
    }
  }

 private:
  static int size(const EditDistance& distance) {
    return static_cast<int>(distance.candidate().size());
  }

  // All shifts that the rules allow, by length; false once too many have been looked at.
  bool collect(const EditDistance& distance) {
    for (auto& moves : moves_) moves.clear();
    const auto candidate = distance.candidate();
    for (int start = 0; start < size(distance); ++start) {
      const auto places = distance.places(candidate[static_cast<std::size_t>(start)]);
      for (std::size_t block = 0; block < places.size(); ++block) {
        for (std::uint64_t bits = places[block]; bits != 0; bits &= bits - 1) {
          const int at = static_cast<int>(block * 64) + std::countr_zero(bits);
          if (std::abs(at - start) > kMaxShiftDistance) continue;
          collect_from(distance, start, at);
          if (checked_ >= kMaxShiftCandidates) return false;
        }
      }
    }
    return true;
  }

  void collect_from(const EditDistance& distance, int start, int at) {
    const auto candidate = distance.candidate();
    const int against = alignment_.candidate_of[static_cast<std::size_t>(at)];
    for (int length = 1; length <= kMaxShiftSize; ++length) {
      const int end = start + length - 1, place = at + length - 1;
      if (end >= size(distance) || place >= distance.reference_size()) return;
      const std::uint64_t bits = distance.places(
          candidate[static_cast<std::size_t>(end)])[static_cast<std::size_t>(place) / 64];
      if ((bits >> place % 64 & 1) == 0) return;
      if (errors(alignment_.candidate_errors, start, length) == 0) continue;
      if (errors(alignment_.reference_errors, at, length) == 0) continue;
      if (start <= against && against < start + length) continue;
      add_targets(start, at, length);
      if (checked_ >= kMaxShiftCandidates) return;
    }
  }

  static int errors(const std::vector<int>& sums, int begin, int length) {
    return sums[static_cast<std::size_t>(begin + length)] - sums[static_cast<std::size_t>(begin)];
  }

  void add_targets(int start, int at, int length) {
    int previous = -1;
    for (int place = at - 1; place < at + length; ++place) {
      const int target =
          place < 0 ? 0 : alignment_.candidate_of[static_cast<std::size_t>(place)] + 1;
      if (target == previous) continue;
      previous = target;
      ++checked_;
      moves_[static_cast<std::size_t>(length)].push_back({length, start, target});
    }
  }

  // Longest blocks first, so that the bounds cut off most of the short ones. Returns the gain.
  // `now` may be the beam's value: a shift can gain its excess over the true one besides.
  int find_best(EditDistance& distance, int now, int most, Move& best) {
    int best_gain = 0;
    const int excess = now - distance.value();
    for (int length = kMaxShiftSize; length > 0; --length) {
      const int bound = std::min(most, 2 * length + excess);
      for (const Move& move : moves_[static_cast<std::size_t>(length)]) {
        if (bound < best_gain || bound <= 0) break;
        if (best_gain > 0 && !better(bound, move, best_gain, best)) continue;
        const Shift shift = shift_of(move.start, move.length, move.target, size(distance));
        const int least = distance.shifted(shift);
        const auto wins = [&](int value) {
          return value < now && (best_gain == 0 || better(now - value, move, best_gain, best));
        };
        if (!wins(least)) continue;  // the beam's value is no lower
        const int value = least <= distance.trusted() ? least : beam_value(distance, shift);
        if (!wins(value)) continue;
        best_gain = now - value;
        best = move;
      }
    }
    return best_gain;
  }

  int beam_value(EditDistance& distance, const Shift& shift) {
    const auto candidate = distance.candidate();
    moved_.assign(candidate.begin(), candidate.end());
    std::rotate(moved_.begin() + shift.begin, moved_.begin() + shift.split,
                moved_.begin() + shift.end);
    return distance.beam_value(moved_);
  }

  Alignment alignment_;
  std::vector<Move> moves_[kMaxShiftSize + 1];
  std::vector<std::uint32_t> moved_;
  int checked_ = 0;
};

class TerKernel final : public Kernel {
 public:
  explicit TerKernel(const TercomOptions& options)
      : tokeniser_(Splitting::kTercom, options),
        rewrites_(options.normalized || options.no_punct) {}

  void set_references(std::span<const std::string_view> references) override {
    words_.clear();
    reference_ids_.resize(references.size());
    distances_.resize(references.size());
    std::int64_t length = 0;
    for (std::size_t r = 0; r < references.size(); ++r) {
      reference_ids_[r].clear();
      for (const std::string_view word : split_reference(references[r]))
        reference_ids_[r].push_back(words_.add(word));
      length += static_cast<std::int64_t>(reference_ids_[r].size());
    }
    const auto count = static_cast<std::int64_t>(references.size());
    length_ = (length * kTerUnit + count / 2) / count;
    const std::size_t symbols = words_.size() + std::size_t{1};
    counts_.assign(references.size() * symbols, 0);
    for (std::size_t r = 0; r < references.size(); ++r) {
      distances_[r].set_reference(reference_ids_[r], words_.size());
      for (const std::uint32_t id : reference_ids_[r]) ++counts_[r * symbols + id];
    }
  }

  void statistics(std::string_view candidate, std::int64_t* row) override {
    ids_.clear();
    for (const std::string_view word : tokeniser_.split(candidate))
      ids_.push_back(words_.find(word));
    order_.clear();
    for (std::size_t r = 0; r < reference_ids_.size(); ++r) order_.emplace_back(least_edits(r), r);
    std::sort(order_.begin(), order_.end());
    int best = std::numeric_limits<int>::max();
    for (const auto& [least, r] : order_) {
      if (least >= best) break;
      const int edits = reference_ids_[r].empty() ? static_cast<int>(ids_.size())
                                                  : search_.edits(distances_[r], ids_, least, best);
      best = std::min(best, edits);
    }
    row[0] = best;
    row[1] = length_;
  }

 private:
  // sacreBLEU rewrites its references twice, which shows where a rewriting makes new escapes.
  std::span<const std::string_view> split_reference(std::string_view reference) {
    auto words = tokeniser_.split(reference);
    if (!rewrites_) return words;
    std::string joined;
    for (const std::string_view word : words) {
      if (!joined.empty()) joined += ' ';
      joined += word;
    }
    joined_ = joined;
    return tokeniser_.split(joined_);
  }

  // Words of the longer side that have no partner, in whatever order.
  int least_edits(std::size_t r) {
    const std::size_t symbols = words_.size() + std::size_t{1};
    const auto begin = counts_.begin() + static_cast<std::ptrdiff_t>(r * symbols);
    left_.assign(begin, begin + static_cast<std::ptrdiff_t>(symbols));
    int partners = 0;
    for (const std::uint32_t id : ids_) {
      partners += left_[id] > 0;
      left_[id] -= left_[id] > 0;
    }
    return static_cast<int>(std::max(ids_.size(), reference_ids_[r].size())) - partners;
  }

  Tokeniser tokeniser_;
  bool rewrites_;
  WordTable words_;
  std::vector<std::vector<std::uint32_t>> reference_ids_;
  std::vector<EditDistance> distances_;
  std::vector<int> counts_, left_;
  std::vector<std::uint32_t> ids_;
  std::vector<std::pair<int, std::size_t>> order_;
  std::string joined_;
  std::int64_t length_ = 0;
  ShiftSearch search_;
};

class Ter final : public Metric {
 public:
  explicit Ter(const TercomOptions& options) : options_(options) {}
  std::size_t columns() const override { return 2; }
  std::unique_ptr<Kernel> kernel() const override { return std::make_unique<TerKernel>(options_); }
  double score(const std::int64_t* sums) const override {
    const double both[] = {static_cast<double>(sums[0]), static_cast<double>(sums[1])};
    return score(both);
  }
  double score(const double* sums) const override {
    if (sums[1] > 0) return 100.0 * sums[0] * kTerUnit / sums[1];
    return sums[0] > 0 ? 100.0 : 0.0;
  }
  double direction() const override { return -1.0; }
  double size_unit() const override { return static_cast<double>(kTerUnit); }

 private:
  TercomOptions options_;
};

}  // namespace

std::unique_ptr<Metric> make_ter(const TercomOptions& options) {
  return std::make_unique<Ter>(options);
}

}  // namespace manyways::metrics
