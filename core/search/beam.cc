#include "search/beam.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/error.h"
#include "search/forced.h"

namespace manyways::search {

namespace {

constexpr float kWorst = -std::numeric_limits<float>::infinity();
constexpr double kForbidden = -std::numeric_limits<double>::infinity();
constexpr std::size_t kHastyPops = 20;

}  // namespace

// A heap keeps the latest on top: the greatest key, then the lowest numbers.
bool Beam::later(const Item& a, const Item& b) {
  if (a.key != b.key) return a.key < b.key;
  if (a.cube != b.cube) return a.cube > b.cube;
  return a.row != b.row ? a.row > b.row : a.option > b.option;
}

bool Beam::search(const Input& input, const BeamSettings& settings, bool keep_arcs,
                  const std::vector<std::string_view>* forced, const ScorerMaker* extra) {
  settings_ = settings;
  start(input, keep_arcs, forced, extra);
  const std::size_t length = options_.length();
  for (std::size_t stack = 0; stack < length; ++stack) {
    hurry_if_late();
    if (stack > 0) settings_.plain ? fill_plainly(stack) : fill(stack);
    prune(stack);
    group(stack);
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
  margin_ = settings_.margin * model_.scale();
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
void Beam::prune(std::size_t) {
  members_.clear();
  const double worst = stack_best_ - margin_;
  for (HypothesisId id = stack_start_; id < hypotheses_.size(); ++id) {
    if (hypotheses_[id].total >= worst || settings_.diversity > 0) members_.push_back(id);
  }
  auto better = [&](HypothesisId a, HypothesisId b) {
    const double x = hypotheses_[a].total, y = hypotheses_[b].total;
    return x != y ? x > y : a < b;
  };
  if (settings_.diversity > 0) {
    std::sort(members_.begin(), members_.end(), better);
    std::size_t good = 0;
    while (good < std::min(members_.size(), settings_.stack) &&
           hypotheses_[members_[good]].total >= worst) {
      ++good;
    }
    keep_diverse(members_, good);
  } else if (members_.size() > settings_.stack) {
    const auto cut = members_.begin() + static_cast<std::ptrdiff_t>(settings_.stack);
    std::nth_element(members_.begin(), cut, members_.end(), better);
    members_.erase(cut, members_.end());
  }
}

// Keeps the first `first_cut` and, of the rest, the best of each coverage up to the diversity.
void Beam::keep_diverse(std::vector<HypothesisId>& kept, std::size_t first_cut) {
  std::vector<std::pair<CoverageId, std::size_t>> counts;
  std::size_t out = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const CoverageId coverage = hypotheses_[kept[i]].coverage;
    auto count = std::find_if(counts.begin(), counts.end(),
                              [&](const auto& each) { return each.first == coverage; });
    if (count == counts.end()) count = counts.insert(counts.end(), {coverage, 0});
    ++count->second;
    if (i < first_cut || count->second <= settings_.diversity) kept[out++] = kept[i];
  }
  kept.resize(out);
}

// Groups the stack's hypotheses by coverage and last span, and makes the cubes of each group.
void Beam::group(std::size_t) {
  auto place = [&](HypothesisId id) {
    const Hypothesis& h = hypotheses_[id];
    const JumpState& jump = options_.jump(h.jump);
    return std::uint64_t{h.coverage} << 32 | std::uint64_t{jump.start} << 16 | jump.end;
  };
  std::sort(members_.begin(), members_.end(), [&](HypothesisId a, HypothesisId b) {
    const std::uint64_t x = place(a), y = place(b);
    return x != y ? x < y : a < b;
  });
  const std::size_t first_group = groups_.size();
  for (std::size_t i = 0; i < members_.size();) {
    std::size_t end = i + 1;
    while (end < members_.size() && place(members_[end]) == place(members_[i])) ++end;
    add_group(std::span(members_).subspan(i, end - i));
    i = end;
  }
  for (std::size_t g = first_group; g < groups_.size(); ++g) make_cubes(g);
}

void Beam::add_group(std::span<const HypothesisId> members) {
  const Hypothesis& first = hypotheses_[members[0]];
  const JumpState& jump = options_.jump(first.jump);
  groups_.push_back({first.coverage, static_cast<std::uint32_t>(rows_.size()),
                     static_cast<std::uint32_t>(members.size()), jump.start, jump.end});
  for (std::size_t o = 0; o < (model_.has_reordering() ? kOrientations : 1); ++o) {
    const auto begin = static_cast<std::ptrdiff_t>(rows_.size());
    for (const HypothesisId id : members) {
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
  for (std::uint32_t i = 0; i < cubes.size(); ++i) heap_.push_back({cubes[i].key, i, 0, 0});
  if (heap_.size() > settings_.pops) {
    const auto cut = heap_.begin() + static_cast<std::ptrdiff_t>(settings_.pops);
    std::nth_element(heap_.begin(), cut, heap_.end(),
                     [](const Item& a, const Item& b) { return later(b, a); });
    heap_.erase(cut, heap_.end());
  }
  std::make_heap(heap_.begin(), heap_.end(), later);
  for (std::size_t pops = 0; pops < settings_.pops && !heap_.empty(); ++pops) {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Item item = heap_.back();
    heap_.pop_back();
    if (item.key < stack_best_ - margin_) break;
    take(cubes, item);
    if ((pops & 1023) == 1023) hurry_if_late();
  }
}

// Makes the item and puts its neighbours on the heap: each is reached in one way only.
void Beam::take(std::vector<Cube>& cubes, Item item) {
  Cube& cube = cubes[item.cube];
  const std::span<const Row> hypotheses = rows(cube);
  const auto ranked = options_.ranked(cube.start, cube.end, cube.orientation);
  make(cube, hypotheses[item.row].hypothesis, ranked[item.option].option);
  auto push = [&](std::size_t row, std::size_t option) {
    if (row >= hypotheses.size() || option >= ranked.size()) return;
    const float key = cube.base + hypotheses[row].key + ranked[option].key;
    heap_.push_back(
        {key, item.cube, static_cast<std::uint16_t>(row), static_cast<std::uint16_t>(option)});
    std::push_heap(heap_.begin(), heap_.end(), later);
  };
  push(item.row, item.option + std::size_t{1});
  if (item.option == 0) push(item.row + std::size_t{1}, 0);
}

// All items of all cubes that can still end up in the stack.
void Beam::fill_plainly(std::size_t stack) {
  start_stack(1 << 12);
  for (Cube& cube : cubes_[stack]) {
    const auto ranked = options_.ranked(cube.start, cube.end, cube.orientation);
    for (const Row& row : rows(cube)) {
      for (const RankedOption& option : ranked) {
        if (cube.base + row.key + option.key < stack_best_ - margin_) break;
        make(cube, row.hypothesis, option.option);
      }
    }
    hurry_if_late();
    if (hasty_) break;
  }
}

// One item, scored exactly.
void Beam::make(Cube& cube, HypothesisId previous_id, std::uint32_t option_id) {
  const Hypothesis previous = hypotheses_[previous_id];
  const Option& option = options_[option_id];
  if (cube.coverage == kNone) {
    cube.coverage = coverages_.extend(previous.coverage, cube.start, cube.end);
  }
  const JumpState& jump = options_.jump(previous.jump);
  const double distance = std::abs(static_cast<int>(cube.start) - static_cast<int>(jump.end));
  Hypothesis made;
  double score = option.score - model_.weight(model_.distortion_column()) * distance +
                 static_cast<double>(jump.forward[cube.orientation]) +
                 static_cast<double>(option.backward[cube.orientation]);
  score += target_.advance(previous.state, option.phrase, option.words, made.state);
  if (score == kForbidden) return;
  made.jump = option.jump;
  made.coverage = cube.coverage;
  if (coverages_[cube.coverage].count == options_.length()) {  // all complete ones are one
    score += target_.finish(made.state);
    if (score == kForbidden) return;
    made.state = 0;
    made.jump = SentenceOptions::kFirstJump;
  }
  made.score = previous.score + score;
  made.total = made.score + coverages_[cube.coverage].future;
  made.previous = previous_id;
  made.option = option_id;
  made.arcs = kNone;
  insert(made, {score, previous_id, option_id, kNone});
  ++items_;
}

void Beam::start_stack(std::size_t expected) {
  stack_start_ = static_cast<HypothesisId>(hypotheses_.size());
  stack_best_ = kForbidden;
  std::size_t slots = 64;
  while (slots < 2 * expected) slots *= 2;
  slots_.assign(slots, 0);
}

std::size_t Beam::slot_of(const Hypothesis& h) const {
  std::uint64_t key = (std::uint64_t{h.coverage} << 32 | h.state) * 0x9e3779b97f4a7c15ULL;
  key = (key ^ (key >> 32) ^ h.jump) * 0xd6e8feb86659fd93ULL;
  return (key >> 32) & (slots_.size() - 1);
}

// Adds a hypothesis to the stack at hand, or recombines it with its equal there.
void Beam::insert(const Hypothesis& made, Arc arc) {
  std::size_t slot = slot_of(made);
  std::uint32_t arc_id = kNone;
  if (keep_arcs_) {
    arc_id = static_cast<std::uint32_t>(arcs_.size());
    arcs_.push_back(arc);
  }
  stack_best_ = std::max(stack_best_, made.total);
  for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    Hypothesis& there = hypotheses_[slots_[slot] - 1];
    if (there.state != made.state || there.coverage != made.coverage || there.jump != made.jump) {
      continue;
    }
    if (keep_arcs_) arcs_[arc_id].next = there.arcs;
    const std::uint32_t arcs = keep_arcs_ ? arc_id : kNone;
    if (made.score > there.score) there = made;
    there.arcs = arcs;
    return;
  }
  hypotheses_.push_back(made);
  hypotheses_.back().arcs = arc_id;
  slots_[slot] = static_cast<HypothesisId>(hypotheses_.size());
  if (2 * (hypotheses_.size() - stack_start_) > slots_.size()) grow_slots();
}

void Beam::grow_slots() {
  slots_.assign(slots_.size() * 4, 0);
  for (HypothesisId id = stack_start_; id < hypotheses_.size(); ++id) {
    std::size_t slot = slot_of(hypotheses_[id]);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = id + 1;
  }
}

}  // namespace manyways::search
