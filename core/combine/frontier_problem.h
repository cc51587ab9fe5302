// One sentence as the frontier search sees it: words put into classes, phrases, projections.
//
// Words that say the same and are linked alike are one class: to append one or the other makes no
// difference. The last two classes are <s> and </s>, linked to the ends of all inputs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "combine/frontier.h"

namespace manyways::combine {

class FrontierProblem {
 public:
  FrontierProblem(std::vector<Input> inputs, const Words& words, const MatchSettings& matching,
                  const FrontierSettings& settings);

  std::size_t inputs() const { return inputs_.size(); }
  std::size_t words() const { return links_.words(); }
  const Input& input(std::size_t s) const { return inputs_[s]; }
  std::uint16_t length(std::size_t s) const {
    return static_cast<std::uint16_t>(inputs_[s].words.size());
  }
  std::uint32_t start(std::size_t s) const { return links_.start[s]; }

  std::size_t classes() const { return class_words_.size(); }
  std::uint32_t class_of(std::size_t word) const { return class_of_[word]; }
  std::uint32_t begin_class() const { return static_cast<std::uint32_t>(classes() - 2); }
  std::uint32_t end_class() const { return static_cast<std::uint32_t>(classes() - 1); }
  WordId word_of(std::uint32_t one) const { return class_words_[one]; }
  // Where a class is in each input; kNowhere if it is not.
  std::span<const std::int16_t> places(std::uint32_t one) const {
    return std::span(places_).subspan(one * inputs(), inputs());
  }
  static constexpr std::int16_t kNowhere = -2;
  // Inputs that the class is linked to, by exact links alone or by any.
  std::uint64_t exactly(std::uint32_t one) const { return exactly_[one]; }
  std::uint64_t anyhow(std::uint32_t one) const { return anyhow_[one]; }
  // Inputs in which `next` stands right behind `last`.
  std::uint64_t adjacent(std::uint32_t last, std::uint32_t next) const;

  bool is_sign(std::size_t word) const { return sign_[word] != 0; }
  // The end of the phrase that begins with a word, or 0 if none does.
  std::uint16_t phrase_end(std::size_t word) const { return phrase_end_[word]; }
  // The first place of input t that does not hold up a frontier at `word`, which may be a place behind the last.
  int least_place(std::size_t s, std::size_t at, std::size_t t) const {
    return least_place_[(links_.start[s] + s + at) * inputs() + t];
  }
  std::size_t most_words() const { return most_words_; }

 private:
  void find_classes();
  void add_class(WordId word, std::span<const Link> links);
  void find_phrases(const FrontierSettings& settings);
  std::uint16_t run_end(std::size_t s, std::size_t i) const;
  void project(unsigned radius);

  std::vector<Input> inputs_;
  Links links_;
  std::vector<std::uint32_t> class_of_;
  std::vector<WordId> class_words_;
  std::vector<std::int16_t> places_;
  std::vector<std::uint64_t> exactly_, anyhow_;
  std::vector<std::uint8_t> sign_;
  std::vector<std::uint16_t> phrase_end_;
  std::vector<int> least_place_;
  std::size_t most_words_ = 0;
};

}  // namespace manyways::combine
