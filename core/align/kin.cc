#include "align/kin.h"

#include <algorithm>

namespace manyways::align {
namespace {

std::vector<std::uint32_t> count_members(std::span<const std::uint32_t> stems) {
  std::vector<std::uint32_t> members;
  for (const std::uint32_t stem : stems) {
    if (stem >= members.size()) members.resize(stem + 1);
    ++members[stem];
  }
  return members;
}

}  // namespace

Kin::Kin(const PairIndex& pairs, const WordForms& forms) : pairs_(&pairs) {
  const std::size_t sources = pairs.source_types(), targets = pairs.target_types();
  if (forms.source_stem.size() < sources || forms.target_stem.size() < targets) return;
  target_stem_.assign(forms.target_stem.begin(),
                      forms.target_stem.begin() + static_cast<std::ptrdiff_t>(targets));
  target_members_ = count_members(target_stem_);
  const std::span<const std::uint32_t> stems(forms.source_stem.data(), sources);
  starts_ = {0};
  for (const std::uint32_t members : count_members(stems)) {
    starts_.push_back(starts_.back() + members);
  }
  words_.resize(sources);
  std::vector<std::uint32_t> next = starts_;
  for (WordId e = 0; e < sources; ++e) words_[next[stems[e]]++] = e;
}

void Kin::add_up(std::span<const float> counts, Sums& source, Sums& target) const {
  source = {std::vector<double>(words_.size()), std::vector<double>(starts_.size() - 1)};
  target = {std::vector<double>(target_stem_.size()), std::vector<double>(target_members_.size())};
  for (std::size_t stem = 0; stem + 1 < starts_.size(); ++stem) {
    for (std::uint32_t k = starts_[stem]; k < starts_[stem + 1]; ++k) {
      const auto [begin, end] = pairs_->row(words_[k]);
      double sum = 0;
      for (std::uint32_t p = begin; p < end; ++p) {
        sum += counts[p];
        target.word[pairs_->target_of(p)] += counts[p];
      }
      source.word[words_[k]] = sum;
      source.stem[stem] += sum;
    }
  }
  for (std::size_t f = 0; f < target_stem_.size(); ++f) {
    target.stem[target_stem_[f]] += target.word[f];
  }
}

void Kin::share(std::span<const float> counts, float strength, std::vector<float>& shared) const {
  shared.assign(counts.size(), 0);
  Sums source, target;
  add_up(counts, source, target);
  std::vector<double> joint(target_members_.size());  // of the present source stem with each
  for (std::size_t stem = 0; stem + 1 < starts_.size(); ++stem) {
    const auto visit = [&](auto work) {
      for (std::uint32_t k = starts_[stem]; k < starts_[stem + 1]; ++k) {
        const auto [begin, end] = pairs_->row(words_[k]);
        for (std::uint32_t p = begin; p < end; ++p) {
          work(p, words_[k], pairs_->target_of(p), target_stem_[pairs_->target_of(p)]);
        }
      }
    };
    const bool alone = starts_[stem + 1] - starts_[stem] == 1;
    visit([&](std::uint32_t p, WordId, WordId, std::uint32_t other) { joint[other] += counts[p]; });
    visit([&](std::uint32_t p, WordId e, WordId f, std::uint32_t other) {
      if (joint[other] <= 0 || (alone && target_members_[other] == 1)) return;
      const double both = joint[other] / (source.stem[stem] * target.stem[other]);
      shared[p] = static_cast<float>(strength / 2 * both * (target.word[f] + source.word[e]));
    });
    visit([&](std::uint32_t, WordId, WordId, std::uint32_t other) { joint[other] = 0; });
  }
}

}  // namespace manyways::align
