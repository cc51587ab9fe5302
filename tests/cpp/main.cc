// Runs the tests whose names are given, or all; the status is 1 if a check failed.
#include <algorithm>

#include "check.h"

int main(int count, char** names) {
  const std::vector<std::string> wanted(names + 1, names + count);
  std::size_t run = 0;
  for (const auto& test : manyways::tests::all_tests()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), test.name) == wanted.end()) {
      continue;
    }
    ++run;
    const int before = manyways::tests::failures();
    test.run();
    std::cout << (manyways::tests::failures() == before ? "good  " : "WRONG ") << test.name << "\n";
  }
  if (run < std::max<std::size_t>(1, wanted.size())) {
    std::cerr << "no such test\n";
    return 1;
  }
  return manyways::tests::failures() == 0 ? 0 : 1;
}
