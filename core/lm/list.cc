#include "lm/list.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/error.h"
#include "lm/rows.h"

namespace manyways::lm {
namespace {

// How each node is reached: its words are those of the node before and one more.
struct Step {
  std::uint32_t before = 0;
  WordId word = kUnknownWord;
};

std::vector<Step> find_steps(const Model& model) {
  std::vector<Step> steps(model.nodes());
  for (WordId word = 0; word < model.unigrams().size(); ++word) {
    const std::uint32_t next = model.unigrams()[word].next;
    if (next != 0) steps[next] = {0, word};
  }
  for (const Slot& slot : model.slots()) {
    if (slot.word == Slot::kFree) continue;
    if (model.length({slot.next}) == model.length({slot.node}) + 1) {
      steps[slot.next] = {slot.node, slot.word};
    }
  }
  return steps;
}

// The n-gram's back-off is its own node's; where its state is a shorter one it has none.
float own_backoff(const Model& model, std::uint32_t next, unsigned n) {
  return model.length({next}) == n ? model.backoff({next}) : 0.0f;
}

void sort_by_words(NgramOrder& order, unsigned n) {
  RowSorter sorter(n, {.memory = std::size_t(-1), .folder = "", .threads = 1}, false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const float backoff = order.backoffs.empty() ? 0 : order.backoffs[i];
    sorter.add(std::span(order.words).subspan(i * n, n), FloatPair{order.scores[i], backoff});
  }
  std::size_t i = 0;
  for (RowReader reader = sorter.sorted(); reader.next(); ++i) {
    std::copy(reader.key().begin(), reader.key().end(),
              order.words.begin() + static_cast<std::ptrdiff_t>(i * n));
    order.scores[i] = reader.pair().first;
    if (!order.backoffs.empty()) order.backoffs[i] = reader.pair().second;
  }
}

}  // namespace

Ngrams list_ngrams(const Model& model) {
  model.verify();  // every n-gram is read, and every link of it followed
  Ngrams ngrams;
  for (WordId id = kFirstWord; id < model.vocabulary().size(); ++id) {
    if (ngrams.vocabulary.add(model.vocabulary().word(id)) != id) {
      throw InputError(model.path(), 0, "is no usable language model: a word is there twice",
                       "Build it again from its ARPA file or text: manyways lm estimate --help");
    }
  }
  NgramCollector collector(ngrams);
  std::vector<std::uint64_t> sizes;
  for (unsigned n = 1; n <= model.order(); ++n) sizes.push_back(model.size(n));
  collector.begin(sizes);
  for (WordId word = 0; word < model.unigrams().size(); ++word) {
    const Unigram& unigram = model.unigrams()[word];
    collector.add({&word, 1}, unsigned_score(unigram.score), own_backoff(model, unigram.next, 1));
  }
  const std::vector<Step> steps = find_steps(model);
  std::array<WordId, kMaxOrder> words;
  for (const Slot& slot : model.slots()) {
    if (slot.word == Slot::kFree) continue;
    const unsigned n = model.length({slot.node}) + 1;
    words[n - 1] = slot.word;
    std::uint32_t node = slot.node;
    for (unsigned i = n - 1; i-- > 0; node = steps[node].before) words[i] = steps[node].word;
    collector.add(std::span(words).first(n), unsigned_score(slot.score),
                  own_backoff(model, slot.next, n));
  }
  for (unsigned n = 2; n <= model.order(); ++n) sort_by_words(ngrams.orders[n - 1], n);
  return ngrams;
}

}  // namespace manyways::lm
