#include "text/letter_pairs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "base/threads.h"
#include "base/utf8.h"

namespace manyways::text {
namespace {

constexpr std::size_t kLongestPaired = 40;   // letters of a word
constexpr std::size_t kLettersOfSide = 127;  // letters of a side
constexpr std::size_t kPairsOfBlock = 512;   // pairs
constexpr int kMinings = 12, kLearnings = 10;
constexpr std::array<double, 2> kStartChance{0.02, 0.5};  // the chance of words and of names
constexpr double kLeastChance = 1e-3, kLeastCount = 1e-3;
constexpr double kEvenStart = 1e-3;  // every unit's probability at the start

struct UnitSizes {
  std::uint8_t source, target;  // letters of a unit
};
constexpr std::array<UnitSizes, 3> kSingle{{{1, 0}, {0, 1}, {1, 1}}};
constexpr std::array<UnitSizes, 3> kDouble{{{1, 0}, {1, 1}, {1, 2}}};

// The letters of one side, the most frequent first, and words as their numbers from 1 on.
struct PairedSide {
  std::vector<char32_t> letters{0};
  std::vector<double> share{0};
  std::vector<std::vector<std::uint8_t>> words;  // empty: left out

  explicit PairedSide(const TextView& column) {
    std::map<char32_t, std::int64_t> counts;
    std::int64_t all = 0;
    for (std::size_t i = 0; i < column.size(); ++i) {
      unicode::for_each_character(column[i], [&](char32_t c, std::string_view) {
        ++counts[c];
        ++all;
      });
    }
    std::vector<std::pair<std::int64_t, char32_t>> order;
    for (const auto& [letter, times] : counts) order.emplace_back(-times, letter);
    std::ranges::sort(order);
    std::map<char32_t, std::uint8_t> numbers;
    for (std::size_t i = 0; i < order.size() && i < kLettersOfSide; ++i) {
      numbers[order[i].second] = static_cast<std::uint8_t>(letters.size());
      letters.push_back(order[i].second);
      share.push_back(static_cast<double>(-order[i].first) / static_cast<double>(all));
    }
    for (std::size_t i = 0; i < column.size(); ++i) {
      std::vector<std::uint8_t>& word = words.emplace_back();
      bool known = true;
      unicode::for_each_character(column[i], [&](char32_t c, std::string_view) {
        const auto found = numbers.find(c);
        known = known && found != numbers.end() && word.size() < kLongestPaired;
        if (known) word.push_back(found->second);
      });
      if (!known) word.clear();
    }
  }

  double noise(std::size_t row) const {
    double product = 1;
    for (const std::uint8_t letter : words[row]) product *= share[letter];
    return product;
  }
};

class UnitEstimation {
 public:
  UnitEstimation(const TextView& sources, const TextView& targets, std::span<const UnitSizes> sizes,
                 unsigned threads)
      : source_(sources), target_(targets), sizes_(sizes), threads_(threads) {
    if (sources.size() != targets.size()) {
      throw std::invalid_argument("a word is needed on both sides of a pair");
    }
    width_ = target_.letters.size();
    const bool two =
        std::ranges::any_of(sizes, [](const UnitSizes& each) { return each.target > 1; });
    depth_ = two ? width_ : 1;
    units_.assign(source_.letters.size() * width_ * depth_, kEvenStart);
  }

  std::size_t pairs() const { return source_.words.size(); }
  const PairedSide& source() const { return source_; }
  const PairedSide& target() const { return target_; }

  // Those that have a probability, in the order of their letters.
  std::vector<LetterUnit> units() const {
    std::vector<LetterUnit> found;
    for (std::size_t unit = 0; unit < units_.size(); ++unit) {
      if (units_[unit] == 0) continue;
      found.push_back({source_.letters[unit / depth_ / width_],
                       {target_.letters[unit / depth_ % width_], target_.letters[unit % depth_]},
                       units_[unit]});
    }
    return found;
  }

  // One iteration. weight(row, sum over the ways to cut the pair) says what the pair counts.
  template <typename Weight>
  void improve(const Weight& weight, std::vector<double>& weights) {
    const std::size_t blocks = (pairs() + kPairsOfBlock - 1) / kPairsOfBlock;
    std::vector<Counts> found(blocks);
    parallel_for(blocks, threads_, [&](std::size_t block) {
      Scratch scratch{std::vector<double>(units_.size(), 0.0), {}, {}, {}};
      const std::size_t end = std::min(pairs(), (block + 1) * kPairsOfBlock);
      for (std::size_t row = block * kPairsOfBlock; row < end; ++row) {
        const double ways = forward(row, scratch);
        weights[row] = ways > 0 ? weight(row, ways) : 0;
        if (weights[row] >= kLeastChance) backward(row, weights[row] / ways, scratch);
      }
      std::ranges::sort(scratch.touched);
      for (const std::uint32_t unit : scratch.touched) {
        found[block].emplace_back(unit, scratch.counts[unit]);
      }
    });
    std::ranges::fill(units_, 0.0);
    for (const Counts& counts : found) {
      for (const auto& [unit, count] : counts) units_[unit] += count;
    }
    double total = 0;
    for (double& count : units_) total += count = count > kLeastCount ? count : 0;
    if (total == 0) return;
    for (double& count : units_) count /= total;
  }

 private:
  using Counts = std::vector<std::pair<std::uint32_t, double>>;
  struct Scratch {
    std::vector<double> counts;
    std::vector<std::uint32_t> touched;
    std::vector<double> before, behind;
  };

  // Calls use(unit, place behind it) for each unit that may begin at a place of the pair.
  template <typename Use>
  void each_unit(std::size_t row, std::size_t i, std::size_t j, const Use& use) const {
    const auto& s = source_.words[row];
    const auto& t = target_.words[row];
    for (const UnitSizes size : sizes_) {
      if (i + size.source > s.size() || j + size.target > t.size()) continue;
      const std::size_t first = size.target > 0 ? t[j] : 0, second = size.target > 1 ? t[j + 1] : 0;
      const std::size_t letter = size.source > 0 ? s[i] : 0;
      const auto unit = static_cast<std::uint32_t>((letter * width_ + first) * depth_ + second);
      use(unit, (i + size.source) * (t.size() + 1) + j + size.target);
    }
  }

  // before[place]: the sum over the ways to get there. Gives that over the whole pair.
  double forward(std::size_t row, Scratch& scratch) const {
    const std::size_t rows = source_.words[row].size(), columns = target_.words[row].size();
    if (rows == 0 || columns == 0) return 0;
    scratch.before.assign((rows + 1) * (columns + 1), 0.0);
    scratch.before[0] = 1;
    for (std::size_t i = 0; i <= rows; ++i) {
      for (std::size_t j = 0; j <= columns; ++j) {
        const double sum = scratch.before[i * (columns + 1) + j];
        if (sum == 0) continue;
        each_unit(row, i, j, [&](std::uint32_t unit, std::size_t next) {
          scratch.before[next] += sum * units_[unit];
        });
      }
    }
    return scratch.before.back();
  }

  void backward(std::size_t row, double scale, Scratch& scratch) const {
    const std::size_t rows = source_.words[row].size(), columns = target_.words[row].size();
    scratch.behind.assign((rows + 1) * (columns + 1), 0.0);
    scratch.behind.back() = 1;
    for (std::size_t i = rows + 1; i-- > 0;) {
      for (std::size_t j = columns + 1; j-- > 0;) {
        const std::size_t place = i * (columns + 1) + j;
        each_unit(row, i, j, [&](std::uint32_t unit, std::size_t next) {
          const double here = units_[unit] * scratch.behind[next];
          scratch.behind[place] += here;
          const double count = scratch.before[place] * here * scale;
          if (count == 0) return;
          if (scratch.counts[unit] == 0) scratch.touched.push_back(unit);
          scratch.counts[unit] += count;
        });
      }
    }
  }

  PairedSide source_, target_;
  std::span<const UnitSizes> sizes_;
  unsigned threads_;
  std::size_t width_ = 0, depth_ = 0;  // how many first and second letters there are
  std::vector<double> units_;          // by source letter, first and second target letter
};

}  // namespace

std::vector<double> chances_of(const TextView& sources, const TextView& targets,
                               std::span<const std::uint8_t> names, unsigned threads) {
  UnitEstimation estimation(sources, targets, kSingle, threads);
  const std::size_t pairs = estimation.pairs();
  if (names.size() != pairs) throw std::invalid_argument("one mark is needed for each pair");
  std::vector<double> noise(pairs), chances(pairs);
  for (std::size_t row = 0; row < pairs; ++row) {
    noise[row] = estimation.source().noise(row) * estimation.target().noise(row);
  }
  std::array<double, 2> chance = kStartChance;
  for (int iteration = 0; iteration < kMinings; ++iteration) {
    estimation.improve(
        [&](std::size_t row, double ways) {
          const double own = chance[names[row] != 0];
          if (iteration == 0) return own;
          const double both = own * ways + (1 - own) * noise[row];
          return both > 0 ? own * ways / both : 0;
        },
        chances);
    if (iteration == 0) continue;
    for (std::size_t name = 0; name < 2; ++name) {
      double sum = 0, count = 0;
      for (std::size_t row = 0; row < pairs; ++row) {
        if ((names[row] != 0) != (name == 1)) continue;
        sum += chances[row];
        ++count;
      }
      if (count > 0) chance[name] = sum / count;
    }
  }
  return chances;
}

std::vector<LetterUnit> learn_units(const TextView& sources, const TextView& targets,
                                    std::span<const double> weights, unsigned threads) {
  UnitEstimation estimation(sources, targets, kDouble, threads);
  const bool sound = std::ranges::all_of(weights, [](double w) { return w >= 0 && w <= 1; });
  if (weights.size() != estimation.pairs() || !sound) {
    throw std::invalid_argument("a weight from 0 to 1 is needed for each pair");
  }
  std::vector<double> kept(estimation.pairs());
  for (int iteration = 0; iteration < kLearnings; ++iteration) {
    estimation.improve([&](std::size_t row, double) { return weights[row]; }, kept);
  }
  return estimation.pairs() > 0 ? estimation.units() : std::vector<LetterUnit>();
}

}  // namespace manyways::text
