// Hypotheses: how they are made, kept in step and told apart.
#include <algorithm>

#include "base/hash.h"
#include "combine/frontier_search.h"

namespace manyways::combine {

std::uint32_t FrontierSearch::new_node() {
  const auto node = static_cast<std::uint32_t>(scores_.size());
  scores_.push_back(0);
  last_.push_back(0);
  lock_.push_back(kFree);
  used_.resize(used_.size() + blocks_);
  runs_.resize(runs_.size() + planes());
  frontier_.resize(frontier_.size() + inputs_);
  states_.resize(states_.size() + task_.models());
  return node;
}

void FrontierSearch::forget_last() {
  scores_.pop_back();
  last_.pop_back();
  lock_.pop_back();
  used_.resize(used_.size() - blocks_);
  runs_.resize(runs_.size() - planes());
  frontier_.resize(frontier_.size() - inputs_);
  states_.resize(states_.size() - task_.models());
}

// Moves a frontier over used words.
void FrontierSearch::skip(const std::uint64_t* used, std::uint16_t* frontier, std::size_t s) const {
  const std::uint16_t size = problem_.length(s);
  while (frontier[s] < size) {
    const std::size_t place = problem_.start(s) + frontier[s];
    if ((used[place / 64] >> (place % 64) & 1) == 0) break;
    ++frontier[s];
  }
}

void FrontierSearch::drop(std::uint64_t* used, std::uint16_t* frontier, std::size_t s) const {
  const std::size_t place = problem_.start(s) + frontier[s];
  used[place / 64] |= std::uint64_t{1} << (place % 64);
  skip(used, frontier, s);
}

void FrontierSearch::use(std::uint64_t* used, std::uint16_t* frontier,
                         const Extension& extension) const {
  const auto places = problem_.places(extension.one);
  for (std::size_t t = 0; t < inputs_; ++t) {
    if (places[t] == FrontierProblem::kNowhere) continue;
    const std::size_t place = problem_.start(t) + static_cast<std::size_t>(places[t]);
    used[place / 64] |= std::uint64_t{1} << (place % 64);
    if (places[t] == frontier[t]) skip(used, frontier, t);
  }
  if (!settings().punctuation_phrases) return;
  for (std::size_t t = 0; t < inputs_; ++t) {
    while (t != extension.input && frontier[t] < problem_.length(t) &&
           problem_.is_sign(problem_.start(t) + frontier[t])) {
      drop(used, frontier, t);
    }
  }
}

void FrontierSearch::keep_in_step(std::uint64_t* used, std::uint16_t* frontier) const {
  if (settings().horizon == Horizon::kAlignment) {
    while (move_laggards(used, frontier)) {
    }
    return;
  }
  for (;;) {
    std::size_t least = inputs_;
    std::uint16_t most = 0;
    for (std::size_t s = 0; s < inputs_; ++s) {
      if (frontier[s] >= problem_.length(s)) continue;
      most = std::max(most, frontier[s]);
      if (least == inputs_ || frontier[s] < frontier[least]) least = s;
    }
    if (least == inputs_ || frontier[least] + settings().radius >= most) return;
    drop(used, frontier, least);
  }
}

// One round of votes on who may stay; false if all may.
bool FrontierSearch::move_laggards(std::uint64_t* used, std::uint16_t* frontier) const {
  double all = 0;
  for (std::size_t s = 0; s < inputs_; ++s) {
    if (frontier[s] < problem_.length(s)) all += problem_.input(s).vote;
  }
  std::uint64_t late = 0;
  for (std::size_t t = 0; t < inputs_; ++t) {
    if (frontier[t] >= problem_.length(t)) continue;
    double stay = 0;
    for (std::size_t s = 0; s < inputs_; ++s) {
      if (frontier[s] >= problem_.length(s)) continue;
      if (s == t || frontier[t] >= problem_.least_place(s, frontier[s], t))
        stay += problem_.input(s).vote;
    }
    if (stay < settings().stay * all - 1e-12) late |= std::uint64_t{1} << t;
  }
  for (std::size_t t = 0; t < inputs_; ++t) {
    if (late >> t & 1) drop(used, frontier, t);
  }
  return late != 0;
}

std::uint64_t FrontierSearch::hash_of(std::uint32_t node) const {
  std::uint64_t hash = mix64(std::uint64_t{last_[node]} << 32 | lock_[node]);
  const auto add = [&hash](std::uint64_t value) { hash = mix64(hash ^ value) + value; };
  for (std::size_t b = 0; b < blocks_; ++b) add(used_[node * blocks_ + b]);
  for (std::size_t p = 0; p < planes(); ++p) add(runs_[node * planes() + p]);
  for (std::size_t m = 0; m < task_.models(); ++m) add(states_[node * task_.models() + m].node);
  return hash;
}

bool FrontierSearch::same(std::uint32_t one, std::uint32_t other) const {
  const auto equal = [&](const auto& column, std::size_t width) {
    return std::equal(column.begin() + static_cast<std::ptrdiff_t>(one * width),
                      column.begin() + static_cast<std::ptrdiff_t>((one + 1) * width),
                      column.begin() + static_cast<std::ptrdiff_t>(other * width));
  };
  return last_[one] == last_[other] && lock_[one] == lock_[other] && equal(used_, blocks_) &&
         equal(runs_, planes()) && equal(states_, task_.models());
}

// Makes the hypothesis that an extension leads to; false if there is no room for it.
bool FrontierSearch::take(const Extension& extension) {
  const std::uint32_t from = extension.from, node = new_node();
  scores_[node] = extension.score;
  last_[node] = extension.one;
  std::uint64_t* used = used_.data() + node * blocks_;
  std::uint16_t* frontier = frontier_.data() + node * inputs_;
  std::copy_n(used_.data() + from * blocks_, blocks_, used);
  std::copy_n(frontier_.data() + from * inputs_, inputs_, frontier);
  use(used, frontier, extension);
  keep_in_step(used, frontier);
  if (extension.lock != kFree) {
    const std::size_t s = (extension.lock >> 16) - 1;
    const auto next = static_cast<std::uint16_t>(problem_.places(extension.one)[s] + 1);
    const bool goes_on = next < (extension.lock & 0xffff) && !is_used(node, s, next);
    lock_[node] = goes_on ? extension.lock : kFree;
  }
  vote(from, extension.one, masks_.data());
  std::uint64_t* runs = runs_.data() + node * planes();
  for (std::size_t q = 0; q < task_.orders(); ++q) {
    const unsigned order =
        q < settings().exact_order ? settings().exact_order : settings().any_order;
    if (task_.run(q) >= 2 && task_.run(q) < order) *runs++ = masks_[q];
  }
  model_scores(from, extension.one, states_.data() + node * task_.models());
  const std::uint32_t found = table_.find_or_add(
      hash_of(node), node, [&](std::uint32_t id) { return same(id, node); },
      [&](std::uint32_t id) { return hash_of(id); });
  if (found != node) forget_last();
  add_edge(extension, found, masks_.data());
  return found == node;
}

}  // namespace manyways::combine
