#include "chart_exact/relaxation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace manyways::chart_exact {

namespace {
constexpr std::size_t kQuestionsPerLook =
    4096;  // questions to language models between looks at the clock

// The smallest float that is not below a value.
float rounded_up(double value) {
  const auto near = static_cast<float>(value);
  return static_cast<double>(near) < value
             ? std::nextafter(near, std::numeric_limits<float>::infinity())
             : near;
}
}  // namespace

template <typename Visit>
void Relaxation::each(const Bits& bits, Visit&& visit) {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    for (std::uint64_t rest = bits[i]; rest != 0; rest &= rest - 1) {
      visit(static_cast<Token>(64 * i + static_cast<unsigned>(std::countr_zero(rest))));
    }
  }
}

void Relaxation::set_bits(Bits& into, const Bits& from) {
  for (std::size_t i = 0; i < from.size(); ++i) into[i] |= from[i];
}

void Relaxation::set_bit(Bits& into, Token word) {
  into[word / 64] |= std::uint64_t{1} << (word % 64);
}

Relaxation::Relaxation(Problem& problem)
    : problem_(problem),
      language_(problem.language()),
      tokens_(problem.language().tokens()),
      cells_(problem.cells()),
      u_(tokens_, 0.0) {
  const std::vector<Choice>& choices = problem.choices();
  std::uint32_t at = 0;
  for (CellId cell = 0; cell < cells_; ++cell) {
    graph_.cell.push_back(cell);
    graph_.first_edge.push_back(at);
    for (; at < choices.size() && choices[at].cell == cell; ++at) {
      graph_.edges.push_back({0, choices[at].application->tails, at});
    }
  }
  graph_.first_edge.push_back(at);
}

// Which words can be the first and the last of each cell.
void Relaxation::find_ends() {
  const Bits none((tokens_ + 63) / 64, 0);
  first_.assign(cells_, none);
  last_.assign(cells_, none);
  nullable_.assign(cells_, false);
  const auto add = [&](Bits& bits, std::vector<Bits>& of, const Choice& choice, Symbol symbol) {
    if (symbol >= 0) {
      set_bit(bits, static_cast<Token>(symbol));
      return false;
    }
    const CellId tail = choice.application->tails[static_cast<std::size_t>(-1 - symbol)];
    set_bits(bits, of[tail]);
    return static_cast<bool>(nullable_[tail]);
  };
  for (const BoundEdge& edge : graph_.edges) {
    const Choice& choice = problem_.choices()[edge.choice];
    const auto symbols = problem_.symbols(choice);
    if (Problem::begins(choice)) {
      set_bit(last_[choice.cell], Language::kStart);
      continue;
    }
    std::size_t at = 0;
    while (at < symbols.size() && add(first_[choice.cell], first_, choice, symbols[at])) ++at;
    if (at == symbols.size()) nullable_[choice.cell] = true;
    at = symbols.size();
    while (at > 0 && add(last_[choice.cell], last_, choice, symbols[at - 1])) --at;
  }
}

// Which words can stand before each cell: from the goal down.
void Relaxation::find_before() {
  before_.assign(cells_, Bits((tokens_ + 63) / 64, 0));
  Bits now;
  for (std::size_t e = graph_.edges.size(); e-- > 0;) {
    const Choice& choice = problem_.choices()[graph_.edges[e].choice];
    now = before_[choice.cell];
    for (const Symbol symbol : problem_.symbols(choice)) {
      if (symbol >= 0) {
        std::fill(now.begin(), now.end(), 0);
        set_bit(now, static_cast<Token>(symbol));
        continue;
      }
      const CellId tail = choice.application->tails[static_cast<std::size_t>(-1 - symbol)];
      set_bits(before_[tail], now);
      if (!nullable_[tail]) std::fill(now.begin(), now.end(), 0);
      set_bits(now, last_[tail]);
    }
  }
}

// The number of the set of words that can stand before a symbol of a choice.
std::uint32_t Relaxation::set_before(const Choice& choice, std::size_t at) const {
  const auto symbols = problem_.symbols(choice);
  if (at == 0) return static_cast<std::uint32_t>(cells_ + choice.cell);
  const CellId tail = choice.application->tails[static_cast<std::size_t>(-1 - symbols[at - 1])];
  return nullable_[tail] ? static_cast<std::uint32_t>(2 * cells_) : tail;
}

void Relaxation::add_runs(const Choice& choice, Runs& runs, double& weight) {
  runs.slots.fill(kNothing);
  runs.last.fill(kNothing);
  weight = choice.score;
  if (Problem::begins(choice)) {
    runs.last[0] = Language::kStart;
    return;
  }
  const auto symbols = problem_.symbols(choice);
  std::size_t run = 0;
  for (std::size_t at = 0; at < symbols.size(); ++run) {
    for (; at < symbols.size() && symbols[at] < 0; ++at) {
    }
    if (at == symbols.size()) break;
    const std::uint32_t set = set_before(choice, at);
    ContextId known = Language::kNothing;
    std::array<Token, kDepth> row;
    std::size_t count = 0;
    const std::size_t depth = std::min<std::size_t>(kDepth, std::max(1u, language_.reach()));
    for (; at < symbols.size() && symbols[at] >= 0; ++at) {
      const auto word = static_cast<Token>(symbols[at]);
      const bool chooses = count < depth && (count == 0 || !language_.is_whole(known));
      const Language::Step step = language_.step(known, word);
      if (chooses) {
        row[count++] = word;
      } else {
        weight += step.score;
      }
      known = step.next;
    }
    const ContextId first = language_.row(std::span(row).first(count));
    runs.slots[run] = slot_ids_.find_or_add(std::uint64_t{set} << 32 | first);
    if (runs.slots[run] == slots_.size()) slots_.push_back({first, set, 0});
    const auto last = static_cast<Token>(symbols[at - 1]);
    if (last != Language::kEnd) runs.last[run] = last;
  }
}

// Which words can stand before each word, in all that is left.
std::vector<Tokens> Relaxation::neighbours() const {
  std::vector<Bits> bits(tokens_, Bits((tokens_ + 63) / 64, 0));
  for (CellId cell = 0; cell < cells_; ++cell) {
    each(first_[cell], [&](Token word) { set_bits(bits[language_.plain(word)], before_[cell]); });
  }
  const Bits all((tokens_ + 63) / 64, ~std::uint64_t{0});
  for (const BoundEdge& edge : graph_.edges) {
    const Choice& choice = problem_.choices()[edge.choice];
    const auto symbols = problem_.symbols(choice);
    for (std::size_t i = 1; i < symbols.size(); ++i) {
      if (symbols[i] < 0) continue;
      Bits& before = bits[language_.plain(static_cast<Token>(symbols[i]))];
      if (symbols[i - 1] >= 0) {
        set_bit(before, static_cast<Token>(symbols[i - 1]));
      } else {
        const std::uint32_t set = set_before(choice, i);
        set_bits(before, set == 2 * cells_ ? all : last_[set]);
      }
    }
  }
  std::vector<Tokens> before(tokens_);
  for (Token word = 0; word < tokens_; ++word) {
    Bits plain((tokens_ + 63) / 64, 0);
    each(bits[word], [&](Token other) {
      if (other < tokens_ && other != Language::kEnd) set_bit(plain, language_.plain(other));
    });
    each(plain, [&](Token other) { before[word].push_back(other); });
  }
  return before;
}

bool Relaxation::prepare(std::size_t most, exact::Watch& watch) {
  find_ends();
  find_before();
  sets_.assign(2 * cells_ + 1, {});
  for (CellId cell = 0; cell < cells_; ++cell) {
    each(last_[cell], [&](Token word) { sets_[cell].push_back(word); });
    each(before_[cell], [&](Token word) { sets_[cells_ + cell].push_back(word); });
  }
  for (Token word = 0; word < tokens_; ++word) {
    if (word != Language::kEnd) sets_[2 * cells_].push_back(word);
  }
  language_.may_precede(neighbours());
  if (watch.over()) return false;
  slot_ids_ = {};
  slots_.clear();
  runs_.resize(graph_.edges.size());
  fixed_.resize(graph_.edges.size());
  for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
    if (e % kQuestionsPerLook == kQuestionsPerLook - 1 && watch.over()) return false;
    add_runs(problem_.choices()[graph_.edges[e].choice], runs_[e], fixed_[e]);
  }
  return score_slots(most, watch);
}

bool Relaxation::score_slots(std::size_t most, exact::Watch& watch) {
  pending_.clear();
  meeting_ids_ = {};
  meetings_.clear();
  after_.resize(tokens_);
  for (Token word = 0; word < tokens_; ++word) after_[word] = language_.after(word);
  scores_.clear();
  for (Slot& slot : slots_) {
    slot.first = scores_.size();
    for (const Token before : sets_[slot.set]) {
      if (scores_.size() % kQuestionsPerLook == kQuestionsPerLook - 1 && watch.over()) return false;
      scores_.push_back(meeting(before, slot.row));
    }
    if (scores_.size() > most) return false;
  }
  return true;
}

// What the words of a row say at most after a word.
float Relaxation::meeting(Token before, ContextId row) {
  const std::uint32_t id = meeting_ids_.find_or_add(std::uint64_t{before} << 32 | row);
  if (id == meetings_.size()) {
    const auto words = language_.row_words(row);
    const std::size_t count = language_.words(row).size();
    meetings_.push_back(
        rounded_up(language_.score_row(after_[before], std::span(words).first(count))));
  }
  return meetings_[id];
}

double Relaxation::taken(const Slot& slot, Token* which) const {
  double best = kNever;
  const Tokens& set = sets_[slot.set];
  for (std::size_t i = 0; i < set.size(); ++i) {
    const double value = static_cast<double>(scores_[slot.first + i]) - u_[set[i]];
    if (value <= best) continue;
    best = value;
    if (which != nullptr) *which = set[i];
  }
  return best;
}

double Relaxation::pending(CellId cell, ContextId row) {
  const auto [place, fresh] = pending_.try_emplace(std::uint64_t{cell} << 32 | row, kNever);
  if (!fresh) return place->second;
  double best = kNever;
  for (const Token before : sets_[cells_ + cell]) {
    best = std::max(best, static_cast<double>(meeting(before, row)) - u_[before]);
  }
  return place->second = best;
}

double Relaxation::evaluate() {
  pending_.clear();
  values_.resize(slots_.size());
  for (std::size_t s = 0; s < slots_.size(); ++s) values_[s] = taken(slots_[s]);
  for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
    const Runs& runs = runs_[e];
    double weight = fixed_[e];
    for (std::size_t run = 0; run < kMostRuns; ++run) {
      if (runs.slots[run] != kNothing) weight += values_[runs.slots[run]];
      if (runs.last[run] != kNothing) weight += u_[runs.last[run]];
    }
    graph_.edges[e].weight = weight;
  }
  return graph_.sweep_inside();
}

void Relaxation::gradient(const Derivation& path, std::vector<int>& out) const {
  out.assign(tokens_, 0);
  // The edges of a cell stand in the order of their choices.
  for (const std::uint32_t choice : path) {
    const CellId cell = problem_.choices()[choice].cell;
    const auto begin = graph_.edges.begin() + graph_.first_edge[cell];
    const auto end = graph_.edges.begin() + graph_.first_edge[cell + 1];
    const auto found = std::lower_bound(
        begin, end, choice,
        [](const BoundEdge& edge, std::uint32_t wanted) { return edge.choice < wanted; });
    const Runs& runs = runs_[static_cast<std::size_t>(found - graph_.edges.begin())];
    for (std::size_t run = 0; run < kMostRuns; ++run) {
      if (runs.last[run] != kNothing) ++out[runs.last[run]];
      if (runs.slots[run] == kNothing) continue;
      Token which = Language::kStart;
      taken(slots_[runs.slots[run]], &which);
      --out[which];
    }
  }
}

void Relaxation::cut(double threshold) {
  const std::vector<std::uint32_t> kept = graph_.cut(threshold);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    runs_[i] = runs_[kept[i]];
    fixed_[i] = fixed_[kept[i]];
  }
  runs_.resize(kept.size());
  fixed_.resize(kept.size());
}

}  // namespace manyways::chart_exact
