#include "base/word_classes.h"

#include "base/dot.h"
#include "base/random.h"
#include "check.h"

namespace manyways {

TEST(words_have_the_class_that_was_added_last) {
  WordClasses classes;
  CHECK(classes.empty());
  classes.add("Haus", "1");
  classes.add("Maus", "2");
  classes.add("", "2");
  classes.add("Haus", "2");
  CHECK_EQUAL(classes.size(), 3u);
  CHECK(classes.find("Haus") == "2");
  CHECK(classes.find("") == "2");
  CHECK(!classes.find("Laus"));
  CHECK(!classes.empty());
  CHECK(classes.word(1) == "Maus");
  CHECK(classes.name(1) == "2");
}

TEST(products_are_those_of_a_plain_sum) {
  Random random(4);
  for (std::size_t n = 0; n < 20; ++n) {
    std::vector<float> left(n);
    std::vector<double> right(n);
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      left[i] = static_cast<float>(random.below(9)) - 4;
      right[i] = static_cast<double>(random.below(9)) - 4;
      sum += left[i] * right[i];
    }
    CHECK_EQUAL(dot(left.data(), right.data(), n), sum);
  }
}

}  // namespace manyways
