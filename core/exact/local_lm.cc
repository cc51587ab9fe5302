#include "exact/local_lm.h"

#include <algorithm>
#include <cmath>

namespace manyways::exact {

namespace {

double with_slack(double score) { return score + std::abs(score) * 2e-6; }

}  // namespace

LocalLm::LocalLm(const lm::Model& model, std::span<const WordId> words,
                 const std::vector<std::vector<Word>>& follow, std::span<const Word> first)
    : model_(model), words_(words.begin(), words.end()), nodes_(1) {
  known_.insert(0, 0);
  const lm::State start = model_.begin_state();
  std::uint32_t after_start = 0;
  if (start.node != 0) {
    after_start = 1;
    known_.insert(start.node, after_start);
    Node& node = nodes_.emplace_back();
    node.global = start.node;
    node.length = static_cast<std::uint8_t>(model_.length(start));
    node.backoff = static_cast<double>(model_.backoff(start));
    nodes_[0].longer = true;
  }
  begin_ = after_start << 1;
  const auto unigrams = model_.unigrams();
  for (Word word = 0; word < words_.size(); ++word) {
    const WordId id = words_[word] < unigrams.size() ? words_[word] : kUnknownWord;
    add_entry(0, word, lm::unsigned_score(unigrams[id].score), {unigrams[id].next});
  }
  nodes_[0].end = static_cast<std::uint32_t>(entries_.size());
  // Nodes come in the order of their lengths, so the n-grams of shorter ones are known.
  for (std::uint32_t node = 1; node < nodes_.size(); ++node) {
    look_up(node, node == after_start ? first : std::span(follow[nodes_[node].last]));
  }
  bound_all();
}

std::uint32_t LocalLm::local(lm::State state) const {
  while (true) {
    if (const std::uint32_t* found = known_.find(state.node)) return *found;
    state = model_.suffix(state);
  }
}

void LocalLm::look_up(std::uint32_t node, std::span<const Word> behind) {
  const auto first = static_cast<std::uint32_t>(entries_.size());
  const lm::State context{nodes_[node].global};
  const unsigned length = nodes_[node].length;
  const std::uint32_t suffix = nodes_[node].suffix;
  const auto ask = [&](Word word) {
    float score;
    float backoff = 0;
    lm::State next;
    std::uint32_t at = context.node;
    if (!model_.probe(at, backoff, words_[word], score, next)) return;
    add_entry(node, word, score, next);
  };
  if (suffix == 0) {
    for (const Word word : behind) ask(word);
  } else if (nodes_[suffix].length + 1u == length) {  // else nothing follows it
    for (std::uint32_t e = nodes_[suffix].first; e < nodes_[suffix].end; ++e) ask(entries_[e].word);
  }
  nodes_[node].first = first;
  nodes_[node].end = static_cast<std::uint32_t>(entries_.size());
}

void LocalLm::add_entry(std::uint32_t node, Word word, float score, lm::State next) {
  const unsigned length = model_.length(next);
  if (length == nodes_[node].length + 1u) {
    const auto [id, fresh] = known_.insert(next.node, static_cast<std::uint32_t>(nodes_.size()));
    if (fresh) {
      Node made;
      made.global = next.node;
      made.suffix = local(model_.suffix(next));
      made.length = static_cast<std::uint8_t>(length);
      made.last = word;
      made.backoff = static_cast<double>(model_.backoff(next));
      nodes_[made.suffix].longer = true;
      if (nodes_[made.suffix].length + 1u < length) nodes_[made.suffix].apart = true;
      nodes_.push_back(made);
    }
  }
  table_.insert(key(node, word), static_cast<std::uint32_t>(entries_.size()));
  entries_.push_back({static_cast<double>(score), static_cast<double>(score), local(next), word});
}

// From the longest contexts to the shorter ones.
void LocalLm::bound_all() {
  for (std::size_t node = nodes_.size(); --node > 0;) {
    Node& below = nodes_[nodes_[node].suffix];
    below.gain = std::max(below.gain, nodes_[node].backoff + nodes_[node].gain);
  }
  for (std::size_t node = nodes_.size(); node-- > 0;) {
    for (std::uint32_t e = nodes_[node].first; e < nodes_[node].end; ++e) {
      Entry& entry = entries_[e];
      entry.bound = std::max(entry.bound, entry.score + nodes_[node].gain);
      if (node == 0) continue;
      Entry& below = entries_[*table_.find(key(nodes_[node].suffix, entry.word))];
      below.bound = std::max(below.bound, entry.bound);
    }
  }
}

double LocalLm::step(State state, Word word, State& next) const {
  const std::uint32_t node = state >> 1;
  const bool open = (state & 1) != 0;
  double backoff = 0;
  for (std::uint32_t at = node;; at = nodes_[at].suffix) {
    const Entry* const found = find(at, word);
    if (found == nullptr) {
      backoff += nodes_[at].backoff;
      continue;
    }
    // What stands before the known words matters only if the whole context matched, or by the
    // weights of backing off.
    const double score = !open        ? backoff + found->score
                         : at == node ? found->bound
                                      : backoff + nodes_[node].gain + found->score;
    const Node& after = nodes_[found->next];
    const bool whole = after.length == nodes_[node].length + 1;
    next = found->next << 1 | static_cast<State>(open && (whole ? after.longer : after.apart));
    return with_slack(score);
  }
}

LocalLm::State LocalLm::shortened(State state, unsigned words) const {
  std::uint32_t node = state >> 1;
  if (nodes_[node].length <= words) return state;
  while (nodes_[node].length > words) node = nodes_[node].suffix;
  return node << 1 | 1;
}

}  // namespace manyways::exact
