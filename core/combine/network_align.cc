#include <algorithm>
#include <cmath>
#include <numeric>

#include "combine/network.h"

namespace manyways::combine {

namespace {

constexpr double kLongestBlock = 10, kMoveCost = 1, kLeast = 1e-9;
constexpr double kNobody = 0.2;                       // probability of a word that is nobody's
constexpr double kSharpness = 3.0, kJumpPower = 2.0;  // of similarities and of jumps

double similarity_of(std::uint8_t kind) {
  switch (kind) {
    case kExact:
      return 1.0;
    case kStem:
      return 0.8;
    case kSynonym:
      return 0.7;
    default:
      return 0.4;
  }
}

// Cheapest edits of the words in some order to the slots: the table, and steps back through it.
class Edits {
 public:
  Edits(const Fit& fit, std::span<const std::size_t> order)
      : fit_(fit), order_(order), width_(fit.slots() + 1), costs_((order.size() + 1) * width_) {
    for (std::size_t j = 1; j < width_; ++j) costs_[j] = costs_[j - 1] + fit.empty_cost(j - 1);
    for (std::size_t i = 1; i <= order.size(); ++i) {
      at(i, 0) = at(i - 1, 0) + 1;
      for (std::size_t j = 1; j < width_; ++j) {
        at(i, j) = std::min({change(i, j), at(i - 1, j) + 1, at(i, j - 1) + fit.empty_cost(j - 1)});
      }
    }
  }
  double cost() const { return costs_.back(); }
  std::vector<Place> places() const {
    std::vector<Place> found(order_.size());
    std::size_t i = order_.size(), j = width_ - 1;
    while (i > 0) {
      const double here = costs_[i * width_ + j];
      if (j > 0 && here >= change(i, j) - kLeast) {
        found[order_[--i]] = {static_cast<std::int32_t>(--j), -1};
      } else if (here >= costs_[(i - 1) * width_ + j] + 1 - kLeast) {
        found[order_[--i]] = {-1, static_cast<std::int32_t>(j)};
      } else {
        --j;
      }
    }
    return found;
  }

 private:
  double& at(std::size_t i, std::size_t j) { return costs_[i * width_ + j]; }
  double change(std::size_t i, std::size_t j) const {
    return costs_[(i - 1) * width_ + j - 1] + 1 - fit_.similarity(order_[i - 1], j - 1);
  }
  const Fit& fit_;
  std::span<const std::size_t> order_;
  std::size_t width_;
  std::vector<double> costs_;
};

// The order with `length` words from `from` on moved before what is then at `to`.
std::vector<std::size_t> moved(std::span<const std::size_t> order, std::size_t from,
                               std::size_t length, std::size_t to) {
  std::vector<std::size_t> rest(order.begin(), order.end());
  const auto begin = rest.begin() + static_cast<std::ptrdiff_t>(from);
  const std::vector<std::size_t> block(begin, begin + static_cast<std::ptrdiff_t>(length));
  rest.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
  rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(std::min(to, rest.size())), block.begin(),
              block.end());
  return rest;
}

// The move that saves most; false if none saves anything. `places` are those of the order as it is. As in
// TER, a block is moved only if one of its words fits nowhere yet, and only to slots of which one has no
// word that fits: the words of a long sentence that stand right are many, and not tried against each other.
bool best_move(const Fit& fit, double cost, std::span<const Place> places,
               std::vector<std::size_t>& order) {
  std::vector<std::size_t> best;
  std::vector<std::uint8_t> word_fits(order.size(), 0), slot_fits(fit.slots(), 0);
  for (std::size_t word = 0; word < places.size(); ++word) {
    const std::int32_t slot = places[word].slot;
    if (slot < 0 || fit.similarity(word, static_cast<std::size_t>(slot)) < 1) continue;
    word_fits[word] = slot_fits[static_cast<std::size_t>(slot)] = 1;
  }
  double least = cost - kMoveCost - kLeast;
  for (std::size_t from = 0; from < order.size(); ++from) {
    for (std::size_t j = 0; j < fit.slots(); ++j) {
      if (fit.similarity(order[from], j) < 1 ||
          places[order[from]].slot == static_cast<std::int32_t>(j))
        continue;
      std::size_t length = 1;
      while (from + length < order.size() && j + length < fit.slots() && length < kLongestBlock &&
             fit.similarity(order[from + length], j + length) == 1) {
        ++length;
      }
      bool word_open = false, slot_open = false;
      for (std::size_t k = 0; k < length; ++k) {
        word_open |= word_fits[order[from + k]] == 0;
        slot_open |= slot_fits[j + k] == 0;
      }
      if (!word_open || !slot_open) continue;
      // Where the words behind the slot's present holder stand.
      std::size_t to = 0;
      for (std::size_t at = 0; at < order.size(); ++at) {
        const Place place = places[order[at]];
        const std::int32_t slot = place.slot >= 0 ? place.slot : place.gap - 1;
        const bool inside = at >= from && at < from + length;
        to += !inside && slot < static_cast<std::int32_t>(j);
      }
      auto tried = moved(order, from, length, to);
      const double now = edit_cost(fit, tried);
      if (now < least - kLeast) {
        least = now;
        best = std::move(tried);
      }
    }
  }
  if (best.empty()) return false;
  order = std::move(best);
  return true;
}

}  // namespace

Fit::Fit(std::span<const WordId> text, std::span<const Slot> slots, const Words& words,
         std::uint64_t done)
    : text_(text), similar_(text.size() * slots.size(), 0.0), empty_(slots.size(), 1.0) {
  for (std::size_t j = 0; j < slots.size(); ++j) {
    std::uint64_t said = 0;
    for (const Arc& arc : slots[j].arcs) {
      said |= arc.inputs;
      for (std::size_t i = 0; i < text.size(); ++i) {
        for (const Stage& stage : words.stages) {
          if (stage.keys[text[i]] == kNoKey || stage.keys[text[i]] != stage.keys[arc.word])
            continue;
          double& similar = similar_[i * slots.size() + j];
          similar = std::max(similar, similarity_of(stage.kind));
          break;
        }
      }
    }
    if ((done & ~said) != 0) empty_[j] = 0.5;
  }
}

double edit_cost(const Fit& fit, std::span<const std::size_t> order) {
  return Edits(fit, order).cost();
}

std::vector<Place> align_by_edits(const Fit& fit) {
  std::vector<std::size_t> order(fit.words());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t moves = 0;; ++moves) {
    const Edits edits(fit, order);
    auto places = edits.places();
    if (moves == fit.words() || !best_move(fit, edits.cost(), places, order)) return places;
  }
}

std::vector<Place> align_by_hmm(const Fit& fit) {
  // States: slot j, and slots() + j for nobody's word while the last slot was j - 1 (0: none yet).
  const std::size_t slots = fit.slots(), states = 2 * slots + 1;
  const auto at_of = [&](std::size_t state) {
    return static_cast<double>(state < slots ? state : state - slots) - (state < slots ? 0.0 : 1.0);
  };
  const auto jump = [&](std::size_t from, std::size_t to) {
    return -kJumpPower * std::log1p(std::abs(at_of(to) - at_of(from) - 1));
  };
  std::vector<double> sums(states, 0.0);  // over the slots that can be jumped to
  for (std::size_t from = 0; from < states; ++from) {
    for (std::size_t to = 0; to < slots; ++to) sums[from] += std::exp(jump(from, to));
  }
  const double nobody = std::log(kNobody), somebody = std::log(1 - kNobody);
  std::vector<double> best(states, -HUGE_VAL), next(states);
  best[slots] = 0;
  std::vector<std::uint32_t> back(fit.words() * states, 0);
  for (std::size_t i = 0; i < fit.words(); ++i) {
    std::fill(next.begin(), next.end(), -HUGE_VAL);
    for (std::size_t from = 0; from < states; ++from) {
      if (best[from] == -HUGE_VAL) continue;
      const auto offer = [&](std::size_t to, double score) {
        if (score <= next[to]) return;
        next[to] = score;
        back[i * states + to] = static_cast<std::uint32_t>(from);
      };
      for (std::size_t to = 0; to < slots; ++to) {
        offer(to, best[from] + somebody + jump(from, to) - std::log(sums[from]) +
                      kSharpness * (fit.similarity(i, to) - 1));
      }
      offer(from < slots ? slots + from + 1 : from, best[from] + nobody - kSharpness);
    }
    std::swap(best, next);
  }
  std::vector<Place> places(fit.words());
  auto state = static_cast<std::size_t>(std::max_element(best.begin(), best.end()) - best.begin());
  std::vector<std::int32_t> holder(slots, -1);
  std::vector<std::size_t> path(fit.words());
  for (std::size_t i = fit.words(); i-- > 0; state = back[i * states + state]) path[i] = state;
  for (std::size_t i = 0; i < fit.words(); ++i) {
    if (path[i] >= slots) continue;
    std::int32_t& held = holder[path[i]];
    if (held < 0 ||
        fit.similarity(i, path[i]) > fit.similarity(static_cast<std::size_t>(held), path[i])) {
      held = static_cast<std::int32_t>(i);
    }
  }
  std::int32_t gap = 0;
  for (std::size_t i = 0; i < fit.words(); ++i) {
    const bool holds = path[i] < slots && holder[path[i]] == static_cast<std::int32_t>(i);
    places[i] = holds ? Place{static_cast<std::int32_t>(path[i]), -1} : Place{-1, gap};
    if (path[i] < slots) gap = static_cast<std::int32_t>(path[i]) + 1;
  }
  return places;
}

}  // namespace manyways::combine
