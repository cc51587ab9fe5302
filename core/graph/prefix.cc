#include "graph/prefix.h"

#include <limits>
#include <stdexcept>

namespace manyways::graph {
namespace {

using Place = std::uint16_t;  // how many words of the prefix are behind us
constexpr std::size_t kLongest = 65'000;
constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kUnknown = -1, kEmpty = -2;

struct Cost {
  std::uint32_t edits = kNever;
  double score = 0;

  bool reached() const { return edits != kNever; }
  bool beats(const Cost& other) const {
    return edits != other.edits ? edits < other.edits : reached() && score > other.score;
  }
  Cost plus(std::uint32_t more, double gain) const { return {edits + more, score + gain}; }
};

// From the place at which a node's words begin to `to`.
struct Item {
  Cost cost;
  EdgeId edge;
  Place to;
};

// Where one symbol of a label leads: for every place the cost, and the place before it. `ready` is
// the place at which a word was read, behind words of the prefix that were left out.
struct Row {
  std::vector<Cost> costs;
  std::vector<Place> before, ready;

  explicit Row(std::size_t places) : costs(places), before(places), ready(places) {}
  void offer(std::size_t to, const Cost& cost, std::size_t from, std::size_t at) {
    if (!cost.beats(costs[to])) return;
    costs[to] = cost;
    before[to] = static_cast<Place>(from);
    ready[to] = static_cast<Place>(at);
  }
};

class PrefixSearch {
 public:
  PrefixSearch(const Hypergraph& graph, std::span<const std::vector<Symbol>> prefix, bool tolerant)
      : graph_(graph),
        size_(prefix.size()),
        tolerant_(tolerant),
        starts_(graph.is_lattice() ? 1 : size_ + 1),
        lists_(graph.nodes() * starts_, kUnknown),
        meets_(graph.words() * size_) {
    for (std::size_t i = 0; i < size_; ++i) {
      for (const Symbol word : prefix[i]) {
        if (word < 0 || static_cast<std::size_t>(word) >= graph.words()) {
          throw std::invalid_argument("a word of the prefix is not one of the graph's");
        }
        meets_[static_cast<std::size_t>(word) * size_ + i] = 1;
      }
    }
  }

  Completion best() {
    Completion found;
    if (graph_.empty()) return found;
    find(graph_.goal(), 0);
    const Item* chosen = nullptr;
    Cost least;
    for (const Item& item : items(graph_.goal(), 0)) {
      if (item.to < size_ && !tolerant_) continue;
      const Cost cost = item.cost.plus(static_cast<std::uint32_t>(size_ - item.to), 0);
      if (cost.beats(least)) least = cost, chosen = &item;
    }
    if (chosen == nullptr) return found;
    found.found = true;
    found.edits = least.edits;
    found.score = least.score;
    trace(graph_.goal(), 0, chosen->to, found);
    return found;
  }

 private:
  std::int64_t& list_of(Node node, Place start) { return lists_[node * starts_ + start]; }
  bool known(Node node, Place start) { return list_of(node, start) != kUnknown; }
  bool meets(Symbol word, std::size_t place) const {
    return meets_[static_cast<std::size_t>(word) * size_ + place] != 0;
  }
  std::span<const Item> items(Node node, Place start) {
    const std::int64_t list = list_of(node, start);
    if (list < 0) return {};
    return std::span(items_).subspan(
        ends_[static_cast<std::size_t>(list)],
        ends_[static_cast<std::size_t>(list) + 1] - ends_[static_cast<std::size_t>(list)]);
  }

  // Makes the items of a node, and before them those that they need.
  void find(Node goal, Place start) {
    std::vector<std::pair<Node, Place>> open{{goal, start}};
    while (!open.empty()) {
      const auto [node, from] = open.back();
      if (known(node, from)) {
        open.pop_back();
        continue;
      }
      const std::size_t before = open.size();
      std::vector<Item> best(size_ + 1, Item{{}, kNoEdge, 0});
      for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
        const Row* last = read(id, from, &open);
        if (last == nullptr) continue;
        for (std::size_t to = 0; to <= size_; ++to) {
          const Cost& cost = last->costs[to];
          if (cost.beats(best[to].cost)) best[to] = {cost, id, static_cast<Place>(to)};
        }
      }
      if (open.size() > before) continue;  // again, when what is missing is there
      open.pop_back();
      keep(node, from, best);
    }
  }

  void keep(Node node, Place start, const std::vector<Item>& best) {
    const std::size_t first = items_.size();
    for (const Item& item : best) {
      if (item.cost.reached()) items_.push_back(item);
    }
    if (items_.size() == first) {
      list_of(node, start) = kEmpty;
      return;
    }
    list_of(node, start) = static_cast<std::int64_t>(ends_.size()) - 1;
    ends_.push_back(items_.size());
  }

  // The rows of an edge's symbols, in rows_; the last one, or null if items are missing, which are
  // then put on `open`.
  const Row* read(EdgeId id, Place start, std::vector<std::pair<Node, Place>>* open) {
    const Edge& edge = graph_.edge(id);
    rows_.assign(1, Row(size_ + 1));
    rows_[0].costs[start] = {0, edge.score};
    for (const Symbol symbol : graph_.symbols(edge.label)) {
      rows_.emplace_back(size_ + 1);
      const Row& now = rows_[rows_.size() - 2];
      if (is_tail(symbol)) {
        if (!read_tail(edge.tails[tail_of(symbol)], now, rows_.back(), open)) return nullptr;
      } else {
        read_word(symbol, now, rows_.back());
      }
    }
    return &rows_.back();
  }

  bool read_tail(Node tail, const Row& now, Row& next, std::vector<std::pair<Node, Place>>* open) {
    bool complete = true;
    for (std::size_t at = 0; at <= size_; ++at) {
      if (!now.costs[at].reached()) continue;
      if (!known(tail, static_cast<Place>(at))) {
        open->emplace_back(tail, static_cast<Place>(at));
        complete = false;
        continue;
      }
      for (const Item& item : items(tail, static_cast<Place>(at))) {
        next.offer(item.to, now.costs[at].plus(item.cost.edits, item.cost.score), at, at);
      }
    }
    return complete;
  }

  void read_word(Symbol word, const Row& now, Row& next) {
    Cost here;             // at this place, perhaps behind words that were left out
    std::size_t from = 0;  // where these begin
    for (std::size_t at = 0; at <= size_; ++at) {
      if (here.reached()) {
        if (tolerant_)
          ++here.edits;
        else
          here = Cost{};
      }
      if (now.costs[at].reached() && !here.beats(now.costs[at])) here = now.costs[at], from = at;
      if (!here.reached()) continue;
      if (at == size_) {
        next.offer(at, here, from, at);
        break;
      }
      if (meets(word, at)) next.offer(at + 1, here, from, at);
      if (!tolerant_) continue;
      next.offer(at, here.plus(1, 0), from, at);
      next.offer(at + 1, here.plus(1, 0), from, at);
    }
  }

  // Adds the words of the best way from `start` to `to`.
  void trace(Node goal, Place start, Place to, Completion& found) {
    struct Step {
      Symbol word;  // or a tail's: then the node
      Node node;
      Place start, to;
    };
    std::vector<Step> open{{kFirstTail, goal, start, to}};
    while (!open.empty()) {
      const Step step = open.back();
      open.pop_back();
      if (!is_tail(step.word)) {
        found.words.push_back(step.word);
        if (step.start < size_) ++found.kept;
        continue;
      }
      EdgeId id = kNoEdge;
      for (const Item& item : items(step.node, step.start)) {
        if (item.to == step.to) id = item.edge;
      }
      read(id, step.start, nullptr);
      const auto symbols = graph_.symbols(graph_.edge(id).label);
      Place at = step.to;
      for (std::size_t i = symbols.size(); i-- > 0;) {  // the last on top of the others: read last
        const Row& row = rows_[i + 1];
        const Place before = row.before[at];
        const Node tail =
            is_tail(symbols[i]) ? graph_.edge(id).tails[tail_of(symbols[i])] : kNoNode;
        open.push_back({symbols[i], tail, is_tail(symbols[i]) ? before : row.ready[at], at});
        at = before;
      }
    }
  }

  const Hypergraph& graph_;
  const std::size_t size_;
  const bool tolerant_;
  const std::size_t starts_;
  std::vector<std::int64_t> lists_;  // by node and start: where its items are
  std::vector<char> meets_;          // by word and place
  std::vector<Item> items_;
  std::vector<std::size_t> ends_{0};
  std::vector<Row> rows_;
};

}  // namespace

Completion complete(const Hypergraph& graph, std::span<const std::vector<Symbol>> prefix,
                    bool tolerant) {
  if (prefix.size() > kLongest) throw std::invalid_argument("a prefix has 65,000 words at most");
  return PrefixSearch(graph, prefix, tolerant).best();
}

}  // namespace manyways::graph
