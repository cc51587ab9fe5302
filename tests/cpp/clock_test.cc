#include "exact/clock.h"

#include <chrono>
#include <thread>

#include "check.h"

namespace manyways {
namespace {

using exact::Clock;
using exact::Limits;

constexpr double kNap = 0.05;  // seconds in which nothing is computed

void sleep() { std::this_thread::sleep_for(std::chrono::duration<double>(kNap)); }

TEST(limits_and_seconds_of_a_proof_are_of_the_day) {
  Limits limits;
  limits.time_limit = kNap / 2;
  Clock clock(limits);
  CHECK(!clock.over());
  CHECK(clock.over(kNap));
  sleep();
  CHECK(clock.over());
  CHECK(clock.seconds() >= kNap);
}

TEST(limits_and_seconds_of_a_proof_are_cpu_time) {
  Limits limits;
  limits.cpu_time = true;
  limits.time_limit = kNap / 2;
  Clock clock(limits);
  sleep();
  CHECK(!clock.over());
  CHECK(clock.seconds() < kNap / 2);
  while (clock.seconds() < kNap / 2) {
  }
  CHECK(clock.over());
  CHECK(clock.seconds() < 10 * kNap);  // no second is counted backwards
}

TEST(a_first_search_that_knows_no_cpu_time_has_no_limit) {
  Limits limits;
  limits.time_limit = 4;
  CHECK_EQUAL(limits.first_search(), 2.0);
  limits.cpu_time = true;
  CHECK_EQUAL(limits.first_search(), 0.0);
}

}  // namespace
}  // namespace manyways
