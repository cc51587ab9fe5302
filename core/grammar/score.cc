#include "grammar/score.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/groups.h"

namespace manyways::grammar {
namespace {

float log_score(double p) {
  return p > 0 ? std::max(static_cast<float>(std::log(p)), phrases::kLowestScore)
               : phrases::kLowestScore;
}

struct Group {
  std::span<const RuleCount> rules;  // with one source side
  std::vector<WordId> source;
};

// Groups of equal source sides, in lexicographic order of symbols.
std::vector<Group> group_by_source(const phrases::LinkedText& text, const GapIds& gaps,
                                   std::vector<RuleCount>& rules) {
  std::sort(rules.begin(), rules.end(), [](const RuleCount& a, const RuleCount& b) {
    return std::tie(a.source, a.target) < std::tie(b.source, b.target);
  });
  RuleSymbols symbols;
  std::vector<Group> groups;
  for_each_group(std::span(rules), &RuleCount::source, [&](std::span<const RuleCount> alike) {
    spell_rule(text, alike.front().place, gaps, symbols);
    groups.push_back({alike, symbols.source});
  });
  std::sort(groups.begin(), groups.end(),
            [](const Group& a, const Group& b) { return a.source < b.source; });
  return groups;
}

ScoredRules::Rule scored(const RuleCount& rule, double source_count) {
  return {rule.target,
          rule.place,
          0,
          {log_score(rule.count / rule.target_count), log_score(rule.source_weight),
           log_score(rule.count / source_count), log_score(rule.target_weight), rule.target_count,
           static_cast<float>(source_count), rule.count}};
}

double total(const ScoredRules::Rule& rule) {
  return double{rule.floats[0]} + rule.floats[1] + rule.floats[2] + rule.floats[3];
}

using Kept = std::vector<std::pair<ScoredRules::Rule, const RuleCount*>>;

void cut(Kept& kept, std::size_t limit) {
  if (limit == 0 || kept.size() <= limit) return;
  std::stable_sort(kept.begin(), kept.end(),
                   [](const auto& a, const auto& b) { return total(a.first) > total(b.first); });
  kept.resize(limit);
}

}  // namespace

EvidenceTest::EvidenceTest(const phrases::LinkedText& text, const TrainSettings& settings,
                           std::size_t targets, unsigned threads)
    : test_(text, settings.rules, threads),
      evidence_(settings.evidence),
      target_sentences_(targets) {}

std::uint32_t EvidenceTest::target_sentences(const RuleCount& rule) {
  std::atomic<std::uint32_t>& known = target_sentences_[rule.target];
  std::uint32_t count = known.load(std::memory_order_relaxed);
  if (count == 0) {
    count = test_.target_sentences(rule.place);
    known.store(count, std::memory_order_relaxed);
  }
  return count;
}

bool EvidenceTest::passes(const RuleCount& rule, Source& source) {
  constexpr double kEpsilon = 0.01;
  const FisherTest& fisher = test_.fisher();
  const double least = fisher.alpha() + (evidence_ == Evidence::more ? kEpsilon : -kEpsilon);
  // The more sentences have a side, the less its company says: with fewer it would pass as well.
  const std::uint32_t most_source = test_.most_source(rule.place);
  const std::uint32_t most_target = test_.most_target(rule.place);
  if (fisher.value(rule.pairs, most_source, most_target) > least) return true;
  // Whatever the target, no rule that was seen together once has more than alpha.
  if (most_source == 1 && evidence_ == Evidence::more) return false;
  if (!source.counted) test_.find_source(rule.place, source.sentences);
  source.counted = true;
  const std::uint32_t of_source = source.sentences.size();
  if (of_source == 1 && evidence_ == Evidence::more) return false;
  const std::uint32_t of_target = target_sentences(rule);
  const std::uint32_t most = std::min(of_source, of_target);
  if (fisher.value(most, of_source, of_target) <= least) return false;
  if (most == 1) return true;
  return fisher.value(test_.pairs(rule.place, source.sentences), of_source, of_target) > least;
}

ScoredRules score_rules(const phrases::LinkedText& text, const GapIds& gaps,
                        const TrainSettings& settings, EvidenceTest* test,
                        std::vector<RuleCount>& rules) {
  ScoredRules result;
  RuleSymbols symbols;
  EvidenceTest::Source source;
  Kept kept;
  for (const Group& group : group_by_source(text, gaps, rules)) {
    double source_count = 0;
    for (const RuleCount& rule : group.rules) source_count += rule.count;
    kept.clear();
    for (const RuleCount& rule : group.rules) {
      if (rule.count < settings.least_count) continue;
      const bool rare = rule.place.gaps > 0 && rule.pairs < settings.least_pairs;
      if (rare && rule.count < settings.rare_count) continue;
      kept.emplace_back(scored(rule, source_count), &rule);
    }
    cut(kept, settings.table_limit);
    if (test && !kept.empty()) {
      source.counted = false;
      std::erase_if(kept, [&](const auto& each) { return !test->passes(*each.second, source); });
    }
    if (kept.empty()) continue;
    for (auto& [rule, count] : kept) {
      spell_rule(text, count->place, gaps, symbols);
      result.links.insert(result.links.end(), symbols.links.begin(), symbols.links.end());
      rule.links_end = result.links.size();
      result.rules.push_back(rule);
    }
    result.source.insert(result.source.end(), group.source.begin(), group.source.end());
    result.sides.push_back({result.source.size(), result.rules.size()});
  }
  return result;
}

}  // namespace manyways::grammar
