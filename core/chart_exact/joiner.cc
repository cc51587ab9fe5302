#include "chart_exact/joiner.h"

namespace manyways::chart_exact {

// A word after a word of which it knows.
void Joiner::take(Token word) {
  const Language::Step step = language_.step(under_.known, word);
  under_.score += step.score;
  under_.known = step.next;
  if (!under_.open) return;
  under_.left[under_.count++] = word;
  under_.open = under_.count < most_ && !language_.is_whole(step.next);
}

// The first word of a run or of a piece.
void Joiner::meet(const Choice& choice, Token word) {
  if (under_.known == Language::kNothing) {
    under_.score += relaxation_.pending(choice.cell, word);
    under_.known = language_.step(Language::kNothing, word).next;
    under_.left[under_.count++] = word;
    under_.open = under_.count < most_ && !language_.is_whole(under_.known);
  } else {
    under_.score -= u_[language_.last(under_.known)];
    take(word);
  }
}

void Joiner::add_piece(const Choice& choice, CellId tail, const PieceState& state) {
  const std::array<Token, Language::kMostWords> row = language_.row_words(state.left);
  const std::size_t count = language_.words(state.left).size();
  ContextId alone = Language::kNothing;
  for (std::size_t i = 0; i < count; ++i) {
    const Language::Step before = language_.step(alone, row[i]);
    if (i == 0) {
      under_.score -= relaxation_.pending(tail, row[i]);
      meet(choice, row[i]);
    } else {
      under_.score -= before.score;
      take(row[i]);
    }
    alone = before.next;
  }
  if (!state.closed) return;
  under_.known = state.right;
  under_.open = false;
}

double Joiner::join(const Choice& choice, std::array<const PieceState*, 2> tails,
                    PieceState& out) {
  if (Problem::begins(choice)) {
    out = {Language::kNothing, language_.start(), true};
    return choice.score + u_[Language::kStart];
  }
  under_ = {choice.score, Language::kNothing, 0, true, {}};
  const auto symbols = problem_.symbols(choice);
  for (std::size_t at = 0; at < symbols.size(); ++at) {
    if (symbols[at] < 0) {
      const auto gap = static_cast<std::size_t>(-1 - symbols[at]);
      add_piece(choice, choice.application->tails[gap], *tails[gap]);
      continue;
    }
    const auto word = static_cast<Token>(symbols[at]);
    if (at == 0 || symbols[at - 1] < 0) {
      meet(choice, word);
    } else {
      take(word);
    }
    const bool ends = at + 1 == symbols.size() || symbols[at + 1] < 0;
    if (ends && word != Language::kEnd) under_.score += u_[word];
  }
  out.left = language_.row(std::span(under_.left).first(under_.count));
  out.closed = !under_.open;
  out.right = language_.shortened(under_.known, most_);
  return under_.score;
}

}  // namespace manyways::chart_exact
