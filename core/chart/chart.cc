#include "chart/chart.h"

#include <algorithm>

#include "base/error.h"

namespace manyways::chart {

namespace {

using graph::LabelId;
using graph::Node;

class GraphMaker {
 public:
  GraphMaker(const Chart& chart, const Forest& forest, const search::TargetWords& words,
             const RuleModel& model, ChartTarget& target)
      : chart_(chart),
        forest_(forest),
        words_(words),
        model_(model),
        target_(target),
        builder_(model.feature_names()) {}

  graph::Hypergraph run() && {
    if (!chart_.has_goal()) return std::move(builder_).finish();
    mark();
    number_labels();
    nodes_.assign(chart_.items.size(), graph::kNoNode);
    states_.assign(chart_.items.size(), 0);
    for (CellId cell = 0; cell < forest_.cells().size(); ++cell) {
      for (ItemId id = chart_.cell_items[cell]; id < chart_.cell_items[cell + 1]; ++id) {
        if (used_[id]) add_node(id, forest_.cell(cell));
      }
    }
    return std::move(builder_).finish();
  }

 private:
  template <typename Visit>
  void for_each_way(ItemId id, Visit&& visit) const {
    const Item& item = chart_.items[id];
    if (item.arcs == kNone) {
      double score = item.score;
      for (const ItemId tail : item.best.tails) {
        if (tail != kNone) score -= chart_.items[tail].score;
      }
      visit(item.best, score);
    }
    for (std::uint32_t a = item.arcs; a != kNone; a = chart_.arcs[a].next) {
      visit(chart_.arcs[a].way, chart_.arcs[a].score);
    }
  }

  void mark() {
    used_.assign(chart_.items.size(), false);
    used_[chart_.goal()] = true;
    for (ItemId id = chart_.goal() + 1; id-- > 0;) {
      if (!used_[id]) continue;
      for_each_way(id, [&](const Way& way, double) {
        for (const ItemId tail : way.tails) {
          if (tail != kNone) used_[tail] = true;
        }
      });
    }
  }

  void number_labels() {
    for (const Application& application : forest_.all_applications()) {
      first_labels_.push_back(static_cast<std::uint32_t>(labels_.size()));
      labels_.resize(labels_.size() + application.block->rules.size(), kNone);
    }
  }

  void add_node(ItemId id, const Cell& cell) {
    for_each_way(id, [&](const Way& way, double score) {
      const std::size_t gaps = way.tails[0] == kNone ? 0 : way.tails[1] == kNone ? 1 : 2;
      std::array<Node, 2> tails;
      std::array<ChartTarget::State, 2> pieces;
      for (std::size_t g = 0; g < gaps; ++g) {
        tails[g] = nodes_[way.tails[g]];
        pieces[g] = states_[way.tails[g]];
      }
      const Application& application = forest_.all_applications()[way.application];
      const Rule& rule = application.block->rules[way.rule];
      builder_.add_edge(label(way, rule, cell), std::span(tails).first(gaps), score);
      if (cell.kind == CellKind::kGoal) {
        target_.finish(pieces[0]);
      } else if (rule.kind == RuleKind::kStart) {
        states_[id] = target_.begin();
        return;
      } else {
        target_.join(rule.symbols, std::span(pieces).first(gaps), states_[id]);
      }
      for (std::size_t i = 0; i < model_.target_features().size(); ++i) {
        const double value = target_.values()[i];
        if (value == 0) continue;
        builder_.add_delta(static_cast<std::uint32_t>(model_.target_column() + i), value);
      }
    });
    nodes_[id] = builder_.end_node();
  }

  LabelId label(const Way& way, const Rule& rule, const Cell& cell) {
    std::uint32_t& known = labels_[first_labels_[way.application] + way.rule];
    if (known != kNone) return known;
    const Application& application = forest_.all_applications()[way.application];
    symbols_.clear();
    for (const ChartSymbol symbol : rule.symbols) {
      symbols_.push_back(symbol < 0 ? symbol
                                    : builder_.add_word(words_.word(static_cast<WordId>(symbol))));
    }
    features_.resize(model_.feature_names().size());
    model_.rule_values(rule, application.block->source, features_);
    if (model_.input_column() != RuleModel::kNoColumn) {
      features_[model_.input_column()] = static_cast<double>(application.input_score);
    }
    const bool covers = rule.kind < RuleKind::kGlue;
    find_links(application, rule, cell);
    known =
        builder_.add_label(symbols_, features_, covers ? static_cast<std::int32_t>(cell.start) : -1,
                           covers ? static_cast<std::int32_t>(cell.end) : -1, links_);
    return known;
  }

  // Links between words; those of the table count symbols, gaps among them.
  void find_links(const Application& application, const Rule& rule, const Cell& cell) {
    links_.clear();
    if (rule.kind == RuleKind::kUnknown) links_.push_back({0, 0});
    if (!rule.entry) return;
    const std::vector<WordId>& source = application.block->source;
    places_.clear();
    std::uint32_t at = cell.start;
    std::size_t gap = 0;
    for (const WordId symbol : source) {
      places_.push_back(static_cast<std::uint16_t>(std::min(at, cell.end - 1) - cell.start));
      at = symbol == model_.rules().gap() ? forest_.cell(application.tails[gap++]).end : at + 1;
    }
    for (const phrases::Link& link : rule.entry->links()) {
      if (link.source >= source.size() || link.target >= rule.symbols.size()) {
        throw InputError(model_.table().path(), 0,
                         "is damaged: the link " + std::to_string(link.source) + "-" +
                             std::to_string(link.target) + " leaves its rule",
                         "Rebuild it, or copy it again from its source.");
      }
      if (rule.symbols[link.target] < 0 || source[link.source] == model_.rules().gap()) continue;
      const auto before = rule.symbols.first(link.target);
      const auto words = std::count_if(before.begin(), before.end(), [](auto s) { return s >= 0; });
      links_.push_back({places_[link.source], static_cast<std::uint16_t>(words)});
    }
  }

  const Chart& chart_;
  const Forest& forest_;
  const search::TargetWords& words_;
  const RuleModel& model_;
  ChartTarget& target_;
  graph::HypergraphBuilder builder_;
  std::vector<bool> used_;
  std::vector<std::uint32_t> first_labels_, labels_;
  std::vector<Node> nodes_;
  std::vector<ChartTarget::State> states_;
  std::vector<graph::Symbol> symbols_;
  std::vector<double> features_;
  std::vector<graph::Link> links_;
  std::vector<std::uint16_t> places_;
};

}  // namespace

graph::Hypergraph make_graph(const Chart& chart, const Forest& forest,
                             const search::TargetWords& words, const RuleModel& model,
                             ChartTarget& target) {
  return GraphMaker(chart, forest, words, model, target).run();
}

}  // namespace manyways::chart
