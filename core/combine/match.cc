#include "combine/match.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace manyways::combine {

void Matcher::match(std::span<const WordId> a, std::span<const WordId> b,
                    std::vector<Link>& links) {
  links.assign(a.size(), {});
  exact_ = true;
  if (std::equal(a.begin(), a.end(), b.begin(), b.end())) {
    for (std::size_t i = 0; i < a.size(); ++i) links[i] = {static_cast<std::int16_t>(i), kExact};
    return;
  }
  for (const Stage& stage : stages_) run_stage(stage, a, b, links);
}

void Matcher::find_options(const Stage& stage, std::span<const WordId> a, std::span<const WordId> b,
                           std::span<const Link> links) {
  taken_.assign(b.size(), 0);
  for (const Link& link : links) {
    if (link.to >= 0) taken_[static_cast<std::size_t>(link.to)] = 1;
  }
  keyed_.clear();
  for (std::size_t j = 0; j < b.size(); ++j) {
    if (!taken_[j] && stage.keys[b[j]] != kNoKey) {
      keyed_.emplace_back(stage.keys[b[j]], static_cast<std::int16_t>(j));
    }
  }
  std::sort(keyed_.begin(), keyed_.end());
  options_.clear();
  option_starts_.assign(a.size() + 1, 0);
  left_.assign(a.size(), 0);
  keyed_a_.clear();
  for (std::size_t i = 0; i < a.size(); ++i) {
    option_starts_[i] = static_cast<std::uint32_t>(options_.size());
    const std::uint32_t key = links[i].to >= 0 ? kNoKey : stage.keys[a[i]];
    if (key == kNoKey) continue;
    keyed_a_.emplace_back(key, static_cast<std::int16_t>(i));
    for (auto at = std::lower_bound(keyed_.begin(), keyed_.end(), std::pair(key, std::int16_t{0}));
         at != keyed_.end() && at->first == key; ++at) {
      options_.push_back(at->second);
    }
  }
  option_starts_[a.size()] = static_cast<std::uint32_t>(options_.size());
  std::sort(keyed_a_.begin(), keyed_a_.end());
  for (std::size_t at = keyed_a_.size(), same = 0; at-- > 0;) {
    same = at + 1 < keyed_a_.size() && keyed_a_[at + 1].first == keyed_a_[at].first ? same + 1 : 1;
    left_[static_cast<std::size_t>(keyed_a_[at].second)] = static_cast<std::uint32_t>(same);
  }
}

void Matcher::run_stage(const Stage& stage, std::span<const WordId> a, std::span<const WordId> b,
                        std::vector<Link>& links) {
  find_options(stage, a, b, links);
  if (options_.empty()) return;
  const std::size_t words = (b.size() + 63) / 64;
  partials_.assign(1, {0, 0, kNowhere, 0, -1});
  used_.assign(words, 0);
  layer_ = 0;
  layer_end_ = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    extend(i, links[i].to, words);
    prune(layer_end_, words);
    layer_ = layer_end_;
    layer_end_ = partials_.size();
  }
  std::size_t at = layer_;  // the best of the last layer is its first
  for (std::size_t i = a.size(); i-- > 0;) {
    const std::int16_t choice = partials_[at].choice;
    if (links[i].to < 0 && choice >= 0) links[i] = {choice, stage.kind};
    at = partials_[at].parent;
  }
}

void Matcher::extend(std::size_t i, int fixed, std::size_t words) {
  const std::span options(options_.data() + option_starts_[i],
                          option_starts_[i + 1] - option_starts_[i]);
  for (std::size_t p = layer_; p < layer_end_; ++p) {
    if (fixed >= 0) {
      add(p, fixed, i, words);
      continue;
    }
    std::size_t free = 0;
    for (const std::int16_t j : options) {
      const auto place = static_cast<std::size_t>(j);
      if ((used_[p * words + place / 64] >> (place % 64) & 1) != 0) continue;
      ++free;
      add(p, j, i, words);
    }
    // A word may stay alone only if the words like it behind it can use up the others.
    if (free == 0 || left_[i] > free) add(p, kNowhere, i, words);
  }
}

void Matcher::add(std::size_t parent, int j, std::size_t i, std::size_t words) {
  Partial next = partials_[parent];
  const std::size_t from = used_.size();
  used_.resize(from + words);
  std::copy_n(used_.begin() + static_cast<std::ptrdiff_t>(parent * words), words,
              used_.begin() + static_cast<std::ptrdiff_t>(from));
  if (j >= 0) {
    next.joined += next.last >= 0 && next.last == j - 1;
    next.distance += std::abs(static_cast<int>(i) - j);
    used_[from + static_cast<std::size_t>(j) / 64] |= std::uint64_t{1} << (j % 64);
  }
  next.last = j;
  next.parent = static_cast<std::uint32_t>(parent);
  next.choice = static_cast<std::int16_t>(j < 0 ? -1 : j);
  partials_.push_back(next);
}

// Sorts the layer that begins at `first`, best first, and keeps `beam_` different ones.
void Matcher::prune(std::size_t first, std::size_t words) {
  const std::size_t count = partials_.size() - first;
  if (count == 1) return;
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(first));
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
    const Partial &one = partials_[x], &other = partials_[y];
    return one.joined != other.joined ? one.joined > other.joined : one.distance < other.distance;
  });
  kept_.clear();
  kept_used_.clear();
  for (const std::uint32_t at : order) {
    const auto mine = used_.begin() + static_cast<std::ptrdiff_t>(at * words);
    bool known = false;
    for (std::size_t k = 0; k < kept_.size() && !known; ++k) {
      known = kept_[k].last == partials_[at].last &&
              std::equal(mine, mine + static_cast<std::ptrdiff_t>(words),
                         kept_used_.begin() + static_cast<std::ptrdiff_t>(k * words));
    }
    if (known) continue;
    if (kept_.size() == beam_) {
      exact_ = false;
      break;
    }
    kept_.push_back(partials_[at]);
    kept_used_.insert(kept_used_.end(), mine, mine + static_cast<std::ptrdiff_t>(words));
  }
  partials_.resize(first);
  partials_.insert(partials_.end(), kept_.begin(), kept_.end());
  used_.resize(first * words);
  used_.insert(used_.end(), kept_used_.begin(), kept_used_.end());
}

namespace {

// Words that are linked directly or over others, numbered by their first word.
class Components {
 public:
  explicit Components(std::size_t words) : parent_(words) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t root(std::uint32_t word) {
    while (parent_[word] != word) word = parent_[word] = parent_[parent_[word]];
    return word;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

void close(Links& all) {
  Components components(all.words());
  for (std::uint32_t word = 0; word < all.words(); ++word) {
    for (std::size_t t = 0; t < all.inputs; ++t) {
      const Link link = all.of(word)[t];
      if (link.to >= 0) components.join(word, all.start[t] + static_cast<std::uint32_t>(link.to));
    }
  }
  std::vector<std::vector<std::pair<std::size_t, std::uint32_t>>> members(all.words());
  for (std::size_t s = 0; s < all.inputs; ++s) {
    for (std::uint32_t word = all.start[s]; word < all.start[s + 1]; ++word) {
      members[components.root(word)].emplace_back(s, word);
    }
  }
  for (const auto& component : members) {
    bool single = true;
    for (std::size_t m = 1; m < component.size(); ++m) {
      single = single && component[m - 1].first != component[m].first;
    }
    if (!single) continue;
    for (const auto& [s, word] : component) {
      for (const auto& [t, other] : component) {
        Link& link = all.links[word * all.inputs + t];
        if (link.to < 0) link = {static_cast<std::int16_t>(other - all.start[t]), kTransitive};
      }
    }
  }
}

}  // namespace

Links link_inputs(std::span<const Input> inputs, std::span<const Stage> stages,
                  const MatchSettings& settings) {
  Links all;
  all.inputs = inputs.size();
  all.start.push_back(0);
  for (const Input& input : inputs) {
    all.start.push_back(all.start.back() + static_cast<std::uint32_t>(input.words.size()));
  }
  all.links.assign(all.words() * all.inputs, {});
  Matcher matcher(stages, settings.beam);
  std::vector<Link> found;
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    for (std::size_t i = 0; i < inputs[s].words.size(); ++i) {
      all.links[(all.start[s] + i) * all.inputs + s] = {static_cast<std::int16_t>(i), kExact};
    }
    for (std::size_t t = s + 1; t < inputs.size(); ++t) {
      matcher.match(inputs[s].words, inputs[t].words, found);
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i].to < 0) continue;
        all.links[(all.start[s] + i) * all.inputs + t] = found[i];
        const std::size_t other = all.start[t] + static_cast<std::size_t>(found[i].to);
        all.links[other * all.inputs + s] = {static_cast<std::int16_t>(i), found[i].kind};
      }
    }
  }
  if (settings.transitive) close(all);
  return all;
}

}  // namespace manyways::combine
