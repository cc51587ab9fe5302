// The class of each word, both as texts.
//
//   WordClasses classes;
//   classes.add("Haus", "17");
//   if (const auto name = classes.find(word)) ...      // std::optional<std::string_view>
//
// One array holds all words and one all names, each name once; find is one probe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/interner.h"

namespace manyways {

class WordClasses {
 public:
  bool empty() const { return classes_.empty(); }
  std::size_t size() const { return classes_.size(); }
  std::string_view word(std::size_t i) const { return words_.at(static_cast<std::uint32_t>(i)); }
  std::string_view name(std::size_t i) const { return names_.at(classes_[i]); }

  // A word that is added again gets the new class.
  void add(std::string_view word, std::string_view name) {
    const std::uint32_t id = words_.add(word);
    if (id == classes_.size()) classes_.emplace_back();
    classes_[id] = names_.add(name);
  }
  std::optional<std::string_view> find(std::string_view word) const {
    const std::uint32_t id = words_.find(word);
    if (id == Interner<char>::kNone) return std::nullopt;
    return names_.at(classes_[id]);
  }

 private:
  Interner<char> words_, names_;
  std::vector<std::uint32_t> classes_;  // of each word, in names_
};

}  // namespace manyways
