#include "grammar/score.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace manyways::grammar {
namespace {

float log_score(double p) {
  return p > 0 ? std::max(static_cast<float>(std::log(p)), phrases::kLowestScore)
               : phrases::kLowestScore;
}

struct Group {
  std::size_t begin, end;  // of rules with one source side
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
  for (std::size_t begin = 0, end; begin < rules.size(); begin = end) {
    for (end = begin; end < rules.size() && rules[end].source == rules[begin].source;) ++end;
    spell_rule(text, rules[begin].place, gaps, symbols);
    groups.push_back({begin, end, symbols.source});
  }
  std::sort(groups.begin(), groups.end(),
            [](const Group& a, const Group& b) { return a.source < b.source; });
  return groups;
}

ScoredRules::Rule scored(const RuleCount& rule, double source_count) {
  return {rule.target,
          0,
          {log_score(rule.count / rule.target_count), log_score(rule.source_weight),
           log_score(rule.count / source_count), log_score(rule.target_weight), rule.target_count,
           static_cast<float>(source_count), rule.count}};
}

double total(const ScoredRules::Rule& rule) {
  return double{rule.floats[0]} + rule.floats[1] + rule.floats[2] + rule.floats[3];
}

}  // namespace

ScoredRules score_rules(const phrases::LinkedText& text, const GapIds& gaps,
                        const TrainSettings& settings, std::vector<RuleCount>& rules) {
  ScoredRules result;
  RuleSymbols symbols;
  std::vector<std::pair<ScoredRules::Rule, const RuleCount*>> kept;
  for (const Group& group : group_by_source(text, gaps, rules)) {
    double source_count = 0;
    for (std::size_t r = group.begin; r < group.end; ++r) source_count += rules[r].count;
    kept.clear();
    for (std::size_t r = group.begin; r < group.end; ++r) {
      if (rules[r].count < settings.least_count) continue;
      kept.emplace_back(scored(rules[r], source_count), &rules[r]);
    }
    if (kept.empty()) continue;
    if (settings.table_limit != 0 && kept.size() > settings.table_limit) {
      std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) {
        return total(a.first) > total(b.first);
      });
      kept.resize(settings.table_limit);
    }
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

void ScoredRules::write(phrases::TableWriter& writer) const {
  std::size_t symbol = 0, rule = 0, link = 0;
  for (const Side& side : sides) {
    writer.begin_source(std::span(source).subspan(symbol, side.source_end - symbol));
    symbol = side.source_end;
    for (; rule < side.rules_end; ++rule) {
      const Rule& each = rules[rule];
      writer.add_option(each.target, std::span(links).subspan(link, each.links_end - link),
                        each.floats);
      link = each.links_end;
    }
  }
}

}  // namespace manyways::grammar
