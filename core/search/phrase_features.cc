#include "search/phrase_features.h"

#include <algorithm>
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
    for (const WordId word : pair.source) source.push_back(table_.source_words().word(word));
    for (const WordId word : pair.target) target.push_back(table_.target_words().word(word));
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
    for (auto s = from_.step_offsets[row]; s < from_.step_offsets[row + 1]; ++s) {
      const std::int32_t* step = from_.steps.data() + static_cast<std::int64_t>(kStepColumns) * s;
      if (static_cast<std::size_t>(step[3]) > target_.size()) {
        throw std::logic_error("steps are longer than the text");
      }
      for (const std::uint32_t id : features(row, step)) ids_.push_back(id);
    }
    write_row();
  }

  PhraseFeatureRows take() && { return std::move(out_); }

 private:
  const std::vector<std::uint32_t>& features(std::size_t row, const std::int32_t* step) {
    const auto target = std::span(target_).subspan(static_cast<std::size_t>(step[2]),
                                                   static_cast<std::size_t>(step[3] - step[2]));
    std::uint64_t key =
        hash_combine(static_cast<std::uint64_t>(step[0]), static_cast<std::uint64_t>(step[1]));
    for (const std::string_view word : target) key = hash_combine(key, hash_string(word));
    const auto [place, fresh] = seen_.insert(key, static_cast<std::uint32_t>(found_.size()));
    if (!fresh) return found_[*place];
    std::vector<std::uint32_t>& ids = found_.emplace_back();
    links_.clear();
    for (auto l = from_.link_offsets[row]; l < from_.link_offsets[row + 1]; ++l) {
      const std::int32_t* link = from_.links.data() + 2 * l;
      const std::int32_t source = link[0] - step[0];
      const std::int32_t position = link[1] - step[2];
      if (position < 0 || link[1] >= step[3] || source < 0 || link[0] >= step[1]) continue;
      links_.push_back({static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(position)});
    }
    const auto source = std::span(source_).subspan(static_cast<std::size_t>(step[0]),
                                                   static_cast<std::size_t>(step[1] - step[0]));
    for (const std::string& name : names_.of({source, target, links_})) {
      ids.push_back(known_.add(name));
      if (known_.size() > out_.names.size()) out_.names.push_back(name);
    }
    return ids;
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
  HashMap<std::uint64_t, std::uint32_t, IsHash> seen_;  // phrase pairs of the sentence, in found_
  std::vector<std::vector<std::uint32_t>> found_;
  std::vector<std::string_view> source_, target_;
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
