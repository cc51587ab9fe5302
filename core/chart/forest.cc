// Parser: from drafts of applications to the forest.
#include <algorithm>

#include "chart/parse.h"

namespace manyways::chart {

// Puts drafts into cells, and leaves out the cells that lead nowhere.
class ForestMaker {
 public:
  explicit ForestMaker(Parser& parser) : parser_(parser), forest_(parser.forest_) {}

  void run() {
    forest_.cells_.clear();
    forest_.applications_.clear();
    gather();
    add_glue();
    if (!derivable_[parser_.length_] && !parser_.forced_) return;
    mark();
    number();
  }

 private:
  using Draft = Parser::Draft;
  struct Group {
    std::uint32_t start, end;
    std::size_t first, last;  // drafts
  };

  // The drafts of each span together.
  void gather() {
    std::size_t from = 0;
    groups_of_.assign(parser_.filled_.size(), kNoCell);
    for (std::size_t s = 0; s < parser_.length_; ++s) {
      const std::size_t to = parser_.start_drafts_[s];
      const auto begin = parser_.drafts_.begin();
      std::stable_sort(begin + static_cast<std::ptrdiff_t>(from),
                       begin + static_cast<std::ptrdiff_t>(to),
                       [](const Draft& a, const Draft& b) { return a.end < b.end; });
      const auto start = static_cast<std::uint32_t>(parser_.length_ - 1 - s);
      while (from < to) {
        std::size_t last = from;
        while (last < to && parser_.drafts_[last].end == parser_.drafts_[from].end) ++last;
        const std::uint32_t end = parser_.drafts_[from].end;
        groups_of_[parser_.span(start, end)] = static_cast<CellId>(groups_.size());
        groups_.push_back({start, end, from, last});
        from = last;
      }
    }
  }
  // Where S can end.
  void add_glue() {
    derivable_.assign(parser_.length_ + 1, false);
    derivable_[0] = true;
    for (std::uint32_t end = 1; end <= parser_.length_; ++end) {
      for (std::uint32_t k = 0; k < end && !derivable_[end]; ++k) {
        derivable_[end] = derivable_[k] && groups_of_[parser_.span(k, end)] != kNoCell;
      }
    }
  }
  // From the goal down; if a text is to be reached, from everything that says how far one comes.
  void mark() {
    useful_s_.assign(parser_.length_ + 1, false);
    useful_s_[parser_.length_] = true;
    if (parser_.forced_) useful_s_ = derivable_;
    useful_.assign(groups_.size(), false);
    for (std::uint32_t end = parser_.length_; end > 0; --end) {
      for (std::uint32_t k = 0; useful_s_[end] && k < end; ++k) {
        const CellId x = groups_of_[parser_.span(k, end)];
        if (derivable_[k] && x != kNoCell) useful_[x] = useful_s_[k] = true;
      }
    }
    for (std::size_t g = groups_.size(); g-- > 0;) {
      for (std::size_t d = groups_[g].first; useful_[g] && d < groups_[g].last; ++d) {
        for (const std::size_t tail : parser_.drafts_[d].tails) {
          if (tail != Parser::kNoSpan) useful_[groups_of_[tail]] = true;
        }
      }
    }
  }
  void number() {
    std::vector<CellId> ids(groups_.size(), kNoCell), s_ids(parser_.length_ + 1, kNoCell);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (!useful_[g]) continue;
      const auto cell_of = [&](std::size_t span) {
        return span == Parser::kNoSpan ? kNoCell : ids[groups_of_[span]];
      };
      for (std::size_t d = groups_[g].first; d < groups_[g].last; ++d) {
        const Draft& draft = parser_.drafts_[d];
        add(draft.block, cell_of(draft.tails[0]), cell_of(draft.tails[1]),
            static_cast<float>(draft.input_score));
      }
      ids[g] = close(groups_[g].start, groups_[g].end, CellKind::kX);
    }
    for (std::uint32_t end = 0; end <= parser_.length_; ++end) {
      if (!useful_s_[end] && end > 0) continue;
      if (end == 0) add(&parser_.model_.start(), kNoCell, kNoCell, 0);
      for (std::uint32_t k = 0; k < end; ++k) {
        const CellId x = groups_of_[parser_.span(k, end)];
        if (derivable_[k] && x != kNoCell) add(&parser_.model_.glue(), s_ids[k], ids[x], 0);
      }
      s_ids[end] = close(0, end, CellKind::kS);
    }
    if (derivable_[parser_.length_]) {
      add(&parser_.model_.end(), s_ids[parser_.length_], kNoCell, 0);
    }
    close(0, parser_.length_, CellKind::kGoal);
  }
  void add(const RuleBlock* block, CellId first, CellId second, float score) {
    forest_.applications_.push_back({block, {first, second}, score});
  }
  CellId close(std::uint32_t start, std::uint32_t end, CellKind kind) {
    const std::uint32_t first = forest_.cells_.empty() ? 0 : forest_.cells_.back().last;
    forest_.cells_.push_back(
        {start, end, kind, first, static_cast<std::uint32_t>(forest_.applications_.size())});
    return static_cast<CellId>(forest_.cells_.size() - 1);
  }

  Parser& parser_;
  Forest& forest_;
  std::vector<Group> groups_;
  std::vector<CellId> groups_of_;  // by span
  std::vector<bool> derivable_, useful_s_, useful_;
};

void Parser::make_forest() { ForestMaker(*this).run(); }

}  // namespace manyways::chart
