#include "cluster/window.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/threads.h"

namespace manyways::cluster {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
// Operations that are worth a second thread: starting one costs as much as some ten thousand.
constexpr std::size_t kWorthThreads = 300'000;

std::vector<std::uint8_t> marks(std::size_t slots, const std::vector<std::uint32_t>& of) {
  std::vector<std::uint8_t> marked(slots, 0);
  for (const std::uint32_t each : of) marked[each] = 1;
  return marked;
}

}  // namespace

Window::Window(std::size_t slots, const Information& information, unsigned threads)
    : slots_(slots),
      information_(information),
      threads_(threads),
      names_(slots),
      used_(slots),
      count_(slots),
      pairs_(slots),
      own_(slots),
      follow_(slots * slots),
      precede_(slots * slots),
      losses_(slots * slots, kNever),
      fixed_(slots * slots),
      logs_(slots * slots),
      least_(slots, kNever),
      partner_(slots) {
  for (std::size_t slot = slots; slot > 0; --slot)
    free_.push_back(static_cast<std::uint32_t>(slot - 1));
}

void Window::in_parts(std::size_t count, std::size_t each,
                      const std::function<void(std::size_t, std::size_t)>& work) const {
  if (count * each < kWorthThreads) return work(0, count);
  constexpr std::size_t kParts = 16;
  parallel_for(kParts, threads_,
               [&](std::size_t part) { work(part * count / kParts, (part + 1) * count / kParts); });
}

Window::Slots Window::neighbours(const Counts& counts, std::uint32_t of, std::uint32_t but) const {
  Slots near;
  for (std::uint32_t slot = 0; slot < slots_; ++slot) {
    if (row(counts, of)[slot] > 0 && slot != of && slot != but) near.push_back(slot);
  }
  return near;
}

std::uint32_t Window::insert(std::uint32_t name, std::uint64_t count,
                             std::span<const std::uint32_t> after,
                             std::span<const std::uint32_t> before, std::uint32_t itself) {
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  names_[slot] = name;
  used_[slot] = 1;
  count_[slot] = static_cast<double>(count);
  const std::vector<double> pairs_before = pairs_, own_before = own_;
  pairs_[slot] = 0;
  for (std::uint32_t other = 0; other < slots_; ++other) {
    const std::uint32_t out = other == slot ? itself : after[other];
    const std::uint32_t in = other == slot ? itself : before[other];
    row(follow_, slot)[other] = row(precede_, other)[slot] = out;
    row(precede_, slot)[other] = row(follow_, other)[slot] = in;
    if (other != slot) pairs_[other] += out + in;
    pairs_[slot] += out + in;
    if (used_[other])
      row(logs_, slot)[other] = row(logs_, other)[slot] = std::log2(count_[slot] + count_[other]);
  }
  const Slots next = neighbours(follow_, slot, slot), last = neighbours(precede_, slot, slot);
  Slots near;
  std::set_union(next.begin(), next.end(), last.begin(), last.end(), std::back_inserter(near));
  for (const std::uint32_t each : near)
    own_[each] = information_.times(pairs_[each], std::log2(count_[each]));
  own_[slot] = information_.times(pairs_[slot], std::log2(count_[slot]));

  add_column(row(follow_, slot), next);
  add_column(row(precede_, slot), last);
  add_marginals(near, pairs_before, own_before);
  std::vector<double> sums(slots_, 0);
  const Counts nothing(slots_, 0);
  Slots with = next, against = last;
  if (itself > 0) {
    with.push_back(slot);
    against.push_back(slot);
  }
  grow_row(precede_, {nothing.data(), row(follow_, slot)}, with, sums.data());
  grow_row(follow_, {nothing.data(), row(precede_, slot)}, against, sums.data());
  set_row(slot, sums.data());
  near.push_back(slot);
  renew_minima(near);
  return slot;
}

// The new cluster is one more x for all pairs of its neighbours.
void Window::add_column(const std::uint32_t* column, const Slots& near) {
  information_.with_terms([&](auto f) {
    in_parts(near.size(), near.size(), [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        double* losses = row(losses_, near[i]);
        const std::uint32_t mine = column[near[i]];
        for (const std::uint32_t w : near)
          losses[w] += f(mine) + f(column[w]) - f(mine + column[w]);
      }
    });
  });
}

// Its neighbours stand in more pairs than before.
void Window::add_marginals(const Slots& near, const std::vector<double>& pairs_before,
                           const std::vector<double>& own_before) {
  const std::vector<std::uint8_t> marked = marks(slots_, near);
  in_parts(near.size(), 2 * slots_, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t v = near[i];
      const double pairs = pairs_[v], before = pairs_before[v], own = own_[v] - own_before[v];
      double *losses = row(losses_, v), *fixed = row(fixed_, v);
      const double* logs = row(logs_, v);
      for (std::size_t w = 0; w < slots_; ++w) {
        const double change = information_.times(pairs + pairs_[w], logs[w]) -
                              information_.times(before + pairs_before[w], logs[w]) - own -
                              (own_[w] - own_before[w]);
        losses[w] += change;
        fixed[w] += change;
      }
      mirror(losses_, v, marked);
      mirror(fixed_, v, marked);
    }
  });
}

// Sums of G of the row that grows from `old` by `more`, with all other rows: `near` is where it
// grows. Written as differences of F: G itself is never needed.
void Window::grow_row(const Counts& columns, Growth growth, const Slots& near, double* sums) const {
  information_.with_terms([&](auto f) {
    in_parts(slots_, 2 * near.size(), [&](std::size_t first, std::size_t last) {
      for (const std::uint32_t x : near) {
        const std::uint32_t* column = row(columns, x);
        const std::uint32_t old = growth.old[x], grown = old + growth.more[x];
        const double change = f(grown) - f(old);
        for (std::size_t w = first; w < last; ++w)
          sums[w] += change + f(old + column[w]) - f(grown + column[w]);
      }
    });
  });
}

std::uint32_t Window::merge(std::uint32_t a, std::uint32_t b) {
  const Slots after[] = {neighbours(follow_, a, b), neighbours(follow_, b, a)};
  const Slots before[] = {neighbours(precede_, a, b), neighbours(precede_, b, a)};
  const bool keep_a = after[0].size() + before[0].size() >= after[1].size() + before[1].size();
  const std::uint32_t kept = keep_a ? a : b, gone = keep_a ? b : a;
  const Slots &next = after[keep_a], &last = before[keep_a];  // of the one that goes
  const Growth out{row(follow_, kept), row(follow_, gone)};
  const Growth in{row(precede_, kept), row(precede_, gone)};

  std::vector<double> sums(slots_);
  for (std::size_t w = 0; w < slots_; ++w)
    sums[w] = used_[w] && w != kept ? row(losses_, kept)[w] - row(fixed_, kept)[w] : 0;
  grow_row(precede_, out, next, sums.data());
  grow_row(follow_, in, last, sums.data());
  forget_parts(precede_, out, {kept, gone}, sums.data());
  forget_parts(follow_, in, {kept, gone}, sums.data());
  join_columns(in, last);   // column of `follow`: who comes before
  join_columns(out, next);  // and who comes after

  join_counts(follow_, kept, gone);
  join_counts(precede_, kept, gone);
  names_[kept] = std::min(names_[kept], names_[gone]);
  count_[kept] += count_[gone];
  pairs_[kept] += pairs_[gone];
  own_[kept] = information_.times(pairs_[kept], std::log2(count_[kept]));
  used_[gone] = 0;
  free_.push_back(gone);
  count_[gone] = pairs_[gone] = own_[gone] = 0;
  for (std::size_t w = 0; w < slots_; ++w) {
    row(losses_, gone)[w] = row(losses_, w)[gone] = kNever;
    row(logs_, gone)[w] = row(logs_, w)[gone] = 0;
    if (used_[w]) row(logs_, kept)[w] = row(logs_, w)[kept] = std::log2(count_[kept] + count_[w]);
  }
  set_row(kept, sums.data());
  Slots changed;
  std::set_union(next.begin(), next.end(), last.begin(), last.end(), std::back_inserter(changed));
  changed.push_back(kept);
  changed.push_back(gone);
  renew_minima(changed);
  return kept;
}

// In the sums of the row that is kept, its two parts stand as two x; from now on they are one.
void Window::forget_parts(const Counts& columns, Growth growth,
                          std::pair<std::uint32_t, std::uint32_t> of, double* sums) const {
  const auto [kept, gone] = of;
  const std::uint32_t a = growth.old[kept], b = growth.old[gone];
  const std::uint32_t all = a + b + growth.more[kept] + growth.more[gone];
  const auto g = [&](std::uint64_t x, std::uint64_t y) {
    return information_.of(x) + information_.of(y) - information_.of(x + y);
  };
  for (std::size_t w = 0; w < slots_; ++w) {
    const std::uint32_t left = row(columns, kept)[w], right = row(columns, gone)[w];
    if (left + right > 0) sums[w] += g(all, left + right) - g(a, left) - g(b, right);
  }
}

// For pairs of others, two x become one; that is no change for pairs that do not stand beside the
// one that goes.
void Window::join_columns(Growth growth, const Slots& near) {
  const std::vector<std::uint8_t> marked = marks(slots_, near);
  const auto [old, more] = growth;
  information_.with_terms([&](auto f) {
    std::vector<double> theirs(slots_);
    for (std::size_t w = 0; w < slots_; ++w)
      theirs[w] = f(old[w] + more[w]) - f(old[w]) - f(more[w]);
    in_parts(near.size(), 3 * slots_, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const std::uint32_t v = near[i], a = more[v], b = old[v];
        double* losses = row(losses_, v);
        for (std::size_t w = 0; w < slots_; ++w) {
          losses[w] +=
              theirs[v] + theirs[w] + f(a + more[w]) + f(b + old[w]) - f(a + b + more[w] + old[w]);
        }
        mirror(losses_, v, marked);
      }
    });
  });
}

void Window::join_counts(Counts& counts, std::uint32_t kept, std::uint32_t gone) {
  for (std::size_t w = 0; w < slots_; ++w) row(counts, kept)[w] += row(counts, gone)[w];
  for (std::size_t w = 0; w < slots_; ++w) row(counts, w)[kept] += row(counts, w)[gone];
  for (std::size_t w = 0; w < slots_; ++w) row(counts, gone)[w] = row(counts, w)[gone] = 0;
}

// All x are in `sums`, also v and w themselves, where four G are not what merging does to them.
double Window::with_themselves(std::uint32_t v, std::uint32_t w) const {
  const std::uint64_t vv = row(follow_, v)[v], vw = row(follow_, v)[w];
  const std::uint64_t wv = row(follow_, w)[v], ww = row(follow_, w)[w];
  const auto f = [&](std::uint64_t x) { return information_.of(x); };
  return f(vv + wv) + f(vw + ww) + f(vv + vw) + f(wv + ww) - f(vv + vw + wv + ww) - f(vv) - f(vw) -
         f(wv) - f(ww);
}

void Window::set_row(std::uint32_t slot, const double* sums) {
  for (std::uint32_t w = 0; w < slots_; ++w) {
    if (!used_[w] || w == slot) continue;
    const double fixed = with_themselves(slot, w) +
                         information_.times(pairs_[slot] + pairs_[w], row(logs_, slot)[w]) -
                         own_[slot] - own_[w];
    row(fixed_, slot)[w] = row(fixed_, w)[slot] = fixed;
    row(losses_, slot)[w] = row(losses_, w)[slot] = sums[w] + fixed;
  }
}

// Writes a row into its column; rows that are marked do that themselves.
void Window::mirror(std::vector<double>& matrix, std::uint32_t slot,
                    const std::vector<std::uint8_t>& but) {
  for (std::size_t w = 0; w < slots_; ++w) {
    if (!but[w]) matrix[w * slots_ + slot] = matrix[slot * slots_ + w];
  }
}

void Window::renew_minima(const Slots& changed) {
  const std::vector<std::uint8_t> marked = marks(slots_, changed);
  in_parts(slots_, changed.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t slot = first; slot < last; ++slot) {
      if (!used_[slot]) {
        least_[slot] = kNever;
        continue;
      }
      if (marked[slot] || marked[partner_[slot]]) {
        scan(static_cast<std::uint32_t>(slot));
        continue;
      }
      const double* losses = losses_.data() + slot * slots_;
      for (const std::uint32_t w : changed) {
        if (losses[w] < least_[slot] ||
            (losses[w] == least_[slot] && names_[w] < names_[partner_[slot]])) {
          least_[slot] = losses[w];
          partner_[slot] = w;
        }
      }
    }
  });
}

void Window::scan(std::uint32_t slot) {
  const double* losses = losses_.data() + slot * slots_;
  double least[4] = {kNever, kNever, kNever, kNever};
  std::size_t w = 0;
  for (; w + 4 <= slots_; w += 4) {
    for (std::size_t i = 0; i < 4; ++i)
      least[i] = losses[w + i] < least[i] ? losses[w + i] : least[i];
  }
  for (; w < slots_; ++w) least[0] = std::min(least[0], losses[w]);
  least_[slot] = std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
  std::uint32_t partner = slot, name = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t i = 0; i < slots_; ++i) {
    if (losses[i] == least_[slot] && used_[i] && i != slot && names_[i] < name) {
      partner = i;
      name = names_[i];
    }
  }
  partner_[slot] = partner;
}

std::pair<std::uint32_t, std::uint32_t> Window::best() const {
  std::pair<std::uint32_t, std::uint32_t> found{0, 0};
  double least = kNever;
  for (std::uint32_t slot = 0; slot < slots_; ++slot) {
    const std::uint32_t other = partner_[slot];
    if (!used_[slot] || names_[slot] > names_[other] || least_[slot] > least) continue;
    const std::pair names{names_[slot], names_[other]};
    const bool first =
        least_[slot] < least || names < std::pair{names_[found.first], names_[found.second]};
    if (!first) continue;
    least = least_[slot];
    found = {slot, other};
  }
  return found;
}

}  // namespace manyways::cluster
