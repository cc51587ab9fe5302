#include "search/feature.h"

#include <algorithm>

namespace manyways::search {

WordId TargetWords::add(std::string_view word) {
  const WordId known = table_->find(word);
  if (known != kUnknownWord) return known;
  const auto found = std::find(extras_.begin(), extras_.end(), word);
  const auto index = static_cast<WordId>(found - extras_.begin());
  if (found == extras_.end()) extras_.emplace_back(word);
  return static_cast<WordId>(table_->size()) + index;
}

namespace {

class TranslationScores : public OptionFeature {
 public:
  TranslationScores(std::size_t count, const std::string& name) {
    for (std::size_t i = 0; i < count; ++i) {
      names_.push_back(count == 1 ? name : name + "[" + std::to_string(i) + "]");
    }
  }
  std::vector<std::string> names() const override { return names_; }
  void score(const PhrasePair& pair, std::span<double> values) const override {
    if (pair.entry == nullptr) {
      std::fill(values.begin(), values.end(), pair.given);
    } else {
      std::ranges::copy(pair.entry->scores(), values.begin());
    }
  }

 private:
  std::vector<std::string> names_;
};

class NamedPenalty : public OptionFeature {
 public:
  explicit NamedPenalty(std::string name) : name_(std::move(name)) {}
  std::vector<std::string> names() const override { return {name_}; }

 private:
  std::string name_;
};

class PhrasePenalty : public NamedPenalty {
 public:
  using NamedPenalty::NamedPenalty;
  void score(const PhrasePair&, std::span<double> values) const override { values[0] = 1.0; }
};

class WordPenalty : public NamedPenalty {
 public:
  using NamedPenalty::NamedPenalty;
  void score(const PhrasePair& pair, std::span<double> values) const override {
    values[0] = -static_cast<double>(pair.target.size());
  }
};

class UnknownPenalty : public NamedPenalty {
 public:
  using NamedPenalty::NamedPenalty;
  void score(const PhrasePair& pair, std::span<double> values) const override {
    values[0] = pair.unknown ? -100.0 : 0.0;
  }
};

}  // namespace

std::unique_ptr<OptionFeature> translation_scores(const phrases::Table& table,
                                                  const std::string& name) {
  return std::make_unique<TranslationScores>(table.score_names().size(), name);
}
std::unique_ptr<OptionFeature> phrase_penalty(std::string name) {
  return std::make_unique<PhrasePenalty>(std::move(name));
}
std::unique_ptr<OptionFeature> word_penalty(std::string name) {
  return std::make_unique<WordPenalty>(std::move(name));
}
std::unique_ptr<OptionFeature> unknown_penalty(std::string name) {
  return std::make_unique<UnknownPenalty>(std::move(name));
}

}  // namespace manyways::search
