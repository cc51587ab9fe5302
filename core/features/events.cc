#include "features/events.h"

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "base/hash_table.h"

namespace manyways::features {
namespace {

constexpr double kNoDiscount = 0.5, kMostDiscount = 0.95;

// An event as one length of context sees it.
struct Seen {
  std::uint64_t context, outcome;  // keys
  std::uint32_t event;             // one that it stands for
  std::uint32_t count;
};

bool before(const Seen& a, const Seen& b) {
  return a.context != b.context ? a.context < b.context : a.outcome < b.outcome;
}

bool same_event(const Seen& a, const Seen& b) {
  return a.context == b.context && a.outcome == b.outcome;
}

// Equal ones become one, with the sum of their counts.
void gather(std::vector<Seen>& seen) {
  std::stable_sort(seen.begin(), seen.end(), before);
  std::size_t kept = 0;
  for (std::size_t i = 0; i != seen.size(); ++i) {
    if (kept != 0 && same_event(seen[kept - 1], seen[i])) {
      seen[kept - 1].count += seen[i].count;
    } else {
      seen[kept++] = seen[i];
    }
  }
  seen.resize(kept);
}

double discount_of(const std::vector<Seen>& seen) {
  double once = 0, twice = 0;
  for (const Seen& each : seen) {
    once += each.count == 1;
    twice += each.count == 2;
  }
  if (once == 0 || twice == 0) return kNoDiscount;
  return std::min(once / (once + 2 * twice), kMostDiscount);
}

}  // namespace

std::uint64_t context_key(std::uint64_t model, const EventContext& context, std::size_t items) {
  std::uint64_t hash = hash_combine(model + 1, items);
  for (std::size_t i = 0; i != items; ++i) hash = hash_combine(hash, context[i]);
  return hash;
}

std::uint64_t outcome_key(std::uint64_t context_key, std::uint64_t outcome) {
  return hash_combine(context_key, outcome);
}

void EventCounter::finish(std::uint64_t model, const Base& base, std::vector<Hashed>& entries) {
  // By length of context, the longest first: the shorter ones count what the longer ones kept.
  std::vector<std::vector<Seen>> levels(items_ + 1);
  for (std::size_t k = items_ + 1; k-- > least_;) {
    std::vector<Seen>& seen = levels[k];
    const auto see = [&](std::uint32_t event) {
      const Event& each = events_[event];
      seen.push_back({context_key(model, each.context, k), each.outcome, event, 1});
    };
    if (k == items_) {
      for (std::uint32_t e = 0; e != events_.size(); ++e) see(e);
    } else {
      for (const Seen& longer : levels[k + 1]) see(longer.event);
    }
    gather(seen);
  }
  HashMap<std::uint64_t, float, IsHash> shorter, known;
  for (std::size_t k = least_; k != levels.size(); ++k) {
    const std::vector<Seen>& seen = levels[k];
    const double discount = discount_of(seen);
    known.clear();
    for (std::size_t i = 0; i != seen.size();) {
      std::size_t end = i;
      double total = 0;
      while (end != seen.size() && seen[end].context == seen[i].context) total += seen[end++].count;
      const double rest = discount * static_cast<double>(end - i) / total;
      entries.push_back({seen[i].context, static_cast<float>(std::log(rest))});
      for (; i != end; ++i) {
        const Event& event = events_[seen[i].event];
        double below;
        if (k == least_) {
          below = base(event);
        } else {
          const std::uint64_t key = context_key(model, event.context, k - 1);
          below = *shorter.find(outcome_key(key, event.outcome));
        }
        const double p = (seen[i].count - discount) / total + rest * below;
        const std::uint64_t key = outcome_key(seen[i].context, seen[i].outcome);
        entries.push_back({key, static_cast<float>(std::log(p))});
        known.insert(key, static_cast<float>(p));
      }
    }
    std::swap(shorter, known);
  }
  events_ = {};
}

}  // namespace manyways::features
