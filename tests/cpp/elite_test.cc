#include "tune/elite.h"

#include <cmath>

#include "check.h"

namespace manyways::tune {

TEST(an_elite_of_one_is_where_every_search_begins) {
  Elite elite({1, 1});
  const std::vector<double> only = {3, 4};
  elite.add(1, only);
  Random random(1);
  for (int i = 0; i < 100; ++i) CHECK(elite.pick(random) == only);
}

// Three of ten points are on the way from one member to another, never from one to itself.
TEST(some_points_lie_between_two_of_the_elite) {
  Elite elite({1, 1});
  elite.add(2, std::vector<double>{1, 0});
  elite.add(1, std::vector<double>{0, 1});
  Random random(1);
  int between = 0, best = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const std::vector<double> point = elite.pick(random);
    CHECK(std::fabs(point[0] + point[1] - 1) < 1e-12);
    CHECK(point[0] >= 0 && point[1] >= 0);
    best += point[0] == 1;
    between += point[0] != 1 && point[1] != 1;
  }
  CHECK(std::fabs(between / double{kDraws} - 0.3) < 0.02);
  CHECK(std::fabs(best / double{kDraws} - 0.7 * 0.75) < 0.02);  // half, and half of the other half
}

TEST(of_points_that_are_alike_the_better_stays) {
  Random random(1);
  Elite elite({1, 1});
  const std::vector<double> first = {1, 0}, longer = {2, 0.01}, other = {0, 1};
  elite.add(1, first);
  elite.add(1, longer);  // the same direction and score: the first stays
  CHECK(elite.pick(random) == first);
  elite.add(2, longer);
  CHECK(elite.pick(random) == longer);
  elite.add(3, other);
  int found = 0;
  for (int i = 0; i < 1000; ++i) found += elite.pick(random) == first;
  CHECK_EQUAL(found, 0);
}

TEST(of_equal_scores_the_first_is_the_best) {
  Random random(1);
  Elite elite({1, 1});
  const std::vector<double> first = {1, 0}, second = {0, 1};
  elite.add(1, first);
  elite.add(1, second);
  int lead = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::vector<double> point = elite.pick(random);
    lead += (point == first) - (point == second);
  }
  CHECK(lead > 100);
}

// Directions are compared in units of each weight, and weights without a unit mean nothing.
TEST(likeness_is_measured_in_units) {
  Random random(1);
  Elite fine({1, 0});
  fine.add(1, std::vector<double>{1, 0});
  fine.add(2, std::vector<double>{1, 100});
  CHECK_EQUAL(fine.pick(random)[1], 100.0);
  fine.add(1.5, std::vector<double>{1, -100});
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(fine.pick(random)[1], 100.0);
  Elite second({0, 1});
  second.add(1, std::vector<double>{0, 1});
  second.add(2, std::vector<double>{0, -1});  // the opposite, not the same
  int opposite = 0;
  for (int i = 0; i < 100; ++i) opposite += second.pick(random)[1] == 1;
  CHECK(opposite > 5);
  Elite turned({1, 100});
  turned.add(2, std::vector<double>{1, 5});
  turned.add(1, std::vector<double>{1, 0});
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(turned.pick(random)[1], 5.0);
  Elite coarse({1, 100});
  coarse.add(2, std::vector<double>{1, 0});
  coarse.add(1, std::vector<double>{1, 5});  // alike: a twentieth of a unit
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(coarse.pick(random)[1], 0.0);
  coarse.add(1, std::vector<double>{1, 50});
  int others = 0;
  for (int i = 0; i < 100; ++i) others += coarse.pick(random)[1] != 0;
  CHECK(others > 10);
}

TEST(six_are_the_elite) {
  Random random(1);
  Elite elite({1, 1});
  for (int i = 0; i < 12; ++i) {
    const double angle = 0.5 * i;
    elite.add(i % 2 == 0 ? i : -i, std::vector<double>{std::cos(angle), std::sin(angle)});
  }
  std::vector<int> met(12, 0);
  for (int draw = 0; draw < 3000; ++draw) {
    const std::vector<double> point = elite.pick(random);
    for (int i = 0; i < 12; ++i) {
      met[i] += point == std::vector<double>{std::cos(0.5 * i), std::sin(0.5 * i)};
    }
  }
  for (int i = 0; i < 12; ++i) CHECK_EQUAL(met[i] > 0, i % 2 == 0);
}

}  // namespace manyways::tune
