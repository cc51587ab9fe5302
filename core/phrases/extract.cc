#include "phrases/extract.h"

#include <algorithm>
#include <stdexcept>

#include "phrases/table.h"

namespace manyways::phrases {

void Extractor::Corners::reset(std::size_t rows, std::size_t columns) {
  rows_ = rows;
  columns_ = columns;
  bits_.assign(rows * columns, false);
}

void Extractor::Corners::set(std::size_t row, std::size_t column) {
  bits_[row * columns_ + column] = true;
}

bool Extractor::Corners::has(std::ptrdiff_t row, std::ptrdiff_t column) const {
  return row >= 0 && column >= 0 && row < static_cast<std::ptrdiff_t>(rows_) &&
         column < static_cast<std::ptrdiff_t>(columns_) &&
         bits_[static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column)];
}

Extractor::Extractor(ExtractSettings settings) : settings_(settings) {
  if (settings.longest < 1 || settings.longest > kLongestPhrase) {
    throw std::invalid_argument("a phrase has 1 to 255 words");
  }
}

bool Extractor::consistent(std::size_t source_begin, std::size_t source_end,
                           std::size_t target_begin, std::size_t target_end) const {
  for (std::size_t i = source_begin; i <= source_end; ++i) {
    const Edge edge = source_edges_[i];
    if (edge.begin <= edge.end && (edge.begin < target_begin || edge.end > target_end)) {
      return false;
    }
  }
  return true;
}

// Calls visit(source_begin, source_end, target_begin, target_end), ends included.
template <typename Visit>
void Extractor::for_each_pair(const SentenceLinks& links, std::size_t longest,
                              Visit&& visit) const {
  const std::size_t sources = links.source_size(), targets = links.target_size();
  const auto free = [this](std::size_t i) { return source_edges_[i].begin > source_edges_[i].end; };
  for (std::size_t target_begin = 0; target_begin < targets; ++target_begin) {
    std::size_t low = kLongestSentence + 1, high = 0;
    for (std::size_t target_end = target_begin;
         target_end < targets && target_end < target_begin + longest; ++target_end) {
      const Edge edge = target_edges_[target_end];
      if (edge.begin <= edge.end) {
        low = std::min<std::size_t>(low, edge.begin);
        high = std::max<std::size_t>(high, edge.end);
      }
      if (low > high) continue;  // no link yet
      if (high - low >= longest) break;
      if (!consistent(low, high, target_begin, target_end)) continue;
      for (std::size_t begin = low + 1; begin-- > 0;) {
        if (high - begin >= longest || (begin < low && !free(begin))) break;
        for (std::size_t end = high; end < sources && end < begin + longest; ++end) {
          if (end > high && !free(end)) break;
          visit(begin, end, target_begin, target_end);
        }
      }
    }
  }
}

std::span<const PhraseSpan> Extractor::extract(const SentenceLinks& links) {
  const auto edges = [](auto&& of, std::size_t size, std::vector<Edge>& out) {
    out.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      const auto linked = of(i);
      out[i] = linked.empty() ? Edge{1, 0} : Edge{linked.front(), linked.back()};
    }
  };
  edges([&](std::size_t i) { return links.of_source(i); }, links.source_size(), source_edges_);
  edges([&](std::size_t j) { return links.of_target(j); }, links.target_size(), target_edges_);
  spans_.clear();
  for_each_pair(
      links, settings_.longest,
      [&](std::size_t source_begin, std::size_t source_end, std::size_t target_begin,
          std::size_t target_end) {
        spans_.push_back({static_cast<std::uint16_t>(source_begin),
                          static_cast<std::uint16_t>(target_begin),
                          static_cast<std::uint8_t>(source_end - source_begin + 1),
                          static_cast<std::uint8_t>(target_end - target_begin + 1), 0, 0});
      });
  if (settings_.orientation == Orientation::none) return spans_;
  if (settings_.orientation != Orientation::word) find_corners(links);
  for (PhraseSpan& span : spans_) orient(links, span);
  return spans_;
}

void Extractor::find_corners(const SentenceLinks& links) {
  for (Corners* corners : {&top_left_, &top_right_, &bottom_left_, &bottom_right_}) {
    corners->reset(links.target_size(), links.source_size());
  }
  const bool any_length = settings_.orientation == Orientation::hierarchical;
  for_each_pair(links, any_length ? kLongestSentence : settings_.longest,
                [this](std::size_t source_begin, std::size_t source_end, std::size_t target_begin,
                       std::size_t target_end) {
                  top_left_.set(target_begin, source_begin);
                  top_right_.set(target_begin, source_end);
                  bottom_left_.set(target_end, source_begin);
                  bottom_right_.set(target_end, source_end);
                });
}

bool Extractor::at_corner(const SentenceLinks& links, std::ptrdiff_t source,
                          std::ptrdiff_t target) const {
  const auto sources = static_cast<std::ptrdiff_t>(links.source_size());
  const auto targets = static_cast<std::ptrdiff_t>(links.target_size());
  if ((source == -1 && target == -1) || (source == sources && target == targets)) return true;
  if (source < 0 || target < 0 || source >= sources || target >= targets) return false;
  return links.linked(static_cast<std::size_t>(source), static_cast<std::size_t>(target));
}

Turn Extractor::turn(const SentenceLinks& links, const Look& look) const {
  const bool mono = at_corner(links, look.mono, look.row);
  const bool swap = at_corner(links, look.swap, look.row);
  const bool corners = settings_.orientation != Orientation::word;
  if ((mono && !swap) || (corners && look.mono_corners->has(look.row, look.mono))) return kMono;
  if ((swap && !mono) || (corners && look.swap_corners->has(look.row, look.swap))) return kSwap;
  return settings_.sides ? side(links, look, mono, swap) : kOther;
}

// Neither mono nor swap: on which side does the neighbour lie? What cannot be told counts as right.
Turn Extractor::side(const SentenceLinks& links, const Look& look, bool mono, bool swap) const {
  const auto sources = static_cast<std::ptrdiff_t>(links.source_size());
  const bool words = settings_.orientation == Orientation::word;
  const auto beyond = [&](std::ptrdiff_t from, std::ptrdiff_t step, const Corners& corners) {
    for (std::ptrdiff_t i = from + step; i >= 0 && i < sources; i += step) {
      if (words ? at_corner(links, i, look.row) : corners.has(look.row, i)) return true;
    }
    return false;
  };
  if (!words) {
    if (beyond(look.mono, look.step, *look.mono_corners)) return kRight;
    return beyond(look.swap, -look.step, *look.swap_corners) ? kLeft : kRight;
  }
  mono = mono || beyond(look.mono, look.step, *look.mono_corners);
  swap = swap || beyond(look.swap, -look.step, *look.swap_corners);
  return swap && !mono ? kLeft : kRight;
}

void Extractor::orient(const SentenceLinks& links, PhraseSpan& span) const {
  const std::ptrdiff_t source_before = std::ptrdiff_t{span.source_begin} - 1;
  const std::ptrdiff_t source_after = std::ptrdiff_t{span.source_begin} + span.source_size;
  const std::ptrdiff_t target_before = std::ptrdiff_t{span.target_begin} - 1;
  const std::ptrdiff_t target_after = std::ptrdiff_t{span.target_begin} + span.target_size;
  span.before =
      turn(links, {target_before, source_before, source_after, -1, &bottom_right_, &bottom_left_});
  span.after = turn(links, {target_after, source_after, source_before, 1, &top_left_, &top_right_});
}

}  // namespace manyways::phrases
