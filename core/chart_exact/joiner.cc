#include "chart_exact/joiner.h"

namespace manyways::chart_exact {

void Joiner::take(Token word) {
  const Language::Step step = language_.step(under_.known, word);
  under_.known = step.next;
  if (!under_.open) {
    under_.score += step.score;
    return;
  }
  under_.left[under_.count++] = word;
  under_.open = under_.count < most_ && !language_.is_whole(step.next);
}

// The first word of a run or of a piece.
void Joiner::meet(Token word) {
  if (under_.known != Language::kNothing) under_.score -= u_[language_.last(under_.known)];
  take(word);
}

void Joiner::add_piece(CellId cell, const PieceState& state) {
  const std::array<Token, Language::kMostWords> row = language_.row_words(state.left);
  const std::size_t count = language_.words(state.left).size();
  if (count > 0) {
    under_.score -= relaxation_.pending(cell, state.left);
    meet(row[0]);
  }
  for (std::size_t i = 1; i < count; ++i) take(row[i]);
  if (!state.closed) return;
  under_.known = state.right;
  under_.open = false;
}

double Joiner::join(const Choice& choice, std::array<const PieceState*, 2> tails, PieceState& out) {
  if (Problem::begins(choice)) {
    out = {Language::kNothing, language_.start(), true};
    return choice.score + u_[Language::kStart];
  }
  under_ = {choice.score, Language::kNothing, 0, true, {}};
  const auto symbols = problem_.symbols(choice);
  for (std::size_t at = 0; at < symbols.size(); ++at) {
    if (symbols[at] < 0) {
      const auto gap = static_cast<std::size_t>(-1 - symbols[at]);
      add_piece(choice.application->tails[gap], *tails[gap]);
      continue;
    }
    const auto word = static_cast<Token>(symbols[at]);
    if (at == 0 || symbols[at - 1] < 0) {
      meet(word);
    } else {
      take(word);
    }
    const bool ends = at + 1 == symbols.size() || symbols[at + 1] < 0;
    if (ends && word != Language::kEnd) under_.score += u_[word];
  }
  if (choice.rule->kind == chart::RuleKind::kEnd) {  // nothing follows: there is one goal
    out = {};
    return under_.score;
  }
  out.left = language_.row(std::span(under_.left).first(under_.count));
  out.closed = !under_.open;
  if (under_.count > 0) under_.score += relaxation_.pending(choice.cell, out.left);
  out.right = language_.shortened(under_.known, most_);
  return under_.score;
}

}  // namespace manyways::chart_exact
