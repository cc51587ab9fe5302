#include "search/beam.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/error.h"
#include "base/prefetch.h"
#include "search/forced.h"

namespace manyways::search {

namespace {

constexpr float kWorst = -std::numeric_limits<float>::infinity();
constexpr double kForbidden = -std::numeric_limits<double>::infinity();
constexpr std::size_t kHastyPops = 20;

}  // namespace

// The bits of a float in the order of the numbers.
Beam::Item Beam::item_of(float key, std::uint32_t cube, std::size_t row, std::size_t option) {
  const auto bits = std::bit_cast<std::uint32_t>(key + 0.0f);
  const std::uint32_t ordered = (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
  return {std::uint64_t{ordered} << 32 | ~cube, static_cast<std::uint32_t>(row << 16 | option)};
}

bool Beam::search(const Input& input, const BeamSettings& settings, bool keep_arcs,
                  const std::vector<std::string_view>* forced, const ScorerMaker* extra) {
  settings_ = settings;
  start(input, keep_arcs, forced, extra);
  const std::size_t length = options_.length();
  for (std::size_t stack = 0; stack < length; ++stack) {
    hurry_if_late();
    if (stack > 0) settings_.plain ? fill_plainly(stack) : fill(stack);
    prune();
    group();
  }
  if (length > 0) settings_.plain ? fill_plainly(length) : fill(length);
  const bool found = stack_start_ < hypotheses_.size();
  goal_ = found ? static_cast<HypothesisId>(hypotheses_.size() - 1) : kNone;
  return found;
}

void Beam::start(const Input& input, bool keep_arcs, const std::vector<std::string_view>* forced,
                 const ScorerMaker* extra) {
  keep_arcs_ = keep_arcs;
  hasty_ = false;
  if (settings_.time_limit > 0) {
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                    std::chrono::duration<double>(settings_.time_limit));
  }
  margin_ = std::isinf(settings_.margin) ? settings_.margin : settings_.margin * model_.scale();
  options_.collect(input, target_, forced);
  forced_prefix_ = 0;
  if (forced != nullptr) target_.constrain(forced_scorer(options_.only(), forced_prefix_));
  if (extra != nullptr) target_.constrain((*extra)(options_.words()));
  if (options_.future(0, options_.length()) == kForbidden) {
    throw InputError("", 0, "the given translations overlap: no derivation covers every word once");
  }
  coverages_.start_sentence(options_);
  hypotheses_.clear();
  arcs_.clear();
  rows_.clear();
  groups_.clear();
  items_ = 0;
  const std::size_t stacks = options_.length() + 1;
  if (cubes_.size() < stacks) cubes_.resize(stacks);
  for (auto& cubes : cubes_) cubes.clear();
  best_key_.assign(stacks, kWorst);
  stack_start_ = 0;
  const double future = options_.future(0, options_.length());
  const double end = options_.length() == 0 ? target_.finish(target_.begin()) : 0.0;
  stack_best_ = future;
  hypotheses_.push_back({end, future, kNone, kNone, target_.begin(), Coverages::empty(),
                         SentenceOptions::kFirstJump, kNone});
}

void Beam::hurry_if_late() {
  if (hasty_ || settings_.time_limit <= 0 || std::chrono::steady_clock::now() < deadline_) return;
  hasty_ = true;
  settings_.plain = false;
  settings_.pops = std::min(settings_.pops, kHastyPops);
  settings_.stack = std::min(settings_.stack, kHastyPops);
}

// Chooses the hypotheses of the stack just filled that are expanded.
void Beam::prune() {
  ranking_.clear();
  const double worst = stack_best_ - margin_;
  for (HypothesisId id = stack_start_; id < hypotheses_.size(); ++id) {
    const double total = hypotheses_[id].total;
    if (total >= worst || settings_.diversity > 0) ranking_.emplace_back(total, id);
  }
  auto better = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  if (settings_.diversity > 0) {
    std::sort(ranking_.begin(), ranking_.end(), better);
    std::size_t good = 0;
    while (good < std::min(ranking_.size(), settings_.stack) && ranking_[good].first >= worst) {
      ++good;
    }
    keep_diverse(good);
  } else if (ranking_.size() > settings_.stack) {
    const auto cut = ranking_.begin() + static_cast<std::ptrdiff_t>(settings_.stack);
    std::nth_element(ranking_.begin(), cut, ranking_.end(), better);
    ranking_.erase(cut, ranking_.end());
  }
}

// Keeps the first `first_cut` and, of the rest, the best of each coverage up to the diversity.
void Beam::keep_diverse(std::size_t first_cut) {
  std::vector<std::pair<CoverageId, std::size_t>> counts;
  std::size_t out = 0;
  for (std::size_t i = 0; i < ranking_.size(); ++i) {
    const CoverageId coverage = hypotheses_[ranking_[i].second].coverage;
    auto count = std::find_if(counts.begin(), counts.end(),
                              [&](const auto& each) { return each.first == coverage; });
    if (count == counts.end()) count = counts.insert(counts.end(), {coverage, 0});
    ++count->second;
    if (i < first_cut || count->second <= settings_.diversity) ranking_[out++] = ranking_[i];
  }
  ranking_.resize(out);
}

// Groups the stack's hypotheses by coverage and last span, and makes the cubes of each group.
void Beam::group() {
  members_.clear();
  for (const auto& [total, id] : ranking_) {
    const Hypothesis& h = hypotheses_[id];
    const JumpState& jump = options_.jump(h.jump);
    const std::uint64_t span = std::uint64_t{jump.start} << 16 | jump.end;
    members_.emplace_back(std::uint64_t{h.coverage} << 32 | span, id);
  }
  std::sort(members_.begin(), members_.end());
  const std::size_t first_group = groups_.size();
  for (std::size_t i = 0; i < members_.size();) {
    std::size_t end = i + 1;
    while (end < members_.size() && members_[end].first == members_[i].first) ++end;
    add_group(std::span(members_).subspan(i, end - i));
    i = end;
  }
  for (std::size_t g = first_group; g < groups_.size(); ++g) make_cubes(g);
}

void Beam::add_group(std::span<const std::pair<std::uint64_t, HypothesisId>> members) {
  const Hypothesis& first = hypotheses_[members[0].second];
  const JumpState& jump = options_.jump(first.jump);
  groups_.push_back({first.coverage, static_cast<std::uint32_t>(rows_.size()),
                     static_cast<std::uint32_t>(members.size()), jump.start, jump.end});
  for (std::size_t o = 0; o < (model_.has_reordering() ? kOrientations : 1); ++o) {
    const auto begin = static_cast<std::ptrdiff_t>(rows_.size());
    for (const auto& [place, id] : members) {
      const double forward = options_.jump(hypotheses_[id].jump).forward[o];
      rows_.push_back({static_cast<float>(hypotheses_[id].score + forward), id});
    }
    std::sort(rows_.begin() + begin, rows_.end(), [](const Row& a, const Row& b) {
      return a.key != b.key ? a.key > b.key : a.hypothesis < b.hypothesis;
    });
  }
}

void Beam::make_cubes(std::size_t index) {
  const Group group = groups_[index];
  const int limit = settings_.distortion_limit;
  const std::uint32_t count = coverages_[group.coverage].count;
  const double weight = model_.weight(model_.distortion_column());
  Cube cube{};
  cube.group = static_cast<std::uint32_t>(index);
  cube.coverage = kNone;
  for (const Expansion& next :
       coverages_.expansions(group.coverage, settings_.space == Space::kGap ? limit : -1)) {
    const int jump = std::abs(static_cast<int>(next.start) - static_cast<int>(group.end));
    if (limit >= 0 && jump > limit) continue;
    cube.start = next.start;
    cube.end = next.end;
    cube.orientation = orientation_between(group.start, group.end, next.start, next.end);
    cube.base = static_cast<float>(-weight * jump) + next.future;
    cube.key = cube.base + rows(cube)[0].key +
               options_.ranked(next.start, next.end, cube.orientation)[0].key;
    const std::size_t stack = count + next.end - next.start;
    float& best = best_key_[stack];
    if (cube.key < best - static_cast<float>(margin_)) continue;
    best = std::max(best, cube.key);
    cubes_[stack].push_back(cube);
  }
}

void Beam::fill(std::size_t stack) {
  std::vector<Cube>& cubes = cubes_[stack];
  start_stack(settings_.pops);
  heap_.clear();
  for (std::uint32_t i = 0; i < cubes.size(); ++i) heap_.push_back(item_of(cubes[i].key, i, 0, 0));
  if (heap_.size() > settings_.pops) {
    const auto cut = heap_.begin() + static_cast<std::ptrdiff_t>(settings_.pops);
    std::nth_element(heap_.begin(), cut, heap_.end(), earlier);
    heap_.erase(cut, heap_.end());
  }
  std::make_heap(heap_.begin(), heap_.end(),
                 [](const Item& a, const Item& b) { return earlier(b, a); });
  for (std::size_t pops = 0; pops < settings_.pops && !heap_.empty();) {
    std::size_t count = 0;
    const std::size_t most = std::min(kBatch, settings_.pops - pops);
    while (count < most && !heap_.empty()) picks_[count++] = take(cubes);
    ask(count);
    for (std::size_t i = 0; i < count; ++i) {
      const Pick& pick = picks_[i];
      if (pick.key < stack_best_ - margin_) return;
      make(cubes[pick.cube], pick.previous, pick.option, questions_[i].score, questions_[i].out);
    }
    pops += count;
    if (pops % 1024 < kBatch) hurry_if_late();
  }
}

// Takes the first item and puts its neighbours on the heap: each is reached in one way only.
Beam::Pick Beam::take(const std::vector<Cube>& cubes) {
  const Item item = heap_.front();
  const auto index = ~static_cast<std::uint32_t>(item.rank);
  const std::size_t row = item.place >> 16, option = item.place & 0xffff;
  const Cube& cube = cubes[index];
  const std::span<const Row> hypotheses = rows(cube);
  const auto ranked = options_.ranked(cube.start, cube.end, cube.orientation);
  const float start = cube.base + hypotheses[row].key;
  const bool next_row = option == 0 && row + 1 < hypotheses.size();
  auto below = [&] {
    return item_of(cube.base + hypotheses[row + 1].key + ranked[0].key, index, row + 1, 0);
  };
  if (option + 1 < ranked.size()) {
    sink(item_of(start + ranked[option + 1].key, index, row, option + 1));
    if (next_row) rise(below());
  } else if (next_row) {
    sink(below());
  } else {
    const Item last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sink(last);
  }
  return {start + ranked[option].key, index, ranked[option].option, hypotheses[row].hypothesis};
}

// Puts an item in the place of the first one.
void Beam::sink(Item item) {
  const std::size_t size = heap_.size();
  std::size_t hole = 0;
  for (std::size_t child = 1; child < size; child = 2 * hole + 1) {
    if (child + 1 < size && earlier(heap_[child + 1], heap_[child])) ++child;
    if (!earlier(heap_[child], item)) break;
    heap_[hole] = heap_[child];
    hole = child;
  }
  heap_[hole] = item;
}

void Beam::rise(Item item) {
  std::size_t hole = heap_.size();
  heap_.push_back(item);
  while (hole > 0 && earlier(item, heap_[(hole - 1) / 2])) {
    heap_[hole] = heap_[(hole - 1) / 2];
    hole = (hole - 1) / 2;
  }
  heap_[hole] = item;
}

// What the target features say of the items taken; memory is asked for before it is read.
void Beam::ask(std::size_t picks) {
  for (std::size_t i = 0; i < picks; ++i) {
    prefetch(&hypotheses_[picks_[i].previous]);
    prefetch(&options_[picks_[i].option]);
  }
  for (std::size_t i = 0; i < picks; ++i) {
    const Option& option = options_[picks_[i].option];
    questions_[i].in = hypotheses_[picks_[i].previous].state;
    questions_[i].phrase = option.phrase;
    questions_[i].words = option.words;
    target_.ask_ahead(questions_[i]);
    prefetch(option.words.data());
  }
  target_.advance_all(std::span(questions_).first(picks));
}

// All items of all cubes that can still end up in the stack.
void Beam::fill_plainly(std::size_t stack) {
  start_stack(1 << 12);
  for (Cube& cube : cubes_[stack]) {
    const auto ranked = options_.ranked(cube.start, cube.end, cube.orientation);
    for (const Row& row : rows(cube)) {
      for (const RankedOption& option : ranked) {
        if (cube.base + row.key + option.key < stack_best_ - margin_) break;
        const Option& own = options_[option.option];
        Target::State state;
        const double score =
            target_.advance(hypotheses_[row.hypothesis].state, own.phrase, own.words, state);
        make(cube, row.hypothesis, option.option, score, state);
      }
    }
    hurry_if_late();
    if (hasty_) break;
  }
}

// One item, scored exactly: added to the stack at hand, or recombined with its equal there.
void Beam::make(Cube& cube, HypothesisId previous_id, std::uint32_t option_id, double target_score,
                Target::State state) {
  const Hypothesis& previous = hypotheses_[previous_id];
  const Option& option = options_[option_id];
  if (cube.coverage == kNone) {
    cube.coverage = coverages_.extend(previous.coverage, cube.start, cube.end);
  }
  const JumpState& before = options_.jump(previous.jump);
  const double distance = std::abs(static_cast<int>(cube.start) - static_cast<int>(before.end));
  double step = option.score - model_.weight(model_.distortion_column()) * distance +
                static_cast<double>(before.forward[cube.orientation]) +
                static_cast<double>(option.backward[cube.orientation]) + target_score;
  if (step == kForbidden) return;
  std::uint32_t jump = option.jump;
  if (coverages_[cube.coverage].count == options_.length()) {  // all complete ones are one
    step += target_.finish(state);
    if (step == kForbidden) return;
    state = 0;
    jump = SentenceOptions::kFirstJump;
  }
  const double score = previous.score + step;
  const double total = score + coverages_[cube.coverage].future;
  ++items_;
  // Below the margin already: pruned later whatever comes, unless lists want every way.
  if (total < stack_best_ - margin_ && !keep_arcs_ && settings_.diversity == 0) return;
  stack_best_ = std::max(stack_best_, total);
  Hypothesis& there = place(cube.coverage, state, jump);
  if (keep_arcs_) {
    arcs_.push_back({step, previous_id, option_id, there.arcs});
    there.arcs = static_cast<std::uint32_t>(arcs_.size() - 1);
  }
  if (there.option != kNone && !(score > there.score)) return;
  there.score = score;
  there.total = total;
  there.previous = previous_id;
  there.option = option_id;
}

void Beam::start_stack(std::size_t expected) {
  stack_start_ = static_cast<HypothesisId>(hypotheses_.size());
  stack_best_ = kForbidden;
  stack_ids_.clear_for(expected);
}

// The hypothesis of the stack at hand that later phrases see as this; a new one has no option yet.
Hypothesis& Beam::place(CoverageId coverage, Target::State state, std::uint32_t jump) {
  const auto hash = [](CoverageId c, Target::State s, std::uint32_t j) {
    const std::uint64_t key = (std::uint64_t{c} << 32 | s) * 0x9e3779b97f4a7c15ULL;
    return (key ^ (key >> 32) ^ j) * 0xd6e8feb86659fd93ULL >> 32;
  };
  const auto same = [this, coverage, state, jump](HypothesisId id) {
    const Hypothesis& there = hypotheses_[id];
    return there.state == state && there.coverage == coverage && there.jump == jump;
  };
  const auto hash_of = [&](HypothesisId id) {
    return hash(hypotheses_[id].coverage, hypotheses_[id].state, hypotheses_[id].jump);
  };
  const HypothesisId id =
      stack_ids_.find_or_add(hash(coverage, state, jump), hypotheses_.size(), same, hash_of);
  if (id == hypotheses_.size()) {
    hypotheses_.push_back({0, 0, kNone, kNone, state, coverage, jump, kNone});
  }
  return hypotheses_[id];
}

}  // namespace manyways::search
