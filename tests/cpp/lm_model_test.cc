#include "lm/model.h"

#include <unistd.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "check.h"
#include "lm/build.h"

namespace manyways {

TEST(a_model_is_sound_once_it_was_checked_and_then_answers_as_before) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> score(-4.0f, -0.1f), backoff(-1.5f, 0.6f);
  lm::Ngrams ngrams;
  std::vector<WordId> letters;
  for (const char* word : {"a", "b", "c"}) letters.push_back(ngrams.vocabulary.add(word));
  ngrams.orders.resize(3);
  lm::NgramCollector sink(ngrams);
  for (WordId id = 0; id < ngrams.vocabulary.size(); ++id) {
    sink.add({&id, 1}, score(random), backoff(random));
  }
  for (unsigned n = 2; n <= 3; ++n) {
    for (unsigned i = 0; i < (n == 2 ? 9u : 27u); i += 2) {
      std::vector<WordId> words;
      for (unsigned k = 0, rest = i; k < n; ++k, rest /= 3) words.push_back(letters[rest % 3]);
      sink.add(words, score(random), backoff(random));
    }
  }
  const std::string path =
      (std::filesystem::temp_directory_path() / (std::to_string(getpid()) + "-sound.lm")).string();
  lm::write_model(ngrams, path);
  const lm::Model model(path);
  CHECK(!model.sound());
  CHECK(model.ready().sound());
  lm::State plain = model.begin_state(), sound = plain;
  for (int i = 0; i < 2000; ++i) {
    const WordId word = static_cast<WordId>(random() % (ngrams.vocabulary.size() + 2));
    CHECK_EQUAL(model.score_soundly(sound, word, sound), model.score(plain, word, plain));
    CHECK_EQUAL(sound.node, plain.node);
  }
  std::filesystem::remove(path);
}

}  // namespace manyways
