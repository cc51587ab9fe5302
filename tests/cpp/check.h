// The little that tests in C++ need: named tests, and checks that say what they found.
//
//   TEST(growing_keeps_every_key) {
//     CHECK(table.size() == 3);
//     CHECK_EQUAL(table.find(7), 1u);
//     CHECK_THROWS(InputError, read("nothing"));
//   }
//
// A failed check is printed with its place, and the test goes on. tests/core/test_cpp.py builds them
// all into one program and runs each by its name.
#pragma once

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace manyways::tests {

struct Test {
  std::string name;
  void (*run)();
};

inline std::vector<Test>& all_tests() {
  static std::vector<Test> tests;
  return tests;
}
inline int& failures() {
  static int count = 0;
  return count;
}

struct Registered {
  Registered(const char* name, void (*run)()) { all_tests().push_back({name, run}); }
};

inline void fail(const char* file, int line, const std::string& message) {
  if (++failures() <= 20) std::cerr << file << ":" << line << ": " << message << "\n";
}

template <typename A, typename B>
void check_equal(const char* file, int line, const char* what, const A& found, const B& expected) {
  if (found == expected) return;
  std::ostringstream message;
  message.precision(17);
  message << what << " is " << found << "; expected " << expected;
  fail(file, line, message.str());
}

}  // namespace manyways::tests

#define TEST(name)                                                         \
  static void name();                                                      \
  static const manyways::tests::Registered registered_##name(#name, name); \
  static void name()

#define CHECK(condition) \
  if (!(condition)) manyways::tests::fail(__FILE__, __LINE__, "not true: " #condition)

#define CHECK_EQUAL(found, expected) \
  manyways::tests::check_equal(__FILE__, __LINE__, #found, found, expected)

#define CHECK_THROWS(type, expression)                                                    \
  do {                                                                                    \
    bool thrown = false;                                                                  \
    try {                                                                                 \
      (void)(expression);                                                                 \
    } catch (const type&) {                                                               \
      thrown = true;                                                                      \
    }                                                                                     \
    if (!thrown) manyways::tests::fail(__FILE__, __LINE__, "no " #type ": " #expression); \
  } while (false)
