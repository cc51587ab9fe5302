#include "exact/local_lm.h"

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "check.h"
#include "lm/build.h"

namespace manyways {
namespace {

using exact::LocalLm;

constexpr unsigned kOrder = 4;
constexpr std::uint32_t kLetters = 4;  // a, b, c, d

// A model of random n-grams, some without their own beginnings and ends; weights of backing off above and below 1.
struct RandomModel {
  explicit RandomModel(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> score(-4.0f, -0.1f), backoff(-1.5f, 0.6f);
    lm::Ngrams ngrams;
    for (const char* word : {"a", "b", "c", "d"}) letters.push_back(ngrams.vocabulary.add(word));
    ngrams.orders.resize(kOrder);
    lm::NgramCollector sink(ngrams);
    for (WordId id = 0; id < ngrams.vocabulary.size(); ++id) {
      sink.add({&id, 1}, score(random), backoff(random));
    }
    std::vector<WordId> words;
    const auto grow = [&](const auto& again, unsigned n) -> void {
      if (words.size() == n) {
        if (random() % (n + 1) == 0) sink.add(words, score(random), backoff(random));
        return;
      }
      std::vector<WordId> next = letters;
      if (words.empty()) next.push_back(kSentenceStart);
      if (words.size() + 1 == n) next.push_back(kSentenceEnd);
      for (const WordId word : next) {
        words.push_back(word);
        again(again, n);
        words.pop_back();
      }
    };
    for (unsigned n = 2; n <= kOrder; ++n) grow(grow, n);
    path = (std::filesystem::temp_directory_path() /
            (std::to_string(getpid()) + "-" + std::to_string(seed) + ".lm"))
               .string();
    lm::write_model(ngrams, path);
  }
  ~RandomModel() { std::filesystem::remove(path); }

  std::string path;
  std::vector<WordId> letters;
};

// Every row of letters up to a length, that may stand in a sentence.
template <class Visit>
void each_row(const std::vector<std::vector<LocalLm::Word>>& follow,
              const std::vector<LocalLm::Word>& first, unsigned length, Visit visit) {
  std::vector<LocalLm::Word> row;
  const auto grow = [&](const auto& again) -> void {
    if (!row.empty()) visit(row);
    if (row.size() == length) return;
    for (const LocalLm::Word word : row.empty() ? first : follow[row.back()]) {
      if (word == kLetters) continue;  // the end
      row.push_back(word);
      again(again);
      row.pop_back();
    }
  };
  grow(grow);
}

}  // namespace

TEST(local_models_agree_with_the_model_and_bound_it_where_words_are_forgotten) {
  int open = 0, above = 0;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    const RandomModel made(seed);
    const lm::Model model(made.path);
    std::mt19937 random(seed);
    std::vector<WordId> words = made.letters;
    words.push_back(kSentenceEnd);
    std::vector<std::vector<LocalLm::Word>> follow(kLetters + 1);
    std::vector<LocalLm::Word> first;
    for (LocalLm::Word a = 0; a < kLetters; ++a) {
      if (random() % 3 != 0) first.push_back(a);
      for (LocalLm::Word b = 0; b <= kLetters; ++b) {
        if (random() % 3 != 0) follow[a].push_back(b);
      }
    }
    const LocalLm local(model, words, follow, first);
    each_row(follow, first, kOrder + 1, [&](const std::vector<LocalLm::Word>& row) {
      lm::State state = model.begin_state();
      LocalLm::State whole = local.begin();
      for (unsigned level = 0; level <= kOrder; ++level) {
        state = model.begin_state();
        whole = local.begin();
        LocalLm::State part = local.begin();
        for (std::size_t i = 0; i < row.size(); ++i) {
          if (i > 0) part = local.shortened(part, level);  // the start is never forgotten
          const auto real = static_cast<double>(model.score(state, words[row[i]], state));
          CHECK(std::abs(local.step(whole, row[i], whole) - real) <= 1e-4);
          const double bound = local.step(part, row[i], part);
          CHECK(bound >= real);
          above += bound > real + 1e-3;
          open += part & 1;
        }
        if (level >= kOrder - 1) CHECK_EQUAL(part, whole);
      }
    });
  }
  CHECK(open > 1000);
  CHECK(above > 1000);
}

}  // namespace manyways
