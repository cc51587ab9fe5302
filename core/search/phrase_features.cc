#include "search/phrase_features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "base/error.h"
#include "base/hash.h"
#include "base/interner.h"
#include "base/split.h"

namespace manyways::search {

namespace {

void append(std::string& name, std::span<const std::string_view> words) {
  name += '~';
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) name += '_';
    name += words[i];
  }
}

}  // namespace

std::string& PhraseFeatureNames::next(std::string_view kind) {
  if (used_ == names_.size()) names_.emplace_back();
  std::string& name = names_[used_++];
  name.assign(kind);
  return name;
}

std::span<const std::string> PhraseFeatureNames::of(const PhraseText& pair) {
  used_ = 0;
  if (pair.source.size() == 1 && std::ranges::equal(pair.source, pair.target)) return {};
  std::string& whole = next("Pair");
  append(whole, pair.source);
  append(whole, pair.target);
  linked_.assign(pair.source.size() + pair.target.size(), false);
  for (const phrases::Link& link : pair.links) {
    if (link.source >= pair.source.size() || link.target >= pair.target.size()) continue;
    std::string& words = next("Words");
    append(words, pair.source.subspan(link.source, 1));
    append(words, pair.target.subspan(link.target, 1));
    linked_[link.source] = linked_[pair.source.size() + link.target] = true;
  }
  for (std::size_t j = 0; j < pair.target.size(); ++j) {
    if (!linked_[pair.source.size() + j]) append(next("Insert"), pair.target.subspan(j, 1));
  }
  for (std::size_t i = 0; i < pair.source.size(); ++i) {
    if (!linked_[i]) append(next("Delete"), pair.source.subspan(i, 1));
  }
  next("Sizes~") += std::to_string(pair.source.size()) + "~" + std::to_string(pair.target.size());
  return std::span(names_).first(used_);
}

PhraseWeights::PhraseWeights(std::span<const std::string> names, std::span<const double> values) {
  if (names.size() != values.size()) throw std::invalid_argument("one weight per name is needed");
  weights_.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!std::isfinite(values[i])) {
      throw std::invalid_argument("the weight of " + names[i] + " is not a finite number");
    }
    *weights_.insert(hash_string(names[i]), 0.0).first = values[i];
  }
}

double PhraseWeights::of(std::string_view name) const {
  const double* weight = weights_.find(hash_string(name));
  return weight == nullptr ? 0.0 : *weight;
}

namespace {

// A gap as features spell it; a grammar's vocabularies have entries with a space for gaps.
constexpr std::string_view kSourceGap = "[X]";
constexpr std::array<std::string_view, 2> kTargetGaps = {"[X,1]", "[X,2]"};
std::string_view spelled(std::string_view word) {
  const std::size_t space = word.find(' ');
  if (space == std::string_view::npos) return word;
  const std::string_view number = word.substr(space + 1);
  return number == "1" ? kTargetGaps[0] : number == "2" ? kTargetGaps[1] : kSourceGap;
}

class PhraseFeatures : public OptionFeature {
 public:
  PhraseFeatures(const phrases::Table& table, std::shared_ptr<const PhraseWeights> weights,
                 std::string name)
      : table_(table), weights_(std::move(weights)), name_(std::move(name)) {}

  std::vector<std::string> names() const override { return {name_}; }

  void score(const PhrasePair& pair, std::span<double> values) const override {
    values[0] = 0;
    if (pair.entry == nullptr) return;
    thread_local PhraseFeatureNames names;
    thread_local std::vector<std::string_view> source, target;
    source.clear();
    target.clear();
    for (const WordId word : pair.source) {
      source.push_back(spelled(table_.source_words().word(word)));
    }
    for (const WordId word : pair.entry->target()) {
      target.push_back(spelled(table_.target_words().word(word)));
    }
    for (const std::string& name : names.of({source, target, pair.entry->links()})) {
      values[0] += weights_->of(name);
    }
  }

 private:
  const phrases::Table& table_;
  std::shared_ptr<const PhraseWeights> weights_;
  std::string name_;
};

// Names of features as numbers; a phrase pair's are found once for a sentence.
class Rows {
 public:
  explicit Rows(const Translations& from) : from_(from) {}

  void start_sentence(const Input& input) {
    if (input.is_lattice) {
      throw InputError("", 0, "phrase features are known for sentences, not for lattices");
    }
    source_.clear();
    for (const InputEdge& edge : input.edges) source_.push_back(edge.word);
    seen_.clear();
    found_.clear();
  }

  void add_row(std::size_t row) {
    target_.clear();
    const auto& offsets = from_.rows.text_offsets;
    const auto first = static_cast<std::size_t>(offsets[row]);
    const auto size = static_cast<std::size_t>(offsets[row + 1]) - first;
    const std::string_view text(reinterpret_cast<const char*>(from_.rows.text.data()) + first,
                                size);
    for (const std::string_view word : split_words(text)) target_.push_back(word);
    ids_.clear();
    complete_.clear();
    for (auto s = from_.step_offsets[row]; s < from_.step_offsets[row + 1]; ++s) {
      const std::int32_t* step = from_.steps.data() + static_cast<std::int64_t>(kStepColumns) * s;
      if (static_cast<std::size_t>(step[3]) > target_.size()) {
        throw std::logic_error("steps are longer than the text");
      }
      take_gaps({{step[0], step[1]}, {step[2], step[3]}});
      for (const std::uint32_t id : features(row, complete_.back())) ids_.push_back(id);
    }
    write_row();
  }

  PhraseFeatureRows take() && { return std::move(out_); }

 private:
  struct Range {
    std::int32_t begin, end;
    bool holds(std::int32_t at) const { return begin <= at && at < end; }
  };
  struct Step {
    Range source, target;
  };

  // A step takes those that are complete and lie inside it for its gaps; its own target words lie
  // around theirs.
  void take_gaps(Step step) {
    gaps_.clear();
    while (!complete_.empty() && step.source.begin <= complete_.back().source.begin &&
           complete_.back().source.end <= step.source.end) {
      const Range& gap = complete_.back().target;
      const bool own = step.target.begin < step.target.end;
      step.target = {own ? std::min(step.target.begin, gap.begin) : gap.begin,
                     own ? std::max(step.target.end, gap.end) : gap.end};
      gaps_.push_back(complete_.back());
      complete_.pop_back();
    }
    std::sort(gaps_.begin(), gaps_.end(),
              [](const Step& a, const Step& b) { return a.source.begin < b.source.begin; });
    if (gaps_.size() > kTargetGaps.size()) throw std::logic_error("a step has too many gaps");
    complete_.push_back(step);
  }
  // Words and gaps of one side, and for each word its place among them (-1 outside).
  template <typename Side, typename Spell>
  void spell(const Range& range, const std::vector<std::string_view>& words, Side side,
             Spell gap_name, std::vector<std::string_view>& symbols,
             std::vector<std::int32_t>& places) {
    symbols.clear();
    places.assign(words.size(), -1);
    for (std::int32_t at = range.begin; at < range.end;) {
      std::size_t g = 0;
      while (g < gaps_.size() && !(gaps_[g].*side).holds(at)) ++g;
      places[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(symbols.size());
      symbols.push_back(g < gaps_.size() ? gap_name(g) : words[static_cast<std::size_t>(at)]);
      at = g < gaps_.size() ? (gaps_[g].*side).end : at + 1;
    }
  }

  const std::vector<std::uint32_t>& features(std::size_t row, const Step& step) {
    spell(
        step.source, source_, &Step::source, [](std::size_t) { return kSourceGap; },
        source_symbols_, source_places_);
    spell(
        step.target, target_, &Step::target, [](std::size_t g) { return kTargetGaps[g]; },
        target_symbols_, target_places_);
    std::uint64_t key = hash_combine(static_cast<std::uint64_t>(step.source.begin),
                                     static_cast<std::uint64_t>(step.source.end));
    for (const Step& gap : gaps_) {
      key = hash_combine(hash_combine(key, static_cast<std::uint64_t>(gap.source.begin)),
                         static_cast<std::uint64_t>(gap.source.end));
    }
    for (const std::string_view word : target_symbols_) key = hash_combine(key, hash_string(word));
    const auto [place, fresh] = seen_.insert(key, static_cast<std::uint32_t>(found_.size()));
    if (!fresh) return found_[*place];
    std::vector<std::uint32_t>& ids = found_.emplace_back();
    find_links(row, step);
    for (const std::string& name : names_.of({source_symbols_, target_symbols_, links_})) {
      ids.push_back(known_.add(name));
      if (known_.size() > out_.names.size()) out_.names.push_back(name);
    }
    return ids;
  }

  // Between the step's own words, and between its gaps.
  void find_links(std::size_t row, const Step& step) {
    links_.clear();
    const auto add = [&](std::int32_t source, std::int32_t target) {
      links_.push_back(
          {static_cast<std::uint8_t>(source_places_[static_cast<std::size_t>(source)]),
           static_cast<std::uint8_t>(target_places_[static_cast<std::size_t>(target)])});
    };
    const auto inside = [&](std::int32_t at, auto side) {
      return std::any_of(gaps_.begin(), gaps_.end(),
                         [&](const Step& gap) { return (gap.*side).holds(at); });
    };
    for (auto l = from_.link_offsets[row]; l < from_.link_offsets[row + 1]; ++l) {
      const std::int32_t* link = from_.links.data() + 2 * l;
      if (step.source.holds(link[0]) && step.target.holds(link[1]) &&
          !inside(link[0], &Step::source) && !inside(link[1], &Step::target)) {
        add(link[0], link[1]);
      }
    }
    for (const Step& gap : gaps_) {
      if (gap.target.begin < gap.target.end) add(gap.source.begin, gap.target.begin);
    }
  }

  void write_row() {
    std::sort(ids_.begin(), ids_.end());
    for (std::size_t i = 0; i < ids_.size();) {
      std::size_t end = i;
      while (end < ids_.size() && ids_[end] == ids_[i]) ++end;
      out_.indices.push_back(ids_[i]);
      out_.values.push_back(static_cast<double>(end - i));
      i = end;
    }
    out_.offsets.push_back(static_cast<std::int64_t>(out_.indices.size()));
  }

  const Translations& from_;
  PhraseFeatureRows out_;
  PhraseFeatureNames names_;
  Interner<char> known_;
  HashMap<std::uint64_t, std::uint32_t, IsHash> seen_;  // steps of the sentence, in found_
  std::vector<std::vector<std::uint32_t>> found_;
  std::vector<std::string_view> source_, target_, source_symbols_, target_symbols_;
  std::vector<std::int32_t> source_places_, target_places_;
  std::vector<Step> complete_, gaps_;  // steps that no other has taken; those of the step at hand
  std::vector<phrases::Link> links_;
  std::vector<std::uint32_t> ids_;
};

}  // namespace

std::shared_ptr<const OptionFeature> phrase_features(const phrases::Table& table,
                                                     std::shared_ptr<const PhraseWeights> weights,
                                                     std::string name) {
  return std::make_shared<PhraseFeatures>(table, std::move(weights), std::move(name));
}

PhraseFeatureRows phrase_feature_rows(std::span<const Input> inputs, const Translations& rows) {
  const auto holds = [](std::span<const std::int64_t> offsets, std::size_t values) {
    return !offsets.empty() && static_cast<std::size_t>(offsets.back()) == values;
  };
  // Columns that somebody took are empty.
  if (rows.sentence_offsets.size() != inputs.size() + 1 ||
      !holds(rows.sentence_offsets, rows.rows.text_offsets.size() - 1) ||
      rows.step_offsets.size() != rows.rows.text_offsets.size() ||
      rows.link_offsets.size() != rows.rows.text_offsets.size() ||
      !holds(rows.rows.text_offsets, rows.rows.text.size()) ||
      !holds(rows.step_offsets, rows.steps.size() / kStepColumns) ||
      !holds(rows.link_offsets, rows.links.size() / 2)) {
    throw std::invalid_argument("these are no translations, with details, of these inputs");
  }
  Rows made(rows);
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    made.start_sentence(inputs[s]);
    for (auto row = rows.sentence_offsets[s]; row < rows.sentence_offsets[s + 1]; ++row) {
      made.add_row(static_cast<std::size_t>(row));
    }
  }
  return std::move(made).take();
}

}  // namespace manyways::search
