#include "diverse/rounds.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "graph/semiring.h"

namespace manyways::diverse {

using graph::EdgeId;
using graph::kNoScore;
using graph::Symbol;

namespace {
constexpr double kLeastGap = 0.02;  // natural log; doubled until enough is found
constexpr double kFewTexts = 8;     // too few to see how their number grows
constexpr double kLeastGrowth = 1, kMostGrowth = 10;
}  // namespace

Rounds::Rounds(const graph::Hypergraph& graph, const RoundSettings& settings, Symbols classes)
    : graph_(graph),
      settings_(settings),
      objective_{.penalties = Penalties(settings.orders, 0, graph.words()),
                 .traits = settings.traits,
                 .classes = {classes.begin(), classes.end()}} {
  if (settings.traits.reordering > 0) read_jumps();
  texts_ = open_texts(graph, settings.orders, objective_);
  top_ = texts_->best();
  gap_ = kLeastGap;
  if (settings.relative && top_ != kNoScore) unit_ = deviation();
  settings_.strength *= unit_;
  objective_.strength = settings_.strength;
  objective_.penalties = Penalties(settings.orders, settings_.strength, graph.words());
}

void Rounds::read_jumps() {
  const auto& names = graph_.feature_names();
  const auto found = std::find(names.begin(), names.end(), "Distortion0");
  if (found == names.end()) {
    throw std::invalid_argument("without the feature Distortion0 reordering is not seen");
  }
  const auto column = static_cast<std::uint32_t>(found - names.begin());
  objective_.jumps.assign(graph_.edges(), 0);
  for (EdgeId id = 0; id < graph_.edges(); ++id) {
    double value = graph_.label_features(graph_.edge(id).label)[column];
    for (const graph::Delta& delta : graph_.deltas(id)) {
      if (delta.column == column) value += delta.value;
    }
    objective_.jumps[id] = static_cast<std::uint32_t>(std::lround(std::min(std::abs(value), 1e6)));
  }
}

// The standard deviation of the scores of the best texts; 1 if they do not differ.
double Rounds::deviation() {
  search(kUnitTexts, kUnitTexts);
  const auto size = static_cast<double>(texts_->size());
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < texts_->size(); ++i) sum += texts_->score(i);
  const double mean = sum / size;
  for (std::size_t i = 0; i < texts_->size(); ++i) {
    squares += (texts_->score(i) - mean) * (texts_->score(i) - mean);
  }
  gap_ = kLeastGap;
  const double found = std::sqrt(squares / size);
  return found > 1e-12 ? found : 1.0;
}

std::vector<Found> Rounds::run() {
  std::vector<Found> found;
  for (std::uint32_t round = 0; round < settings_.rounds; ++round) {
    if (step(round, found) != Step::kFound) break;
  }
  return found;
}

// The best `count` texts, or at least `least`; the limit is lowered until there are so many, or no
// more. The number of texts grows about exponentially with the gap: how fast is learnt on the way.
void Rounds::search(std::size_t count, std::size_t least) {
  double gap_before = 0, seen_before = 1;
  for (;;) {
    texts_->find(top_ - gap_, count, settings_.distinct ? &known_ : nullptr);
    const std::size_t size = texts_->size();
    const auto seen = static_cast<double>(std::max<std::size_t>(1, texts_->seen()));
    if (gap_before > 0 && seen >= kFewTexts && seen > seen_before) {
      const double gap = size == count ? top_ - texts_->score(size - 1) : gap_;
      growth_ =
          std::clamp(std::log(seen / seen_before) / (gap - gap_before), kLeastGrowth, kMostGrowth);
    }
    if (size >= least || !texts_->cut()) break;
    gap_before = gap_;
    seen_before = seen;
    const double wanted = seen + static_cast<double>(count - size);
    gap_ += seen < kFewTexts ? gap_ : std::max(0.1 * gap_, std::log(1.2 * wanted / seen) / growth_);
  }
}

Step Rounds::step(std::uint32_t round, std::vector<Found>& found, bool however_far) {
  if (texts_->best() == kNoScore || settings_.each == 0) return Step::kEmpty;
  const std::size_t taken = choose(round < settings_.rounds ? settings_.rounds - round : 1);
  if (taken == 0) return Step::kEmpty;
  top_ = pool_.front().score;
  if (!however_far && texts_->best() - top_ > settings_.fall) return Step::kFell;
  for (std::size_t i = 0; i < taken; ++i) {
    if (!known_.insert(texts_->words(pool_[i].text))) continue;
    found.push_back(found_at(pool_[i]));
    found.back().round = round;
  }
  add_winner(pool_.front());
  charge_pool(taken);
  return Step::kFound;
}

// Puts the best texts of the round first in the pool; how many. `left` rounds may come, with this.
std::size_t Rounds::choose(std::size_t left) {
  const std::size_t best = rank_pool();
  if (best == settings_.each || floor_ == kNoScore) {
    ++served_;
    return best;
  }
  std::size_t ahead = settings_.distinct ? left + left / 4 : 2 * std::max(std::size_t{1}, served_);
  if (!objective_.jumps.empty()) ahead = 1;
  const std::size_t wanted = settings_.each * ahead;
  if (served_ > 0) {  // beyond what was searched before
    const std::size_t there =
        std::max<std::size_t>(1, best + (settings_.distinct ? known_.size() : 0));
    const double times = static_cast<double>(there + wanted) / static_cast<double>(there);
    gap_ = std::max(kLeastGap, top_ - floor_ + std::log(1.3 * times) / growth_);
  }
  served_ = 1;
  search(wanted, std::max(settings_.each, wanted / 2));
  fill_pool();
  floor_ = pool_.size() == wanted ? pool_.back().score : texts_->cut() ? top_ - gap_ : kNoScore;
  return rank_pool();
}

// All that was found, with its words for those to come to be compared with.
void Rounds::fill_pool() {
  pool_.clear();
  pool_classes_.clear();
  pool_starts_.assign(1, 0);
  std::vector<EdgeId> derivation;
  std::vector<Symbol> words;
  for (std::uint32_t i = 0; i < texts_->size(); ++i) {
    pool_.push_back({texts_->score(i), i});
    texts_->derivation(i, derivation);
    derivation_words(graph_, derivation, words);
    for (const Symbol word : words) pool_classes_.push_back(objective_.class_of(word));
    pool_starts_.push_back(pool_classes_.size());
  }
}

// The best `each` of the pool to the front, best first; how many of them no other text exceeds.
std::size_t Rounds::rank_pool() {
  const std::size_t size = std::min(settings_.each, pool_.size());
  const auto end = pool_.begin() + static_cast<std::ptrdiff_t>(size);
  std::partial_sort(pool_.begin(), end, pool_.end());
  return static_cast<std::size_t>(
      std::find_if(pool_.begin(), end, [&](const Pooled& text) { return text.score < floor_; }) -
      pool_.begin());
}

// Takes a round's texts out of the pool and lets the others pay for its winner.
void Rounds::charge_pool(std::size_t taken) {
  if (!objective_.jumps
           .empty()) {  // texts have several derivations, and another may now be the best
    if (!pool_.empty()) gap_ = std::max(kLeastGap, 1.2 * (top_ - pool_.back().score));
    pool_.clear();
    served_ = 0;
    floor_ = std::numeric_limits<double>::infinity();
    return;
  }
  if (settings_.distinct) {
    pool_.erase(pool_.begin(), pool_.begin() + static_cast<std::ptrdiff_t>(taken));
  }
  if (pool_.empty()) return;
  Penalties last(settings_.orders, settings_.strength, graph_.words());
  last.add(winner_classes_);
  last.link();
  for (Pooled& text : pool_) {
    const Symbols symbols = Symbols(pool_classes_)
                                .subspan(pool_starts_[text.text],
                                         pool_starts_[text.text + 1] - pool_starts_[text.text]);
    Penalties::State state = Penalties::kRoot;
    for (const Symbol symbol : symbols) state = last.advance(state, symbol, text.score);
    if (symbols.size() == winner_classes_.size()) {
      text.score -= settings_.strength * settings_.traits.length;
    }
  }
}

void Rounds::exclude(Symbols text) { known_.insert(Texts::hash_text(text)); }

void Rounds::add_winner(const Pooled& text) {
  std::vector<EdgeId> derivation;
  texts_->derivation(text.text, derivation);
  derivation_words(graph_, derivation, winner_);
  winner_classes_.clear();
  for (const Symbol word : winner_) winner_classes_.push_back(objective_.class_of(word));
  std::size_t jumped = 0;
  for (std::size_t i = 0; i < derivation.size() && !objective_.jumps.empty(); ++i) {
    jumped += objective_.jumps[derivation[i]];
  }
  objective_.add(winner_classes_, jumped);
  texts_->learn(winner_classes_);
}

Found Rounds::found_at(const Pooled& text) const {
  Found found{{}, 0.0, text.score, 0};
  texts_->derivation(text.text, found.derivation);
  for (std::size_t i = found.derivation.size(); i-- > 0;) {
    found.score += graph_.edge(found.derivation[i]).score;
  }
  return found;
}

}  // namespace manyways::diverse
