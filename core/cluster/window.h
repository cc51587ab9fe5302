// The clusters that may be merged next, and what merging any two of them would lose.
//
// A window has room for some clusters, each in a slot. It keeps how often they follow one another
// (n_ab), and for each pair the mutual information that is lost if the two become one:
//
//   Window window(301, information, threads);
//   window.insert(rank, count, after, before);      // a new cluster, with the slots of its neighbours
//   auto [a, b] = window.best();                    // the pair with the smallest loss
//   window.merge(a, b);                             // one of the two slots is free again
//
// In counts the mutual information is, but for constants, the sum of F(n_ab) over pairs less the
// sum of m_a log n_a over clusters, with F(x) = x log x, n_a the count of a and m_a the number of
// pairs it stands in. So the loss of (v, w) is
//
//   sum over x of G(n_vx, n_wx) + G(n_xv, n_xw)  +  what v and w have with themselves
//   + (m_v + m_w) log(n_v + n_w) - m_v log n_v - m_w log n_w,     G(a, b) = F(a) + F(b) - F(a + b)
//
// and G is 0 where one of its counts is: what changes is only what stands beside the new or the
// rarer cluster. An insertion or a merge costs O(C * number of such neighbours), at most the O(C^2)
// of Liang's algorithm and far less for rare words. All terms are whole numbers (information.h).
//
// Of equal losses the pair wins whose names (the lower, then the higher) are lowest; a cluster has
// the lowest rank of its words as its name.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "cluster/bigrams.h"
#include "cluster/information.h"

namespace manyways::cluster {

class Window {
 public:
  using Slots = std::vector<std::uint32_t>;

  // `information` is for twice the number of pairs, and stays with the caller. An insertion or a
  // merge that has much to do does it with `threads` threads (0: all cores).
  Window(std::size_t slots, const Information& information, unsigned threads);

  std::size_t clusters() const { return slots_ - free_.size(); }
  std::uint32_t name(std::uint32_t slot) const { return names_[slot]; }

  // Puts a cluster into a free slot, which is returned. after and before: by slot, how often each
  // cluster follows it and comes before it; `itself`, how often it follows itself.
  std::uint32_t insert(std::uint32_t name, std::uint64_t count,
                       std::span<const std::uint32_t> after, std::span<const std::uint32_t> before,
                       std::uint32_t itself);

  // The slots of the pair with the smallest loss, the lower name first; at least two clusters.
  std::pair<std::uint32_t, std::uint32_t> best() const;
  // In units of `information`.
  double loss(std::uint32_t a, std::uint32_t b) const { return losses_[a * slots_ + b]; }
  // Makes one of two clusters; returns its slot, one of the two, and the other is free.
  std::uint32_t merge(std::uint32_t a, std::uint32_t b);

 private:
  using Counts = std::vector<std::uint32_t>;  // slots x slots
  // What a cluster has with all others, and what it gets in addition, by slot.
  struct Growth {
    const std::uint32_t *old, *more;
  };

  template <typename T>
  T* row(std::vector<T>& matrix, std::size_t slot) const {
    return matrix.data() + slot * slots_;
  }
  const std::uint32_t* row(const Counts& counts, std::size_t slot) const {
    return counts.data() + slot * slots_;
  }
  Slots neighbours(const Counts& counts, std::uint32_t of, std::uint32_t but) const;
  // Calls work(first, last) for parts of 0 .. count-1, whose parts cost `each` operations apiece.
  void in_parts(std::size_t count, std::size_t each,
                const std::function<void(std::size_t, std::size_t)>& work) const;

  void add_column(const std::uint32_t* column, const Slots& near);
  void add_marginals(const Slots& near, const std::vector<double>& pairs_before,
                     const std::vector<double>& own_before);
  void join_columns(Growth growth, const Slots& near);
  void grow_row(const Counts& columns, Growth growth, const Slots& near, double* sums) const;
  void forget_parts(const Counts& columns, Growth growth,
                    std::pair<std::uint32_t, std::uint32_t> of, double* sums) const;
  void join_counts(Counts& counts, std::uint32_t kept, std::uint32_t gone);
  void set_row(std::uint32_t slot, const double* sums);
  void mirror(std::vector<double>& matrix, std::uint32_t slot,
              const std::vector<std::uint8_t>& but);
  double with_themselves(std::uint32_t v, std::uint32_t w) const;
  void renew_minima(const Slots& changed);
  void scan(std::uint32_t slot);

  std::size_t slots_;
  const Information& information_;
  unsigned threads_;
  Slots names_, free_;
  std::vector<std::uint8_t> used_;
  std::vector<double> count_, pairs_, own_;    // n, m and m log n, by slot
  Counts follow_, precede_;                    // n_ab at [a][b], and at [b][a]
  std::vector<double> losses_, fixed_, logs_;  // losses; what in them is no G; log2(n_v + n_w)
  std::vector<double> least_;                  // by slot, the smallest loss with any other,
  Slots partner_;                              // and which that is
};

}  // namespace manyways::cluster
