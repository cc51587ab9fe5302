#include "exact/contexts.h"

#include <algorithm>

#include "base/interner.h"
#include "search/lm_feature.h"

namespace manyways::exact {

Contexts::Contexts(Problem& problem) : problem_(problem) {
  search::Target& target = problem_.target();
  const Neighbours sentence = neighbours();
  for (std::size_t i = 0; i < target.scorers().size(); ++i) {
    Feature& feature = features_.emplace_back();
    feature.scorer = target.scorers()[i].get();
    feature.weight = target.weight(i);
    const auto* const lm =
        i < target.size() ? dynamic_cast<const search::LmFeature*>(target.feature(i)) : nullptr;
    if (lm != nullptr && feature.weight > 0) add_local(feature, *lm, sentence);
  }
  row_.resize(features_.size());
  tuples_.clear(features_.size());
}

Contexts::Neighbours Contexts::neighbours() {
  Neighbours found;
  bool empty = false;
  const auto options = problem_.options().all();
  for (const search::Option& option : options) {
    empty = empty || option.words.empty();
    for (const WordId word : option.words) {
      const auto next = static_cast<std::uint32_t>(found.words.size());
      if (numbers_.insert(word, next).second) found.words.push_back(word);
    }
  }
  const auto count = static_cast<std::uint32_t>(found.words.size());
  found.follow.resize(count);
  std::vector<bool> known(std::size_t{count} * (count + 1));
  const auto may_follow = [&](std::uint32_t first, std::uint32_t second) {
    const std::size_t at = std::size_t{first} * (count + 1) + second;
    if (known[at]) return;
    known[at] = true;
    found.follow[first].push_back(second);
  };
  // The words that options which end at each position end in, and those that may follow there.
  std::vector<std::vector<std::uint32_t>> lasts(problem_.length() + 1), firsts(lasts.size());
  const auto add = [](std::vector<std::uint32_t>& to, std::uint32_t word) { to.push_back(word); };
  const auto finish = [](std::vector<std::uint32_t>& words) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
  };
  for (const search::Option& option : options) {
    if (option.words.empty()) continue;
    for (std::size_t i = 1; i < option.words.size(); ++i) {
      may_follow(*numbers_.find(option.words[i - 1]), *numbers_.find(option.words[i]));
    }
    add(lasts[empty ? 0 : option.end], *numbers_.find(option.words.back()));
  }
  for (std::uint32_t end = 0; end <= problem_.length(); ++end) {
    const Problem::Range range = problem_.after(end);
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      const auto words = options[i].words;
      if (!words.empty()) add(firsts[empty ? 0 : end], *numbers_.find(words.front()));
    }
    finish(firsts[end]);
    finish(lasts[end]);
  }
  if (empty) finish(firsts[0]);
  found.first = firsts[0];
  found.first.push_back(count);
  for (std::size_t end = 0; end < lasts.size(); ++end) {
    for (const std::uint32_t last : lasts[end]) {
      for (const std::uint32_t first : firsts[end]) may_follow(last, first);
      may_follow(last, count);
    }
  }
  return found;
}

// Several words may be one to a model: all that it does not know, or all of a class.
void Contexts::add_local(Feature& feature, const search::LmFeature& lm,
                         const Neighbours& sentence) {
  Numbering<WordId> ids;
  for (const WordId word : sentence.words) {
    feature.words.push_back(ids.add(lm.id_of(word, problem_.options().words())));
  }
  feature.end = ids.add(kSentenceEnd);
  feature.words.push_back(feature.end);
  std::vector<std::vector<LocalLm::Word>> follow(ids.size());
  std::vector<LocalLm::Word> first;
  const auto map_to = [&](const std::vector<std::uint32_t>& from, std::vector<LocalLm::Word>& to) {
    for (const std::uint32_t word : from) to.push_back(feature.words[word]);
  };
  const auto unify = [](std::vector<LocalLm::Word>& words) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
  };
  for (std::size_t i = 0; i < sentence.words.size(); ++i)
    map_to(sentence.follow[i], follow[feature.words[i]]);
  for (auto& words : follow) unify(words);
  map_to(sentence.first, first);
  unify(first);
  std::vector<WordId> all;
  for (std::uint32_t i = 0; i < ids.size(); ++i) all.push_back(ids.at(i));
  feature.local = std::make_unique<LocalLm>(lm.model(), all, follow, first);
  levels_ = std::max(levels_, lm.model().order() - 1);
}

template <class Part>
Contexts::State Contexts::made_of(Part part) {
  if (features_.empty()) return 0;
  if (features_.size() == 1) return part(0);
  for (std::size_t i = 0; i < features_.size(); ++i) row_[i] = part(i);
  return tuples_.number(row_);
}

Contexts::State Contexts::begin() {
  return made_of([&](std::size_t i) {
    const Feature& feature = features_[i];
    return feature.local ? feature.local->begin() : feature.scorer->begin();
  });
}

double Contexts::step(State in, WordId word, State& out) {
  double sum = 0;
  const std::uint32_t number = *numbers_.find(word);
  out = made_of([&](std::size_t i) {
    const Feature& feature = features_[i];
    std::uint32_t next;
    sum += feature.weight * (feature.local
                                 ? feature.local->step(part(in, i), feature.words[number], next)
                                 : feature.scorer->advance(part(in, i), {&word, 1}, next));
    return next;
  });
  return sum;
}

double Contexts::finish(State state) {
  double sum = 0;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const Feature& feature = features_[i];
    std::uint32_t unused;
    sum +=
        feature.weight * (feature.local ? feature.local->step(part(state, i), feature.end, unused)
                                        : feature.scorer->finish(part(state, i)));
  }
  return sum;
}

Contexts::State Contexts::shortened(State state, unsigned level) {
  return made_of([&](std::size_t i) {
    const Feature& feature = features_[i];
    const std::uint32_t own = part(state, i);
    return feature.local ? feature.local->shortened(own, level) : own;
  });
}

}  // namespace manyways::exact
