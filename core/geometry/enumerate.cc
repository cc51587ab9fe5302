#include "geometry/enumerate.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <queue>
#include <set>
#include <stdexcept>

namespace manyways::geometry {
namespace {

// The candidates of each list that can win it, ascending.
std::vector<std::vector<std::uint32_t>> corners(const Points& points, WinTest& test) {
  std::vector<std::vector<std::uint32_t>> found(points.sentences());
  for (std::uint32_t c = 0; c < points.candidates(); ++c) {
    if (test.run({&c, 1})) found[points.sentence_of(c)].push_back(c);
  }
  return found;
}

// The choices of lists first .. last - 1 that can win, one by one by increasing loss.
class Range {
 public:
  struct Combination {
    double loss;
    std::vector<std::uint32_t> chosen;
    std::vector<double> point;
  };
  struct Search {
    const Points& points;
    std::span<const double> losses;
    std::uint64_t most_tests;
    WinTest test;
    std::uint64_t tests = 0;
  };

  Range(Search& search, std::size_t first, std::size_t last) : search_(search) {
    if (last - first > 1) {
      const std::size_t middle = first + (last - first) / 2;
      left_ = std::make_unique<Range>(search, first, middle);
      right_ = std::make_unique<Range>(search, middle, last);
      push(0, 0);
      return;
    }
    own_.resize(search.points.size(first));
    std::iota(own_.begin(), own_.end(), static_cast<std::uint32_t>(search.points.begin(first)));
    std::stable_sort(own_.begin(), own_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return search.losses[a] < search.losses[b];
    });
  }

  // The combination of this rank, or null if there is none, or tests have run out.
  const Combination* get(std::size_t rank) {
    while (found_.size() <= rank) {
      if (left_ ? !next_pair() : !next_own()) return nullptr;
    }
    return &found_[rank];
  }

 private:
  struct Pair {
    double loss;
    std::size_t left, right;
    bool operator>(const Pair& other) const {
      if (loss != other.loss) return loss > other.loss;
      return left != other.left ? left > other.left : right > other.right;
    }
  };

  bool try_to_add(double loss, std::vector<std::uint32_t> chosen) {
    if (++search_.tests > search_.most_tests) return false;
    if (search_.test.run(chosen)) {
      const auto point = search_.test.point();
      found_.push_back({loss, std::move(chosen), {point.begin(), point.end()}});
    }
    return true;
  }

  bool next_own() {
    if (next_ == own_.size()) return false;
    const std::uint32_t c = own_[next_++];
    return try_to_add(search_.losses[c], {c});
  }

  bool next_pair() {
    if (queue_.empty()) return false;
    const Pair best = queue_.top();
    queue_.pop();
    push(best.left + 1, best.right);
    push(best.left, best.right + 1);
    const Combination *a = left_->get(best.left), *b = right_->get(best.right);
    std::vector<std::uint32_t> chosen = a->chosen;
    chosen.insert(chosen.end(), b->chosen.begin(), b->chosen.end());
    return try_to_add(best.loss, std::move(chosen));
  }

  void push(std::size_t left, std::size_t right) {
    const Combination *a = left_->get(left), *b = right_->get(right);
    if (a == nullptr || b == nullptr || !seen_.emplace(left, right).second) return;
    queue_.push({a->loss + b->loss, left, right});
  }

  Search& search_;
  std::unique_ptr<Range> left_, right_;
  std::vector<std::uint32_t> own_;
  std::size_t next_ = 0;
  std::vector<Combination> found_;
  std::priority_queue<Pair, std::vector<Pair>, std::greater<>> queue_;
  std::set<std::pair<std::size_t, std::size_t>> seen_;
};

}  // namespace

Feasible feasible_choices(const Points& points, std::uint64_t most_tests) {
  Feasible result;
  WinTest test(points);
  const auto candidates = corners(points, test);
  result.tests = points.candidates();
  std::vector<std::uint32_t> chosen;  // of the lists so far
  std::vector<std::size_t> next{0};   // the rank to try next, by list
  while (!next.empty()) {
    const std::size_t s = next.size() - 1;
    if (next[s] == candidates[s].size()) {
      next.pop_back();
      if (!chosen.empty()) chosen.pop_back();
      continue;
    }
    if (result.tests >= most_tests) {
      result.complete = false;
      return result;
    }
    chosen.push_back(candidates[s][next[s]++]);
    ++result.tests;
    if (!test.run(chosen)) {
      chosen.pop_back();
    } else if (s + 1 == points.sentences()) {
      result.choices.insert(result.choices.end(), chosen.begin(), chosen.end());
      chosen.pop_back();
    } else {
      next.push_back(0);
    }
  }
  return result;
}

Exact exact_choice(const Points& points, std::span<const double> losses, std::uint64_t most_tests) {
  if (losses.size() != points.candidates()) throw std::invalid_argument("one loss per candidate");
  Range::Search search{points, losses, most_tests, WinTest(points)};
  Range all(search, 0, points.sentences());
  Exact result;
  if (const auto* best = all.get(0)) {
    result = {true, best->loss, best->chosen, points.to_weights(best->point), 0};
  }
  result.tests = std::min(search.tests, most_tests);
  return result;
}

}  // namespace manyways::geometry
