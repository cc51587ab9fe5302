#include "chart_exact/problem.h"

#include <algorithm>
#include <array>

namespace manyways::chart_exact {

Problem::Problem(const chart::RuleModel& model, const search::TargetWords& words,
                 const chart::Forest& forest)
    : model_(model), forest_(forest), language_(model, words) {
  for (CellId cell = 0; cell < forest.cells().size(); ++cell) {
    for (const chart::Application& application : forest.applications(forest.cell(cell))) {
      first_choice_.push_back(static_cast<std::uint32_t>(choices_.size()));
      const double input = model.input_weight() * static_cast<double>(application.input_score);
      for (const chart::Rule& rule : application.block->rules) {
        const auto first = static_cast<std::uint32_t>(symbols_.size());
        add_symbols(rule.symbols);
        if (rule.kind == chart::RuleKind::kEnd) symbols_.push_back(Language::kEnd);
        const auto last = static_cast<std::uint32_t>(symbols_.size());
        choices_.push_back({&application, &rule, rule.score + input, first, last, cell});
      }
    }
  }
}

// Words become tokens: the last of a run knows the words of the run before it.
void Problem::add_symbols(std::span<const chart::ChartSymbol> symbols) {
  const unsigned most = std::min(kMostKnown, std::max(1u, language_.reach()));
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (symbols[i] < 0) {
      symbols_.push_back(symbols[i]);
      continue;
    }
    Token token = language_.token(static_cast<WordId>(symbols[i]));
    const bool ends = i + 1 == symbols.size() || symbols[i + 1] < 0;
    for (std::size_t at = i; ends && at > 0 && symbols[at - 1] >= 0; --at) {
      if (language_.known(token) == most) break;
      token = language_.token(token, static_cast<WordId>(symbols[at - 1]));
    }
    symbols_.push_back(static_cast<Symbol>(token));
  }
}

chart::Way Problem::way(std::uint32_t choice, std::array<std::uint32_t, 2> tails) const {
  const chart::Application* first = forest_.all_applications().data();
  const auto application = static_cast<std::uint32_t>(choices_[choice].application - first);
  return {application, choice - first_choice_[application], tails};
}

void Problem::spell(std::span<const std::uint32_t> derivation, Tokens& words) const {
  words.clear();
  spell(derivation, 0, words);
}

// Returns where the rest of the derivation begins. The second gap's part of the list stands behind
// the first's, whatever their order in the target.
std::size_t Problem::spell(std::span<const std::uint32_t> derivation, std::size_t at,
                           Tokens& words) const {
  const Choice& choice = choices_[derivation[at++]];
  std::array<Tokens, 2> parts;
  for (unsigned gap = 0; gap < choice.application->gaps(); ++gap) {
    at = spell(derivation, at, parts[gap]);
  }
  for (const Symbol symbol : symbols(choice)) {
    if (symbol >= 0) {
      words.push_back(static_cast<Token>(symbol));
    } else {
      const Tokens& part = parts[static_cast<std::size_t>(-1 - symbol)];
      words.insert(words.end(), part.begin(), part.end());
    }
  }
  return at;
}

double Problem::score(std::span<const std::uint32_t> derivation) {
  double sum = 0;
  for (const std::uint32_t choice : derivation) sum += choices_[choice].score;
  Tokens words;
  spell(derivation, words);
  ContextId context = language_.start();
  for (const Token word : words) {
    const Language::Step step = language_.step(context, word);
    sum += step.score;
    context = step.next;
  }
  return sum;
}

}  // namespace manyways::chart_exact
