#include "graph/semiring.h"

#include <cmath>

#include "base/random.h"
#include "check.h"

namespace manyways::graph {
namespace {

bool near(double a, double b) { return a == b || std::fabs(a - b) < 1e-9 * (1 + std::fabs(a)); }

// "No way" among values, which adding must leave alone and joining must keep.
template <class Semiring>
void check_laws(double low, double high) {
  Random random(1);
  auto value = [&] {
    return random.below(8) == 0 ? Semiring::zero()
                                : std::floor(low + (high - low) * random.uniform());
  };
  for (int round = 0; round < 2000; ++round) {
    const double a = value(), b = value(), c = value();
    CHECK(near(Semiring::plus(a, Semiring::zero()), a));
    CHECK(near(Semiring::plus(Semiring::zero(), a), a));
    CHECK(near(Semiring::times(a, Semiring::one()), a));
    CHECK(near(Semiring::times(a, Semiring::zero()), Semiring::zero()));
    CHECK(near(Semiring::plus(a, b), Semiring::plus(b, a)));
    CHECK(near(Semiring::plus(Semiring::plus(a, b), c), Semiring::plus(a, Semiring::plus(b, c))));
    CHECK(
        near(Semiring::times(Semiring::times(a, b), c), Semiring::times(a, Semiring::times(b, c))));
    CHECK(near(Semiring::times(a, Semiring::plus(b, c)),
               Semiring::plus(Semiring::times(a, b), Semiring::times(a, c))));
  }
}

}  // namespace

TEST(semirings_keep_the_laws) {
  check_laws<Viterbi>(-50, 50);
  check_laws<LogSum>(-50, 50);
  check_laws<Counting>(0, 1000);
}

TEST(log_sums_are_right_and_never_overflow) {
  CHECK(near(LogSum::plus(std::log(2.0), std::log(3.0)), std::log(5.0)));
  CHECK(near(LogSum::plus(1e300, 1e300), 1e300));
  CHECK(near(LogSum::plus(-1e5, -1e5), -1e5 + std::log(2.0)));
  CHECK_EQUAL(LogSum::plus(kNoScore, kNoScore), kNoScore);
  CHECK_EQUAL(LogSum{0.5}.from_score(3), 1.5);
}

TEST(edges_enter_a_semiring_as_what_they_are) {
  CHECK_EQUAL(Viterbi{}.from_score(-2.5), -2.5);
  CHECK_EQUAL(Counting{}.from_score(-2.5), 1.0);
  CHECK_EQUAL(Viterbi::plus(1, 2), 2.0);
  CHECK_EQUAL(Viterbi::times(1, 2), 3.0);
}

}  // namespace manyways::graph
