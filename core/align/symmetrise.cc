#include "align/symmetrise.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/error.h"
#include "base/threads.h"

namespace manyways::align {
namespace {

constexpr std::size_t kMaxCells = std::size_t{1} << 26;
constexpr std::array<std::array<int, 2>, 8> kSteps{
    {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};

void fill(Grid& grid, const LinksView& forward, const LinksView& backward, std::size_t s) {
  std::size_t rows = 0, columns = 0;
  for (const LinksView* links : {&forward, &backward}) {
    for (auto k = static_cast<std::size_t>(links->offsets[s]);
         k < static_cast<std::size_t>(links->offsets[s + 1]); ++k) {
      rows = std::max(rows, static_cast<std::size_t>(links->source[k]) + 1);
      columns = std::max(columns, static_cast<std::size_t>(links->target[k]) + 1);
    }
  }
  if (rows * columns > kMaxCells) {
    throw InputError("", s + 1,
                     "the links reach " + std::to_string(rows) + " by " + std::to_string(columns) +
                         " words, too many for one sentence");
  }
  grid.resize(rows, columns);
  for (const LinksView* links : {&forward, &backward}) {
    for (auto k = static_cast<std::size_t>(links->offsets[s]);
         k < static_cast<std::size_t>(links->offsets[s + 1]); ++k) {
      const auto i = static_cast<std::size_t>(links->source[k]);
      const auto j = static_cast<std::size_t>(links->target[k]);
      links == &forward ? grid.mark_forward(i, j) : grid.mark_backward(i, j);
    }
  }
}

}  // namespace

void Grid::grow_from_links() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t j = 0; j < columns_; ++j) {
      for (std::size_t i = 0; i < rows_; ++i) {
        if ((at(i, j) & kChosen) != 0) changed |= take_neighbours(i, j);
      }
    }
  }
}

void Grid::grow_from_union() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < columns_; ++j) {
        if (!may_join(i, j) || !has_chosen_neighbour(i, j)) continue;
        choose(i, j);
        changed = true;
      }
    }
  }
}

void Grid::finish(std::uint8_t direction, bool need_both_free) {
  for (std::size_t i = 0; i < rows_; ++i) {
    for (std::size_t j = 0; j < columns_; ++j) {
      const std::uint8_t cell = at(i, j);
      if ((cell & direction) == 0 || (cell & kChosen) != 0) continue;
      const int free = !source_linked_[i] + !target_linked_[j];
      if (free >= (need_both_free ? 2 : 1)) choose(i, j);
    }
  }
}

void Grid::collect(Links& links) const {
  for (std::size_t i = 0; i < rows_; ++i) {
    for (std::size_t j = 0; j < columns_; ++j) {
      if ((at(i, j) & kChosen) != 0) links.add(i, j);
    }
  }
  links.end_sentence();
}

bool Grid::take_neighbours(std::size_t i, std::size_t j) {
  bool changed = false;
  for (const auto& [down, right] : kSteps) {
    const std::size_t x = i + static_cast<std::size_t>(down);  // -1 wraps and is caught below
    const std::size_t y = j + static_cast<std::size_t>(right);
    if (x >= rows_ || y >= columns_ || !may_join(x, y)) continue;
    choose(x, y);
    changed = true;
  }
  return changed;
}

bool Grid::has_chosen_neighbour(std::size_t i, std::size_t j) const {
  return std::any_of(kSteps.begin(), kSteps.end(), [&](const std::array<int, 2>& step) {
    const std::size_t x = i + static_cast<std::size_t>(step[0]);
    const std::size_t y = j + static_cast<std::size_t>(step[1]);
    return x < rows_ && y < columns_ && (at(x, y) & kChosen) != 0;
  });
}

void Grid::combine(Symmetry symmetry, Visits visits) {
  const auto marked = [&](std::size_t i, std::size_t j) {
    const std::uint8_t cell = at(i, j);
    if (symmetry == Symmetry::kForward) return (cell & kForward) != 0;
    if (symmetry == Symmetry::kBackward) return (cell & kBackward) != 0;
    return symmetry == Symmetry::kUnion ? cell != 0 : cell == (kForward | kBackward);
  };
  choose_if(marked);
  const bool final_and = symmetry == Symmetry::kGrowDiagFinalAnd;
  const bool final_or = symmetry == Symmetry::kGrowDiagFinal;
  if (!final_and && !final_or && symmetry != Symmetry::kGrowDiag) return;
  visits == Visits::kMoses ? grow_from_links() : grow_from_union();
  if (!final_and && !final_or) return;
  finish(kForward, final_and);
  finish(kBackward, final_and);
}

Links symmetrise(const LinksView& forward, const LinksView& backward, Symmetry symmetry,
                 Visits visits, unsigned threads) {
  if (forward.size() != backward.size()) {
    throw std::invalid_argument("the two directions have different numbers of sentences");
  }
  constexpr std::size_t kSentences = 2048;  // in a block
  const std::size_t blocks = (forward.size() + kSentences - 1) / kSentences;
  std::vector<Links> pieces(blocks);
  parallel_for(blocks, threads, [&](std::size_t block) {
    Grid grid;
    const std::size_t end = std::min(forward.size(), (block + 1) * kSentences);
    for (std::size_t s = block * kSentences; s < end; ++s) {
      fill(grid, forward, backward, s);
      grid.combine(symmetry, visits);
      grid.collect(pieces[block]);
    }
  });
  return join_links(std::move(pieces));
}

}  // namespace manyways::align
