#include "search/options.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/split.h"

namespace manyways::search {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr double kPoor = -1000;

bool contains(std::span<const WordId> words, std::span<const WordId> part) {
  return std::search(words.begin(), words.end(), part.begin(), part.end()) != words.end();
}

}  // namespace

void SentenceOptions::collect(const Input& input, Target& target,
                              const std::vector<std::string_view>* only) {
  length_ = input.length;
  words_.clear();
  drafts_.clear();
  own_words_.clear();
  uncached_.clear();
  target.start_sentence(words_);
  collect_table(input, target);
  forbid(input);
  add_given(input);
  add_unknown(input);
  build_walls(input);
  if (only != nullptr) keep_only(*only);
  place(target);
  estimate_spans(only == nullptr ? kNever : kPoor);
}

void SentenceOptions::collect_table(const Input& input, Target& target) {
  edge_starts_.assign(length_ + 2, 0);
  edge_words_.clear();
  path_.clear();
  for (const InputEdge& edge : input.edges) {
    ++edge_starts_[edge.start + 1];
    edge_words_.push_back(model_.table().source_words().find(edge.word));
  }
  for (std::uint32_t i = 0; i <= length_; ++i) edge_starts_[i + 1] += edge_starts_[i];
  for (std::uint32_t start = 0; start < length_; ++start) {
    walk(input, start, start, phrases::Table::kRoot, 0.0, target);
  }
}

// All phrases of the table that go on from `node` along the paths from `at`.
void SentenceOptions::walk(const Input& input, std::uint32_t start, std::uint32_t at,
                           phrases::Table::Node node, double score, Target& target) {
  for (std::size_t e = edge_starts_[at]; e < edge_starts_[at + 1]; ++e) {
    const InputEdge& edge = input.edges[e];
    const bool epsilon = edge.word.empty();
    if (epsilon && node == phrases::Table::kRoot) continue;  // the option before may take it
    if (!epsilon && edge_words_[e] == kUnknownWord) continue;
    const auto next = epsilon ? node : model_.table().step(node, edge_words_[e]);
    if (next == phrases::Table::kNone) continue;
    const double sum = score + edge.score;
    if (!epsilon) path_.push_back(edge_words_[e]);
    if (!model_.table().options(next).empty()) {
      for (const ScoredOption& scored : block(next, target).options) {
        drafts_.push_back({start, edge.end, &scored, 0, 0, false, sum});
      }
    }
    walk(input, start, edge.end, next, sum, target);
    if (!epsilon) path_.pop_back();
  }
}

// The options of a source phrase: all are scored, the best are kept.
const OptionBlock& SentenceOptions::block(phrases::Table::Node node, Target& target) {
  if (const OptionBlock* known = model_.option_cache().find(node)) return *known;
  auto block = std::make_unique<OptionBlock>();
  block->node = node;
  block->source = path_;
  for (const phrases::Option entry : model_.table().options(node)) {
    const double score = model_.option_score({entry.target(), &entry, false, block->source});
    block->options.push_back(
        {entry, block->source, score, score + target.estimate(entry.target())});
  }
  std::stable_sort(block->options.begin(), block->options.end(),
                   [](const auto& a, const auto& b) { return a.estimate > b.estimate; });
  if (model_.table_limit() > 0 && block->options.size() > model_.table_limit()) {
    block->options.erase(block->options.begin() + static_cast<std::ptrdiff_t>(model_.table_limit()),
                         block->options.end());
  }
  const OptionBlock* kept = model_.option_cache().insert(block);
  if (block != nullptr && kept == block.get()) uncached_.push_back(std::move(block));
  return *kept;
}

std::span<const WordId> SentenceOptions::words_of(const Draft& draft) const {
  if (draft.scored != nullptr) return draft.scored->entry.target();
  return std::span(own_words_).subspan(draft.words, draft.word_count);
}

SentenceOptions::Draft& SentenceOptions::draft_words(std::uint32_t start, std::uint32_t end,
                                                     std::string_view text, bool unknown,
                                                     double input_score) {
  const auto first = static_cast<std::uint32_t>(own_words_.size());
  if (unknown) {
    own_words_.push_back(words_.add(text));
  } else {
    for (const std::string_view word : split_words(text)) own_words_.push_back(words_.add(word));
  }
  const auto count = static_cast<std::uint32_t>(own_words_.size()) - first;
  return drafts_.emplace_back(Draft{start, end, nullptr, first, count, unknown, input_score});
}

void SentenceOptions::add_given(const Input& input) {
  for (const GivenTranslation& given : input.given) {
    check_given(given, length_);
    if (!given.exclusive) continue;
    std::erase_if(drafts_,
                  [&](const Draft& d) { return d.start < given.end && given.start < d.end; });
  }
  for (const GivenTranslation& given : input.given) {
    draft_words(given.start, given.end, given.text, false, 0.0).given =
        static_cast<float>(given.score);
  }
}

// A word that no option covers alone is copied.
void SentenceOptions::add_unknown(const Input& input) {
  std::vector<bool> covered(length_, false), taken(length_, false);
  for (const Draft& draft : drafts_) {
    if (draft.end == draft.start + 1) covered[draft.start] = true;
  }
  for (const GivenTranslation& given : input.given) {
    if (given.exclusive) std::fill(taken.begin() + given.start, taken.begin() + given.end, true);
  }
  for (const InputEdge& edge : input.edges) {
    bool blocked = false;
    for (std::uint32_t i = edge.start; i < edge.end; ++i) blocked = blocked || taken[i];
    if (blocked) continue;
    if (edge.word.empty()) {  // an epsilon that no phrase takes along: nothing for something
      draft_words(edge.start, edge.end, "", false, edge.score);
    } else if (edge.end > edge.start + 1 || !covered[edge.start]) {
      const bool known = std::any_of(drafts_.begin(), drafts_.end(), [&](const Draft& d) {
        return d.start == edge.start && d.end == edge.end && !d.unknown;
      });
      if (!known) draft_words(edge.start, edge.end, edge.word, true, edge.score);
    }
  }
}

void SentenceOptions::forbid(const Input& input) {
  for (const ForbiddenTranslation& item : input.forbidden) {
    std::vector<WordId> words;
    bool possible = true;
    for (const std::string_view word : split_words(item.text)) {
      words.push_back(model_.table().target_words().find(word));
      possible = possible && words.back() != kUnknownWord;
    }
    if (!possible || words.empty()) continue;
    std::erase_if(drafts_, [&](const Draft& d) {
      const bool concerned = item.start == item.end || (d.start < item.end && item.start < d.end);
      return concerned && contains(words_of(d), words);
    });
  }
}

void SentenceOptions::build_walls(const Input& input) {
  walls_ = input.walls;
  for (const std::uint32_t wall : walls_) {
    if (wall == 0 || wall >= length_) continue;
    for (const GivenTranslation& given : input.given) {
      if (given.exclusive && given.start < wall && wall < given.end) {
        throw InputError(
            "", 0,
            "the wall before word " + std::to_string(wall) + " stands inside a given translation");
      }
    }
    std::erase_if(drafts_, [&](const Draft& d) { return d.start < wall && wall < d.end; });
  }
}

void SentenceOptions::keep_only(const std::vector<std::string_view>& text) {
  only_.clear();
  for (const std::string_view word : text) only_.push_back(words_.add(word));
  std::erase_if(drafts_, [&](const Draft& d) { return !contains(only_, words_of(d)); });
}

// Puts the drafts into their spans.
void SentenceOptions::place(Target& target) {
  std::stable_sort(drafts_.begin(), drafts_.end(), [](const Draft& a, const Draft& b) {
    return a.start != b.start ? a.start < b.start : a.end < b.end;
  });
  options_.clear();
  entries_.clear();
  ranked_.clear();
  jumps_.assign(1, {0, 0, {0, 0, 0}});
  if (!model_.has_reordering()) {  // only the end matters: a state for each position
    for (std::uint32_t end = 1; end <= length_; ++end) {
      jumps_.push_back({0, static_cast<std::uint16_t>(end), {0, 0, 0}});
    }
  }
  spans_.assign((length_ + 1) * (length_ + 1), {});
  longest_.assign(length_ + 1, 0);
  for (std::size_t i = 0; i < drafts_.size();) {
    const std::uint32_t start = drafts_[i].start, end = drafts_[i].end;
    Span& span = spans_[index(start, end)];
    span.first = static_cast<std::uint32_t>(options_.size());
    for (; i < drafts_.size() && drafts_[i].start == start && drafts_[i].end == end; ++i) {
      add_option(drafts_[i], target);
    }
    span.count = static_cast<std::uint32_t>(options_.size()) - span.first;
    longest_[start] = std::max(longest_[start], end - start);
    number_jumps(span);
    rank(span);
  }
}

void SentenceOptions::add_option(const Draft& draft, Target& target) {
  Option option{};
  option.words = words_of(draft);
  option.start = static_cast<std::uint16_t>(draft.start);
  option.end = static_cast<std::uint16_t>(draft.end);
  option.unknown = draft.unknown;
  option.entry = -1;
  option.input_score = static_cast<float>(draft.input_score);
  option.given = draft.given;
  if (draft.scored != nullptr) {
    const phrases::Option& entry = draft.scored->entry;
    option.score = draft.scored->score;
    option.estimate = draft.scored->estimate;
    option.phrase = entry.target_id();
    option.entry = static_cast<std::int32_t>(entries_.size());
    entries_.push_back({entry, draft.scored->source});
    if (model_.has_reordering()) {
      const std::span<const float> scores = entry.reordering();
      const double* weights = model_.weights().data() + model_.reordering_column();
      for (std::size_t o = 0; o < kOrientations; ++o) {
        option.backward[o] = static_cast<float>(weights[o] * scores[o]);
        option.forward[o] =
            static_cast<float>(weights[kOrientations + o] * scores[kOrientations + o]);
      }
    }
  } else {
    option.score = model_.option_score(
        {option.words, nullptr, draft.unknown, {}, static_cast<double>(draft.given)});
    option.estimate = option.score + target.estimate(option.words);
    option.phrase = static_cast<std::uint32_t>(model_.table().target_phrases() + options_.size());
  }
  if (model_.input_column() != PhraseModel::kNoColumn) {
    const double weighted = model_.weight(model_.input_column()) * draft.input_score;
    option.score += weighted;
    option.estimate += weighted;
  }
  options_.push_back(option);
}

std::span<const phrases::Link> SentenceOptions::links(const Option& option) const {
  const Entry& entry = entries_[option.entry];
  const std::span<const phrases::Link> found = entry.option.links();
  for (const phrases::Link& link : found) {
    if (link.source < entry.source.size() && link.target < option.words.size()) continue;
    throw InputError(model_.table().path(), 0,
                     "is damaged: the link " + std::to_string(link.source) + "-" +
                         std::to_string(link.target) + " leaves its phrase pair",
                     "Rebuild it, or copy it again from its source.");
  }
  return found;
}

// Options of one span with equal forward scores leave the next phrase the same choice.
void SentenceOptions::number_jumps(Span& span) {
  const std::size_t first = jumps_.size();
  for (std::uint32_t i = span.first; i < span.first + span.count; ++i) {
    Option& option = options_[i];
    if (!model_.has_reordering()) {
      option.jump = option.end;
      continue;
    }
    std::size_t id = first;
    while (id < jumps_.size() && jumps_[id].forward != option.forward) ++id;
    if (id == jumps_.size()) jumps_.push_back({option.start, option.end, option.forward});
    option.jump = static_cast<std::uint32_t>(id);
  }
}

void SentenceOptions::rank(Span& span) {
  span.ranked = static_cast<std::uint32_t>(ranked_.size());
  for (std::size_t o = 0; o < (model_.has_reordering() ? kOrientations : 1); ++o) {
    const auto begin = static_cast<std::ptrdiff_t>(ranked_.size());
    for (std::uint32_t i = span.first; i < span.first + span.count; ++i) {
      const double key = options_[i].estimate + static_cast<double>(options_[i].backward[o]);
      ranked_.push_back({static_cast<float>(key), i});
    }
    std::sort(ranked_.begin() + begin, ranked_.end(), [](const auto& a, const auto& b) {
      return a.key != b.key ? a.key > b.key : a.option < b.option;
    });
  }
}

// The best estimate of every span: its first phrase and the best of the rest. `missing` is what a
// position is worth that no option covers.
void SentenceOptions::estimate_spans(double missing) {
  future_.assign(spans_.size(), kNever);
  for (std::uint32_t start = length_ + 1; start-- > 0;) {
    future_[index(start, start)] = 0;
    const std::uint32_t last =
        std::min(length_, start + std::max<std::uint32_t>(1, longest_[start]));
    for (std::uint32_t middle = start + 1; middle <= last; ++middle) {
      double best = middle == start + 1 ? missing : kNever;
      for (const Option& option : of(start, middle)) best = std::max(best, option.estimate);
      if (best == kNever) continue;
      for (std::uint32_t end = middle; end <= length_; ++end) {
        double& value = future_[index(start, end)];
        value = std::max(value, best + future_[index(middle, end)]);
      }
    }
  }
}

}  // namespace manyways::search
