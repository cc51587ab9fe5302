#include "phrases/score.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/groups.h"

namespace manyways::phrases {
namespace {

float log_score(double p) {
  return p > 0 ? std::max(static_cast<float>(std::log(p)), kLowestScore) : kLowestScore;
}

std::span<const WordId> source_words(const LinkedText& text, const Place& place) {
  return text.source(place.sentence).subspan(place.source_begin, place.source_size);
}

using Group = std::span<const PairCount>;  // pairs with one source phrase

// Groups of equal source phrases, in lexicographic order of words.
std::vector<Group> group_by_source(const LinkedText& text, std::vector<PairCount>& pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const PairCount& a, const PairCount& b) {
    return std::tie(a.source, a.target) < std::tie(b.source, b.target);
  });
  std::vector<Group> groups;
  for_each_group(std::span(pairs), &PairCount::source,
                 [&](Group group) { groups.push_back(group); });
  std::sort(groups.begin(), groups.end(), [&](const Group& a, const Group& b) {
    const auto left = source_words(text, a.front().place);
    const auto right = source_words(text, b.front().place);
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
  });
  return groups;
}

class Scorer {
 public:
  Scorer(const LinkedText& text, const TrainSettings& settings, const Discounts& discounts)
      : text_(text), settings_(settings), discounts_(discounts) {}

  void add_source(std::span<const PairCount> pairs, ScoredPhrases& out) {
    double source_count = 0;
    for (const PairCount& pair : pairs) source_count += pair.count;
    kept_.clear();
    floats_.clear();
    for (const PairCount& pair : pairs) {
      if (pair.count < settings_.least_count) continue;
      kept_.push_back({&pair, floats_.size(), 0});
      add_scores(pair, source_count, pairs.size());
      add_reordering(pair);
      floats_.insert(floats_.end(),
                     {float(pair.target_count), float(source_count), float(pair.count)});
    }
    if (kept_.empty()) return;
    cut();
    for (const Kept& kept : kept_) {
      links_inside(text_, kept.pair->place, links_);
      out.links.insert(out.links.end(), links_.begin(), links_.end());
      out.options.push_back({kept.pair->target, out.links.size(), out.floats.size()});
      const auto first = floats_.begin() + static_cast<std::ptrdiff_t>(kept.floats);
      out.floats.insert(out.floats.end(), first, first + floats_per_option());
    }
    out.sources.push_back({pairs.front().place, out.options.size()});
  }

 private:
  struct Kept {
    const PairCount* pair;
    std::size_t floats;
    double total;
  };

  std::ptrdiff_t floats_per_option() const {
    return static_cast<std::ptrdiff_t>(4 + reordering_scores(settings_) + kCounts);
  }

  void add_scores(const PairCount& pair, double source_count, std::size_t source_targets) {
    double forward = pair.count, backward = pair.count;
    if (settings_.kneser_ney) {
      const double d = discounts_.discount(pair.count);
      const double all = static_cast<double>(discounts_.pairs);
      const double of_source = static_cast<double>(source_targets);
      forward += -d + d * of_source * pair.target_sources / all;
      backward += -d + d * pair.target_sources * of_source / all;
    }
    floats_.insert(floats_.end(),
                   {log_score(backward / pair.target_count), log_score(pair.source_weight),
                    log_score(forward / source_count), log_score(pair.target_weight)});
  }

  void add_reordering(const PairCount& pair) {
    if (settings_.extract.orientation == Orientation::none) return;
    const std::size_t turns = settings_.extract.turns();
    const double smoothing = settings_.reordering_smoothing;
    for (const std::size_t side : {std::size_t{0}, std::size_t{4}}) {
      for (std::size_t turn = 0; turn < turns; ++turn) {
        floats_.push_back(log_score((pair.turns[side + turn] + smoothing) /
                                    (pair.count + smoothing * static_cast<double>(turns))));
      }
    }
  }

  void cut() {
    if (settings_.table_limit == 0 || kept_.size() <= settings_.table_limit) return;
    for (Kept& kept : kept_) {
      for (std::size_t k = 0; k < 4; ++k) kept.total += floats_[kept.floats + k];
    }
    std::stable_sort(kept_.begin(), kept_.end(),
                     [](const Kept& a, const Kept& b) { return a.total > b.total; });
    kept_.resize(settings_.table_limit);
  }

  const LinkedText& text_;
  const TrainSettings& settings_;
  const Discounts& discounts_;
  std::vector<Kept> kept_;
  std::vector<float> floats_;
  std::vector<Link> links_;
};

}  // namespace

void Discounts::count(const PairCount& pair) {
  ++pairs;
  if (pair.count < pairs_seen.size()) ++pairs_seen[pair.count];
}

void Discounts::add(const Discounts& other) {
  pairs += other.pairs;
  for (std::size_t k = 0; k < pairs_seen.size(); ++k) pairs_seen[k] += other.pairs_seen[k];
}

double Discounts::discount(std::uint32_t count) const {
  const auto seen = [this](std::size_t k) { return static_cast<double>(pairs_seen[k]); };
  const std::size_t k = std::min<std::uint32_t>(count, 3);
  if (pairs_seen[1] == 0 || pairs_seen[k] == 0) return 0;
  const double y = seen(1) / (seen(1) + 2 * seen(2));
  const double d = static_cast<double>(k) - (k + 1) * y * seen(k + 1) / seen(k);
  return std::clamp(d, 0.0, count - 0.01);
}

std::size_t reordering_scores(const TrainSettings& settings) {
  return settings.extract.orientation == Orientation::none ? 0 : 2 * settings.extract.turns();
}

ScoredPhrases score_pairs(const LinkedText& text, const TrainSettings& settings,
                          const Discounts& discounts, std::vector<PairCount>& pairs) {
  ScoredPhrases result;
  Scorer scorer(text, settings, discounts);
  for (const Group& group : group_by_source(text, pairs)) {
    scorer.add_source(group, result);
  }
  return result;
}

}  // namespace manyways::phrases
