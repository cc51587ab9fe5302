// Times KenLM's probing model on word ids. Built by bench_lm.py against KenLM's own sources.
//   kenlm_query MODEL.arpa TEXT REPEATS  ->  sum of log10 scores, nanoseconds of CPU per word
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "lm/model.hh"

int main(int, char** arguments) {
  const lm::ngram::ProbingModel model(arguments[1]);
  std::vector<std::vector<lm::WordIndex>> sentences;
  std::ifstream text(arguments[2]);
  std::size_t words = 0;
  for (std::string line, word; std::getline(text, line);) {
    std::istringstream fields(line);
    auto& ids = sentences.emplace_back();
    while (fields >> word) ids.push_back(model.GetVocabulary().Index(word));
    ids.push_back(model.GetVocabulary().EndSentence());
    words += ids.size();
  }
  const int repeats = std::atoi(arguments[3]);
  double total = 0;
  const std::clock_t start = std::clock();
  for (int i = 0; i < repeats; ++i) {
    for (const auto& ids : sentences) {
      lm::ngram::ProbingModel::State states[2];
      states[0] = model.BeginSentenceState();
      float sum = 0;
      int at = 0;
      for (const lm::WordIndex word : ids) {
        sum += model.FullScore(states[at], word, states[1 - at]).prob;
        at = 1 - at;
      }
      total += sum;
    }
  }
  const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  std::cout.precision(12);
  std::cout << total / repeats << " " << seconds * 1e9 / (double(words) * repeats) << "\n";
}
