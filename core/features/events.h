// Probabilities of events with a context of fixed length, smoothed as n-grams are: interpolated
// Kneser-Ney, one discount per length of context.
//
//   EventCounter counter(2);                         // contexts of two items, the nearest first
//   counter.add({{near, far}}, outcome);
//   counter.finish(0, base, entries);                // model 0 of a table (hashed_table.h)
//
//   EventModel model(table, 0, 2);
//   double log_p = model.log_probability(context, outcome, log_of_the_base);
//
// p_k(w | c_1 .. c_k) = max(n_k(c w) - D_k, 0) / n_k(c) + D_k t_k(c) / n_k(c) p_{k-1}(w | c_1 .. c_{k-1})
//
// where n_k counts, for the longest context, the events and else the different longer contexts of an
// event; t_k(c) is the number of different outcomes; D_k = n1 / (n1 + 2 n2) of the events counted once
// and twice (0.5 where the text gives none, 0.95 at most); and below the shortest context is the base,
// whatever the caller says of an outcome. Items and outcomes are hashes. Counting takes 8 (items + 1) bytes an event; sorting makes
// the result independent of the order of the events. A question is one or two looks into the table for each
// length, longest first, and ends where the event was seen.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "features/hashed_table.h"

namespace manyways::features {

inline constexpr std::size_t kMostItems = 5;
using EventContext = std::array<std::uint64_t, kMostItems>;

class EventCounter {
 public:
  // items: how many of the context count, at most kMostItems; least: how many count always.
  explicit EventCounter(std::size_t items, std::size_t least = 0) : items_(items), least_(least) {}

  void add(const EventContext& context, std::uint64_t outcome) {
    events_.push_back({context, outcome});
  }
  std::size_t size() const { return events_.size(); }

  struct Event {
    EventContext context;
    std::uint64_t outcome;
  };
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Event& event : events_) visit(event);
  }
  // The probability of an event by something that knows nothing of it.
  using Base = std::function<double(const Event&)>;
  // Appends what the model of this number keeps. The counter is empty afterwards.
  void finish(std::uint64_t model, const Base& base, std::vector<Hashed>& entries);

 private:
  std::size_t items_, least_;
  std::vector<Event> events_;
};

class EventModel {
 public:
  // The table must outlive the model.
  EventModel(const HashedTable& table, std::uint64_t model, std::size_t items,
             std::size_t least = 0)
      : table_(&table), model_(model), items_(items), least_(least) {}

  // Natural logarithms. base: asked only if the outcome was never seen.
  template <typename Base>
  double log_probability(const EventContext& context, std::uint64_t outcome, Base&& base) const;

 private:
  const HashedTable* table_;
  std::uint64_t model_;
  std::size_t items_, least_;
};

// The keys of a context of so many items, and of an outcome behind it.
std::uint64_t context_key(std::uint64_t model, const EventContext& context, std::size_t items);
std::uint64_t outcome_key(std::uint64_t context_key, std::uint64_t outcome);

template <typename Base>
double EventModel::log_probability(const EventContext& context, std::uint64_t outcome,
                                   Base&& base) const {
  double sum = 0;
  for (std::size_t k = items_ + 1; k-- > least_;) {
    const std::uint64_t key = context_key(model_, context, k);
    if (const float* const found = table_->find(outcome_key(key, outcome))) return sum + *found;
    if (const float* const rest = table_->find(key)) sum += *rest;
  }
  return sum + base();
}

}  // namespace manyways::features
