// One sentence as exact chart search sees it: its choices, their words, and what they are worth.
//
//   Problem problem(model, parser, forest);
//   problem.choices()                      // every rule of every application, by cell
//   problem.score(derivation)              // exact, with every feature of the model
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chart/chart.h"
#include "chart/model.h"
#include "chart/parse.h"
#include "chart_exact/bound_graph.h"
#include "chart_exact/language.h"

namespace manyways::chart_exact {

// A word of the target (a token), or -1 and -2: gaps.
using Symbol = std::int32_t;

struct Choice {
  const chart::Application* application;
  const chart::Rule* rule;
  double score;               // the language models apart
  std::uint32_t first, last;  // of its symbols
  CellId cell;
};

class Problem {
 public:
  static constexpr unsigned kMostKnown = 3;  // words that a token knows

  Problem(const chart::RuleModel& model, const search::TargetWords& words,
          const chart::Forest& forest);

  const chart::RuleModel& model() const { return model_; }
  const chart::Forest& forest() const { return forest_; }
  Language& language() { return language_; }
  std::size_t cells() const { return forest_.cells().size(); }
  const std::vector<Choice>& choices() const { return choices_; }
  // With </s> for the end of the sentence; none for its beginning.
  std::span<const Symbol> symbols(const Choice& choice) const {
    return std::span(symbols_).subspan(choice.first, choice.last - choice.first);
  }
  static bool begins(const Choice& choice) { return choice.rule->kind == chart::RuleKind::kStart; }

  // The choice of a rule of an application, both as chart searches number them.
  std::uint32_t choice(std::uint32_t application, std::uint32_t rule) const {
    return first_choice_[application] + rule;
  }

  chart::Way way(std::uint32_t choice, std::array<std::uint32_t, 2> tails) const;

  double score(std::span<const std::uint32_t> derivation);
  // Its words.
  void spell(std::span<const std::uint32_t> derivation, Tokens& words) const;

 private:
  void add_symbols(std::span<const chart::ChartSymbol> symbols);
  std::size_t spell(std::span<const std::uint32_t> derivation, std::size_t at, Tokens& words) const;

  const chart::RuleModel& model_;
  const chart::Forest& forest_;
  Language language_;
  std::vector<Choice> choices_;
  std::vector<std::uint32_t> first_choice_;  // by application
  std::vector<Symbol> symbols_;
};

}  // namespace manyways::chart_exact
